// The title bar with its buttons and the system menu.
#include "frame.h"
#include "messages.h"
#include "provider.h"

namespace uia {

namespace {

// In the order of TITLEBARINFO's states.
enum Button { SYSTEM_MENU = 1, MINIMIZE = 2, MAXIMIZE = 3, HELP = 4, CLOSE = 5 };

RECT titleRect(HWND window)
{
    TITLEBARINFO info = {};
    info.cbSize = sizeof info;
    GetTitleBarInfo(window, &info);
    return info.rcTitleBar;
}

// From the right end of the bar: close, maximise, minimise; the system menu is at the left one.
RECT buttonRect(HWND window, LONG_PTR button)
{
    RECT rect = titleRect(window);
    int width = GetSystemMetrics(SM_CXSIZE);
    if (button == SYSTEM_MENU) {
        rect.right = rect.left + width;
        return rect;
    }
    int fromRight = button == CLOSE ? 0 : button == MAXIMIZE || button == HELP ? 1 : 2;
    rect.right -= fromRight * width;
    rect.left = rect.right - width;
    return rect;
}

class TitleButtonProvider final : public PartProvider {
  public:
    TitleButtonProvider() : PartProvider(PLACE_TITLE_BUTTON) {}
    Node parent(const Node &node) const override;
    CONTROLTYPEID controlType(const Node &) const override { return UIA_ButtonControlTypeId; }
    std::wstring name(const Node &node) const override
    {
        return node.item == HELP ? L"Context help" : automationId(node);
    }
    std::wstring automationId(const Node &node) const override
    {
        if (node.item == MINIMIZE) return IsIconic(node.window) ? L"Restore" : L"Minimize";
        if (node.item == MAXIMIZE) return IsZoomed(node.window) ? L"Restore" : L"Maximize";
        return node.item == HELP ? L"Help" : L"Close";
    }
    RECT rect(const Node &node) const override { return buttonRect(node.window, node.item); }
    bool isContent(const Node &) const override { return false; }
    bool isEnabled(const Node &node) const override
    {
        LONG_PTR style = styleOf(node.window);
        if (style & WS_DISABLED) return false;
        if (node.item == MINIMIZE) return (style & WS_MINIMIZEBOX) != 0;
        if (node.item == MAXIMIZE) return (style & WS_MAXIMIZEBOX) != 0;
        return true;
    }
    bool hasPattern(const Node &, PATTERNID pattern) const override
    {
        return pattern == UIA_InvokePatternId;
    }
    HRESULT invoke(const Node &node) const override
    {
        WPARAM command = SC_CLOSE;
        if (node.item == MINIMIZE) command = IsIconic(node.window) ? SC_RESTORE : SC_MINIMIZE;
        if (node.item == MAXIMIZE) command = IsZoomed(node.window) ? SC_RESTORE : SC_MAXIMIZE;
        if (node.item == HELP) command = SC_CONTEXTHELP;
        return PostMessageW(node.window, WM_SYSCOMMAND, command, 0) ? S_OK : E_FAIL;
    }
};

// The item that opens the system menu.
class SystemItemProvider final : public PartProvider {
  public:
    SystemItemProvider() : PartProvider(PLACE_SYSTEM_MENU_ITEM) {}
    Node parent(const Node &node) const override;
    CONTROLTYPEID controlType(const Node &) const override { return UIA_MenuItemControlTypeId; }
    std::wstring name(const Node &) const override { return L"System"; }
    std::wstring automationId(const Node &) const override { return L"Item 1"; }
    RECT rect(const Node &node) const override { return buttonRect(node.window, SYSTEM_MENU); }
    bool hasPattern(const Node &, PATTERNID pattern) const override
    {
        return pattern == UIA_ExpandCollapsePatternId;
    }
    std::optional<Value> ownProperty(const Node &, PROPERTYID id) const override
    {
        if (id != UIA_ExpandCollapseExpandCollapseStatePropertyId) return std::nullopt;
        return int(ExpandCollapseState_Collapsed);
    }
    HRESULT expand(const Node &node, bool isExpanding) const override
    {
        if (!isExpanding) return PostMessageW(node.window, WM_CANCELMODE, 0, 0) ? S_OK : E_FAIL;
        return PostMessageW(node.window, WM_SYSCOMMAND, SC_KEYMENU, L' ') ? S_OK : E_FAIL;
    }
};

class SystemMenuProvider final : public PartProvider {
  public:
    SystemMenuProvider() : PartProvider(PLACE_SYSTEM_MENU) {}
    Nodes children(const Node &node) const override;
    Node parent(const Node &node) const override;
    CONTROLTYPEID controlType(const Node &) const override { return UIA_MenuBarControlTypeId; }
    std::wstring name(const Node &) const override { return L"System"; }
    std::wstring automationId(const Node &) const override { return L"SystemMenuBar"; }
    RECT rect(const Node &node) const override { return buttonRect(node.window, SYSTEM_MENU); }
    bool isContent(const Node &) const override { return false; }
};

class TitleBarProvider final : public PartProvider {
  public:
    TitleBarProvider() : PartProvider(PLACE_TITLE_BAR) {}
    Nodes children(const Node &node) const override;
    CONTROLTYPEID controlType(const Node &) const override { return UIA_TitleBarControlTypeId; }
    std::wstring name(const Node &node) const override { return windowText(node.window); }
    std::wstring automationId(const Node &) const override { return L"TitleBar"; }
    RECT rect(const Node &node) const override { return titleRect(node.window); }
    bool isContent(const Node &) const override { return false; }
};

const TitleBarProvider titleBar;
const TitleButtonProvider titleButton;
const SystemMenuProvider systemMenu;
const SystemItemProvider systemItem;

Node TitleButtonProvider::parent(const Node &node) const { return {node.window, &titleBar}; }
Node SystemItemProvider::parent(const Node &node) const { return {node.window, &systemMenu}; }
Node SystemMenuProvider::parent(const Node &node) const { return {node.window, &titleBar}; }
Nodes SystemMenuProvider::children(const Node &node) const { return {{node.window, &systemItem}}; }

Nodes TitleBarProvider::children(const Node &node) const
{
    Nodes found;
    LONG_PTR style = styleOf(node.window);
    if (!(style & WS_SYSMENU)) return found;
    found.push_back({node.window, &systemMenu});
    // Windows shows both or none: the one that does nothing is grey.
    if (style & (WS_MINIMIZEBOX | WS_MAXIMIZEBOX)) {
        found.push_back({node.window, &titleButton, MINIMIZE});
        found.push_back({node.window, &titleButton, MAXIMIZE});
    } else if (exStyleOf(node.window) & WS_EX_CONTEXTHELP) {
        found.push_back({node.window, &titleButton, HELP});
    }
    found.push_back({node.window, &titleButton, CLOSE});
    return found;
}

} // namespace

void addTitleBar(HWND window, Nodes &found)
{
    if ((styleOf(window) & WS_CAPTION) == WS_CAPTION) found.push_back({window, &titleBar});
}

void addFrame(HWND window, Nodes &found)
{
    addTitleBar(window, found);
    addMenuBar(window, found);
    addScrollBars(window, found);
}

} // namespace uia
