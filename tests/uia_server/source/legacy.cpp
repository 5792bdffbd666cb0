// The words and numbers that Microsoft Active Accessibility and an English Windows have for
// elements.
#include "provider.h"

#include <oleacc.h>

namespace uia {

namespace {
const struct {
    CONTROLTYPEID type;
    int role;
    const wchar_t *words;
} KINDS[] = {
    {UIA_ButtonControlTypeId, ROLE_SYSTEM_PUSHBUTTON, L"button"},
    {UIA_CheckBoxControlTypeId, ROLE_SYSTEM_CHECKBUTTON, L"check box"},
    {UIA_ComboBoxControlTypeId, ROLE_SYSTEM_COMBOBOX, L"combo box"},
    {UIA_DataGridControlTypeId, ROLE_SYSTEM_LIST, L"datagrid"},
    {UIA_DataItemControlTypeId, ROLE_SYSTEM_LISTITEM, L"dataitem"},
    {UIA_DocumentControlTypeId, ROLE_SYSTEM_TEXT, L"document"},
    {UIA_EditControlTypeId, ROLE_SYSTEM_TEXT, L"edit"},
    {UIA_GroupControlTypeId, ROLE_SYSTEM_GROUPING, L"group"},
    {UIA_HeaderControlTypeId, ROLE_SYSTEM_LIST, L"header"},
    {UIA_HeaderItemControlTypeId, ROLE_SYSTEM_COLUMNHEADER, L"header item"},
    {UIA_ImageControlTypeId, ROLE_SYSTEM_GRAPHIC, L"image"},
    {UIA_ListControlTypeId, ROLE_SYSTEM_LIST, L"list"},
    {UIA_ListItemControlTypeId, ROLE_SYSTEM_LISTITEM, L"list item"},
    {UIA_MenuBarControlTypeId, ROLE_SYSTEM_MENUBAR, L"menu bar"},
    {UIA_MenuControlTypeId, ROLE_SYSTEM_MENUPOPUP, L"menu"},
    {UIA_MenuItemControlTypeId, ROLE_SYSTEM_MENUITEM, L"menu item"},
    {UIA_PaneControlTypeId, ROLE_SYSTEM_CLIENT, L"pane"},
    {UIA_ProgressBarControlTypeId, ROLE_SYSTEM_PROGRESSBAR, L"progress bar"},
    {UIA_RadioButtonControlTypeId, ROLE_SYSTEM_RADIOBUTTON, L"radio button"},
    {UIA_ScrollBarControlTypeId, ROLE_SYSTEM_SCROLLBAR, L"scroll bar"},
    {UIA_SeparatorControlTypeId, ROLE_SYSTEM_SEPARATOR, L"separator"},
    {UIA_SliderControlTypeId, ROLE_SYSTEM_SLIDER, L"slider"},
    {UIA_SpinnerControlTypeId, ROLE_SYSTEM_SPINBUTTON, L"spinner"},
    {UIA_SplitButtonControlTypeId, ROLE_SYSTEM_SPLITBUTTON, L"split button"},
    {UIA_StatusBarControlTypeId, ROLE_SYSTEM_STATUSBAR, L"status bar"},
    {UIA_TabControlTypeId, ROLE_SYSTEM_PAGETABLIST, L"tab"},
    {UIA_TabItemControlTypeId, ROLE_SYSTEM_PAGETAB, L"tab item"},
    {UIA_TextControlTypeId, ROLE_SYSTEM_STATICTEXT, L"text"},
    {UIA_ThumbControlTypeId, ROLE_SYSTEM_INDICATOR, L"thumb"},
    {UIA_TitleBarControlTypeId, ROLE_SYSTEM_TITLEBAR, L"title bar"},
    {UIA_ToolBarControlTypeId, ROLE_SYSTEM_TOOLBAR, L"tool bar"},
    {UIA_TreeControlTypeId, ROLE_SYSTEM_OUTLINE, L"tree view"},
    {UIA_TreeItemControlTypeId, ROLE_SYSTEM_OUTLINEITEM, L"tree view item"},
    {UIA_WindowControlTypeId, ROLE_SYSTEM_WINDOW, L"window"},
};
} // namespace

int legacyRole(CONTROLTYPEID type)
{
    for (const auto &kind : KINDS) {
        if (kind.type == type) return kind.role;
    }
    return ROLE_SYSTEM_CLIENT;
}

std::wstring localizedControlType(CONTROLTYPEID type)
{
    for (const auto &kind : KINDS) {
        if (kind.type == type) return kind.words;
    }
    return L"custom";
}

static bool flagOf(const Node &node, PROPERTYID id)
{
    auto value = node.provider->ownProperty(node, id);
    auto flag = value ? std::get_if<bool>(&*value) : nullptr;
    return flag && *flag;
}

static int numberOf(const Node &node, PROPERTYID id, int fallback)
{
    auto value = node.provider->ownProperty(node, id);
    auto number = value ? std::get_if<int>(&*value) : nullptr;
    return number ? *number : fallback;
}

int legacyState(const Node &node)
{
    const Provider &provider = *node.provider;
    int state = 0;
    if (!provider.isEnabled(node)) state |= STATE_SYSTEM_UNAVAILABLE;
    if (provider.isOffscreen(node)) state |= STATE_SYSTEM_OFFSCREEN;
    if (provider.isFocusable(node)) state |= STATE_SYSTEM_FOCUSABLE;
    if (provider.hasFocus(node)) state |= STATE_SYSTEM_FOCUSED;
    if (flagOf(node, UIA_IsPasswordPropertyId)) state |= STATE_SYSTEM_PROTECTED;
    if (provider.hasPattern(node, UIA_ValuePatternId) &&
        flagOf(node, UIA_ValueIsReadOnlyPropertyId)) {
        state |= STATE_SYSTEM_READONLY;
    }
    if (provider.hasPattern(node, UIA_SelectionItemPatternId)) {
        state |= STATE_SYSTEM_SELECTABLE;
        if (flagOf(node, UIA_SelectionItemIsSelectedPropertyId)) {
            state |= provider.controlType(node) == UIA_RadioButtonControlTypeId
                         ? STATE_SYSTEM_CHECKED
                         : STATE_SYSTEM_SELECTED;
        }
    }
    if (provider.hasPattern(node, UIA_TogglePatternId)) {
        int toggled = numberOf(node, UIA_ToggleToggleStatePropertyId, ToggleState_Off);
        if (toggled == ToggleState_On) state |= STATE_SYSTEM_CHECKED;
        if (toggled == ToggleState_Indeterminate) state |= STATE_SYSTEM_MIXED;
    }
    if (provider.hasPattern(node, UIA_ExpandCollapsePatternId)) {
        int expanded = numberOf(node, UIA_ExpandCollapseExpandCollapseStatePropertyId,
                                ExpandCollapseState_LeafNode);
        if (expanded == ExpandCollapseState_Expanded) state |= STATE_SYSTEM_EXPANDED;
        if (expanded == ExpandCollapseState_Collapsed) state |= STATE_SYSTEM_COLLAPSED;
    }
    return state;
}

std::wstring legacyDefaultAction(const Node &node)
{
    const Provider &provider = *node.provider;
    switch (provider.controlType(node)) {
    case UIA_ButtonControlTypeId:
        return L"Press";
    case UIA_MenuItemControlTypeId:
        return provider.hasPattern(node, UIA_ExpandCollapsePatternId) ? L"Open" : L"Execute";
    case UIA_CheckBoxControlTypeId:
        return numberOf(node, UIA_ToggleToggleStatePropertyId, 0) == ToggleState_On ? L"Uncheck"
                                                                                    : L"Check";
    case UIA_RadioButtonControlTypeId:
        return L"Check";
    case UIA_ListItemControlTypeId:
    case UIA_DataItemControlTypeId:
        return L"Double Click";
    case UIA_TabItemControlTypeId:
        return L"Switch";
    case UIA_TreeItemControlTypeId:
        return numberOf(node, UIA_ExpandCollapseExpandCollapseStatePropertyId, 0) ==
                       ExpandCollapseState_Expanded
                   ? L"Collapse"
                   : L"Expand";
    default:
        return {};
    }
}

} // namespace uia
