// The frame of a window: title bar, menu bar, scroll bars. None of them is a window.
#ifndef UIA_SERVER_FRAME_H
#define UIA_SERVER_FRAME_H

#include "node.h"

namespace uia {

// Adds what the frame of the window has.
void addFrame(HWND window, Nodes &found);

// The places of parts in runtime ids.
enum Place {
    PLACE_ITEM = 4, // rows, tabs, tree items …
    PLACE_HEADER_ITEM,
    PLACE_TITLE_BAR,
    PLACE_TITLE_BUTTON,
    PLACE_SYSTEM_MENU,
    PLACE_SYSTEM_MENU_ITEM,
    PLACE_MENU_BAR,
    PLACE_MENU_BAR_ITEM,
    PLACE_POPUP_ITEM,
    PLACE_SCROLL_BAR,
    PLACE_SCROLL_PART,
    PLACE_COMBO_BUTTON,
    PLACE_SPIN_BUTTON,
    PLACE_SLIDER_PART,
};

void addTitleBar(HWND window, Nodes &found);   // title_bar.cpp
void addMenuBar(HWND window, Nodes &found);    // menus.cpp
void addScrollBars(HWND window, Nodes &found); // scroll_bars.cpp

// The elements of an open popup menu.
Nodes popupMenuItems(HWND popup);

} // namespace uia

#endif
