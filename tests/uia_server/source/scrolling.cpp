#include "scrolling.h"

#include "agent.h"
#include "messages.h"
#include "provider.h"

#include <commctrl.h>

namespace uia {

static const double NO_SCROLL = -1; // UIA_ScrollPatternNoScroll

bool hasScrollBar(HWND window, int bar)
{
    return (styleOf(window) & (bar == SB_HORZ ? WS_HSCROLL : WS_VSCROLL)) != 0;
}

bool isScrollable(HWND window)
{
    return hasScrollBar(window, SB_HORZ) || hasScrollBar(window, SB_VERT);
}

// How far the first visible unit can go; 0 where everything is seen.
static int reach(const SCROLLINFO &info)
{
    int page = info.nPage > 0 ? static_cast<int>(info.nPage) - 1 : 0;
    int last = info.nMax - info.nMin - page;
    return last > 0 ? last : 0;
}

static bool scrollInfo(HWND window, int bar, SCROLLINFO &info)
{
    AgentScroll answer;
    if (!hasScrollBar(window, bar) || !readScroll(window, bar, answer)) return false;
    info = answer.info;
    return reach(info) > 0;
}

static double percent(HWND window, int bar)
{
    SCROLLINFO info;
    return scrollInfo(window, bar, info) ? 100.0 * (info.nPos - info.nMin) / reach(info)
                                         : NO_SCROLL;
}

static double viewSize(HWND window, int bar)
{
    SCROLLINFO info;
    return scrollInfo(window, bar, info) ? 100.0 * info.nPage / (info.nMax - info.nMin + 1) : 100.0;
}

std::optional<Value> scrollProperty(const Node &node, PROPERTYID id)
{
    if (id < UIA_ScrollHorizontalScrollPercentPropertyId ||
        id > UIA_ScrollVerticallyScrollablePropertyId) {
        return std::nullopt;
    }
    if (!node.provider->hasPattern(node, UIA_ScrollPatternId)) return std::nullopt;
    SCROLLINFO info;
    switch (id) {
    case UIA_ScrollHorizontalScrollPercentPropertyId:
        return percent(node.window, SB_HORZ);
    case UIA_ScrollVerticalScrollPercentPropertyId:
        return percent(node.window, SB_VERT);
    case UIA_ScrollHorizontalViewSizePropertyId:
        return viewSize(node.window, SB_HORZ);
    case UIA_ScrollVerticalViewSizePropertyId:
        return viewSize(node.window, SB_VERT);
    case UIA_ScrollHorizontallyScrollablePropertyId:
        return scrollInfo(node.window, SB_HORZ, info);
    default:
        return scrollInfo(node.window, SB_VERT, info);
    }
}

static HRESULT scrollOneWay(HWND window, int bar, ScrollAmount amount)
{
    if (amount == ScrollAmount_NoAmount) return S_OK;
    SCROLLINFO info;
    if (!scrollInfo(window, bar, info)) return UIA_E_INVALIDOPERATION;
    // The codes of both directions have the same numbers.
    WORD code = amount == ScrollAmount_LargeDecrement   ? SB_PAGEUP
                : amount == ScrollAmount_SmallDecrement ? SB_LINEUP
                : amount == ScrollAmount_LargeIncrement ? SB_PAGEDOWN
                                                        : SB_LINEDOWN;
    sendAct(window, bar == SB_HORZ ? WM_HSCROLL : WM_VSCROLL, code);
    return S_OK;
}

HRESULT scrollWindow(HWND window, ScrollAmount horizontal, ScrollAmount vertical)
{
    HRESULT result = scrollOneWay(window, SB_HORZ, horizontal);
    return FAILED(result) ? result : scrollOneWay(window, SB_VERT, vertical);
}

static HRESULT scrollOneWayTo(HWND window, int bar, double wanted)
{
    if (wanted == NO_SCROLL) return S_OK;
    if (wanted < 0 || wanted > 100) return E_INVALIDARG;
    SCROLLINFO info;
    if (!scrollInfo(window, bar, info)) return UIA_E_INVALIDOPERATION;
    int position = info.nMin + static_cast<int>(reach(info) * wanted / 100 + 0.5);
    if (isClass(window, WC_LISTBOXW) && bar == SB_VERT) {
        sendAct(window, LB_SETTOPINDEX, position);
    } else if (isClass(window, WC_EDITW) && bar == SB_VERT) {
        sendAct(window, EM_LINESCROLL, 0, position - info.nPos);
    } else {
        // The position has 16 bits here, as for a person's hand on the thumb.
        sendAct(window, bar == SB_HORZ ? WM_HSCROLL : WM_VSCROLL,
                MAKEWPARAM(SB_THUMBPOSITION, position));
    }
    return S_OK;
}

HRESULT scrollWindowTo(HWND window, double horizontal, double vertical)
{
    HRESULT result = scrollOneWayTo(window, SB_HORZ, horizontal);
    return FAILED(result) ? result : scrollOneWayTo(window, SB_VERT, vertical);
}

} // namespace uia
