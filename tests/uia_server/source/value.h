// A property's value before it becomes a VARIANT or an argument of a getter.
#ifndef UIA_SERVER_VALUE_H
#define UIA_SERVER_VALUE_H

#include "node.h"

#include <ole2.h>
#include <string>
#include <uiautomation.h>
#include <variant>
#include <vector>

namespace uia {

using Value = std::variant<std::monostate, bool, int, double, std::wstring, RECT, std::vector<int>,
                           Node, Nodes>;

// Fills an uninitialised VARIANT; elements become interface pointers.
HRESULT toVariant(const Value &value, VARIANT *out);

// What Windows answers where an element does not have a property.
Value defaultValue(PROPERTYID property);

// The getters' arguments. A value of another type gives the type's zero.
HRESULT give(const Value &value, BSTR *out);
HRESULT give(const Value &value, int *out);
HRESULT give(const Value &value, DWORD *out);
HRESULT give(const Value &value, double *out);
HRESULT give(const Value &value, UIA_HWND *out);
HRESULT give(const Value &value, RECT *out);
HRESULT give(const Value &value, SAFEARRAY **out);
HRESULT give(const Value &value, IUIAutomationElement **out);
HRESULT give(const Value &value, IUIAutomationElementArray **out);

template <class E> std::enable_if_t<std::is_enum_v<E>, HRESULT> give(const Value &value, E *out)
{
    int number = 0;
    HRESULT result = give(value, &number);
    if (!out) return E_POINTER;
    *out = static_cast<E>(number);
    return result;
}

SAFEARRAY *intArray(const std::vector<int> &numbers);
std::vector<int> fromIntArray(SAFEARRAY *array);

} // namespace uia

#endif
