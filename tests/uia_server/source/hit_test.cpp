#include "hit_test.h"

#include "condition.h"
#include "provider.h"

#include <algorithm>

namespace uia {

// The deepest window, without asking it: WindowFromPoint() sends a message and would wait for a
// hung one.
static HWND windowAt(POINT point)
{
    HWND window = GetDesktopWindow();
    for (;;) {
        POINT inside = point;
        ScreenToClient(window, &inside);
        HWND child =
            ChildWindowFromPointEx(window, inside, CWP_SKIPINVISIBLE | CWP_SKIPTRANSPARENT);
        if (!child || child == window) return window;
        // A group box covers what stands in it.
        HWND real = RealChildWindowFromPoint(window, inside);
        window = real && real != window ? real : child;
    }
}

static Node deepestAt(const Node &node, POINT point);

// What lies at the point inside of a node, which need not lie there itself: the items of a tree
// stand below the one that they are in.
static bool partAt(const Node &node, POINT point, Node &part)
{
    for (const Node &child : childrenOf(node)) {
        // Other windows have been looked at already; only parts of this one are left.
        if (child.window != node.window) continue;
        RECT rect = child.provider->rect(child);
        if (PtInRect(&rect, point)) {
            part = deepestAt(child, point);
            return true;
        }
        bool isTreeItem = child.provider->controlType(child) == UIA_TreeItemControlTypeId;
        if (isTreeItem && partAt(child, point, part)) return true;
    }
    return false;
}

static Node deepestAt(const Node &node, POINT point)
{
    Node part = node;
    partAt(node, point, part);
    return part;
}

Node nodeAt(POINT point)
{
    Node node = deepestAt(nodeOf(windowAt(point)), point);
    while (node != desktopNode() && !node.provider->isControl(node)) node = parentOf(node);
    return node;
}

Node focusedNode()
{
    GUITHREADINFO info = {};
    info.cbSize = sizeof info;
    GetGUIThreadInfo(0, &info);
    HWND window = info.hwndFocus ? info.hwndFocus : GetForegroundWindow();
    if (!window) return desktopNode();
    Node node = nodeOf(window);
    for (const Node &child : childrenOf(node)) {
        if (child.window == window && child.provider->hasFocus(child)) return child;
    }
    return node;
}

bool clickablePoint(const Node &node, POINT &point)
{
    RECT rect = node.provider->rect(node);
    if (IsRectEmpty(&rect) || node.provider->isOffscreen(node)) return false;
    LONG width = rect.right - rect.left, height = rect.bottom - rect.top;
    // The middle, then the middles of the quarters.
    const POINT places[] = {{2, 2}, {1, 1}, {3, 1}, {1, 3}, {3, 3}};
    for (const POINT &place : places) {
        POINT candidate = {rect.left + width * place.x / 4, rect.top + height * place.y / 4};
        HWND there = windowAt(candidate);
        if (there == node.window || IsChild(node.window, there)) {
            point = candidate;
            return true;
        }
    }
    return false;
}

} // namespace uia
