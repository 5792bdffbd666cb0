// Class Edit, and rich edits as far as they answer the same messages.
#include "kinds.h"
#include "messages.h"
#include "window_provider.h"

#include <commctrl.h>

namespace uia {

namespace {

class EditProvider final : public WindowProvider {
  public:
    EditProvider() : WindowProvider(UIA_EditControlTypeId, true) {}
    CONTROLTYPEID controlType(const Node &node) const override
    {
        return styleOf(node.window) & ES_MULTILINE ? UIA_DocumentControlTypeId
                                                   : UIA_EditControlTypeId;
    }
    std::wstring name(const Node &node) const override
    {
        // The edit part of a combo box is named as the combo box is.
        HWND above = parentWindow(node.window);
        if (isClass(above, WC_COMBOBOXW)) return WindowProvider::name(nodeOf(above));
        return WindowProvider::name(node);
    }
    bool isFocusable(const Node &node) const override
    {
        return isEnabled(node) && isVisible(node.window);
    }
    bool hasPattern(const Node &node, PATTERNID pattern) const override
    {
        if (pattern == UIA_ValuePatternId) return true;
        // A password's text is not to be had by ranges either.
        if (pattern == UIA_TextPatternId) return !isPassword(node.window);
        return WindowProvider::hasPattern(node, pattern);
    }
    std::optional<Value> ownProperty(const Node &node, PROPERTYID id) const override
    {
        switch (id) {
        case UIA_IsPasswordPropertyId:
            return isPassword(node.window);
        case UIA_ValueValuePropertyId:
            return isPassword(node.window) ? std::wstring() : windowText(node.window);
        case UIA_ValueIsReadOnlyPropertyId:
            return (styleOf(node.window) & ES_READONLY) != 0 || !isEnabled(node);
        default:
            return WindowProvider::ownProperty(node, id);
        }
    }
    HRESULT setText(const Node &node, const std::wstring &text) const override
    {
        HWND edit = node.window;
        LRESULT limit = send(edit, EM_GETLIMITTEXT);
        if (limit > 0 && static_cast<LRESULT>(text.size()) > limit) return E_INVALIDARG;
        // WM_SETTEXT tells the parent of a single-line edit by itself; multi-line ones say nothing.
        if (!send(edit, WM_SETTEXT, 0, reinterpret_cast<LPARAM>(text.c_str()))) return E_FAIL;
        if (styleOf(edit) & ES_MULTILINE) notifyParent(edit, EN_CHANGE);
        return S_OK;
    }

  protected:
    bool scrolls() const override { return true; }

  private:
    static bool isPassword(HWND window)
    {
        return (styleOf(window) & ES_PASSWORD) || send(window, EM_GETPASSWORDCHAR) != 0;
    }
};

const EditProvider edit;

} // namespace

const Provider &editKind() { return edit; }

} // namespace uia
