// What an element is: a window or a part of one, and the provider that knows how to ask it.
#ifndef UIA_SERVER_NODE_H
#define UIA_SERVER_NODE_H

#include <windows.h>
#include <vector>

namespace uia {

class Provider;

struct Node {
    HWND window = nullptr;
    const Provider *provider = nullptr; // one object a kind of element, made once
    LONG_PTR item = 0;   // which part of the window: a row, an HTREEITEM, a button …
    LONG_PTR column = 0; // which part of that part

    explicit operator bool() const { return provider != nullptr; }
    bool operator==(const Node &other) const
    {
        return window == other.window && provider == other.provider && item == other.item &&
               column == other.column;
    }
    bool operator!=(const Node &other) const { return !(*this == other); }
};

using Nodes = std::vector<Node>;

// The element of a window.
Node nodeOf(HWND window);

// The desktop's element.
Node desktopNode();

} // namespace uia

#endif
