// List boxes, those of combo boxes included.
#ifndef UIA_SERVER_LIST_BOX_H
#define UIA_SERVER_LIST_BOX_H

#include "node.h"

#include <string>

namespace uia {

std::wstring listBoxText(HWND list, LONG_PTR row);
// The elements of the selected rows.
Nodes listBoxSelection(HWND list);
// The combo box that a list belongs to; null for a list by itself.
HWND comboOf(HWND list);
// The list of a combo box; null when it cannot be had.
HWND listOf(HWND combo);
// The edit of a combo box; null without one.
HWND editOf(HWND combo);

} // namespace uia

#endif
