// The scroll bars of a window's frame, and their parts.
#include "agent.h"
#include "frame.h"
#include "messages.h"
#include "provider.h"
#include "scrolling.h"

namespace uia {

namespace {

enum Part { LINE_BACK = 1, PAGE_BACK, THUMB, PAGE_ON, LINE_ON };

// item: SB_HORZ or SB_VERT. The bar lies at the right or the lower edge, within the frame.
RECT barRect(HWND window, LONG_PTR bar)
{
    RECT client, outer;
    GetClientRect(window, &client);
    MapWindowPoints(window, nullptr, reinterpret_cast<POINT *>(&client), 2);
    GetWindowRect(window, &outer);
    RECT rect = client;
    if (bar == SB_VERT) {
        bool isLeft = (exStyleOf(window) & WS_EX_LEFTSCROLLBAR) != 0;
        int width = GetSystemMetrics(SM_CXVSCROLL);
        rect.left = isLeft ? client.left - width : client.right;
        rect.right = rect.left + width;
    } else {
        rect.top = client.bottom;
        rect.bottom = rect.top + GetSystemMetrics(SM_CYHSCROLL);
    }
    RECT seen;
    IntersectRect(&seen, &rect, &outer);
    return seen;
}

// Of 100 parts along the bar: line, page, thumb, page, line.
RECT partRect(HWND window, LONG_PTR bar, LONG_PTR part)
{
    RECT rect = barRect(window, bar);
    LONG &start = bar == SB_VERT ? rect.top : rect.left,
         &end = bar == SB_VERT ? rect.bottom : rect.right;
    LONG arrow = bar == SB_VERT ? GetSystemMetrics(SM_CYVSCROLL) : GetSystemMetrics(SM_CXHSCROLL);
    LONG trackStart = start + arrow, trackEnd = end - arrow;
    if (part == LINE_BACK) end = trackStart;
    if (part == LINE_ON) start = trackEnd;
    if (part == LINE_BACK || part == LINE_ON) return rect;
    AgentScroll answer;
    LONG thumbStart = trackStart, thumbEnd = trackStart;
    if (readScroll(window, static_cast<int>(bar), answer) && answer.info.nMax > answer.info.nMin) {
        double units = answer.info.nMax - answer.info.nMin + 1.0, track = trackEnd - trackStart;
        thumbStart =
            trackStart + static_cast<LONG>(track * (answer.info.nPos - answer.info.nMin) / units);
        thumbEnd = thumbStart +
                   static_cast<LONG>(track * (answer.info.nPage ? answer.info.nPage : 1) / units);
    }
    LONG from = part == PAGE_BACK ? trackStart : part == THUMB ? thumbStart : thumbEnd;
    LONG to = part == PAGE_BACK ? thumbStart : part == THUMB ? thumbEnd : trackEnd;
    start = from;
    end = to;
    return rect;
}

class ScrollBarProvider final : public PartProvider {
  public:
    ScrollBarProvider() : PartProvider(PLACE_SCROLL_BAR) {}
    Nodes children(const Node &node) const override;
    CONTROLTYPEID controlType(const Node &) const override { return UIA_ScrollBarControlTypeId; }
    std::wstring name(const Node &node) const override
    {
        return node.item == SB_VERT ? L"Vertical" : L"Horizontal";
    }
    std::wstring automationId(const Node &node) const override
    {
        return node.item == SB_VERT ? L"NonClientVerticalScrollBar"
                                    : L"NonClientHorizontalScrollBar";
    }
    RECT rect(const Node &node) const override { return barRect(node.window, node.item); }
    bool isContent(const Node &) const override { return false; }
    bool hasPattern(const Node &, PATTERNID pattern) const override
    {
        return pattern == UIA_RangeValuePatternId;
    }
    std::optional<Value> ownProperty(const Node &node, PROPERTYID id) const override
    {
        if (id == UIA_OrientationPropertyId) {
            return int(node.item == SB_VERT ? OrientationType_Vertical
                                            : OrientationType_Horizontal);
        }
        AgentScroll answer = {};
        readScroll(node.window, static_cast<int>(node.item), answer);
        switch (id) {
        case UIA_RangeValueValuePropertyId:
            return double(answer.info.nPos);
        case UIA_RangeValueMinimumPropertyId:
            return double(answer.info.nMin);
        case UIA_RangeValueMaximumPropertyId:
            return double(answer.info.nMax - (answer.info.nPage ? int(answer.info.nPage) - 1 : 0));
        case UIA_RangeValueLargeChangePropertyId:
            return double(answer.info.nPage);
        case UIA_RangeValueSmallChangePropertyId:
            return 1.0;
        case UIA_RangeValueIsReadOnlyPropertyId:
            return !isEnabled(node);
        default:
            return std::nullopt;
        }
    }
    HRESULT setNumber(const Node &node, double number) const override
    {
        UINT message = node.item == SB_VERT ? WM_VSCROLL : WM_HSCROLL;
        sendAct(node.window, message, MAKEWPARAM(SB_THUMBPOSITION, static_cast<int>(number)));
        return S_OK;
    }
};

class ScrollPartProvider final : public PartProvider {
  public:
    ScrollPartProvider() : PartProvider(PLACE_SCROLL_PART) {}
    Node parent(const Node &node) const override;
    CONTROLTYPEID controlType(const Node &node) const override
    {
        return node.item == THUMB ? UIA_ThumbControlTypeId : UIA_ButtonControlTypeId;
    }
    std::wstring name(const Node &node) const override
    {
        bool isVertical = node.column == SB_VERT;
        switch (node.item) {
        case LINE_BACK:
            return isVertical ? L"Line up" : L"Column left";
        case PAGE_BACK:
            return isVertical ? L"Page up" : L"Page left";
        case THUMB:
            return L"Position";
        case PAGE_ON:
            return isVertical ? L"Page down" : L"Page right";
        default:
            return isVertical ? L"Line down" : L"Column right";
        }
    }
    std::wstring automationId(const Node &node) const override
    {
        static const wchar_t *const IDS[] = {L"UpButton", L"UpPageButton", L"ScrollbarThumb",
                                             L"DownPageButton", L"DownButton"};
        return IDS[node.item - LINE_BACK];
    }
    RECT rect(const Node &node) const override
    {
        return partRect(node.window, node.column, node.item);
    }
    bool isContent(const Node &) const override { return false; }
    bool hasPattern(const Node &node, PATTERNID pattern) const override
    {
        return pattern == UIA_InvokePatternId && node.item != THUMB;
    }
    HRESULT invoke(const Node &node) const override
    {
        WORD code = node.item == LINE_BACK   ? SB_LINEUP
                    : node.item == PAGE_BACK ? SB_PAGEUP
                    : node.item == PAGE_ON   ? SB_PAGEDOWN
                                             : SB_LINEDOWN;
        sendAct(node.window, node.column == SB_VERT ? WM_VSCROLL : WM_HSCROLL, code);
        return S_OK;
    }
};

const ScrollBarProvider scrollBar;
const ScrollPartProvider scrollPart;

Node ScrollPartProvider::parent(const Node &node) const
{
    return {node.window, &scrollBar, node.column};
}

Nodes ScrollBarProvider::children(const Node &node) const
{
    Nodes found;
    for (LONG_PTR part = LINE_BACK; part <= LINE_ON; ++part) {
        RECT rect = partRect(node.window, node.item, part);
        // A page that is used up has no room and is no element.
        if (!IsRectEmpty(&rect)) found.push_back({node.window, &scrollPart, part, node.item});
    }
    return found;
}

} // namespace

void addScrollBars(HWND window, Nodes &found)
{
    for (int bar : {SB_VERT, SB_HORZ}) {
        if (hasScrollBar(window, bar)) found.push_back({window, &scrollBar, bar});
    }
}

} // namespace uia
