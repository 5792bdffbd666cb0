// What a window is, remembered for the length of one request: a snapshot asks for the same things
// hundreds of times.
#ifndef UIA_SERVER_FACTS_H
#define UIA_SERVER_FACTS_H

#include <windows.h>
#include <string>

namespace uia {

const std::wstring &className(HWND window);
bool isClass(HWND window, const wchar_t *name);
LONG_PTR styleOf(HWND window);
LONG_PTR exStyleOf(HWND window);
// Null above the desktop.
HWND parentWindow(HWND window);
RECT windowRect(HWND window);
// The client area on the screen.
RECT clientRect(HWND window);
// A rectangle of the client area, on the screen.
RECT toScreen(HWND window, RECT rect);
// Its top-level window counts.
bool isMinimized(HWND window);
// Its ancestors included.
bool isVisible(HWND window);
// A control in a window that a modal dialog has disabled is not enabled either.
bool isEnabledWithParents(HWND window);
bool isTopLevel(HWND window);
// Whether the window has the focus of the foreground window.
bool windowHasFocus(HWND window);
// What `find` says of a window.
HWND findOnce(HWND window, HWND (*find)(HWND));
// The answer to a message without pointers.
LRESULT askOnce(HWND window, UINT message, WPARAM wParam = 0, LPARAM lParam = 0,
                LRESULT fallback = 0);

// At the end of a request, and after an act in it.
void forgetFacts();

} // namespace uia

#endif
