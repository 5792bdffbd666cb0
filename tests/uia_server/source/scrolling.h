// The Scroll pattern of every window that has a scroll bar in its frame.
#ifndef UIA_SERVER_SCROLLING_H
#define UIA_SERVER_SCROLLING_H

#include "node.h"
#include "value.h"

#include <optional>

namespace uia {

// Whether the frame has one of the two bars.
bool hasScrollBar(HWND window, int bar);
bool isScrollable(HWND window);

std::optional<Value> scrollProperty(const Node &node, PROPERTYID id);
HRESULT scrollWindow(HWND window, ScrollAmount horizontal, ScrollAmount vertical);
// Percent; UIA_ScrollPatternNoScroll leaves a direction alone.
HRESULT scrollWindowTo(HWND window, double horizontal, double vertical);

} // namespace uia

#endif
