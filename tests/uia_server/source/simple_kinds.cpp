// Static texts and pictures, and the window of an open popup menu.
#include "frame.h"
#include "kinds.h"
#include "messages.h"
#include "window_provider.h"

namespace uia {

namespace {

class StaticProvider final : public WindowProvider {
  public:
    StaticProvider() : WindowProvider(UIA_TextControlTypeId) {}
    CONTROLTYPEID controlType(const Node &node) const override
    {
        LONG_PTR kind = styleOf(node.window) & SS_TYPEMASK;
        bool isPicture = kind == SS_ICON || kind == SS_BITMAP || kind == SS_ENHMETAFILE;
        return isPicture ? UIA_ImageControlTypeId : UIA_TextControlTypeId;
    }
    std::wstring name(const Node &node) const override
    {
        // The text of a picture is the name of its resource.
        if (controlType(node) == UIA_ImageControlTypeId) return {};
        if (styleOf(node.window) & SS_NOPREFIX) return windowText(node.window);
        return WindowProvider::name(node);
    }
    bool isFocusable(const Node &) const override { return false; }
    // Lines, frames and pictures without a name are there to be looked at.
    bool isControl(const Node &node) const override { return !name(node).empty(); }
    // A text that only names another control says nothing of its own.
    bool isContent(const Node &node) const override
    {
        for (HWND after = GetWindow(node.window, GW_HWNDNEXT); after;
             after = GetWindow(after, GW_HWNDNEXT)) {
            if (isVisible(after)) return labelOf(after) != node.window || isClass(after, L"Static");
        }
        return true;
    }
};

class PopupMenuProvider final : public WindowProvider {
  public:
    PopupMenuProvider() : WindowProvider(UIA_MenuControlTypeId) {}
    std::wstring name(const Node &) const override { return L"Context"; }
    bool isContent(const Node &) const override { return false; }
    bool isFocusable(const Node &) const override { return false; }

  protected:
    Nodes parts(const Node &node) const override { return popupMenuItems(node.window); }
};

const StaticProvider staticText;
const PopupMenuProvider popupMenu;

} // namespace

const Provider &staticKind() { return staticText; }
const Provider &popupMenuKind() { return popupMenu; }

} // namespace uia
