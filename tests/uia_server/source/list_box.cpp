#include "list_box.h"

#include "frame.h"
#include "kinds.h"
#include "messages.h"
#include "scrolling.h"
#include "window_provider.h"

#include <commctrl.h>
#include <vector>

namespace uia {

std::wstring listBoxText(HWND list, LONG_PTR row)
{
    LRESULT length = send(list, LB_GETTEXTLEN, row, 0, LB_ERR);
    if (length <= 0) return {};
    std::vector<wchar_t> buffer(length + 1);
    LRESULT copied = send(list, LB_GETTEXT, row, reinterpret_cast<LPARAM>(buffer.data()), LB_ERR);
    return copied <= 0 ? std::wstring()
                       : std::wstring(buffer.data(), copied < length ? copied : length);
}

static bool holdsStrings(HWND list)
{
    LONG_PTR style = styleOf(list);
    return !(style & (LBS_OWNERDRAWFIXED | LBS_OWNERDRAWVARIABLE)) || (style & LBS_HASSTRINGS);
}

static bool isMultiple(HWND list)
{
    return (styleOf(list) & (LBS_MULTIPLESEL | LBS_EXTENDEDSEL)) != 0;
}

static COMBOBOXINFO comboInfo(HWND combo)
{
    COMBOBOXINFO info = {};
    info.cbSize = sizeof info;
    if (!GetComboBoxInfo(combo, &info)) info.hwndList = info.hwndItem = nullptr;
    return info;
}

HWND listOf(HWND combo) { return comboInfo(combo).hwndList; }

HWND editOf(HWND combo)
{
    HWND item = comboInfo(combo).hwndItem;
    return item && item != combo && isClass(item, WC_EDITW) ? item : nullptr;
}

namespace {
struct ComboSearch {
    HWND list, combo;
};
} // namespace

static BOOL CALLBACK lookAtChild(HWND window, LPARAM parameter)
{
    ComboSearch &search = *reinterpret_cast<ComboSearch *>(parameter);
    if (!isClass(window, WC_COMBOBOXW) || listOf(window) != search.list) return TRUE;
    search.combo = window;
    return FALSE;
}

static BOOL CALLBACK lookAtTopLevel(HWND window, LPARAM parameter)
{
    EnumChildWindows(window, lookAtChild, parameter);
    return reinterpret_cast<ComboSearch *>(parameter)->combo == nullptr;
}

static HWND findCombo(HWND list)
{
    HWND above = parentWindow(list);
    if (isClass(above, WC_COMBOBOXW)) return above;
    ComboSearch search = {list, nullptr};
    EnumThreadWindows(GetWindowThreadProcessId(list, nullptr), lookAtTopLevel,
                      reinterpret_cast<LPARAM>(&search));
    return search.combo;
}

HWND comboOf(HWND list)
{
    return isClass(list, L"ComboLBox") ? findOnce(list, findCombo) : nullptr;
}

namespace {

// item: the row.
class ListBoxItemProvider final : public PartProvider {
  public:
    ListBoxItemProvider() : PartProvider(PLACE_ITEM) {}
    bool isAlive(const Node &node) const override
    {
        return IsWindow(node.window) && node.item < askOnce(node.window, LB_GETCOUNT);
    }
    CONTROLTYPEID controlType(const Node &) const override { return UIA_ListItemControlTypeId; }
    std::wstring name(const Node &node) const override
    {
        return holdsStrings(node.window) ? listBoxText(node.window, node.item) : std::wstring();
    }
    RECT rect(const Node &node) const override
    {
        RECT rect = {};
        if (send(node.window, LB_GETITEMRECT, node.item, reinterpret_cast<LPARAM>(&rect), LB_ERR) ==
            LB_ERR)
            return {};
        return toScreen(node.window, rect);
    }
    bool isInClient(const Node &) const override { return true; }
    bool isFocusable(const Node &node) const override { return isEnabled(node); }
    bool hasFocus(const Node &node) const override
    {
        return windowHasFocus(node.window) &&
               send(node.window, LB_GETCARETINDEX, 0, 0, -1) == node.item;
    }
    bool hasPattern(const Node &node, PATTERNID pattern) const override
    {
        if (pattern == UIA_SelectionItemPatternId) return !(styleOf(node.window) & LBS_NOSEL);
        return pattern == UIA_ScrollItemPatternId && isScrollable(node.window);
    }
    std::optional<Value> ownProperty(const Node &node, PROPERTYID id) const override
    {
        switch (id) {
        case UIA_SelectionItemIsSelectedPropertyId:
            return send(node.window, LB_GETSEL, node.item) > 0;
        case UIA_SelectionItemSelectionContainerPropertyId:
            return nodeOf(node.window);
        case UIA_PositionInSetPropertyId:
            return static_cast<int>(node.item) + 1;
        case UIA_SizeOfSetPropertyId:
            return static_cast<int>(askOnce(node.window, LB_GETCOUNT));
        default:
            return std::nullopt;
        }
    }
    HRESULT setFocus(const Node &node) const override
    {
        HRESULT result = focusWindow(node.window);
        if (isMultiple(node.window)) send(node.window, LB_SETCARETINDEX, node.item);
        return result;
    }
    HRESULT select(const Node &node, Selecting how) const override;
    HRESULT scrollIntoView(const Node &node) const override
    {
        send(node.window, LB_SETTOPINDEX, node.item);
        return S_OK;
    }
};

class ListBoxProvider final : public WindowProvider {
  public:
    ListBoxProvider() : WindowProvider(UIA_ListControlTypeId, true) {}
    Node parent(const Node &node) const override
    {
        HWND combo = comboOf(node.window);
        return combo ? nodeOf(combo) : WindowProvider::parent(node);
    }
    std::wstring name(const Node &node) const override
    {
        HWND combo = comboOf(node.window);
        return combo ? nodeOf(combo).provider->name(nodeOf(combo)) : WindowProvider::name(node);
    }
    std::wstring automationId(const Node &node) const override
    {
        return comboOf(node.window) ? L"ListBox" : WindowProvider::automationId(node);
    }
    bool hasPattern(const Node &node, PATTERNID pattern) const override
    {
        return pattern == UIA_SelectionPatternId || WindowProvider::hasPattern(node, pattern);
    }
    std::optional<Value> ownProperty(const Node &node, PROPERTYID id) const override
    {
        switch (id) {
        case UIA_SelectionSelectionPropertyId:
            return listBoxSelection(node.window);
        case UIA_SelectionCanSelectMultiplePropertyId:
            return isMultiple(node.window);
        case UIA_SelectionIsSelectionRequiredPropertyId:
            return false;
        default:
            return WindowProvider::ownProperty(node, id);
        }
    }

  protected:
    Nodes parts(const Node &node) const override;
    bool scrolls() const override { return true; }
};

const ListBoxItemProvider listBoxItem;
const ListBoxProvider listBox;

Nodes ListBoxProvider::parts(const Node &node) const
{
    Nodes found;
    LRESULT count = askOnce(node.window, LB_GETCOUNT);
    for (LRESULT row = 0; row < count; ++row) found.push_back({node.window, &listBoxItem, row});
    return found;
}

HRESULT ListBoxItemProvider::select(const Node &node, Selecting how) const
{
    HWND list = node.window;
    if (HWND combo = comboOf(list)) {
        if (how == Selecting::Remove) return UIA_E_INVALIDOPERATION;
        send(combo, CB_SETCURSEL, node.item);
        notifyParent(combo, CBN_SELENDOK);
        notifyParent(combo, CBN_SELCHANGE);
        return S_OK;
    }
    if (isMultiple(list)) {
        if (how == Selecting::Alone) send(list, LB_SETSEL, FALSE, -1);
        send(list, LB_SETSEL, how != Selecting::Remove, node.item);
    } else {
        LRESULT current = send(list, LB_GETCURSEL, 0, 0, LB_ERR);
        if (how == Selecting::Remove) return UIA_E_INVALIDOPERATION;
        if (how == Selecting::Add && current != LB_ERR && current != node.item)
            return UIA_E_INVALIDOPERATION;
        if (send(list, LB_SETCURSEL, node.item, 0, LB_ERR) == LB_ERR)
            return UIA_E_ELEMENTNOTAVAILABLE;
    }
    if (styleOf(list) & LBS_NOTIFY) notifyParent(list, LBN_SELCHANGE);
    return S_OK;
}

} // namespace

Nodes listBoxSelection(HWND list)
{
    Nodes found;
    if (!isMultiple(list)) {
        LRESULT row = send(list, LB_GETCURSEL, 0, 0, LB_ERR);
        if (row != LB_ERR) found.push_back({list, &listBoxItem, row});
        return found;
    }
    LRESULT count = send(list, LB_GETSELCOUNT, 0, 0, 0);
    if (count <= 0) return found;
    std::vector<int> rows(count);
    count = send(list, LB_GETSELITEMS, rows.size(), reinterpret_cast<LPARAM>(rows.data()), 0);
    for (LRESULT i = 0; i < count && i < static_cast<LRESULT>(rows.size()); ++i) {
        found.push_back({list, &listBoxItem, rows[i]});
    }
    return found;
}

const Provider &listBoxKind() { return listBox; }

} // namespace uia
