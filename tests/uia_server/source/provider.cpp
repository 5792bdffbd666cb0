#include "provider.h"

#include "faults.h"
#include "messages.h"
#include "request.h"
#include "scrolling.h"

#include <oleacc.h>

namespace uia {

std::vector<int> Provider::runtimeId(const Node &node) const
{
    return {42, static_cast<int>(reinterpret_cast<LONG_PTR>(node.window))};
}

std::vector<int> PartProvider::runtimeId(const Node &node) const
{
    std::vector<int> id = Provider::runtimeId(node);
    id.push_back(place_);
    id.push_back(static_cast<int>(node.item));
    // Handles of tree items have 64 bits, columns exist in grids only.
    int rest = static_cast<int>(node.item >> 32);
    if (rest != 0 && rest != -1) id.push_back(rest);
    if (node.column != 0) id.push_back(static_cast<int>(node.column));
    return id;
}

Nodes childrenOf(const Node &node)
{
    Nodes all = node.provider->children(node);
    Faults now = faults();
    if (!now.any()) return all;
    Nodes kept;
    for (const Node &child : all) {
        if (!now.isLeftOut(child)) kept.push_back(child);
    }
    return kept;
}

// The rectangle and whether it is seen are asked for one after the other.
static thread_local Node lastRectNode;
static thread_local RECT lastRect;

void forgetRect() { lastRectNode = {}; }

RECT rectOf(const Node &node)
{
    if (!Request::current()) return node.provider->rect(node);
    if (lastRectNode != node) {
        lastRect = node.provider->rect(node);
        lastRectNode = node;
    }
    return lastRect;
}

bool Provider::isEnabled(const Node &node) const { return isEnabledWithParents(node.window); }

bool Provider::isOffscreen(const Node &node) const
{
    HWND window = node.window;
    if (!isVisible(window) || isMinimized(window)) return true;
    RECT seen = rectOf(node), both;
    if (isInClient(node)) {
        RECT client = clientRect(window);
        if (!IntersectRect(&both, &seen, &client)) return true;
        seen = both;
    }
    for (; window && window != GetDesktopWindow(); window = parentWindow(window)) {
        RECT around = windowRect(window);
        if (!IntersectRect(&both, &seen, &around)) return true;
        seen = both;
    }
    RECT screen;
    SetRect(&screen, 0, 0, GetSystemMetrics(SM_CXVIRTUALSCREEN),
            GetSystemMetrics(SM_CYVIRTUALSCREEN));
    OffsetRect(&screen, GetSystemMetrics(SM_XVIRTUALSCREEN), GetSystemMetrics(SM_YVIRTUALSCREEN));
    return !IntersectRect(&both, &seen, &screen);
}

namespace {
const struct {
    PROPERTYID property;
    PATTERNID pattern;
} AVAILABLE[] = {
    {UIA_IsDockPatternAvailablePropertyId, UIA_DockPatternId},
    {UIA_IsExpandCollapsePatternAvailablePropertyId, UIA_ExpandCollapsePatternId},
    {UIA_IsGridItemPatternAvailablePropertyId, UIA_GridItemPatternId},
    {UIA_IsGridPatternAvailablePropertyId, UIA_GridPatternId},
    {UIA_IsInvokePatternAvailablePropertyId, UIA_InvokePatternId},
    {UIA_IsLegacyIAccessiblePatternAvailablePropertyId, UIA_LegacyIAccessiblePatternId},
    {UIA_IsRangeValuePatternAvailablePropertyId, UIA_RangeValuePatternId},
    {UIA_IsScrollItemPatternAvailablePropertyId, UIA_ScrollItemPatternId},
    {UIA_IsScrollPatternAvailablePropertyId, UIA_ScrollPatternId},
    {UIA_IsSelectionItemPatternAvailablePropertyId, UIA_SelectionItemPatternId},
    {UIA_IsSelectionPatternAvailablePropertyId, UIA_SelectionPatternId},
    {UIA_IsTableItemPatternAvailablePropertyId, UIA_TableItemPatternId},
    {UIA_IsTablePatternAvailablePropertyId, UIA_TablePatternId},
    {UIA_IsTextPatternAvailablePropertyId, UIA_TextPatternId},
    {UIA_IsTogglePatternAvailablePropertyId, UIA_TogglePatternId},
    {UIA_IsTransformPatternAvailablePropertyId, UIA_TransformPatternId},
    {UIA_IsValuePatternAvailablePropertyId, UIA_ValuePatternId},
    {UIA_IsWindowPatternAvailablePropertyId, UIA_WindowPatternId},
};
} // namespace

static std::optional<Value> legacyProperty(const Provider &provider, const Node &node,
                                           PROPERTYID id)
{
    switch (id) {
    case UIA_LegacyIAccessibleChildIdPropertyId:
        return 0;
    case UIA_LegacyIAccessibleNamePropertyId:
        return provider.name(node);
    case UIA_LegacyIAccessibleValuePropertyId:
        if (!provider.hasPattern(node, UIA_ValuePatternId)) return std::wstring();
        return provider.ownProperty(node, UIA_ValueValuePropertyId);
    case UIA_LegacyIAccessibleRolePropertyId:
        return legacyRole(provider.controlType(node));
    case UIA_LegacyIAccessibleStatePropertyId:
        return legacyState(node);
    case UIA_LegacyIAccessibleKeyboardShortcutPropertyId:
        return provider.accessKey(node);
    case UIA_LegacyIAccessibleDefaultActionPropertyId:
        return legacyDefaultAction(node);
    case UIA_LegacyIAccessibleSelectionPropertyId:
        return provider.ownProperty(node, UIA_SelectionSelectionPropertyId);
    default:
        return std::nullopt;
    }
}

std::optional<Value> Provider::property(const Node &node, PROPERTYID id) const
{
    switch (id) {
    case UIA_RuntimeIdPropertyId:
        return runtimeId(node);
    case UIA_BoundingRectanglePropertyId:
        return rectOf(node);
    case UIA_ProcessIdPropertyId: {
        DWORD processId = 0;
        GetWindowThreadProcessId(node.window, &processId);
        return static_cast<int>(processId);
    }
    case UIA_ControlTypePropertyId:
        return static_cast<int>(controlType(node));
    case UIA_LocalizedControlTypePropertyId:
        return localizedControlType(controlType(node));
    case UIA_NamePropertyId:
        return name(node);
    case UIA_AutomationIdPropertyId:
        return automationId(node);
    case UIA_AccessKeyPropertyId:
        return accessKey(node);
    case UIA_HasKeyboardFocusPropertyId:
        return hasFocus(node);
    case UIA_IsKeyboardFocusablePropertyId:
        return isFocusable(node);
    case UIA_IsEnabledPropertyId:
        return isEnabled(node);
    case UIA_IsOffscreenPropertyId:
        return isOffscreen(node);
    case UIA_IsControlElementPropertyId:
        return isControl(node);
    case UIA_IsContentElementPropertyId:
        return isContent(node);
    case UIA_FrameworkIdPropertyId:
        return std::wstring(L"Win32");
    case UIA_ProviderDescriptionPropertyId:
        return std::wstring(L"Casement test server");
    default:
        break;
    }
    for (const auto &row : AVAILABLE) {
        if (row.property == id)
            return row.pattern == UIA_LegacyIAccessiblePatternId || hasPattern(node, row.pattern);
    }
    if (auto own = ownProperty(node, id)) return own;
    if (auto scrolling = scrollProperty(node, id)) return scrolling;
    return legacyProperty(*this, node, id);
}

HRESULT Provider::scroll(const Node &node, ScrollAmount horizontal, ScrollAmount vertical) const
{
    return scrollWindow(node.window, horizontal, vertical);
}

HRESULT Provider::scrollTo(const Node &node, double horizontal, double vertical) const
{
    return scrollWindowTo(node.window, horizontal, vertical);
}

} // namespace uia
