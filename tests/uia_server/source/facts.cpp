#include "facts.h"

#include "messages.h"
#include "provider.h"
#include "request.h"

#include <map>
#include <optional>
#include <tuple>

namespace uia {

namespace {

struct Facts {
    std::optional<std::wstring> className;
    std::optional<LONG_PTR> style, exStyle;
    std::optional<HWND> parent, found;
    std::optional<RECT> rect, client;
    std::optional<bool> isVisible, isEnabled, isMinimized;
};

struct Focus {
    HWND window = nullptr, foreground = nullptr;
};

thread_local std::map<HWND, Facts> factsByWindow;
thread_local std::map<DWORD, Focus> focusByThread;
thread_local std::map<std::tuple<HWND, UINT, WPARAM, LPARAM>, LRESULT> answers;

// Finds a fact out, unless it is known.
template <class T, class Find> const T &once(std::optional<T> &fact, Find find)
{
    // Outside of a request nobody would forget it.
    if (!fact || !Request::current()) fact = find();
    return *fact;
}

} // namespace

void forgetFacts()
{
    factsByWindow.clear();
    focusByThread.clear();
    answers.clear();
    forgetRect();
}

const std::wstring &className(HWND window)
{
    return once(factsByWindow[window].className, [&] {
        wchar_t name[256];
        return std::wstring(name, GetClassNameW(window, name, 256));
    });
}

bool isClass(HWND window, const wchar_t *name)
{
    return _wcsicmp(className(window).c_str(), name) == 0;
}

LONG_PTR styleOf(HWND window)
{
    return once(factsByWindow[window].style, [&] { return GetWindowLongPtrW(window, GWL_STYLE); });
}

LONG_PTR exStyleOf(HWND window)
{
    return once(factsByWindow[window].exStyle,
                [&] { return GetWindowLongPtrW(window, GWL_EXSTYLE); });
}

HWND parentWindow(HWND window)
{
    return once(factsByWindow[window].parent, [&] { return GetAncestor(window, GA_PARENT); });
}

RECT windowRect(HWND window)
{
    return once(factsByWindow[window].rect, [&] {
        RECT rect = {};
        GetWindowRect(window, &rect);
        return rect;
    });
}

RECT clientRect(HWND window)
{
    return once(factsByWindow[window].client, [&] {
        RECT rect = {};
        GetClientRect(window, &rect);
        MapWindowPoints(window, nullptr, reinterpret_cast<POINT *>(&rect), 2);
        return rect;
    });
}

RECT toScreen(HWND window, RECT rect)
{
    if (exStyleOf(window) & WS_EX_LAYOUTRTL) {
        // What is left is right there.
        MapWindowPoints(window, nullptr, reinterpret_cast<POINT *>(&rect), 2);
    } else {
        RECT client = clientRect(window);
        OffsetRect(&rect, client.left, client.top);
    }
    return rect;
}

bool isMinimized(HWND window)
{
    return once(factsByWindow[window].isMinimized,
                [&] { return IsIconic(GetAncestor(window, GA_ROOT)) != FALSE; });
}

bool isVisible(HWND window)
{
    return once(factsByWindow[window].isVisible, [&] { return IsWindowVisible(window) != FALSE; });
}

bool isEnabledWithParents(HWND window)
{
    if (!window || window == GetDesktopWindow()) return true;
    // The parent first: a reference into the map would not outlive what the recursion adds.
    bool isParentEnabled = isEnabledWithParents(parentWindow(window));
    return isParentEnabled &&
           once(factsByWindow[window].isEnabled, [&] { return IsWindowEnabled(window) != FALSE; });
}

bool isTopLevel(HWND window) { return parentWindow(window) == GetDesktopWindow(); }

bool windowHasFocus(HWND window)
{
    DWORD thread = GetWindowThreadProcessId(window, nullptr);
    auto known = focusByThread.find(thread);
    if (known == focusByThread.end() || !Request::current()) {
        GUITHREADINFO info = {};
        info.cbSize = sizeof info;
        GetGUIThreadInfo(thread, &info);
        known = focusByThread.insert_or_assign(thread, Focus{info.hwndFocus, GetForegroundWindow()})
                    .first;
    }
    const Focus &focus = known->second;
    return focus.window == window && GetAncestor(window, GA_ROOT) == focus.foreground;
}

HWND findOnce(HWND window, HWND (*find)(HWND))
{
    return once(factsByWindow[window].found, [&] { return find(window); });
}

LRESULT askOnce(HWND window, UINT message, WPARAM wParam, LPARAM lParam, LRESULT fallback)
{
    if (!Request::current()) return send(window, message, wParam, lParam, fallback);
    auto key = std::make_tuple(window, message, wParam, lParam);
    auto known = answers.find(key);
    if (known == answers.end())
        known = answers.emplace(key, send(window, message, wParam, lParam, fallback)).first;
    return known->second;
}

} // namespace uia
