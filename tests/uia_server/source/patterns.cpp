#include "patterns.h"

#include "messages.h"
#include "provider.h"

#include <oleacc.h>

namespace uia {

namespace {

using Selecting = Provider::Selecting;

class InvokePattern final : public PatternObject<IUIAutomationInvokePattern> {
  public:
    using PatternObject::PatternObject;
    STDMETHODIMP Invoke() override
    {
        return act("InvokePattern.Invoke", [&] { return provider().invoke(node()); });
    }
};

class TogglePattern final : public PatternObject<IUIAutomationTogglePattern> {
  public:
    using PatternObject::PatternObject;
    STDMETHODIMP Toggle() override
    {
        return act("TogglePattern.Toggle", [&] { return provider().toggle(node()); });
    }
    UIA_PATTERN_GETTERS(Toggle, ToggleState, ToggleState)
};

class ValuePattern final : public PatternObject<IUIAutomationValuePattern> {
  public:
    using PatternObject::PatternObject;
    STDMETHODIMP SetValue(BSTR text) override
    {
        return act("ValuePattern.SetValue", [&]() -> HRESULT {
            auto readOnly = readProperty(node(), UIA_ValueIsReadOnlyPropertyId);
            if (auto flag = std::get_if<bool>(&readOnly.value); flag && *flag)
                return UIA_E_INVALIDOPERATION;
            return provider().setText(node(), std::wstring(text ? text : L"", SysStringLen(text)));
        });
    }
    UIA_PATTERN_GETTERS(Value, Value, BSTR)
    UIA_PATTERN_GETTERS(Value, IsReadOnly, WINBOOL)
};

class RangeValuePattern final : public PatternObject<IUIAutomationRangeValuePattern> {
  public:
    using PatternObject::PatternObject;
    STDMETHODIMP SetValue(double number) override
    {
        return act("RangeValuePattern.SetValue", [&]() -> HRESULT {
            if (isReadOnly()) return UIA_E_INVALIDOPERATION;
            if (number < real(UIA_RangeValueMinimumPropertyId) ||
                number > real(UIA_RangeValueMaximumPropertyId)) {
                return E_INVALIDARG;
            }
            return provider().setNumber(node(), number);
        });
    }
    UIA_PATTERN_GETTERS(RangeValue, Value, double)
    UIA_PATTERN_GETTERS(RangeValue, IsReadOnly, WINBOOL)
    UIA_PATTERN_GETTERS(RangeValue, Maximum, double)
    UIA_PATTERN_GETTERS(RangeValue, Minimum, double)
    UIA_PATTERN_GETTERS(RangeValue, LargeChange, double)
    UIA_PATTERN_GETTERS(RangeValue, SmallChange, double)

  private:
    bool isReadOnly() const
    {
        auto flag = readProperty(node(), UIA_RangeValueIsReadOnlyPropertyId);
        return std::get_if<bool>(&flag.value) && std::get<bool>(flag.value);
    }
    double real(PROPERTYID property) const
    {
        double number = 0;
        give(readProperty(node(), property).value, &number);
        return number;
    }
};

class ExpandCollapsePattern final : public PatternObject<IUIAutomationExpandCollapsePattern> {
  public:
    using PatternObject::PatternObject;
    STDMETHODIMP Expand() override { return change("ExpandCollapsePattern.Expand", true); }
    STDMETHODIMP Collapse() override { return change("ExpandCollapsePattern.Collapse", false); }
    UIA_PATTERN_GETTERS(ExpandCollapse, ExpandCollapseState, ExpandCollapseState)

  private:
    HRESULT change(const char *name, bool isExpanding)
    {
        return act(name, [&]() -> HRESULT {
            int state = ExpandCollapseState_LeafNode;
            give(readProperty(node(), UIA_ExpandCollapseExpandCollapseStatePropertyId).value,
                 &state);
            if (state == ExpandCollapseState_LeafNode) return UIA_E_INVALIDOPERATION;
            if (state ==
                (isExpanding ? ExpandCollapseState_Expanded : ExpandCollapseState_Collapsed))
                return S_OK;
            return provider().expand(node(), isExpanding);
        });
    }
};

class SelectionPattern final : public PatternObject<IUIAutomationSelectionPattern> {
  public:
    using PatternObject::PatternObject;
    UIA_PATTERN_GET(Selection, Selection, IUIAutomationElementArray *)
    UIA_PATTERN_GETTERS(Selection, CanSelectMultiple, WINBOOL)
    UIA_PATTERN_GETTERS(Selection, IsSelectionRequired, WINBOOL)
};

class SelectionItemPattern final : public PatternObject<IUIAutomationSelectionItemPattern> {
  public:
    using PatternObject::PatternObject;
    STDMETHODIMP Select() override
    {
        return change("SelectionItemPattern.Select", Selecting::Alone);
    }
    STDMETHODIMP AddToSelection() override
    {
        return change("SelectionItemPattern.AddToSelection", Selecting::Add);
    }
    STDMETHODIMP RemoveFromSelection() override
    {
        return change("SelectionItemPattern.RemoveFromSelection", Selecting::Remove);
    }
    UIA_PATTERN_GETTERS(SelectionItem, IsSelected, WINBOOL)
    UIA_PATTERN_GETTERS(SelectionItem, SelectionContainer, IUIAutomationElement *)

  private:
    HRESULT change(const char *name, Selecting how)
    {
        return act(name, [&] { return provider().select(node(), how); });
    }
};

class ScrollPattern final : public PatternObject<IUIAutomationScrollPattern> {
  public:
    using PatternObject::PatternObject;
    STDMETHODIMP Scroll(ScrollAmount horizontal, ScrollAmount vertical) override
    {
        return act("ScrollPattern.Scroll",
                   [&] { return provider().scroll(node(), horizontal, vertical); });
    }
    STDMETHODIMP SetScrollPercent(double horizontal, double vertical) override
    {
        return act("ScrollPattern.SetScrollPercent",
                   [&] { return provider().scrollTo(node(), horizontal, vertical); });
    }
    UIA_PATTERN_GETTERS(Scroll, HorizontalScrollPercent, double)
    UIA_PATTERN_GETTERS(Scroll, VerticalScrollPercent, double)
    UIA_PATTERN_GETTERS(Scroll, HorizontalViewSize, double)
    UIA_PATTERN_GETTERS(Scroll, VerticalViewSize, double)
    UIA_PATTERN_GETTERS(Scroll, HorizontallyScrollable, WINBOOL)
    UIA_PATTERN_GETTERS(Scroll, VerticallyScrollable, WINBOOL)
};

class ScrollItemPattern final : public PatternObject<IUIAutomationScrollItemPattern> {
  public:
    using PatternObject::PatternObject;
    STDMETHODIMP ScrollIntoView() override
    {
        return act("ScrollItemPattern.ScrollIntoView",
                   [&] { return provider().scrollIntoView(node()); });
    }
};

class WindowPattern final : public PatternObject<IUIAutomationWindowPattern> {
  public:
    using PatternObject::PatternObject;
    STDMETHODIMP Close() override
    {
        return act("WindowPattern.Close", [&]() -> HRESULT {
            return PostMessageW(node().window, WM_SYSCOMMAND, SC_CLOSE, 0) ? S_OK : E_FAIL;
        });
    }
    STDMETHODIMP WaitForInputIdle(int milliseconds, WINBOOL *isIdle) override
    {
        return ask("WindowPattern.WaitForInputIdle", [&] {
            DWORD_PTR answer = 0;
            *isIdle = SendMessageTimeoutW(node().window, WM_NULL, 0, 0, SMTO_NORMAL, milliseconds,
                                          &answer) != 0;
            return S_OK;
        });
    }
    STDMETHODIMP SetWindowVisualState(WindowVisualState state) override
    {
        return act("WindowPattern.SetWindowVisualState", [&]() -> HRESULT {
            LONG_PTR style = styleOf(node().window);
            if (state == WindowVisualState_Maximized && !(style & WS_MAXIMIZEBOX))
                return UIA_E_INVALIDOPERATION;
            if (state == WindowVisualState_Minimized && !(style & WS_MINIMIZEBOX))
                return UIA_E_INVALIDOPERATION;
            int command = state == WindowVisualState_Maximized   ? SW_MAXIMIZE
                          : state == WindowVisualState_Minimized ? SW_MINIMIZE
                                                                 : SW_RESTORE;
            return ShowWindowAsync(node().window, command) ? S_OK : S_FALSE;
        });
    }
    UIA_PATTERN_GETTERS(Window, CanMaximize, WINBOOL)
    UIA_PATTERN_GETTERS(Window, CanMinimize, WINBOOL)
    UIA_PATTERN_GETTERS(Window, IsModal, WINBOOL)
    UIA_PATTERN_GETTERS(Window, IsTopmost, WINBOOL)
    UIA_PATTERN_GETTERS(Window, WindowVisualState, WindowVisualState)
    UIA_PATTERN_GETTERS(Window, WindowInteractionState, WindowInteractionState)
};

class GridPattern final : public PatternObject<IUIAutomationGridPattern> {
  public:
    using PatternObject::PatternObject;
    STDMETHODIMP GetItem(int row, int column, IUIAutomationElement **element) override
    {
        if (!element) return E_POINTER;
        *element = nullptr;
        return ask("GridPattern.GetItem", [&]() -> HRESULT {
            Node cell = provider().cell(node(), row, column);
            if (!cell) return E_INVALIDARG;
            *element = newElement(cell);
            return S_OK;
        });
    }
    UIA_PATTERN_GETTERS(Grid, RowCount, int)
    UIA_PATTERN_GETTERS(Grid, ColumnCount, int)
};

class GridItemPattern final : public PatternObject<IUIAutomationGridItemPattern> {
  public:
    using PatternObject::PatternObject;
    UIA_PATTERN_GETTERS(GridItem, ContainingGrid, IUIAutomationElement *)
    UIA_PATTERN_GETTERS(GridItem, Row, int)
    UIA_PATTERN_GETTERS(GridItem, Column, int)
    UIA_PATTERN_GETTERS(GridItem, RowSpan, int)
    UIA_PATTERN_GETTERS(GridItem, ColumnSpan, int)
};

class TablePattern final : public PatternObject<IUIAutomationTablePattern> {
  public:
    using PatternObject::PatternObject;
    UIA_PATTERN_GET(Table, RowHeaders, IUIAutomationElementArray *)
    UIA_PATTERN_GET(Table, ColumnHeaders, IUIAutomationElementArray *)
    UIA_PATTERN_GETTERS(Table, RowOrColumnMajor, RowOrColumnMajor)
};

class TableItemPattern final : public PatternObject<IUIAutomationTableItemPattern> {
  public:
    using PatternObject::PatternObject;
    UIA_PATTERN_GET(TableItem, RowHeaderItems, IUIAutomationElementArray *)
    UIA_PATTERN_GET(TableItem, ColumnHeaderItems, IUIAutomationElementArray *)
};

class LegacyPattern final : public PatternObject<IUIAutomationLegacyIAccessiblePattern> {
  public:
    using PatternObject::PatternObject;
    STDMETHODIMP Select(LONG flags) override
    {
        return act("LegacyIAccessiblePattern.Select", [&]() -> HRESULT {
            HRESULT result = S_OK;
            if (flags & SELFLAG_TAKEFOCUS) result = provider().setFocus(node());
            if (SUCCEEDED(result) && (flags & SELFLAG_TAKESELECTION))
                result = provider().select(node(), Selecting::Alone);
            if (SUCCEEDED(result) && (flags & SELFLAG_ADDSELECTION))
                result = provider().select(node(), Selecting::Add);
            if (SUCCEEDED(result) && (flags & SELFLAG_REMOVESELECTION)) {
                result = provider().select(node(), Selecting::Remove);
            }
            return result;
        });
    }
    STDMETHODIMP DoDefaultAction() override
    {
        return act("LegacyIAccessiblePattern.DoDefaultAction", [&]() -> HRESULT {
            const Provider &mine = provider();
            if (mine.hasPattern(node(), UIA_InvokePatternId)) return mine.invoke(node());
            if (mine.hasPattern(node(), UIA_TogglePatternId)) return mine.toggle(node());
            if (mine.hasPattern(node(), UIA_ExpandCollapsePatternId)) {
                int state = ExpandCollapseState_LeafNode;
                give(readProperty(node(), UIA_ExpandCollapseExpandCollapseStatePropertyId).value,
                     &state);
                return mine.expand(node(), state != ExpandCollapseState_Expanded);
            }
            if (mine.hasPattern(node(), UIA_SelectionItemPatternId))
                return mine.select(node(), Selecting::Alone);
            return UIA_E_INVALIDOPERATION;
        });
    }
    STDMETHODIMP SetValue(LPCWSTR text) override
    {
        return act("LegacyIAccessiblePattern.SetValue", [&]() -> HRESULT {
            if (!provider().hasPattern(node(), UIA_ValuePatternId)) return UIA_E_INVALIDOPERATION;
            return provider().setText(node(), text ? text : L"");
        });
    }
    UIA_PATTERN_GETTERS(LegacyIAccessible, ChildId, int)
    UIA_PATTERN_GETTERS(LegacyIAccessible, Name, BSTR)
    UIA_PATTERN_GETTERS(LegacyIAccessible, Value, BSTR)
    UIA_PATTERN_GETTERS(LegacyIAccessible, Description, BSTR)
    UIA_PATTERN_GETTERS(LegacyIAccessible, Role, DWORD)
    UIA_PATTERN_GETTERS(LegacyIAccessible, State, DWORD)
    UIA_PATTERN_GETTERS(LegacyIAccessible, Help, BSTR)
    UIA_PATTERN_GETTERS(LegacyIAccessible, KeyboardShortcut, BSTR)
    UIA_PATTERN_GETTERS(LegacyIAccessible, DefaultAction, BSTR)
    UIA_PATTERN_GET(LegacyIAccessible, Selection, IUIAutomationElementArray *)
    UIA_NOT_BUILT(GetIAccessible, IAccessible **)
};

} // namespace

IUnknown *newPattern(const ElementSource &source, PATTERNID pattern)
{
    switch (pattern) {
    case UIA_InvokePatternId:
        return new InvokePattern(source);
    case UIA_TogglePatternId:
        return new TogglePattern(source);
    case UIA_ValuePatternId:
        return new ValuePattern(source);
    case UIA_RangeValuePatternId:
        return new RangeValuePattern(source);
    case UIA_ExpandCollapsePatternId:
        return new ExpandCollapsePattern(source);
    case UIA_SelectionPatternId:
        return new SelectionPattern(source);
    case UIA_SelectionItemPatternId:
        return new SelectionItemPattern(source);
    case UIA_ScrollPatternId:
        return new ScrollPattern(source);
    case UIA_ScrollItemPatternId:
        return new ScrollItemPattern(source);
    case UIA_WindowPatternId:
        return new WindowPattern(source);
    case UIA_GridPatternId:
        return new GridPattern(source);
    case UIA_GridItemPatternId:
        return new GridItemPattern(source);
    case UIA_TablePatternId:
        return new TablePattern(source);
    case UIA_TableItemPatternId:
        return new TableItemPattern(source);
    case UIA_TextPatternId:
        return newTextPattern(source);
    case UIA_LegacyIAccessiblePatternId:
        return new LegacyPattern(source);
    default:
        return nullptr;
    }
}

} // namespace uia
