// Combo boxes of the three kinds: with an edit and a list, with an edit and a drop-down list, with
// a list alone.
#include "frame.h"
#include "kinds.h"
#include "list_box.h"
#include "messages.h"
#include "window_provider.h"

#include <commctrl.h>

namespace uia {

namespace {

bool isSimple(HWND combo) { return (styleOf(combo) & 3) == CBS_SIMPLE; }
bool isEditable(HWND combo) { return (styleOf(combo) & 3) != CBS_DROPDOWNLIST; }
bool isDropped(HWND combo) { return send(combo, CB_GETDROPPEDSTATE) != 0; }

HRESULT showList(HWND combo, bool isShown)
{
    sendAct(combo, CB_SHOWDROPDOWN, isShown);
    return isDropped(combo) == isShown ? S_OK : E_FAIL;
}

class ComboButtonProvider final : public PartProvider {
  public:
    ComboButtonProvider() : PartProvider(PLACE_COMBO_BUTTON) {}
    CONTROLTYPEID controlType(const Node &) const override { return UIA_ButtonControlTypeId; }
    std::wstring name(const Node &node) const override
    {
        return isDropped(node.window) ? L"Close" : L"Open";
    }
    std::wstring automationId(const Node &) const override { return L"DropDown"; }
    RECT rect(const Node &node) const override
    {
        COMBOBOXINFO info = {};
        info.cbSize = sizeof info;
        if (!GetComboBoxInfo(node.window, &info)) return {};
        MapWindowPoints(node.window, nullptr, reinterpret_cast<POINT *>(&info.rcButton), 2);
        return info.rcButton;
    }
    bool isContent(const Node &) const override { return false; }
    bool hasPattern(const Node &, PATTERNID pattern) const override
    {
        return pattern == UIA_InvokePatternId;
    }
    HRESULT invoke(const Node &node) const override
    {
        return showList(node.window, !isDropped(node.window));
    }
};

class ComboBoxProvider final : public WindowProvider {
  public:
    ComboBoxProvider() : WindowProvider(UIA_ComboBoxControlTypeId, true) {}
    bool isFocusable(const Node &node) const override
    {
        return isEnabled(node) && isVisible(node.window);
    }
    bool hasFocus(const Node &node) const override
    {
        HWND edit = editOf(node.window);
        return windowHasFocus(node.window) || (edit && windowHasFocus(edit));
    }
    bool hasPattern(const Node &node, PATTERNID pattern) const override
    {
        if (pattern == UIA_ValuePatternId || pattern == UIA_SelectionPatternId) return true;
        return pattern == UIA_ExpandCollapsePatternId && !isSimple(node.window);
    }
    std::optional<Value> ownProperty(const Node &node, PROPERTYID id) const override
    {
        HWND combo = node.window;
        switch (id) {
        case UIA_ValueValuePropertyId:
            return windowText(combo);
        case UIA_ValueIsReadOnlyPropertyId:
            return !isEditable(combo) || !isEnabled(node);
        case UIA_ExpandCollapseExpandCollapseStatePropertyId:
            if (isSimple(combo)) return std::nullopt;
            return int(isDropped(combo) ? ExpandCollapseState_Expanded
                                        : ExpandCollapseState_Collapsed);
        case UIA_SelectionSelectionPropertyId: {
            HWND list = listOf(combo);
            return list ? listBoxSelection(list) : Nodes();
        }
        case UIA_SelectionCanSelectMultiplePropertyId:
        case UIA_SelectionIsSelectionRequiredPropertyId:
            return false;
        default:
            return WindowProvider::ownProperty(node, id);
        }
    }
    HRESULT setText(const Node &node, const std::wstring &text) const override
    {
        if (!send(node.window, WM_SETTEXT, 0, reinterpret_cast<LPARAM>(text.c_str())))
            return E_FAIL;
        notifyParent(node.window, CBN_EDITUPDATE);
        notifyParent(node.window, CBN_EDITCHANGE);
        return S_OK;
    }
    HRESULT expand(const Node &node, bool isExpanding) const override
    {
        return showList(node.window, isExpanding);
    }
    HRESULT setFocus(const Node &node) const override
    {
        HWND edit = editOf(node.window);
        return focusWindow(edit ? edit : node.window);
    }

  protected:
    Nodes parts(const Node &node) const override;
};

const ComboButtonProvider comboButton;
const ComboBoxProvider comboBox;

// The edit and, in a simple combo box, the list are children; a list that drops down is none.
Nodes ComboBoxProvider::parts(const Node &node) const
{
    Nodes found;
    HWND list = listOf(node.window);
    if (list) found.push_back(nodeOf(list));
    if (!isSimple(node.window)) found.push_back({node.window, &comboButton});
    return found;
}

} // namespace

const Provider &comboBoxKind() { return comboBox; }

} // namespace uia
