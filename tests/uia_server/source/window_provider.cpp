#include "window_provider.h"

#include "frame.h"
#include "messages.h"
#include "scrolling.h"

namespace uia {

HWND labelOf(HWND control)
{
    for (HWND before = GetWindow(control, GW_HWNDPREV); before;
         before = GetWindow(before, GW_HWNDPREV)) {
        if (!isVisible(before)) continue;
        if (!isClass(before, L"Static")) return nullptr;
        LONG_PTR kind = styleOf(before) & SS_TYPEMASK;
        bool isText = kind == SS_LEFT || kind == SS_CENTER || kind == SS_RIGHT ||
                      kind == SS_SIMPLE || kind == SS_LEFTNOWORDWRAP || kind == SS_OWNERDRAW;
        return isText ? before : nullptr;
    }
    return nullptr;
}

HRESULT focusWindow(HWND window)
{
    DWORD theirs = GetWindowThreadProcessId(window, nullptr), mine = GetCurrentThreadId();
    HWND root = GetAncestor(window, GA_ROOT);
    if (GetForegroundWindow() != root) SetForegroundWindow(root);
    if (theirs == mine) return SetFocus(window) ? S_OK : E_FAIL;
    if (!AttachThreadInput(mine, theirs, TRUE)) return E_FAIL;
    SetFocus(window);
    bool isFocused = GetFocus() == window;
    AttachThreadInput(mine, theirs, FALSE);
    return isFocused ? S_OK : E_FAIL;
}

static bool isShown(HWND window)
{
    // The list of a combo box stands under the combo box.
    return isVisible(window) && !isClass(window, L"ComboLBox");
}

static void addOwned(HWND owner, Nodes &found)
{
    for (HWND window = GetWindow(GetDesktopWindow(), GW_CHILD); window;
         window = GetWindow(window, GW_HWNDNEXT)) {
        if (GetWindow(window, GW_OWNER) == owner && isShown(window))
            found.push_back(nodeOf(window));
    }
}

static void addDesktopChildren(Nodes &found)
{
    for (HWND window = GetWindow(GetDesktopWindow(), GW_CHILD); window;
         window = GetWindow(window, GW_HWNDNEXT)) {
        HWND owner = GetWindow(window, GW_OWNER);
        if (isShown(window) && (!owner || !isVisible(owner))) found.push_back(nodeOf(window));
    }
}

Nodes WindowProvider::children(const Node &node) const
{
    Nodes found;
    if (node.window == GetDesktopWindow()) {
        addDesktopChildren(found);
        return found;
    }
    if (isTopLevel(node.window)) addOwned(node.window, found);
    Nodes own = parts(node);
    found.insert(found.end(), own.begin(), own.end());
    for (HWND child = GetWindow(node.window, GW_CHILD); child;
         child = GetWindow(child, GW_HWNDNEXT)) {
        if (isShown(child)) found.push_back(nodeOf(child));
    }
    addFrame(node.window, found);
    return found;
}

Node WindowProvider::parent(const Node &node) const
{
    HWND desktop = GetDesktopWindow();
    if (node.window == desktop) return {};
    HWND above = parentWindow(node.window);
    if (above && above != desktop) return nodeOf(above);
    HWND owner = GetWindow(node.window, GW_OWNER);
    return owner && isVisible(owner) ? nodeOf(owner) : desktopNode();
}

CONTROLTYPEID WindowProvider::controlType(const Node &node) const
{
    if (type_) return type_;
    if (node.window == GetDesktopWindow()) return UIA_PaneControlTypeId;
    bool hasCaption = (styleOf(node.window) & WS_CAPTION) == WS_CAPTION;
    bool isWindow =
        hasCaption && (isTopLevel(node.window) || (exStyleOf(node.window) & WS_EX_MDICHILD));
    return isWindow ? UIA_WindowControlTypeId : UIA_PaneControlTypeId;
}

std::wstring WindowProvider::name(const Node &node) const
{
    if (node.window == GetDesktopWindow()) return L"Desktop 1";
    if (isNamedByLabel_) {
        HWND label = labelOf(node.window);
        return label ? withoutAmpersands(windowText(label)) : std::wstring();
    }
    // A title is a text like any other; only labels of controls have accelerators.
    std::wstring text = windowText(node.window);
    return type_ ? withoutAmpersands(text) : text;
}

RECT WindowProvider::rect(const Node &node) const { return windowRect(node.window); }

std::wstring WindowProvider::automationId(const Node &node) const
{
    if (!(styleOf(node.window) & WS_CHILD)) return {};
    LONG id = static_cast<LONG>(GetWindowLongPtrW(node.window, GWLP_ID));
    return id > 0 ? std::to_wstring(id) : std::wstring();
}

std::wstring WindowProvider::accessKey(const Node &node) const
{
    if (!type_) return {};
    HWND label = isNamedByLabel_ ? labelOf(node.window) : node.window;
    return label ? accessKeyIn(windowText(label)) : std::wstring();
}

bool WindowProvider::isFocusable(const Node &node) const
{
    if (!isEnabled(node) || !isVisible(node.window)) return false;
    if (!type_) return controlType(node) == UIA_WindowControlTypeId;
    // Radio buttons and tree views of a group have no tab stop of their own, and take the focus all
    // the same.
    LONG_PTR style = styleOf(node.window);
    return (style & WS_TABSTOP) || controlType(node) == UIA_RadioButtonControlTypeId ||
           windowHasFocus(node.window);
}

bool WindowProvider::hasFocus(const Node &node) const { return windowHasFocus(node.window); }

bool WindowProvider::hasPattern(const Node &node, PATTERNID pattern) const
{
    if (pattern == UIA_WindowPatternId)
        return !type_ && controlType(node) == UIA_WindowControlTypeId;
    return pattern == UIA_ScrollPatternId && scrolls() && isScrollable(node.window);
}

static std::optional<Value> windowPatternProperty(HWND window, PROPERTYID id)
{
    LONG_PTR style = styleOf(window);
    switch (id) {
    case UIA_WindowCanMaximizePropertyId:
        return (style & WS_MAXIMIZEBOX) != 0;
    case UIA_WindowCanMinimizePropertyId:
        return (style & WS_MINIMIZEBOX) != 0;
    case UIA_WindowIsModalPropertyId: {
        HWND owner = GetWindow(window, GW_OWNER);
        return owner && !IsWindowEnabled(owner);
    }
    case UIA_WindowIsTopmostPropertyId:
        return (exStyleOf(window) & WS_EX_TOPMOST) != 0;
    case UIA_WindowWindowVisualStatePropertyId:
        return int(IsIconic(window)   ? WindowVisualState_Minimized
                   : IsZoomed(window) ? WindowVisualState_Maximized
                                      : WindowVisualState_Normal);
    case UIA_WindowWindowInteractionStatePropertyId:
        if (IsHungAppWindow(window)) return int(WindowInteractionState_NotResponding);
        return int(IsWindowEnabled(window) ? WindowInteractionState_ReadyForUserInteraction
                                           : WindowInteractionState_BlockedByModalWindow);
    default:
        return std::nullopt;
    }
}

std::optional<Value> WindowProvider::ownProperty(const Node &node, PROPERTYID id) const
{
    switch (id) {
    case UIA_NativeWindowHandlePropertyId:
        return static_cast<int>(reinterpret_cast<LONG_PTR>(node.window));
    case UIA_ClassNamePropertyId:
        return className(node.window);
    case UIA_IsPasswordPropertyId:
        return false;
    case UIA_IsDialogPropertyId:
        return isTopLevel(node.window) && isClass(node.window, L"#32770");
    case UIA_LabeledByPropertyId:
        if (HWND label = isNamedByLabel_ ? labelOf(node.window) : nullptr) return nodeOf(label);
        return std::nullopt;
    default:
        return hasPattern(node, UIA_WindowPatternId) ? windowPatternProperty(node.window, id)
                                                     : std::nullopt;
    }
}

HRESULT WindowProvider::setFocus(const Node &node) const { return focusWindow(node.window); }

} // namespace uia
