// List views: rows, in the report view with a cell a column, and a header.
#include "frame.h"
#include "kinds.h"
#include "messages.h"
#include "remote_memory.h"
#include "scrolling.h"
#include "window_provider.h"

#include <commctrl.h>
#include <vector>

namespace uia {

Node headerItemOf(HWND header, int column); // header.cpp

namespace {

const int FIRST_TEXT_LENGTH = 512, LONGEST_TEXT_LENGTH = 65536;

bool isReport(HWND list) { return (styleOf(list) & LVS_TYPEMASK) == LVS_REPORT; }
LRESULT rowCount(HWND list) { return askOnce(list, LVM_GETITEMCOUNT); }
HWND headerOf(HWND list) { return reinterpret_cast<HWND>(askOnce(list, LVM_GETHEADER)); }
bool hasCheckBoxes(HWND list)
{
    return (askOnce(list, LVM_GETEXTENDEDLISTVIEWSTYLE) & LVS_EX_CHECKBOXES) != 0;
}
bool isSingle(HWND list) { return (styleOf(list) & LVS_SINGLESEL) != 0; }

int columnCount(HWND list)
{
    HWND header = isReport(list) ? headerOf(list) : nullptr;
    LRESULT count = header ? askOnce(header, HDM_GETITEMCOUNT) : 0;
    return count > 0 ? static_cast<int>(count) : 0;
}

std::wstring cellText(HWND list, LONG_PTR row, LONG_PTR column)
{
    for (int length = FIRST_TEXT_LENGTH;; length = LONGEST_TEXT_LENGTH) {
        RemoteMemory memory(list, sizeof(LVITEMW) + length * sizeof(wchar_t));
        LVITEMW item = {};
        item.iSubItem = static_cast<int>(column);
        item.cchTextMax = length;
        item.pszText = reinterpret_cast<LPWSTR>(memory.at(sizeof item));
        if (!memory.write(&item, sizeof item)) return {};
        LRESULT copied = send(list, LVM_GETITEMTEXTW, row, memory.lParam());
        // A list that gives its own text by a callback answers with an address of its own.
        if (copied <= 0 || !memory.read(&item, sizeof item)) return {};
        if (copied >= length - 1 && length < LONGEST_TEXT_LENGTH) continue;
        std::vector<wchar_t> text(copied);
        bool isOurs = reinterpret_cast<char *>(item.pszText) == memory.at(sizeof item);
        bool isRead = isOurs ? memory.read(text.data(), copied * sizeof(wchar_t), sizeof item)
                             : ReadProcessMemory(memory.process(), item.pszText, text.data(),
                                                 copied * sizeof(wchar_t), nullptr) != 0;
        return isRead ? std::wstring(text.data(), copied) : std::wstring();
    }
}

UINT stateOf(const Node &node, UINT mask)
{
    return static_cast<UINT>(send(node.window, LVM_GETITEMSTATE, node.item, mask));
}

void setState(HWND list, LONG_PTR row, UINT state, UINT mask)
{
    LVITEMW item = {};
    item.state = state;
    item.stateMask = mask;
    sendStruct(list, LVM_SETITEMSTATE, row, &item, sizeof item);
}

// item: the row; column: the column.
class CellProvider final : public PartProvider {
  public:
    CellProvider() : PartProvider(PLACE_ITEM) {}
    Node parent(const Node &node) const override;
    // A row's own id ends with the row, so the first column must differ from it.
    std::vector<int> runtimeId(const Node &node) const override
    {
        std::vector<int> id = PartProvider::runtimeId({node.window, node.provider, node.item});
        id.push_back(static_cast<int>(node.column));
        return id;
    }
    bool isAlive(const Node &node) const override
    {
        return IsWindow(node.window) && node.item < rowCount(node.window);
    }
    CONTROLTYPEID controlType(const Node &) const override { return UIA_TextControlTypeId; }
    std::wstring name(const Node &node) const override
    {
        return cellText(node.window, node.item, node.column);
    }
    RECT rect(const Node &node) const override
    {
        // The whole row for the first column, so its label is asked for instead.
        RECT rect = {node.column == 0 ? LVIR_LABEL : LVIR_BOUNDS, static_cast<LONG>(node.column), 0,
                     0};
        if (!sendStruct(node.window, LVM_GETSUBITEMRECT, node.item, &rect, sizeof rect)) return {};
        return toScreen(node.window, rect);
    }
    bool isInClient(const Node &) const override { return true; }
    bool hasPattern(const Node &, PATTERNID pattern) const override
    {
        return pattern == UIA_GridItemPatternId || pattern == UIA_TableItemPatternId;
    }
    std::optional<Value> ownProperty(const Node &node, PROPERTYID id) const override
    {
        switch (id) {
        case UIA_GridItemRowPropertyId:
            return static_cast<int>(node.item);
        case UIA_GridItemColumnPropertyId:
            return static_cast<int>(node.column);
        case UIA_GridItemRowSpanPropertyId:
        case UIA_GridItemColumnSpanPropertyId:
            return 1;
        case UIA_GridItemContainingGridPropertyId:
            return nodeOf(node.window);
        case UIA_TableItemRowHeaderItemsPropertyId:
            return Nodes();
        case UIA_TableItemColumnHeaderItemsPropertyId:
            return Nodes{headerItemOf(headerOf(node.window), static_cast<int>(node.column))};
        default:
            return std::nullopt;
        }
    }
};

// item: the row.
class RowProvider final : public PartProvider {
  public:
    RowProvider() : PartProvider(PLACE_ITEM) {}
    Nodes children(const Node &node) const override;
    bool isAlive(const Node &node) const override
    {
        return IsWindow(node.window) && node.item < rowCount(node.window);
    }
    CONTROLTYPEID controlType(const Node &node) const override
    {
        return isReport(node.window) ? UIA_DataItemControlTypeId : UIA_ListItemControlTypeId;
    }
    std::wstring name(const Node &node) const override
    {
        return cellText(node.window, node.item, 0);
    }
    RECT rect(const Node &node) const override
    {
        RECT rect = {LVIR_BOUNDS, 0, 0, 0};
        if (!sendStruct(node.window, LVM_GETITEMRECT, node.item, &rect, sizeof rect)) return {};
        return toScreen(node.window, rect);
    }
    bool isInClient(const Node &) const override { return true; }
    bool isFocusable(const Node &node) const override { return isEnabled(node); }
    bool hasFocus(const Node &node) const override
    {
        return windowHasFocus(node.window) && (stateOf(node, LVIS_FOCUSED) & LVIS_FOCUSED);
    }
    bool hasPattern(const Node &node, PATTERNID pattern) const override
    {
        if (pattern == UIA_SelectionItemPatternId || pattern == UIA_InvokePatternId) return true;
        if (pattern == UIA_TogglePatternId) return hasCheckBoxes(node.window);
        if (pattern == UIA_ScrollItemPatternId) return isScrollable(node.window);
        return pattern == UIA_ValuePatternId && (styleOf(node.window) & LVS_EDITLABELS);
    }
    std::optional<Value> ownProperty(const Node &node, PROPERTYID id) const override
    {
        switch (id) {
        case UIA_SelectionItemIsSelectedPropertyId:
            return (stateOf(node, LVIS_SELECTED) & LVIS_SELECTED) != 0;
        case UIA_SelectionItemSelectionContainerPropertyId:
            return nodeOf(node.window);
        case UIA_ToggleToggleStatePropertyId:
            if (!hasCheckBoxes(node.window)) return std::nullopt;
            return int(isChecked(node) ? ToggleState_On : ToggleState_Off);
        case UIA_ValueValuePropertyId:
            return name(node);
        case UIA_ValueIsReadOnlyPropertyId:
            return !(styleOf(node.window) & LVS_EDITLABELS);
        case UIA_PositionInSetPropertyId:
            return static_cast<int>(node.item) + 1;
        case UIA_SizeOfSetPropertyId:
            return static_cast<int>(rowCount(node.window));
        default:
            return std::nullopt;
        }
    }
    HRESULT setFocus(const Node &node) const override
    {
        setState(node.window, node.item, LVIS_FOCUSED, LVIS_FOCUSED);
        return focusWindow(node.window);
    }
    HRESULT select(const Node &node, Selecting how) const override
    {
        HWND list = node.window;
        bool isSelected = (stateOf(node, LVIS_SELECTED) & LVIS_SELECTED) != 0;
        if (how == Selecting::Add && isSingle(list) && !isSelected &&
            send(list, LVM_GETSELECTEDCOUNT) > 0) {
            return UIA_E_INVALIDOPERATION;
        }
        if (how == Selecting::Alone) setState(list, -1, 0, LVIS_SELECTED);
        UINT wanted = how == Selecting::Remove ? 0 : LVIS_SELECTED;
        setState(list, node.item, wanted, LVIS_SELECTED);
        if (wanted) setState(list, node.item, LVIS_FOCUSED, LVIS_FOCUSED);
        return (stateOf(node, LVIS_SELECTED) & LVIS_SELECTED) == wanted ? S_OK
                                                                        : UIA_E_INVALIDOPERATION;
    }
    HRESULT toggle(const Node &node) const override
    {
        UINT image = isChecked(node) ? 1 : 2;
        setState(node.window, node.item, INDEXTOSTATEIMAGEMASK(image), LVIS_STATEIMAGEMASK);
        return S_OK;
    }
    // A double click in the row's middle, by message, as Windows does it.
    HRESULT invoke(const Node &node) const override
    {
        scrollIntoView(node);
        RECT rect = {LVIR_LABEL, 0, 0, 0};
        if (!sendStruct(node.window, LVM_GETITEMRECT, node.item, &rect, sizeof rect)) return E_FAIL;
        LPARAM point = MAKELPARAM((rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2);
        for (UINT message : {WM_LBUTTONDOWN, WM_LBUTTONUP, WM_LBUTTONDBLCLK, WM_LBUTTONUP}) {
            PostMessageW(node.window, message, message == WM_LBUTTONUP ? 0 : MK_LBUTTON, point);
        }
        return S_OK;
    }
    HRESULT setText(const Node &node, const std::wstring &text) const override
    {
        bool isDone = editLabel(node.window, LVM_EDITLABELW, node.item, 0, text);
        return isDone && name(node) == text ? S_OK : UIA_E_INVALIDOPERATION;
    }
    HRESULT scrollIntoView(const Node &node) const override
    {
        return send(node.window, LVM_ENSUREVISIBLE, node.item, FALSE) ? S_OK : E_FAIL;
    }

  private:
    static bool isChecked(const Node &node)
    {
        return stateOf(node, LVIS_STATEIMAGEMASK) >> 12 == 2;
    }
};

class ListViewProvider final : public WindowProvider {
  public:
    ListViewProvider() : WindowProvider(UIA_ListControlTypeId, true) {}
    CONTROLTYPEID controlType(const Node &node) const override
    {
        return isReport(node.window) ? UIA_DataGridControlTypeId : UIA_ListControlTypeId;
    }
    bool hasPattern(const Node &node, PATTERNID pattern) const override
    {
        if (pattern == UIA_SelectionPatternId) return true;
        if (pattern == UIA_GridPatternId || pattern == UIA_TablePatternId)
            return isReport(node.window);
        return WindowProvider::hasPattern(node, pattern);
    }
    std::optional<Value> ownProperty(const Node &node, PROPERTYID id) const override;
    Node cell(const Node &node, int row, int column) const override;

  protected:
    Nodes parts(const Node &node) const override;
    bool scrolls() const override { return true; }
};

const CellProvider listViewCell;
const RowProvider listViewRow;
const ListViewProvider listView;

Node CellProvider::parent(const Node &node) const { return {node.window, &listViewRow, node.item}; }

Nodes RowProvider::children(const Node &node) const
{
    Nodes found;
    int count = columnCount(node.window);
    for (int column = 0; column < count; ++column) {
        found.push_back({node.window, &listViewCell, node.item, column});
    }
    return found;
}

Nodes ListViewProvider::parts(const Node &node) const
{
    Nodes found;
    LRESULT count = rowCount(node.window);
    for (LRESULT row = 0; row < count; ++row) found.push_back({node.window, &listViewRow, row});
    return found;
}

Node ListViewProvider::cell(const Node &node, int row, int column) const
{
    bool isInside =
        row >= 0 && row < rowCount(node.window) && column >= 0 && column < columnCount(node.window);
    return isInside ? Node{node.window, &listViewCell, row, column} : Node();
}

std::optional<Value> ListViewProvider::ownProperty(const Node &node, PROPERTYID id) const
{
    HWND list = node.window;
    switch (id) {
    case UIA_SelectionSelectionPropertyId: {
        Nodes found;
        LRESULT row = -1;
        while ((row = send(list, LVM_GETNEXTITEM, row, LVNI_SELECTED, -1)) >= 0)
            found.push_back({list, &listViewRow, row});
        return found;
    }
    case UIA_SelectionCanSelectMultiplePropertyId:
        return !isSingle(list);
    case UIA_SelectionIsSelectionRequiredPropertyId:
        return false;
    case UIA_GridRowCountPropertyId:
        return isReport(list) ? std::optional<Value>(int(rowCount(list))) : std::nullopt;
    case UIA_GridColumnCountPropertyId:
        return isReport(list) ? std::optional<Value>(columnCount(list)) : std::nullopt;
    case UIA_TableRowHeadersPropertyId:
        return Nodes();
    case UIA_TableRowOrColumnMajorPropertyId:
        return int(RowOrColumnMajor_RowMajor);
    case UIA_TableColumnHeadersPropertyId: {
        Nodes found;
        int count = columnCount(list);
        for (int column = 0; column < count; ++column)
            found.push_back(headerItemOf(headerOf(list), column));
        return found;
    }
    default:
        return WindowProvider::ownProperty(node, id);
    }
}

} // namespace

const Provider &listViewKind() { return listView; }

} // namespace uia
