// Asking other processes' windows by message, never past the request's deadline.
#ifndef UIA_SERVER_MESSAGES_H
#define UIA_SERVER_MESSAGES_H

#include "facts.h"

#include <windows.h>
#include <string>

namespace uia {

// The answer, or `fallback` when there was none; the request has then run out of time or the window
// is gone.
LRESULT send(HWND window, UINT message, WPARAM wParam = 0, LPARAM lParam = 0, LRESULT fallback = 0);

// As send(), for what may lead to a dialog: gives up after a second without ending the request.
void sendAct(HWND window, UINT message, WPARAM wParam = 0, LPARAM lParam = 0);

// Tells the parent what a control tells it when the person does the same.
void notifyParent(HWND control, WORD code);

// Renames an item as a person does, in the edit that comes up over it, so that the program hears of
// it and may refuse. False where no edit comes up.
bool editLabel(HWND view, UINT editMessage, WPARAM wParam, LPARAM lParam, const std::wstring &text);

std::wstring windowText(HWND window);

// A label without its `&` and without the accelerator after a tab.
std::wstring withoutAmpersands(const std::wstring &label);
// What follows the tab in a menu item's text.
std::wstring acceleratorIn(const std::wstring &label);
// `Alt+` and the letter after the label's `&`; empty without one.
std::wstring accessKeyIn(const std::wstring &label);

} // namespace uia

#endif
