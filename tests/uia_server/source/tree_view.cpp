// Tree views. What is under a collapsed item is no element, as on Windows.
#include "frame.h"
#include "kinds.h"
#include "messages.h"
#include "remote_memory.h"
#include "scrolling.h"
#include "window_provider.h"

#include <commctrl.h>
#include <vector>

namespace uia {

namespace {

const int FIRST_TEXT_LENGTH_OF_TREE = 512, LONGEST_TEXT_LENGTH_OF_TREE = 65536;

LONG_PTR nextItem(HWND tree, UINT relation, LONG_PTR item = 0)
{
    return static_cast<LONG_PTR>(send(tree, TVM_GETNEXTITEM, relation, item));
}

UINT itemState(const Node &node, UINT mask)
{
    return static_cast<UINT>(send(node.window, TVM_GETITEMSTATE, node.item, mask)) & mask;
}

std::wstring itemText(HWND tree, LONG_PTR handle)
{
    for (int length = FIRST_TEXT_LENGTH_OF_TREE;; length = LONGEST_TEXT_LENGTH_OF_TREE) {
        RemoteMemory memory(tree, sizeof(TVITEMW) + length * sizeof(wchar_t));
        TVITEMW item = {};
        item.mask = TVIF_TEXT | TVIF_HANDLE;
        item.hItem = reinterpret_cast<HTREEITEM>(handle);
        item.cchTextMax = length;
        item.pszText = reinterpret_cast<LPWSTR>(memory.at(sizeof item));
        std::vector<wchar_t> text(length);
        if (!memory.write(&item, sizeof item) ||
            !memory.write(text.data(), sizeof(wchar_t), sizeof item))
            return {};
        if (!send(tree, TVM_GETITEMW, 0, memory.lParam())) return {};
        memory.read(text.data(), length * sizeof(wchar_t), sizeof item);
        text[length - 1] = 0;
        std::wstring result(text.data());
        if (static_cast<int>(result.size()) < length - 1 || length == LONGEST_TEXT_LENGTH_OF_TREE)
            return result;
    }
}

// item: the HTREEITEM.
class TreeItemProvider final : public PartProvider {
  public:
    TreeItemProvider() : PartProvider(PLACE_ITEM) {}
    Nodes children(const Node &node) const override
    {
        Nodes found;
        if (!itemState(node, TVIS_EXPANDED)) return found;
        for (LONG_PTR item = nextItem(node.window, TVGN_CHILD, node.item); item;
             item = nextItem(node.window, TVGN_NEXT, item)) {
            found.push_back({node.window, this, item});
        }
        return found;
    }
    Node parent(const Node &node) const override
    {
        LONG_PTR above = nextItem(node.window, TVGN_PARENT, node.item);
        return above ? Node{node.window, this, above} : nodeOf(node.window);
    }
    CONTROLTYPEID controlType(const Node &) const override { return UIA_TreeItemControlTypeId; }
    std::wstring name(const Node &node) const override { return itemText(node.window, node.item); }
    RECT rect(const Node &node) const override
    {
        RemoteMemory memory(node.window, sizeof(RECT));
        RECT rect = {};
        // The message takes the item in the place of the rectangle. TRUE: the text alone.
        if (!memory.write(&rect, sizeof rect) || !memory.write(&node.item, sizeof node.item))
            return {};
        if (!send(node.window, TVM_GETITEMRECT, TRUE, memory.lParam())) return {};
        memory.read(&rect, sizeof rect);
        return toScreen(node.window, rect);
    }
    bool isInClient(const Node &) const override { return true; }
    bool isFocusable(const Node &node) const override { return isEnabled(node); }
    bool hasFocus(const Node &node) const override
    {
        return windowHasFocus(node.window) && nextItem(node.window, TVGN_CARET) == node.item;
    }
    bool hasPattern(const Node &node, PATTERNID pattern) const override
    {
        if (pattern == UIA_SelectionItemPatternId || pattern == UIA_ExpandCollapsePatternId)
            return true;
        if (pattern == UIA_TogglePatternId) return (styleOf(node.window) & TVS_CHECKBOXES) != 0;
        if (pattern == UIA_ScrollItemPatternId) return isScrollable(node.window);
        return pattern == UIA_ValuePatternId && (styleOf(node.window) & TVS_EDITLABELS);
    }
    std::optional<Value> ownProperty(const Node &node, PROPERTYID id) const override
    {
        switch (id) {
        case UIA_SelectionItemIsSelectedPropertyId:
            return itemState(node, TVIS_SELECTED) != 0;
        case UIA_SelectionItemSelectionContainerPropertyId:
            return nodeOf(node.window);
        case UIA_ExpandCollapseExpandCollapseStatePropertyId:
            if (!hasChildren(node)) return int(ExpandCollapseState_LeafNode);
            return int(itemState(node, TVIS_EXPANDED) ? ExpandCollapseState_Expanded
                                                      : ExpandCollapseState_Collapsed);
        case UIA_ToggleToggleStatePropertyId:
            if (!(styleOf(node.window) & TVS_CHECKBOXES)) return std::nullopt;
            return int(isChecked(node) ? ToggleState_On : ToggleState_Off);
        case UIA_ValueValuePropertyId:
            return name(node);
        case UIA_ValueIsReadOnlyPropertyId:
            return !(styleOf(node.window) & TVS_EDITLABELS);
        case UIA_LevelPropertyId: {
            int level = 1;
            LONG_PTR item = node.item;
            while ((item = nextItem(node.window, TVGN_PARENT, item)) != 0) ++level;
            return level;
        }
        default:
            return std::nullopt;
        }
    }
    HRESULT setFocus(const Node &node) const override
    {
        HRESULT result = focusWindow(node.window);
        sendAct(node.window, TVM_SELECTITEM, TVGN_CARET, node.item);
        return result;
    }
    HRESULT expand(const Node &node, bool isExpanding) const override
    {
        sendAct(node.window, TVM_EXPAND, isExpanding ? TVE_EXPAND : TVE_COLLAPSE, node.item);
        return (itemState(node, TVIS_EXPANDED) != 0) == isExpanding ? S_OK : E_FAIL;
    }
    HRESULT select(const Node &node, Selecting how) const override
    {
        LONG_PTR current = nextItem(node.window, TVGN_CARET);
        if (how == Selecting::Remove) return UIA_E_INVALIDOPERATION;
        if (how == Selecting::Add && current && current != node.item) return UIA_E_INVALIDOPERATION;
        sendAct(node.window, TVM_SELECTITEM, TVGN_CARET, node.item);
        return nextItem(node.window, TVGN_CARET) == node.item ? S_OK : UIA_E_INVALIDOPERATION;
    }
    HRESULT toggle(const Node &node) const override
    {
        TVITEMW item = {};
        item.mask = TVIF_STATE | TVIF_HANDLE;
        item.hItem = reinterpret_cast<HTREEITEM>(node.item);
        item.state = INDEXTOSTATEIMAGEMASK(isChecked(node) ? 1 : 2);
        item.stateMask = TVIS_STATEIMAGEMASK;
        return sendStruct(node.window, TVM_SETITEMW, 0, &item, sizeof item) ? S_OK : E_FAIL;
    }
    HRESULT setText(const Node &node, const std::wstring &text) const override
    {
        bool isDone = editLabel(node.window, TVM_EDITLABELW, 0, node.item, text);
        return isDone && name(node) == text ? S_OK : UIA_E_INVALIDOPERATION;
    }
    HRESULT scrollIntoView(const Node &node) const override
    {
        sendAct(node.window, TVM_ENSUREVISIBLE, 0, node.item);
        return S_OK;
    }

  private:
    // Programs that fill a branch when it is opened say that there are children before there are
    // any.
    static bool hasChildren(const Node &node)
    {
        if (nextItem(node.window, TVGN_CHILD, node.item)) return true;
        TVITEMW item = {};
        item.mask = TVIF_CHILDREN | TVIF_HANDLE;
        item.hItem = reinterpret_cast<HTREEITEM>(node.item);
        return sendStruct(node.window, TVM_GETITEMW, 0, &item, sizeof item) && item.cChildren != 0;
    }
    static bool isChecked(const Node &node)
    {
        return itemState(node, TVIS_STATEIMAGEMASK) >> 12 == 2;
    }
};

class TreeViewProvider final : public WindowProvider {
  public:
    TreeViewProvider() : WindowProvider(UIA_TreeControlTypeId, true) {}
    bool hasPattern(const Node &node, PATTERNID pattern) const override
    {
        return pattern == UIA_SelectionPatternId || WindowProvider::hasPattern(node, pattern);
    }
    std::optional<Value> ownProperty(const Node &node, PROPERTYID id) const override;

  protected:
    Nodes parts(const Node &node) const override;
    bool scrolls() const override { return true; }
};

const TreeItemProvider treeItem;
const TreeViewProvider treeView;

std::optional<Value> TreeViewProvider::ownProperty(const Node &node, PROPERTYID id) const
{
    switch (id) {
    case UIA_SelectionSelectionPropertyId: {
        LONG_PTR selected = nextItem(node.window, TVGN_CARET);
        return selected ? Nodes{{node.window, &treeItem, selected}} : Nodes();
    }
    case UIA_SelectionCanSelectMultiplePropertyId:
        return false;
    case UIA_SelectionIsSelectionRequiredPropertyId:
        return true;
    default:
        return WindowProvider::ownProperty(node, id);
    }
}

Nodes TreeViewProvider::parts(const Node &node) const
{
    Nodes found;
    for (LONG_PTR item = nextItem(node.window, TVGN_ROOT); item;
         item = nextItem(node.window, TVGN_NEXT, item)) {
        found.push_back({node.window, &treeItem, item});
    }
    return found;
}

} // namespace

const Provider &treeViewKind() { return treeView; }

} // namespace uia
