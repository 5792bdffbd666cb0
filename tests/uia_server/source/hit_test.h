// From a point to an element and back.
#ifndef UIA_SERVER_HIT_TEST_H
#define UIA_SERVER_HIT_TEST_H

#include "node.h"

namespace uia {

// The deepest element at a point of the screen, in the control view.
Node nodeAt(POINT point);
// The element that has the keyboard focus.
Node focusedNode();
// Where a click reaches the element; false where nothing of it is seen.
bool clickablePoint(const Node &node, POINT &point);

} // namespace uia

#endif
