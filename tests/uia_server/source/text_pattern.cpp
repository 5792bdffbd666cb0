// The Text pattern of edits: reading, finding, moving and selecting by character positions.
#include "messages.h"
#include "not_supported.h"
#include "patterns.h"
#include "provider.h"
#include "remote_memory.h"

#include <algorithm>
#include <cwctype>

namespace uia {

namespace {

class TextRange;

class TextRangeFace {
  public:
    virtual ~TextRangeFace() = default;
    virtual int start() const = 0;
    virtual int end() const = 0;
    virtual HWND window() const = 0;
};

} // namespace

UIA_PRIVATE_ID(TextRangeFace, 4)

namespace {

bool isWordCharacter(wchar_t unit)
{
    return iswalnum(unit) || unit == L'_' || (unit >= 0xD800 && unit < 0xE000);
}

// Where a unit that holds `position` begins.
int unitStart(HWND window, const std::wstring &text, int position, TextUnit unit)
{
    switch (unit) {
    case TextUnit_Character:
    case TextUnit_Format:
        return position;
    case TextUnit_Word:
        while (position > 0 &&
               !(isWordCharacter(text[position]) && !isWordCharacter(text[position - 1])))
            --position;
        return position;
    case TextUnit_Line: {
        LRESULT line = send(window, EM_LINEFROMCHAR, position);
        LRESULT start = send(window, EM_LINEINDEX, line, 0, 0);
        return start < 0 ? 0 : static_cast<int>(start);
    }
    case TextUnit_Paragraph:
        while (position > 0 && text[position - 1] != L'\n') --position;
        return position;
    default:
        return 0;
    }
}

// Where the unit that begins at `position` ends, which is where the next one begins.
int unitEnd(HWND window, const std::wstring &text, int position, TextUnit unit)
{
    int length = static_cast<int>(text.size());
    switch (unit) {
    case TextUnit_Character:
    case TextUnit_Format:
        return std::min(position + 1, length);
    case TextUnit_Word:
        while (position < length && isWordCharacter(text[position])) ++position;
        while (position < length && !isWordCharacter(text[position])) ++position;
        return position;
    case TextUnit_Line: {
        LRESULT line = send(window, EM_LINEFROMCHAR, position);
        LRESULT next = send(window, EM_LINEINDEX, line + 1, 0, -1);
        return next < 0 ? length : static_cast<int>(next);
    }
    case TextUnit_Paragraph: {
        size_t end = text.find(L'\n', position);
        return end == std::wstring::npos ? length : static_cast<int>(end) + 1;
    }
    default:
        return length;
    }
}

class TextRange final : public ComObject<IUIAutomationTextRange>, public TextRangeFace {
  public:
    TextRange(const ElementSource &source, int start, int end)
        : source_(source), start_(start), end_(end)
    {
    }
    int start() const override { return start_; }
    int end() const override { return end_; }
    HWND window() const override { return source_.node.window; }

    STDMETHODIMP Clone(IUIAutomationTextRange **clone) override
    {
        *clone = new TextRange(source_, start_, end_);
        return S_OK;
    }
    STDMETHODIMP Compare(IUIAutomationTextRange *other, WINBOOL *areSame) override
    {
        TextRangeFace *range = ours<TextRangeFace>(other);
        if (!range) return E_INVALIDARG;
        *areSame = range->window() == window() && range->start() == start_ && range->end() == end_;
        return S_OK;
    }
    STDMETHODIMP CompareEndpoints(TextPatternRangeEndpoint mine, IUIAutomationTextRange *other,
                                  TextPatternRangeEndpoint theirs, int *difference) override
    {
        TextRangeFace *range = ours<TextRangeFace>(other);
        if (!range || range->window() != window()) return E_INVALIDARG;
        *difference = (mine == TextPatternRangeEndpoint_Start ? start_ : end_) -
                      (theirs == TextPatternRangeEndpoint_Start ? range->start() : range->end());
        return S_OK;
    }
    STDMETHODIMP ExpandToEnclosingUnit(TextUnit unit) override
    {
        return ask("TextRange.ExpandToEnclosingUnit", [&](const std::wstring &text) {
            start_ = unitStart(window(), text, start_, unit);
            end_ = unitEnd(window(), text, start_, unit);
            return S_OK;
        });
    }
    UIA_NOT_BUILT(FindAttribute, TEXTATTRIBUTEID, VARIANT, WINBOOL, IUIAutomationTextRange **)
    STDMETHODIMP FindText(BSTR wanted, WINBOOL isBackward, WINBOOL ignoresCase,
                          IUIAutomationTextRange **found) override
    {
        *found = nullptr;
        if (SysStringLen(wanted) == 0) return E_INVALIDARG;
        return ask("TextRange.FindText", [&](std::wstring text) {
            std::wstring want(wanted, SysStringLen(wanted));
            text.resize(end_);
            if (ignoresCase) {
                CharLowerBuffW(text.data(), static_cast<DWORD>(text.size()));
                CharLowerBuffW(want.data(), static_cast<DWORD>(want.size()));
            }
            size_t place = isBackward ? text.rfind(want) : text.find(want, start_);
            if (place != std::wstring::npos && static_cast<int>(place) >= start_) {
                int start = static_cast<int>(place);
                *found = new TextRange(source_, start, start + static_cast<int>(want.size()));
            }
            return S_OK;
        });
    }
    STDMETHODIMP GetAttributeValue(TEXTATTRIBUTEID attribute, VARIANT *value) override
    {
        VariantInit(value);
        if (attribute == 40015 /* UIA_IsReadOnlyAttributeId */) {
            return toVariant(Value((styleOf(window()) & ES_READONLY) != 0), value);
        }
        value->vt = VT_UNKNOWN;
        value->punkVal = notSupportedValue();
        return S_OK;
    }
    UIA_NOT_BUILT(GetBoundingRectangles, SAFEARRAY **)
    STDMETHODIMP GetEnclosingElement(IUIAutomationElement **element) override
    {
        *element = newElement(source_.node);
        return S_OK;
    }
    STDMETHODIMP GetText(int longest, BSTR *out) override
    {
        *out = nullptr;
        return ask("TextRange.GetText", [&](const std::wstring &text) {
            int length = end_ - start_;
            if (longest >= 0) length = std::min(length, longest);
            return give(Value(text.substr(start_, length)), out);
        });
    }
    STDMETHODIMP Move(TextUnit unit, int count, int *moved) override
    {
        return ask("TextRange.Move", [&](const std::wstring &text) {
            bool isEmpty = start_ == end_;
            start_ = step(text, isEmpty ? start_ : unitStart(window(), text, start_, unit), unit,
                          count, *moved);
            end_ = isEmpty ? start_ : unitEnd(window(), text, start_, unit);
            return S_OK;
        });
    }
    STDMETHODIMP MoveEndpointByUnit(TextPatternRangeEndpoint endpoint, TextUnit unit, int count,
                                    int *moved) override
    {
        return ask("TextRange.MoveEndpointByUnit", [&](const std::wstring &text) {
            bool isStart = endpoint == TextPatternRangeEndpoint_Start;
            moveTo(isStart, step(text, isStart ? start_ : end_, unit, count, *moved));
            return S_OK;
        });
    }
    STDMETHODIMP MoveEndpointByRange(TextPatternRangeEndpoint mine, IUIAutomationTextRange *other,
                                     TextPatternRangeEndpoint theirs) override
    {
        TextRangeFace *range = ours<TextRangeFace>(other);
        if (!range || range->window() != window()) return E_INVALIDARG;
        moveTo(mine == TextPatternRangeEndpoint_Start,
               theirs == TextPatternRangeEndpoint_Start ? range->start() : range->end());
        return S_OK;
    }
    STDMETHODIMP Select() override
    {
        return ask("TextRange.Select", [&](const std::wstring &) {
            send(window(), EM_SETSEL, start_, end_);
            return S_OK;
        });
    }
    // An edit has one selection only.
    STDMETHODIMP AddToSelection() override { return UIA_E_INVALIDOPERATION; }
    STDMETHODIMP RemoveFromSelection() override { return UIA_E_INVALIDOPERATION; }
    STDMETHODIMP ScrollIntoView(WINBOOL) override
    {
        return ask("TextRange.ScrollIntoView", [&](const std::wstring &) {
            LRESULT line = send(window(), EM_LINEFROMCHAR, start_),
                    first = send(window(), EM_GETFIRSTVISIBLELINE);
            send(window(), EM_LINESCROLL, 0, line - first);
            return S_OK;
        });
    }
    STDMETHODIMP GetChildren(IUIAutomationElementArray **children) override
    {
        *children = newElementArray(Nodes());
        return S_OK;
    }

  protected:
    void *privateObject(REFIID id) override
    {
        return id == privateId<TextRangeFace>() ? static_cast<TextRangeFace *>(this) : nullptr;
    }

  private:
    // With the text as it is now; positions that it no longer has move to its end.
    template <class Body> HRESULT ask(const char *name, Body body)
    {
        return askElement(source_, name, [&]() -> HRESULT {
            std::wstring text = windowText(window());
            end_ = std::min(end_, static_cast<int>(text.size()));
            start_ = std::min(start_, end_);
            return body(text);
        });
    }
    int step(const std::wstring &text, int position, TextUnit unit, int count, int &moved) const
    {
        moved = 0;
        for (; moved < count; ++moved) {
            int next = unitEnd(window(), text, position, unit);
            if (next == position) break;
            position = next;
        }
        for (; moved > count && position > 0; --moved)
            position = unitStart(window(), text, position - 1, unit);
        return position;
    }
    void moveTo(bool isStart, int position)
    {
        (isStart ? start_ : end_) = position;
        if (start_ > end_) (isStart ? end_ : start_) = position;
    }

    ElementSource source_;
    int start_, end_;
};

class TextRangeArray final : public ComObject<IUIAutomationTextRangeArray> {
  public:
    TextRangeArray(const ElementSource &source, int start, int end)
        : source_(source), start_(start), end_(end)
    {
    }
    STDMETHODIMP get_Length(int *length) override { return give(Value(1), length); }
    STDMETHODIMP GetElement(int index, IUIAutomationTextRange **range) override
    {
        *range = nullptr;
        if (index != 0) return E_INVALIDARG;
        *range = new TextRange(source_, start_, end_);
        return S_OK;
    }

  private:
    ElementSource source_;
    int start_, end_;
};

class TextPattern final : public PatternObject<IUIAutomationTextPattern> {
  public:
    explicit TextPattern(const ElementSource &source) : PatternObject(source), source_(source) {}
    STDMETHODIMP RangeFromPoint(POINT point, IUIAutomationTextRange **range) override
    {
        *range = nullptr;
        return ask("TextPattern.RangeFromPoint", [&] {
            POINT inside = point;
            ScreenToClient(window(), &inside);
            int position =
                LOWORD(send(window(), EM_CHARFROMPOS, 0, MAKELPARAM(inside.x, inside.y)));
            *range = new TextRange(source_, position, position);
            return S_OK;
        });
    }
    STDMETHODIMP RangeFromChild(IUIAutomationElement *, IUIAutomationTextRange **range) override
    {
        *range = nullptr;
        return UIA_E_INVALIDOPERATION;
    }
    STDMETHODIMP GetSelection(IUIAutomationTextRangeArray **ranges) override
    {
        *ranges = nullptr;
        return ask("TextPattern.GetSelection", [&] {
            DWORD start = 0, end = 0;
            send(window(), EM_GETSEL, reinterpret_cast<WPARAM>(&start),
                 reinterpret_cast<LPARAM>(&end));
            *ranges = new TextRangeArray(source_, static_cast<int>(start), static_cast<int>(end));
            return S_OK;
        });
    }
    STDMETHODIMP GetVisibleRanges(IUIAutomationTextRangeArray **ranges) override
    {
        *ranges = nullptr;
        return ask("TextPattern.GetVisibleRanges", [&] {
            LRESULT first = send(window(), EM_GETFIRSTVISIBLELINE);
            LRESULT start = send(window(), EM_LINEINDEX, first, 0, 0);
            RECT client;
            GetClientRect(window(), &client);
            LRESULT corner =
                send(window(), EM_CHARFROMPOS, 0, MAKELPARAM(client.right - 1, client.bottom - 1));
            LRESULT after = send(window(), EM_LINEINDEX, HIWORD(corner) + 1, 0, -1);
            LRESULT end = after < 0 ? send(window(), WM_GETTEXTLENGTH) : after;
            *ranges = new TextRangeArray(source_, static_cast<int>(start), static_cast<int>(end));
            return S_OK;
        });
    }
    STDMETHODIMP get_DocumentRange(IUIAutomationTextRange **range) override
    {
        *range = nullptr;
        return ask("TextPattern.get_DocumentRange", [&] {
            *range = new TextRange(source_, 0, static_cast<int>(send(window(), WM_GETTEXTLENGTH)));
            return S_OK;
        });
    }
    STDMETHODIMP get_SupportedTextSelection(SupportedTextSelection *supported) override
    {
        *supported = SupportedTextSelection_Single;
        return S_OK;
    }

  private:
    HWND window() const { return source_.node.window; }
    ElementSource source_;
};

} // namespace

IUnknown *newTextPattern(const ElementSource &source) { return new TextPattern(source); }

} // namespace uia
