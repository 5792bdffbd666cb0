// Menu bars and open popup menus. What is not open is not an element, as on Windows.
#include "agent.h"
#include "frame.h"
#include "messages.h"
#include "provider.h"
#include "window_provider.h"

#include <cwctype>
#include <memory>

namespace uia {

namespace {

const UINT MN_GETHMENU_MESSAGE = 0x1E1;

// Null for the menu bar of a window, the menu of a popup.
HMENU menuOf(HWND window, bool isPopup)
{
    return isPopup ? reinterpret_cast<HMENU>(send(window, MN_GETHMENU_MESSAGE)) : nullptr;
}

// The item of a menu bar or of a popup; false when it is not there any more.
bool itemOf(const Node &node, bool isPopup, AgentMenuItem &item)
{
    auto menu = std::make_unique<AgentMenu>();
    if (!readMenu(node.window, menuOf(node.window, isPopup), *menu) || node.item >= menu->count)
        return false;
    item = menu->items[node.item];
    return true;
}

// Whether a menu is open in a popup of the window's program. An item that is only highlighted is not.
bool isShown(HWND window, HMENU menu)
{
    DWORD process = 0;
    GetWindowThreadProcessId(window, &process);
    HWND popup = nullptr;
    while ((popup = FindWindowExW(nullptr, popup, L"#32768", nullptr))) {
        DWORD owner = 0;
        GetWindowThreadProcessId(popup, &owner);
        if (owner == process && IsWindowVisible(popup) && menuOf(popup, true) == menu) return true;
    }
    return false;
}

// The window that gets the commands of a popup: the one that owns it.
HWND commandWindow(const Node &node, bool isPopup)
{
    if (!isPopup) return node.window;
    HWND owner = GetWindow(node.window, GW_OWNER);
    if (owner) return owner;
    GUITHREADINFO info = {};
    info.cbSize = sizeof info;
    GetGUIThreadInfo(GetWindowThreadProcessId(node.window, nullptr), &info);
    return info.hwndMenuOwner;
}

class MenuItemProvider final : public PartProvider {
  public:
    explicit MenuItemProvider(bool isPopup)
        : PartProvider(isPopup ? PLACE_POPUP_ITEM : PLACE_MENU_BAR_ITEM), isPopup_(isPopup)
    {
    }
    Node parent(const Node &node) const override;
    bool isAlive(const Node &node) const override
    {
        AgentMenuItem item;
        return IsWindow(node.window) && itemOf(node, isPopup_, item);
    }
    CONTROLTYPEID controlType(const Node &node) const override
    {
        AgentMenuItem item;
        bool isLine = itemOf(node, isPopup_, item) && item.isSeparator;
        return isLine ? UIA_SeparatorControlTypeId : UIA_MenuItemControlTypeId;
    }
    std::wstring name(const Node &node) const override
    {
        AgentMenuItem item;
        return itemOf(node, isPopup_, item) ? withoutAmpersands(item.text) : std::wstring();
    }
    std::wstring accessKey(const Node &node) const override
    {
        AgentMenuItem item;
        if (!itemOf(node, isPopup_, item)) return {};
        std::wstring key = accessKeyIn(item.text);
        // In an open menu the letter alone is enough.
        return isPopup_ && !key.empty() ? key.substr(4) : key;
    }
    // "Item 1" counts on a menu bar; in a popup it is the command's number, where there is one.
    std::wstring automationId(const Node &node) const override
    {
        AgentMenuItem item;
        if (!itemOf(node, isPopup_, item) || item.isSeparator) return {};
        bool isCounted = !isPopup_ || item.popup != nullptr;
        return L"Item " + std::to_wstring(isCounted ? node.item + 1 : LONG_PTR(item.id));
    }
    RECT rect(const Node &node) const override
    {
        AgentMenuItem item;
        return itemOf(node, isPopup_, item) ? item.rect : RECT{};
    }
    bool isContent(const Node &node) const override
    {
        return controlType(node) != UIA_SeparatorControlTypeId;
    }
    bool isEnabled(const Node &node) const override
    {
        AgentMenuItem item;
        if (!itemOf(node, isPopup_, item) || (item.state & (MFS_DISABLED | MFS_GRAYED)))
            return false;
        return PartProvider::isEnabled(node);
    }
    bool isFocusable(const Node &node) const override
    {
        return controlType(node) == UIA_MenuItemControlTypeId;
    }
    bool hasFocus(const Node &node) const override
    {
        AgentMenuItem item;
        return itemOf(node, isPopup_, item) && (item.state & MFS_HILITE);
    }
    bool hasPattern(const Node &node, PATTERNID pattern) const override
    {
        AgentMenuItem item;
        if (!itemOf(node, isPopup_, item) || item.isSeparator) return false;
        if (pattern == UIA_ExpandCollapsePatternId) return item.popup != nullptr;
        if (pattern == UIA_TogglePatternId) return (item.state & MFS_CHECKED) != 0;
        return pattern == UIA_InvokePatternId && !item.popup;
    }
    std::optional<Value> ownProperty(const Node &node, PROPERTYID id) const override
    {
        AgentMenuItem item;
        if (!itemOf(node, isPopup_, item)) return std::nullopt;
        if (id == UIA_AcceleratorKeyPropertyId) return acceleratorIn(item.text);
        if (id == UIA_ToggleToggleStatePropertyId && (item.state & MFS_CHECKED))
            return int(ToggleState_On);
        if (id == UIA_ExpandCollapseExpandCollapseStatePropertyId && item.popup) {
            return int(isShown(node.window, item.popup) ? ExpandCollapseState_Expanded
                                                        : ExpandCollapseState_Collapsed);
        }
        return std::nullopt;
    }
    HRESULT toggle(const Node &node) const override { return invoke(node); }
    HRESULT invoke(const Node &node) const override
    {
        AgentMenuItem item;
        HWND receiver = commandWindow(node, isPopup_);
        if (!itemOf(node, isPopup_, item) || !receiver) return UIA_E_ELEMENTNOTAVAILABLE;
        if (isPopup_) PostMessageW(receiver, WM_CANCELMODE, 0, 0);
        return PostMessageW(receiver, WM_COMMAND, item.id, 0) ? S_OK : E_FAIL;
    }
    HRESULT expand(const Node &node, bool isExpanding) const override
    {
        HWND receiver = commandWindow(node, isPopup_);
        if (!receiver) return UIA_E_ELEMENTNOTAVAILABLE;
        if (!isExpanding) return PostMessageW(receiver, WM_CANCELMODE, 0, 0) ? S_OK : E_FAIL;
        // The menu's own loop takes these from the queue of its window.
        AgentMenuItem item;
        std::wstring key = itemOf(node, isPopup_, item) ? accessKeyIn(item.text) : std::wstring();
        if (!key.empty()) {
            wchar_t letter = static_cast<wchar_t>(towlower(key.back()));
            bool isPosted = isPopup_ ? PostMessageW(receiver, WM_CHAR, letter, 0)
                                     : PostMessageW(receiver, WM_SYSCOMMAND, SC_KEYMENU, letter);
            return isPosted ? S_OK : E_FAIL;
        }
        if (!isPopup_) PostMessageW(receiver, WM_SYSCOMMAND, SC_KEYMENU, 0);
        for (LONG_PTR i = 0; i < node.item; ++i)
            PostMessageW(receiver, WM_KEYDOWN, isPopup_ ? VK_DOWN : VK_RIGHT, 0);
        return PostMessageW(receiver, WM_KEYDOWN, isPopup_ ? VK_RIGHT : VK_DOWN, 0) ? S_OK : E_FAIL;
    }

  private:
    bool isPopup_;
};

class MenuBarProvider final : public PartProvider {
  public:
    MenuBarProvider() : PartProvider(PLACE_MENU_BAR) {}
    Nodes children(const Node &node) const override;
    CONTROLTYPEID controlType(const Node &) const override { return UIA_MenuBarControlTypeId; }
    std::wstring name(const Node &) const override { return L"Application"; }
    std::wstring automationId(const Node &) const override { return L"MenuBar"; }
    RECT rect(const Node &node) const override
    {
        RECT rect = {};
        for (const Node &item : children(node)) {
            RECT one = item.provider->rect(item), all = rect;
            UnionRect(&rect, &all, &one);
        }
        return rect;
    }
    bool isContent(const Node &) const override { return false; }
};

const MenuItemProvider barItem(false), popupItem(true);
const MenuBarProvider menuBar;

Node MenuItemProvider::parent(const Node &node) const
{
    return isPopup_ ? nodeOf(node.window) : Node{node.window, &menuBar};
}

Nodes itemsOf(HWND window, bool isPopup)
{
    Nodes found;
    auto menu = std::make_unique<AgentMenu>();
    if (!readMenu(window, menuOf(window, isPopup), *menu)) return found;
    for (int i = 0; i < menu->count; ++i)
        found.push_back({window, isPopup ? &popupItem : &barItem, i});
    return found;
}

Nodes MenuBarProvider::children(const Node &node) const { return itemsOf(node.window, false); }

} // namespace

Nodes popupMenuItems(HWND popup) { return itemsOf(popup, true); }

void addMenuBar(HWND window, Nodes &found)
{
    if (!(styleOf(window) & WS_CHILD) && GetMenu(window)) found.push_back({window, &menuBar});
}

} // namespace uia
