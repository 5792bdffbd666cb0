// What every window has: children, frame, label, focus. Kinds of controls build on it.
#ifndef UIA_SERVER_WINDOW_PROVIDER_H
#define UIA_SERVER_WINDOW_PROVIDER_H

#include "provider.h"

namespace uia {

class WindowProvider : public Provider {
  public:
    // `type` 0: a window, a dialog or a pane, by its style. `isNamedByLabel`: its text is not its
    // name.
    explicit WindowProvider(CONTROLTYPEID type = 0, bool isNamedByLabel = false)
        : type_(type), isNamedByLabel_(isNamedByLabel)
    {
    }

    Nodes children(const Node &node) const override;
    Node parent(const Node &node) const override;
    CONTROLTYPEID controlType(const Node &node) const override;
    std::wstring name(const Node &node) const override;
    RECT rect(const Node &node) const override;
    std::wstring automationId(const Node &node) const override;
    std::wstring accessKey(const Node &node) const override;
    bool isFocusable(const Node &node) const override;
    bool hasFocus(const Node &node) const override;
    bool hasPattern(const Node &node, PATTERNID pattern) const override;
    std::optional<Value> ownProperty(const Node &node, PROPERTYID id) const override;
    HRESULT setFocus(const Node &node) const override;

  protected:
    // What is in the window and is no window itself.
    virtual Nodes parts(const Node &) const { return {}; }
    // Whether its content can be scrolled when its frame has a scroll bar.
    virtual bool scrolls() const { return false; }

  private:
    CONTROLTYPEID type_;
    bool isNamedByLabel_;
};

// The static text before a control, which names it; null without one.
HWND labelOf(HWND control);

// Takes the keyboard focus for a control, and the foreground for its window, as Windows does.
HRESULT focusWindow(HWND window);

} // namespace uia

#endif
