#include "kinds.h"

#include "messages.h"
#include "node.h"
#include "window_provider.h"

#include <commctrl.h>

namespace uia {

namespace {

const struct {
    const wchar_t *className;
    const Provider &(*kind)();
} KINDS_BY_CLASS[] = {
    {WC_BUTTONW, buttonKind},          {WC_EDITW, editKind},
    {L"RichEdit20W", editKind},        {L"RichEdit20A", editKind},
    {L"RICHEDIT50W", editKind},        {WC_STATICW, staticKind},
    {WC_COMBOBOXW, comboBoxKind},      {WC_LISTBOXW, listBoxKind},
    {L"ComboLBox", listBoxKind},       {WC_LISTVIEWW, listViewKind},
    {WC_HEADERW, headerKind},          {WC_TREEVIEWW, treeViewKind},
    {WC_TABCONTROLW, tabKind},         {TRACKBAR_CLASSW, trackbarKind},
    {UPDOWN_CLASSW, upDownKind},       {PROGRESS_CLASSW, progressKind},
    {WC_SCROLLBARW, scrollBarKind},    {TOOLBARCLASSNAMEW, toolbarKind},
    {STATUSCLASSNAMEW, statusBarKind}, {L"#32768", popupMenuKind},
};

const WindowProvider plainWindow;

} // namespace

Node nodeOf(HWND window)
{
    std::wstring name = className(window);
    for (const auto &row : KINDS_BY_CLASS) {
        if (_wcsicmp(name.c_str(), row.className) == 0) return {window, &row.kind()};
    }
    return {window, &plainWindow};
}

Node desktopNode() { return {GetDesktopWindow(), &plainWindow}; }

} // namespace uia
