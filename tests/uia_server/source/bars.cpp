// Toolbars and status bars.
#include "frame.h"
#include "kinds.h"
#include "messages.h"
#include "remote_memory.h"
#include "window_provider.h"

#include <commctrl.h>
#include <vector>

namespace uia {

namespace {

const int BAR_TEXT_LENGTH = 512;

bool buttonAt(HWND toolbar, LONG_PTR index, TBBUTTON &button)
{
    button = {};
    return sendStruct(toolbar, TB_GETBUTTON, index, &button, sizeof button);
}

// item: the button's place.
class ToolbarButtonProvider final : public PartProvider {
  public:
    ToolbarButtonProvider() : PartProvider(PLACE_ITEM) {}
    bool isAlive(const Node &node) const override
    {
        return IsWindow(node.window) && node.item < send(node.window, TB_BUTTONCOUNT);
    }
    CONTROLTYPEID controlType(const Node &node) const override
    {
        TBBUTTON button;
        if (!buttonAt(node.window, node.item, button)) return UIA_ButtonControlTypeId;
        if (button.fsStyle & BTNS_SEP) return UIA_SeparatorControlTypeId;
        if ((button.fsStyle & BTNS_CHECKGROUP) == BTNS_CHECKGROUP)
            return UIA_RadioButtonControlTypeId;
        if (button.fsStyle & BTNS_CHECK) return UIA_CheckBoxControlTypeId;
        return button.fsStyle & BTNS_DROPDOWN ? UIA_SplitButtonControlTypeId
                                              : UIA_ButtonControlTypeId;
    }
    std::wstring name(const Node &node) const override
    {
        TBBUTTON button;
        if (!buttonAt(node.window, node.item, button) || (button.fsStyle & BTNS_SEP)) return {};
        LRESULT length = send(node.window, TB_GETBUTTONTEXTW, button.idCommand, 0, -1);
        if (length <= 0 || length > 4096) return {};
        RemoteMemory memory(node.window, (length + 1) * sizeof(wchar_t));
        if (!memory ||
            send(node.window, TB_GETBUTTONTEXTW, button.idCommand, memory.lParam(), -1) <= 0)
            return {};
        std::vector<wchar_t> text(length);
        if (!memory.read(text.data(), length * sizeof(wchar_t))) return {};
        return withoutAmpersands(std::wstring(text.data(), length));
    }
    std::wstring automationId(const Node &node) const override
    {
        TBBUTTON button;
        if (!buttonAt(node.window, node.item, button) || (button.fsStyle & BTNS_SEP)) return {};
        return L"Item " + std::to_wstring(button.idCommand);
    }
    RECT rect(const Node &node) const override
    {
        RECT rect = {};
        if (!sendStruct(node.window, TB_GETITEMRECT, node.item, &rect, sizeof rect)) return {};
        return toScreen(node.window, rect);
    }
    bool isControl(const Node &node) const override
    {
        return controlType(node) != UIA_SeparatorControlTypeId;
    }
    bool isContent(const Node &node) const override { return isControl(node); }
    bool isEnabled(const Node &node) const override
    {
        TBBUTTON button;
        return buttonAt(node.window, node.item, button) && (button.fsState & TBSTATE_ENABLED) &&
               PartProvider::isEnabled(node);
    }
    bool isOffscreen(const Node &node) const override
    {
        TBBUTTON button;
        bool isHidden =
            buttonAt(node.window, node.item, button) && (button.fsState & TBSTATE_HIDDEN);
        return isHidden || PartProvider::isOffscreen(node);
    }
    bool hasPattern(const Node &node, PATTERNID pattern) const override
    {
        CONTROLTYPEID type = controlType(node);
        if (pattern == UIA_TogglePatternId) return type == UIA_CheckBoxControlTypeId;
        if (pattern == UIA_SelectionItemPatternId) return type == UIA_RadioButtonControlTypeId;
        if (pattern == UIA_ExpandCollapsePatternId) return type == UIA_SplitButtonControlTypeId;
        return pattern == UIA_InvokePatternId && type != UIA_SeparatorControlTypeId &&
               type != UIA_CheckBoxControlTypeId && type != UIA_RadioButtonControlTypeId;
    }
    std::optional<Value> ownProperty(const Node &node, PROPERTYID id) const override
    {
        TBBUTTON button;
        if (!buttonAt(node.window, node.item, button)) return std::nullopt;
        bool isChecked = (button.fsState & TBSTATE_CHECKED) != 0;
        if (id == UIA_ToggleToggleStatePropertyId && hasPattern(node, UIA_TogglePatternId)) {
            return int(isChecked ? ToggleState_On : ToggleState_Off);
        }
        if (id == UIA_SelectionItemIsSelectedPropertyId &&
            hasPattern(node, UIA_SelectionItemPatternId))
            return isChecked;
        if (id == UIA_ExpandCollapseExpandCollapseStatePropertyId &&
            hasPattern(node, UIA_ExpandCollapsePatternId)) {
            return int(ExpandCollapseState_Collapsed);
        }
        return std::nullopt;
    }
    // A click in its middle, by message: the toolbar does the rest as it does for a person.
    HRESULT invoke(const Node &node) const override
    {
        RECT rect = {};
        if (!sendStruct(node.window, TB_GETITEMRECT, node.item, &rect, sizeof rect)) return E_FAIL;
        LPARAM point = MAKELPARAM((rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2);
        PostMessageW(node.window, WM_LBUTTONDOWN, MK_LBUTTON, point);
        return PostMessageW(node.window, WM_LBUTTONUP, 0, point) ? S_OK : E_FAIL;
    }
    HRESULT toggle(const Node &node) const override { return invoke(node); }
    HRESULT select(const Node &node, Selecting how) const override
    {
        return how == Selecting::Alone ? invoke(node)
                                       : static_cast<HRESULT>(UIA_E_INVALIDOPERATION);
    }
};

class ToolbarProvider final : public WindowProvider {
  public:
    ToolbarProvider() : WindowProvider(UIA_ToolBarControlTypeId) {}
    bool isFocusable(const Node &) const override { return false; }

  protected:
    Nodes parts(const Node &node) const override;
};

// item: the part's number.
class StatusPartProvider final : public PartProvider {
  public:
    StatusPartProvider() : PartProvider(PLACE_ITEM) {}
    CONTROLTYPEID controlType(const Node &) const override { return UIA_TextControlTypeId; }
    std::wstring name(const Node &node) const override
    {
        int length = LOWORD(send(node.window, SB_GETTEXTLENGTHW, node.item));
        if (length == 0 || length > 4096) return {};
        RemoteMemory memory(node.window, (length + 1) * sizeof(wchar_t));
        if (!memory) return {};
        send(node.window, SB_GETTEXTW, node.item, memory.lParam());
        std::vector<wchar_t> text(length);
        if (!memory.read(text.data(), length * sizeof(wchar_t))) return {};
        std::wstring result(text.data(), length);
        // A tab centres what follows it.
        return result.substr(result.find_first_not_of(L'\t') == std::wstring::npos
                                 ? 0
                                 : result.find_first_not_of(L'\t'));
    }
    std::wstring automationId(const Node &node) const override
    {
        return L"StatusBar.Pane" + std::to_wstring(node.item);
    }
    RECT rect(const Node &node) const override
    {
        RECT rect = {};
        if (!sendStruct(node.window, SB_GETRECT, node.item, &rect, sizeof rect)) return {};
        return toScreen(node.window, rect);
    }
};

class StatusBarProvider final : public WindowProvider {
  public:
    StatusBarProvider() : WindowProvider(UIA_StatusBarControlTypeId, true) {}
    std::wstring name(const Node &) const override { return {}; }
    std::wstring automationId(const Node &node) const override
    {
        std::wstring id = WindowProvider::automationId(node);
        return id.empty() ? L"StatusBar" : id;
    }
    bool isFocusable(const Node &) const override { return false; }

  protected:
    Nodes parts(const Node &node) const override;
};

const ToolbarButtonProvider toolbarButton;
const ToolbarProvider toolbar;
const StatusPartProvider statusPart;
const StatusBarProvider statusBar;

Nodes ToolbarProvider::parts(const Node &node) const
{
    Nodes found;
    LRESULT count = send(node.window, TB_BUTTONCOUNT);
    for (LRESULT i = 0; i < count; ++i) found.push_back({node.window, &toolbarButton, i});
    return found;
}

Nodes StatusBarProvider::parts(const Node &node) const
{
    Nodes found;
    LRESULT count = send(node.window, SB_GETPARTS);
    for (LRESULT i = 0; i < count; ++i) found.push_back({node.window, &statusPart, i});
    return found;
}

} // namespace

const Provider &toolbarKind() { return toolbar; }
const Provider &statusBarKind() { return statusBar; }

} // namespace uia
