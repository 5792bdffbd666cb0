// What a kind of element knows of itself. One object a kind; everything about one element is in its
// node.
#ifndef UIA_SERVER_PROVIDER_H
#define UIA_SERVER_PROVIDER_H

#include "node.h"
#include "value.h"

#include <optional>
#include <string>
#include <uiautomation.h>

namespace uia {

class Provider {
  public:
    virtual ~Provider() = default;

    // ---- Where it is in the tree (raw view)
    virtual bool isAlive(const Node &node) const { return IsWindow(node.window); }
    virtual Nodes children(const Node &) const { return {}; }
    virtual Node parent(const Node &node) const { return nodeOf(node.window); }
    virtual std::vector<int> runtimeId(const Node &node) const;

    // ---- What it is
    virtual CONTROLTYPEID controlType(const Node &node) const = 0;
    virtual std::wstring name(const Node &node) const = 0;
    virtual RECT
    rect(const Node &node) const = 0; // screen, physical pixels; empty where it has none
    virtual std::wstring automationId(const Node &) const { return {}; }
    virtual std::wstring accessKey(const Node &) const { return {}; }
    virtual bool isControl(const Node &) const { return true; }
    virtual bool isContent(const Node &) const { return true; }
    virtual bool isEnabled(const Node &node) const;
    virtual bool isOffscreen(const Node &node) const;
    // Whether the client area hides what is outside of it, as it does a row that is scrolled away.
    virtual bool isInClient(const Node &) const { return false; }
    virtual bool isFocusable(const Node &) const { return false; }
    virtual bool hasFocus(const Node &) const { return false; }

    // ---- Patterns, and the properties of its own kind; nullopt: it has no such property
    virtual bool hasPattern(const Node &, PATTERNID) const { return false; }
    virtual std::optional<Value> ownProperty(const Node &, PROPERTYID) const
    {
        return std::nullopt;
    }

    // Every property, of every kind.
    std::optional<Value> property(const Node &node, PROPERTYID id) const;

    // ---- Acts. Whoever calls has seen that the element is there, enabled, and has the pattern.
    virtual HRESULT setFocus(const Node &) const { return UIA_E_INVALIDOPERATION; }
    virtual HRESULT invoke(const Node &) const { return UIA_E_NOTSUPPORTED; }
    virtual HRESULT toggle(const Node &) const { return UIA_E_NOTSUPPORTED; }
    virtual HRESULT setText(const Node &, const std::wstring &) const { return UIA_E_NOTSUPPORTED; }
    virtual HRESULT setNumber(const Node &, double) const { return UIA_E_NOTSUPPORTED; }
    virtual HRESULT expand(const Node &, bool) const { return UIA_E_NOTSUPPORTED; }
    enum class Selecting { Alone, Add, Remove };
    virtual HRESULT select(const Node &, Selecting) const { return UIA_E_NOTSUPPORTED; }
    virtual HRESULT scrollIntoView(const Node &) const { return UIA_E_NOTSUPPORTED; }
    virtual HRESULT scroll(const Node &node, ScrollAmount horizontal, ScrollAmount vertical) const;
    virtual HRESULT scrollTo(const Node &node, double horizontal, double vertical) const;
    virtual Node cell(const Node &, int, int) const { return {}; }
};

// The element's properties and methods, said shorter.
inline bool isAlive(const Node &node) { return node.provider->isAlive(node); }
Nodes childrenOf(const Node &node);
RECT rectOf(const Node &node);
// At the end of a request, and after an act in it.
void forgetRect();
inline Node parentOf(const Node &node) { return node.provider->parent(node); }

// A part of a window that is no window itself: a row, a tab, a menu item.
class PartProvider : public Provider {
  public:
    // `place` tells the parts of one window apart in runtime ids.
    explicit PartProvider(int place) : place_(place) {}
    std::vector<int> runtimeId(const Node &node) const override;

  private:
    int place_;
};

// The role and state that Microsoft Active Accessibility has for an element.
int legacyRole(CONTROLTYPEID type);
int legacyState(const Node &node);
std::wstring legacyDefaultAction(const Node &node);

// "button", "list item": English, as Windows says it on an English desktop.
std::wstring localizedControlType(CONTROLTYPEID type);

} // namespace uia

#endif
