// What only the control's own process can say under Wine 10: its menus and the scroll bars of its
// windows' frames.
//
// This library loads itself into that process and asks there. On Windows nothing of this would be
// needed.
#ifndef UIA_SERVER_AGENT_H
#define UIA_SERVER_AGENT_H

#include <windows.h>

namespace uia {

struct AgentMenuItem {
    wchar_t text[128];
    RECT rect; // screen
    UINT id, state;
    BOOL isSeparator;
    HMENU popup; // the menu that it opens; null for none
};

struct AgentMenu {
    HWND window;
    HMENU menu; // null: the menu bar of `window`
    int count;  // -1: there is no menu
    AgentMenuItem items[64];
};

struct AgentScroll {
    HWND window;
    int bar; // SB_HORZ or SB_VERT
    BOOL isThere;
    SCROLLINFO info;
};

// Each answer is kept until the end of the thread's request.
bool readMenu(HWND window, HMENU menu, AgentMenu &answer);
bool readScroll(HWND window, int bar, AgentScroll &answer);
void forgetAgentAnswers();

} // namespace uia

#endif
