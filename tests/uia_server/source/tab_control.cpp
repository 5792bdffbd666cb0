// Tab controls. The page of a tab is a window of its own, a neighbour of the tab control or a child
// of it.
#include "frame.h"
#include "kinds.h"
#include "messages.h"
#include "remote_memory.h"
#include "window_provider.h"

#include <commctrl.h>

namespace uia {

namespace {

const int TAB_TEXT_LENGTH = 512;

std::wstring tabLabel(const Node &node)
{
    RemoteMemory memory(node.window, sizeof(TCITEMW) + TAB_TEXT_LENGTH * sizeof(wchar_t));
    TCITEMW item = {};
    item.mask = TCIF_TEXT;
    item.cchTextMax = TAB_TEXT_LENGTH;
    item.pszText = reinterpret_cast<LPWSTR>(memory.at(sizeof item));
    wchar_t text[TAB_TEXT_LENGTH] = L"";
    if (!memory.write(&item, sizeof item) || !memory.write(text, sizeof text, sizeof item))
        return {};
    if (!send(node.window, TCM_GETITEMW, node.item, memory.lParam())) return {};
    memory.read(text, sizeof text, sizeof item);
    text[TAB_TEXT_LENGTH - 1] = 0;
    return text;
}

// item: the tab's number.
class TabItemProvider final : public PartProvider {
  public:
    TabItemProvider() : PartProvider(PLACE_ITEM) {}
    bool isAlive(const Node &node) const override
    {
        return IsWindow(node.window) && node.item < send(node.window, TCM_GETITEMCOUNT);
    }
    CONTROLTYPEID controlType(const Node &) const override { return UIA_TabItemControlTypeId; }
    std::wstring name(const Node &node) const override { return withoutAmpersands(tabLabel(node)); }
    std::wstring accessKey(const Node &node) const override { return accessKeyIn(tabLabel(node)); }
    RECT rect(const Node &node) const override
    {
        RECT rect = {};
        if (!sendStruct(node.window, TCM_GETITEMRECT, node.item, &rect, sizeof rect)) return {};
        return toScreen(node.window, rect);
    }
    bool isFocusable(const Node &node) const override { return isEnabled(node); }
    bool hasFocus(const Node &node) const override
    {
        return windowHasFocus(node.window) && send(node.window, TCM_GETCURFOCUS) == node.item;
    }
    bool hasPattern(const Node &, PATTERNID pattern) const override
    {
        return pattern == UIA_SelectionItemPatternId;
    }
    std::optional<Value> ownProperty(const Node &node, PROPERTYID id) const override
    {
        if (id == UIA_SelectionItemIsSelectedPropertyId)
            return send(node.window, TCM_GETCURSEL) == node.item;
        if (id == UIA_SelectionItemSelectionContainerPropertyId) return nodeOf(node.window);
        return std::nullopt;
    }
    HRESULT setFocus(const Node &node) const override { return focusWindow(node.window); }
    // The focus message tells the parent, which then changes the page; TCM_SETCURSEL would not.
    HRESULT select(const Node &node, Selecting how) const override
    {
        bool isSelected = send(node.window, TCM_GETCURSEL) == node.item;
        if (how == Selecting::Remove || (how == Selecting::Add && !isSelected))
            return UIA_E_INVALIDOPERATION;
        if (!isSelected) sendAct(node.window, TCM_SETCURFOCUS, node.item);
        return send(node.window, TCM_GETCURSEL) == node.item ? S_OK : UIA_E_INVALIDOPERATION;
    }
};

class TabProvider final : public WindowProvider {
  public:
    TabProvider() : WindowProvider(UIA_TabControlTypeId, true) {}
    bool hasPattern(const Node &node, PATTERNID pattern) const override
    {
        return pattern == UIA_SelectionPatternId || WindowProvider::hasPattern(node, pattern);
    }
    std::optional<Value> ownProperty(const Node &node, PROPERTYID id) const override;

  protected:
    Nodes parts(const Node &node) const override;
};

const TabItemProvider tabItem;
const TabProvider tab;

std::optional<Value> TabProvider::ownProperty(const Node &node, PROPERTYID id) const
{
    switch (id) {
    case UIA_SelectionSelectionPropertyId: {
        LRESULT selected = send(node.window, TCM_GETCURSEL, 0, 0, -1);
        return selected >= 0 ? Nodes{{node.window, &tabItem, selected}} : Nodes();
    }
    case UIA_SelectionCanSelectMultiplePropertyId:
        return false;
    case UIA_SelectionIsSelectionRequiredPropertyId:
        return true;
    default:
        return WindowProvider::ownProperty(node, id);
    }
}

Nodes TabProvider::parts(const Node &node) const
{
    Nodes found;
    LRESULT count = send(node.window, TCM_GETITEMCOUNT);
    for (LRESULT i = 0; i < count; ++i) found.push_back({node.window, &tabItem, i});
    return found;
}

} // namespace

const Provider &tabKind() { return tab; }

} // namespace uia
