#include "messages.h"

#include "request.h"

#include <algorithm>
#include <cwctype>
#include <vector>

namespace uia {

// No text is longer; a window that claims more is not believed.
static const int LONGEST_TEXT = 1 << 22;

LRESULT send(HWND window, UINT message, WPARAM wParam, LPARAM lParam, LRESULT fallback)
{
    Request *request = Request::current();
    DWORD leftMs = request ? request->timeLeftMs() : 5000;
    if (leftMs == 0) return fallback;
    DWORD_PTR answer = 0;
    // Not SMTO_ABORTIFHUNG: like Windows' own proxies, wait for a hung program until the time-out.
    if (SendMessageTimeoutW(window, message, wParam, lParam, SMTO_NORMAL, leftMs, &answer)) {
        return static_cast<LRESULT>(answer);
    }
    if (request && IsWindow(window)) request->runOut();
    return fallback;
}

void sendAct(HWND window, UINT message, WPARAM wParam, LPARAM lParam)
{
    DWORD_PTR answer = 0;
    SendMessageTimeoutW(window, message, wParam, lParam, SMTO_NORMAL, 1000, &answer);
    forgetFacts();
}

void notifyParent(HWND control, WORD code)
{
    WPARAM wParam = MAKEWPARAM(GetDlgCtrlID(control), code);
    sendAct(GetParent(control), WM_COMMAND, wParam, reinterpret_cast<LPARAM>(control));
}

bool editLabel(HWND view, UINT editMessage, WPARAM wParam, LPARAM lParam, const std::wstring &text)
{
    HWND edit = reinterpret_cast<HWND>(send(view, editMessage, wParam, lParam));
    if (!edit) return false;
    send(edit, WM_SETTEXT, 0, reinterpret_cast<LPARAM>(text.c_str()));
    sendAct(edit, WM_KEYDOWN, VK_RETURN);
    return true;
}

static std::wstring getText(HWND window, wchar_t *buffer, LRESULT size)
{
    LRESULT copied = send(window, WM_GETTEXT, size, reinterpret_cast<LPARAM>(buffer));
    return std::wstring(buffer, std::clamp<LRESULT>(copied, 0, size - 1));
}

std::wstring windowText(HWND window)
{
    // Most texts are short: one message instead of two.
    wchar_t few[256];
    std::wstring text = getText(window, few, ARRAYSIZE(few));
    if (text.size() < ARRAYSIZE(few) - 1) return text;
    LRESULT length = std::min<LRESULT>(send(window, WM_GETTEXTLENGTH), LONGEST_TEXT);
    if (length < static_cast<LRESULT>(text.size())) return text;
    std::vector<wchar_t> buffer(length + 1);
    return getText(window, buffer.data(), buffer.size());
}

std::wstring withoutAmpersands(const std::wstring &label)
{
    std::wstring result;
    for (size_t i = 0; i < label.size() && label[i] != L'\t'; ++i) {
        if (label[i] == L'&') {
            if (i + 1 >= label.size() || label[i + 1] != L'&') continue;
            ++i;
        }
        result += label[i];
    }
    return result;
}

std::wstring acceleratorIn(const std::wstring &label)
{
    size_t tab = label.find(L'\t');
    return tab == std::wstring::npos ? std::wstring() : label.substr(tab + 1);
}

std::wstring accessKeyIn(const std::wstring &label)
{
    for (size_t i = 0; i + 1 < label.size(); ++i) {
        if (label[i] != L'&') continue;
        if (label[i + 1] != L'&') return std::wstring(L"Alt+") + wchar_t(towupper(label[i + 1]));
        ++i;
    }
    return {};
}

} // namespace uia
