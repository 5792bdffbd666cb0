// Class Button: push buttons, check boxes, radio buttons, group boxes.
#include "faults.h"
#include "kinds.h"
#include "messages.h"
#include "window_provider.h"

namespace uia {

namespace {

enum class ButtonKind { Push, Check, Radio, Group };

ButtonKind kindOf(HWND window)
{
    switch (styleOf(window) & BS_TYPEMASK) {
    case BS_CHECKBOX:
    case BS_AUTOCHECKBOX:
    case BS_3STATE:
    case BS_AUTO3STATE:
        return ButtonKind::Check;
    case BS_RADIOBUTTON:
    case BS_AUTORADIOBUTTON:
        return ButtonKind::Radio;
    case BS_GROUPBOX:
        return ButtonKind::Group;
    default:
        return ButtonKind::Push;
    }
}

class ButtonProvider final : public WindowProvider {
  public:
    ButtonProvider() : WindowProvider(UIA_ButtonControlTypeId) {}
    CONTROLTYPEID controlType(const Node &node) const override
    {
        switch (kindOf(node.window)) {
        case ButtonKind::Check:
            return UIA_CheckBoxControlTypeId;
        case ButtonKind::Radio:
            return UIA_RadioButtonControlTypeId;
        case ButtonKind::Group:
            return UIA_GroupControlTypeId;
        default:
            return UIA_ButtonControlTypeId;
        }
    }
    bool isFocusable(const Node &node) const override
    {
        return kindOf(node.window) != ButtonKind::Group && WindowProvider::isFocusable(node);
    }
    bool hasPattern(const Node &node, PATTERNID pattern) const override
    {
        ButtonKind kind = kindOf(node.window);
        if (pattern == UIA_InvokePatternId) return kind == ButtonKind::Push;
        if (pattern == UIA_TogglePatternId) return kind == ButtonKind::Check;
        return pattern == UIA_SelectionItemPatternId && kind == ButtonKind::Radio;
    }
    std::optional<Value> ownProperty(const Node &node, PROPERTYID id) const override
    {
        if (id == UIA_ToggleToggleStatePropertyId && hasPattern(node, UIA_TogglePatternId)) {
            LRESULT state = send(node.window, BM_GETCHECK);
            return int(state == BST_CHECKED         ? ToggleState_On
                       : state == BST_INDETERMINATE ? ToggleState_Indeterminate
                                                    : ToggleState_Off);
        }
        if (id == UIA_SelectionItemIsSelectedPropertyId &&
            hasPattern(node, UIA_SelectionItemPatternId)) {
            return send(node.window, BM_GETCHECK) == BST_CHECKED;
        }
        return WindowProvider::ownProperty(node, id);
    }
    // Posted: the handler may open a dialog, and Invoke returns at once.
    HRESULT invoke(const Node &node) const override
    {
        if (faults().isHeld(node)) {
            SendMessageW(node.window, BM_CLICK, 0, 0);
            return IsWindow(node.window) ? S_OK : static_cast<HRESULT>(UIA_E_ELEMENTNOTAVAILABLE);
        }
        return PostMessageW(node.window, BM_CLICK, 0, 0) ? S_OK : E_FAIL;
    }
    HRESULT toggle(const Node &node) const override
    {
        sendAct(node.window, BM_CLICK);
        return S_OK;
    }
    HRESULT select(const Node &node, Selecting how) const override
    {
        bool isSelected = send(node.window, BM_GETCHECK) == BST_CHECKED;
        if (how == Selecting::Remove) return isSelected ? UIA_E_INVALIDOPERATION : S_OK;
        if (!isSelected) sendAct(node.window, BM_CLICK);
        return S_OK;
    }
};

const ButtonProvider button;

} // namespace

const Provider &buttonKind() { return button; }

} // namespace uia
