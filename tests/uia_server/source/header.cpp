// Headers of list views.
#include "frame.h"
#include "kinds.h"
#include "messages.h"
#include "remote_memory.h"
#include "window_provider.h"

#include <commctrl.h>

namespace uia {

Node headerItemOf(HWND header, int column);

namespace {

const int TEXT_LENGTH = 512;

// item: the column.
class HeaderItemProvider final : public PartProvider {
  public:
    HeaderItemProvider() : PartProvider(PLACE_HEADER_ITEM) {}
    bool isAlive(const Node &node) const override
    {
        return IsWindow(node.window) && node.item < send(node.window, HDM_GETITEMCOUNT);
    }
    CONTROLTYPEID controlType(const Node &) const override { return UIA_HeaderItemControlTypeId; }
    std::wstring name(const Node &node) const override
    {
        RemoteMemory memory(node.window, sizeof(HDITEMW) + TEXT_LENGTH * sizeof(wchar_t));
        HDITEMW item = {};
        item.mask = HDI_TEXT;
        item.cchTextMax = TEXT_LENGTH;
        item.pszText = reinterpret_cast<LPWSTR>(memory.at(sizeof item));
        wchar_t text[TEXT_LENGTH] = L"";
        if (!memory.write(&item, sizeof item) || !memory.write(text, sizeof text, sizeof item))
            return {};
        if (!send(node.window, HDM_GETITEMW, node.item, memory.lParam())) return {};
        memory.read(text, sizeof text, sizeof item);
        text[TEXT_LENGTH - 1] = 0;
        return text;
    }
    std::wstring automationId(const Node &node) const override
    {
        return L"HeaderItem " + std::to_wstring(node.item);
    }
    RECT rect(const Node &node) const override
    {
        RECT rect = {};
        if (!sendStruct(node.window, HDM_GETITEMRECT, node.item, &rect, sizeof rect)) return {};
        return toScreen(node.window, rect);
    }
    bool isContent(const Node &) const override { return false; }
    bool hasPattern(const Node &node, PATTERNID pattern) const override
    {
        return pattern == UIA_InvokePatternId && (styleOf(node.window) & HDS_BUTTONS);
    }
    // A click in its middle, by message.
    HRESULT invoke(const Node &node) const override
    {
        RECT rect = {};
        if (!sendStruct(node.window, HDM_GETITEMRECT, node.item, &rect, sizeof rect)) return E_FAIL;
        LPARAM point = MAKELPARAM((rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2);
        PostMessageW(node.window, WM_LBUTTONDOWN, MK_LBUTTON, point);
        return PostMessageW(node.window, WM_LBUTTONUP, 0, point) ? S_OK : E_FAIL;
    }
};

class HeaderProvider final : public WindowProvider {
  public:
    HeaderProvider() : WindowProvider(UIA_HeaderControlTypeId, true) {}
    std::wstring name(const Node &) const override { return L"Header Control"; }
    std::wstring automationId(const Node &) const override { return L"Header"; }
    bool isContent(const Node &) const override { return false; }
    bool isFocusable(const Node &) const override { return false; }

  protected:
    Nodes parts(const Node &node) const override
    {
        Nodes found;
        LRESULT count = send(node.window, HDM_GETITEMCOUNT);
        for (int column = 0; column < count; ++column)
            found.push_back(headerItemOf(node.window, column));
        return found;
    }
};

const HeaderItemProvider headerItem;
const HeaderProvider header;

} // namespace

Node headerItemOf(HWND window, int column) { return {window, &headerItem, column}; }

const Provider &headerKind() { return header; }

} // namespace uia
