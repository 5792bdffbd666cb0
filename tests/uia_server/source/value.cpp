#include "value.h"

#include "element.h"

#include <cstring>

namespace uia {

SAFEARRAY *intArray(const std::vector<int> &numbers)
{
    SAFEARRAY *array = SafeArrayCreateVector(VT_I4, 0, static_cast<ULONG>(numbers.size()));
    void *data = nullptr;
    if (array && !numbers.empty() && SUCCEEDED(SafeArrayAccessData(array, &data))) {
        memcpy(data, numbers.data(), numbers.size() * sizeof(int));
        SafeArrayUnaccessData(array);
    }
    return array;
}

std::vector<int> fromIntArray(SAFEARRAY *array)
{
    LONG last = -1;
    void *data = nullptr;
    if (!array || FAILED(SafeArrayGetUBound(array, 1, &last)) || last < 0) return {};
    if (FAILED(SafeArrayAccessData(array, &data))) return {};
    const int *numbers = static_cast<const int *>(data);
    std::vector<int> result(numbers, numbers + last + 1);
    SafeArrayUnaccessData(array);
    return result;
}

// Left, top, width, height: the form that a rectangle has in a VARIANT.
static SAFEARRAY *rectArray(const RECT &rect)
{
    double numbers[] = {double(rect.left), double(rect.top), double(rect.right - rect.left),
                        double(rect.bottom - rect.top)};
    SAFEARRAY *array = SafeArrayCreateVector(VT_R8, 0, 4);
    void *data = nullptr;
    if (array && SUCCEEDED(SafeArrayAccessData(array, &data))) {
        memcpy(data, numbers, sizeof numbers);
        SafeArrayUnaccessData(array);
    }
    return array;
}

static BSTR newBstr(const std::wstring &text)
{
    return SysAllocStringLen(text.data(), static_cast<UINT>(text.size()));
}

HRESULT toVariant(const Value &value, VARIANT *out)
{
    VariantInit(out);
    if (auto flag = std::get_if<bool>(&value)) {
        out->vt = VT_BOOL;
        out->boolVal = *flag ? VARIANT_TRUE : VARIANT_FALSE;
    } else if (auto number = std::get_if<int>(&value)) {
        out->vt = VT_I4;
        out->lVal = *number;
    } else if (auto real = std::get_if<double>(&value)) {
        out->vt = VT_R8;
        out->dblVal = *real;
    } else if (auto text = std::get_if<std::wstring>(&value)) {
        out->vt = VT_BSTR;
        out->bstrVal = newBstr(*text);
    } else if (auto rect = std::get_if<RECT>(&value)) {
        out->vt = VT_ARRAY | VT_R8;
        out->parray = rectArray(*rect);
    } else if (auto numbers = std::get_if<std::vector<int>>(&value)) {
        out->vt = VT_ARRAY | VT_I4;
        out->parray = intArray(*numbers);
    } else if (auto node = std::get_if<Node>(&value)) {
        out->vt = VT_UNKNOWN;
        out->punkVal = *node ? newElement(*node) : nullptr;
    } else if (auto nodes = std::get_if<Nodes>(&value)) {
        out->vt = VT_UNKNOWN;
        out->punkVal = newElementArray(*nodes);
    }
    return S_OK;
}

static double numberIn(const Value &value)
{
    if (auto flag = std::get_if<bool>(&value)) return *flag ? 1 : 0;
    if (auto number = std::get_if<int>(&value)) return *number;
    if (auto real = std::get_if<double>(&value)) return *real;
    return 0;
}

HRESULT give(const Value &value, BSTR *out)
{
    if (!out) return E_POINTER;
    auto text = std::get_if<std::wstring>(&value);
    *out = newBstr(text ? *text : std::wstring());
    return S_OK;
}

HRESULT give(const Value &value, int *out)
{
    if (!out) return E_POINTER;
    *out = static_cast<int>(numberIn(value));
    return S_OK;
}

HRESULT give(const Value &value, DWORD *out)
{
    if (!out) return E_POINTER;
    *out = static_cast<DWORD>(static_cast<long long>(numberIn(value)));
    return S_OK;
}

HRESULT give(const Value &value, double *out)
{
    if (!out) return E_POINTER;
    *out = numberIn(value);
    return S_OK;
}

HRESULT give(const Value &value, UIA_HWND *out)
{
    if (!out) return E_POINTER;
    *out = reinterpret_cast<UIA_HWND>(static_cast<LONG_PTR>(numberIn(value)));
    return S_OK;
}

HRESULT give(const Value &value, RECT *out)
{
    if (!out) return E_POINTER;
    auto rect = std::get_if<RECT>(&value);
    *out = rect ? *rect : RECT{};
    return S_OK;
}

HRESULT give(const Value &value, SAFEARRAY **out)
{
    if (!out) return E_POINTER;
    auto numbers = std::get_if<std::vector<int>>(&value);
    *out = numbers ? intArray(*numbers) : nullptr;
    return S_OK;
}

HRESULT give(const Value &value, IUIAutomationElement **out)
{
    if (!out) return E_POINTER;
    auto node = std::get_if<Node>(&value);
    *out = node && *node ? newElement(*node) : nullptr;
    return S_OK;
}

HRESULT give(const Value &value, IUIAutomationElementArray **out)
{
    if (!out) return E_POINTER;
    auto nodes = std::get_if<Nodes>(&value);
    *out = newElementArray(nodes ? *nodes : Nodes());
    return S_OK;
}

Value defaultValue(PROPERTYID property)
{
    switch (property) {
    case UIA_RuntimeIdPropertyId:
        return std::vector<int>();
    case UIA_BoundingRectanglePropertyId:
        return RECT{};
    case UIA_ProcessIdPropertyId:
    case UIA_CulturePropertyId:
    case UIA_NativeWindowHandlePropertyId:
    case UIA_OrientationPropertyId:
    case UIA_GridColumnCountPropertyId:
    case UIA_GridRowCountPropertyId:
    case UIA_GridItemColumnPropertyId:
    case UIA_GridItemRowPropertyId:
    case UIA_LegacyIAccessibleChildIdPropertyId:
    case UIA_LegacyIAccessibleRolePropertyId:
    case UIA_LegacyIAccessibleStatePropertyId:
    case UIA_TableRowOrColumnMajorPropertyId:
    case UIA_WindowWindowInteractionStatePropertyId:
    case UIA_WindowWindowVisualStatePropertyId:
    case UIA_PositionInSetPropertyId:
    case UIA_SizeOfSetPropertyId:
    case UIA_LevelPropertyId:
        return 0;
    case UIA_GridItemColumnSpanPropertyId:
    case UIA_GridItemRowSpanPropertyId:
        return 1;
    case UIA_ControlTypePropertyId:
        return UIA_CustomControlTypeId;
    case UIA_ToggleToggleStatePropertyId:
        return int(ToggleState_Indeterminate);
    case UIA_ExpandCollapseExpandCollapseStatePropertyId:
        return int(ExpandCollapseState_LeafNode);
    case UIA_RangeValueValuePropertyId:
    case UIA_RangeValueMinimumPropertyId:
    case UIA_RangeValueMaximumPropertyId:
    case UIA_RangeValueLargeChangePropertyId:
    case UIA_RangeValueSmallChangePropertyId:
    case UIA_ScrollHorizontalScrollPercentPropertyId:
    case UIA_ScrollVerticalScrollPercentPropertyId:
        return 0.0;
    case UIA_ScrollHorizontalViewSizePropertyId:
    case UIA_ScrollVerticalViewSizePropertyId:
        return 100.0;
    case UIA_IsControlElementPropertyId:
    case UIA_IsContentElementPropertyId:
    case UIA_ValueIsReadOnlyPropertyId:
    case UIA_RangeValueIsReadOnlyPropertyId:
        return true;
    case UIA_NamePropertyId:
    case UIA_LocalizedControlTypePropertyId:
    case UIA_AcceleratorKeyPropertyId:
    case UIA_AccessKeyPropertyId:
    case UIA_AutomationIdPropertyId:
    case UIA_ClassNamePropertyId:
    case UIA_HelpTextPropertyId:
    case UIA_ItemTypePropertyId:
    case UIA_ItemStatusPropertyId:
    case UIA_FrameworkIdPropertyId:
    case UIA_AriaRolePropertyId:
    case UIA_AriaPropertiesPropertyId:
    case UIA_ProviderDescriptionPropertyId:
    case UIA_FullDescriptionPropertyId:
    case UIA_LocalizedLandmarkTypePropertyId:
    case UIA_ValueValuePropertyId:
    case UIA_LegacyIAccessibleNamePropertyId:
    case UIA_LegacyIAccessibleValuePropertyId:
    case UIA_LegacyIAccessibleDescriptionPropertyId:
    case UIA_LegacyIAccessibleHelpPropertyId:
    case UIA_LegacyIAccessibleKeyboardShortcutPropertyId:
    case UIA_LegacyIAccessibleDefaultActionPropertyId:
        return std::wstring();
    case UIA_LabeledByPropertyId:
    case UIA_ClickablePointPropertyId:
    case UIA_SelectionItemSelectionContainerPropertyId:
    case UIA_GridItemContainingGridPropertyId:
        return {};
    case UIA_ControllerForPropertyId:
    case UIA_DescribedByPropertyId:
    case UIA_FlowsToPropertyId:
    case UIA_FlowsFromPropertyId:
    case UIA_AnnotationObjectsPropertyId:
    case UIA_SelectionSelectionPropertyId:
    case UIA_TableRowHeadersPropertyId:
    case UIA_TableColumnHeadersPropertyId:
    case UIA_LegacyIAccessibleSelectionPropertyId:
        return Nodes();
    case UIA_AnnotationTypesPropertyId:
        return std::vector<int>();
    default:
        return false;
    }
}

} // namespace uia
