// Controls with a number: trackbars, up-downs, progress bars, scroll bars that are windows.
#include "frame.h"
#include "kinds.h"
#include "messages.h"
#include "remote_memory.h"
#include "window_provider.h"

#include <commctrl.h>

namespace uia {

namespace {

// What a control of a range answers.
struct Range {
    double value = 0, minimum = 0, maximum = 0, smallChange = 0, largeChange = 0;
    bool isReadOnly = false;
};

class RangeProvider : public WindowProvider {
  public:
    using WindowProvider::WindowProvider;
    bool hasPattern(const Node &, PATTERNID pattern) const override
    {
        return pattern == UIA_RangeValuePatternId;
    }
    std::optional<Value> ownProperty(const Node &node, PROPERTYID id) const override
    {
        switch (id) {
        case UIA_OrientationPropertyId:
            return int(isVertical(node.window) ? OrientationType_Vertical
                                               : OrientationType_Horizontal);
        case UIA_RangeValueValuePropertyId:
            return range(node.window).value;
        case UIA_RangeValueMinimumPropertyId:
            return range(node.window).minimum;
        case UIA_RangeValueMaximumPropertyId:
            return range(node.window).maximum;
        case UIA_RangeValueSmallChangePropertyId:
            return range(node.window).smallChange;
        case UIA_RangeValueLargeChangePropertyId:
            return range(node.window).largeChange;
        case UIA_RangeValueIsReadOnlyPropertyId:
            return range(node.window).isReadOnly || !isEnabled(node);
        default:
            return WindowProvider::ownProperty(node, id);
        }
    }

  protected:
    virtual Range range(HWND window) const = 0;
    virtual bool isVertical(HWND) const { return false; }
};

class TrackbarProvider final : public RangeProvider {
  public:
    TrackbarProvider() : RangeProvider(UIA_SliderControlTypeId, true) {}
    HRESULT setNumber(const Node &node, double number) const override
    {
        HWND window = node.window;
        send(window, TBM_SETPOS, TRUE, static_cast<LPARAM>(number));
        // Programs listen to the scroll messages that the person's hand makes.
        WPARAM wParam = MAKEWPARAM(TB_THUMBPOSITION, static_cast<int>(number));
        UINT message = isVertical(window) ? WM_VSCROLL : WM_HSCROLL;
        sendAct(GetParent(window), message, wParam, reinterpret_cast<LPARAM>(window));
        sendAct(GetParent(window), message, TB_ENDTRACK, reinterpret_cast<LPARAM>(window));
        return S_OK;
    }

  protected:
    Range range(HWND window) const override
    {
        Range range;
        range.value = static_cast<int>(send(window, TBM_GETPOS));
        range.minimum = static_cast<int>(send(window, TBM_GETRANGEMIN));
        range.maximum = static_cast<int>(send(window, TBM_GETRANGEMAX));
        range.smallChange = static_cast<int>(send(window, TBM_GETLINESIZE));
        range.largeChange = static_cast<int>(send(window, TBM_GETPAGESIZE));
        return range;
    }
    bool isVertical(HWND window) const override { return (styleOf(window) & TBS_VERT) != 0; }
    Nodes parts(const Node &node) const override;
};

// The messages answer nothing, so the rectangle is read in any case.
RECT rectBy(HWND window, UINT message)
{
    RECT rect = {};
    RemoteMemory memory(window, sizeof rect);
    if (!memory.write(&rect, sizeof rect)) return rect;
    send(window, message, 0, memory.lParam());
    memory.read(&rect, sizeof rect);
    return rect;
}

// item: 1 the page before the thumb, 2 the thumb, 3 the page after it.
class TrackbarPartProvider final : public PartProvider {
  public:
    TrackbarPartProvider() : PartProvider(PLACE_SLIDER_PART) {}
    CONTROLTYPEID controlType(const Node &node) const override
    {
        return node.item == 2 ? UIA_ThumbControlTypeId : UIA_ButtonControlTypeId;
    }
    std::wstring name(const Node &node) const override
    {
        bool isVertical = (styleOf(node.window) & TBS_VERT) != 0;
        if (node.item == 2) return L"Position";
        if (node.item == 1) return isVertical ? L"Page up" : L"Page left";
        return isVertical ? L"Page down" : L"Page right";
    }
    std::wstring automationId(const Node &node) const override
    {
        return node.item == 1 ? L"LargeDecrement" : node.item == 2 ? L"Thumb" : L"LargeIncrement";
    }
    RECT rect(const Node &node) const override
    {
        RECT thumb = rectBy(node.window, TBM_GETTHUMBRECT),
             channel = rectBy(node.window, TBM_GETCHANNELRECT);
        bool isVertical = (styleOf(node.window) & TBS_VERT) != 0;
        RECT rect = thumb;
        if (node.item != 2) {
            rect = channel;
            // The channel of a vertical trackbar is told lying down.
            if (isVertical) rect = {channel.top, channel.left, channel.bottom, channel.right};
            LONG &start = isVertical ? rect.top : rect.left,
                 &end = isVertical ? rect.bottom : rect.right;
            if (node.item == 1) end = isVertical ? thumb.top : thumb.left;
            if (node.item == 3) start = isVertical ? thumb.bottom : thumb.right;
        }
        return toScreen(node.window, rect);
    }
    bool isContent(const Node &) const override { return false; }
    bool hasPattern(const Node &node, PATTERNID pattern) const override
    {
        return pattern == UIA_InvokePatternId && node.item != 2;
    }
    HRESULT invoke(const Node &node) const override
    {
        WPARAM key = node.item == 1 ? VK_PRIOR : VK_NEXT;
        PostMessageW(node.window, WM_KEYDOWN, key, 0);
        return PostMessageW(node.window, WM_KEYUP, key, 0) ? S_OK : E_FAIL;
    }
};

class UpDownProvider final : public RangeProvider {
  public:
    UpDownProvider() : RangeProvider(UIA_SpinnerControlTypeId, true) {}
    std::wstring name(const Node &node) const override
    {
        HWND buddy = reinterpret_cast<HWND>(send(node.window, UDM_GETBUDDY));
        return buddy ? nodeOf(buddy).provider->name(nodeOf(buddy)) : RangeProvider::name(node);
    }
    bool isFocusable(const Node &) const override { return false; }
    HRESULT setNumber(const Node &node, double number) const override
    {
        send(node.window, UDM_SETPOS32, 0, static_cast<LPARAM>(number));
        WPARAM wParam = MAKEWPARAM(SB_THUMBPOSITION, static_cast<int>(number));
        UINT message = isVertical(node.window) ? WM_VSCROLL : WM_HSCROLL;
        sendAct(GetParent(node.window), message, wParam, reinterpret_cast<LPARAM>(node.window));
        return S_OK;
    }

  protected:
    Range range(HWND window) const override
    {
        // The 32-bit range is told through pointers, which do not cross; the position is not.
        LRESULT packed = send(window, UDM_GETRANGE);
        int upper = static_cast<short>(LOWORD(packed)), lower = static_cast<short>(HIWORD(packed));
        Range range;
        range.value = static_cast<int>(send(window, UDM_GETPOS32));
        range.minimum = upper < lower ? upper : lower;
        range.maximum = upper < lower ? lower : upper;
        range.smallChange = 1;
        return range;
    }
    bool isVertical(HWND window) const override { return !(styleOf(window) & UDS_HORZ); }
    Nodes parts(const Node &node) const override;
};

// item: 1 up or right, 2 down or left.
class SpinButtonProvider final : public PartProvider {
  public:
    SpinButtonProvider() : PartProvider(PLACE_SPIN_BUTTON) {}
    CONTROLTYPEID controlType(const Node &) const override { return UIA_ButtonControlTypeId; }
    std::wstring name(const Node &node) const override
    {
        return node.item == 1 ? L"Forward" : L"Backward";
    }
    std::wstring automationId(const Node &node) const override
    {
        return node.item == 1 ? L"SmallIncrement" : L"SmallDecrement";
    }
    RECT rect(const Node &node) const override
    {
        RECT rect = windowRect(node.window);
        if (styleOf(node.window) & UDS_HORZ) {
            LONG middle = (rect.left + rect.right) / 2;
            (node.item == 1 ? rect.left : rect.right) = middle;
        } else {
            LONG middle = (rect.top + rect.bottom) / 2;
            (node.item == 1 ? rect.bottom : rect.top) = middle;
        }
        return rect;
    }
    bool isContent(const Node &) const override { return false; }
    bool hasPattern(const Node &, PATTERNID pattern) const override
    {
        return pattern == UIA_InvokePatternId;
    }
    HRESULT invoke(const Node &node) const override
    {
        RECT own = rect(node);
        POINT middle = {(own.left + own.right) / 2, (own.top + own.bottom) / 2};
        ScreenToClient(node.window, &middle);
        PostMessageW(node.window, WM_LBUTTONDOWN, MK_LBUTTON, MAKELPARAM(middle.x, middle.y));
        return PostMessageW(node.window, WM_LBUTTONUP, 0, MAKELPARAM(middle.x, middle.y)) ? S_OK
                                                                                          : E_FAIL;
    }
};

class ProgressProvider final : public RangeProvider {
  public:
    ProgressProvider() : RangeProvider(UIA_ProgressBarControlTypeId, true) {}
    bool isFocusable(const Node &) const override { return false; }

  protected:
    Range range(HWND window) const override
    {
        Range range;
        range.value = static_cast<int>(send(window, PBM_GETPOS));
        range.minimum = static_cast<int>(send(window, PBM_GETRANGE, TRUE));
        range.maximum = static_cast<int>(send(window, PBM_GETRANGE, FALSE));
        range.isReadOnly = true;
        return range;
    }
    bool isVertical(HWND window) const override { return (styleOf(window) & PBS_VERTICAL) != 0; }
};

class ScrollBarWindowProvider final : public RangeProvider {
  public:
    ScrollBarWindowProvider() : RangeProvider(UIA_ScrollBarControlTypeId, true) {}
    HRESULT setNumber(const Node &node, double number) const override
    {
        // The program moves its bar, as it does under a person's hand; where it does not care, the
        // bar moves alone.
        int position = static_cast<int>(number);
        UINT message = isVertical(node.window) ? WM_VSCROLL : WM_HSCROLL;
        sendAct(GetParent(node.window), message, MAKEWPARAM(SB_THUMBPOSITION, position),
                reinterpret_cast<LPARAM>(node.window));
        if (range(node.window).value == position) return S_OK;
        SCROLLINFO info = {};
        info.cbSize = sizeof info;
        info.fMask = SIF_POS;
        info.nPos = position;
        send(node.window, SBM_SETSCROLLINFO, TRUE, reinterpret_cast<LPARAM>(&info));
        return S_OK;
    }

  protected:
    Range range(HWND window) const override
    {
        SCROLLINFO info = {};
        info.cbSize = sizeof info;
        info.fMask = SIF_ALL;
        send(window, SBM_GETSCROLLINFO, 0, reinterpret_cast<LPARAM>(&info));
        Range range;
        range.value = info.nPos;
        range.minimum = info.nMin;
        range.maximum = info.nMax - (info.nPage ? static_cast<int>(info.nPage) - 1 : 0);
        range.smallChange = 1;
        range.largeChange = info.nPage;
        return range;
    }
    bool isVertical(HWND window) const override { return (styleOf(window) & SBS_VERT) != 0; }
};

const TrackbarPartProvider trackbarPart;
const TrackbarProvider trackbar;
const SpinButtonProvider spinButton;
const UpDownProvider upDown;
const ProgressProvider progress;
const ScrollBarWindowProvider scrollBarWindow;

Nodes TrackbarProvider::parts(const Node &node) const
{
    return {{node.window, &trackbarPart, 1},
            {node.window, &trackbarPart, 2},
            {node.window, &trackbarPart, 3}};
}

Nodes UpDownProvider::parts(const Node &node) const
{
    return {{node.window, &spinButton, 1}, {node.window, &spinButton, 2}};
}

} // namespace

const Provider &trackbarKind() { return trackbar; }
const Provider &upDownKind() { return upDown; }
const Provider &progressKind() { return progress; }
const Provider &scrollBarKind() { return scrollBarWindow; }

} // namespace uia
