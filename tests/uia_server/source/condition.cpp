#include "condition.h"

#include "element.h"
#include "provider.h"
#include "request.h"

#include <algorithm>

namespace uia {

namespace {

template <class Interface>
class ConditionObject : public ComObject<Interface, IUIAutomationCondition>, public Condition {
  protected:
    void *privateObject(REFIID id) override
    {
        return id == privateId<Condition>() ? static_cast<Condition *>(this) : nullptr;
    }
};

class BoolCondition final : public ConditionObject<IUIAutomationBoolCondition> {
  public:
    explicit BoolCondition(bool value) : value_(value) {}
    bool holds(const Node &) const override { return value_; }
    STDMETHODIMP get_BooleanValue(WINBOOL *value) override { return give(Value(value_), value); }

  private:
    bool value_;
};

// Compares as Windows does: numbers as numbers, text exactly or by the flags, arrays item by item.
bool isEqual(const VARIANT &wanted, const VARIANT &found, PropertyConditionFlags flags)
{
    if (wanted.vt == VT_BSTR && found.vt == VT_BSTR) {
        std::wstring want(wanted.bstrVal ? wanted.bstrVal : L"", SysStringLen(wanted.bstrVal));
        std::wstring have(found.bstrVal ? found.bstrVal : L"", SysStringLen(found.bstrVal));
        if (flags & PropertyConditionFlags_IgnoreCase) {
            CharLowerBuffW(want.data(), static_cast<DWORD>(want.size()));
            CharLowerBuffW(have.data(), static_cast<DWORD>(have.size()));
        }
        if (flags & 2 /* PropertyConditionFlags_MatchSubstring */)
            return have.find(want) != std::wstring::npos;
        return have == want;
    }
    if (wanted.vt != found.vt) return false;
    switch (wanted.vt) {
    case VT_BOOL:
        return (wanted.boolVal != VARIANT_FALSE) == (found.boolVal != VARIANT_FALSE);
    case VT_I4:
        return wanted.lVal == found.lVal;
    case VT_R8:
        return wanted.dblVal == found.dblVal;
    case VT_ARRAY | VT_I4:
        return fromIntArray(wanted.parray) == fromIntArray(found.parray);
    case VT_ARRAY | VT_R8: {
        double want[4] = {}, have[4] = {};
        for (LONG i = 0; i < 4; ++i) {
            SafeArrayGetElement(wanted.parray, &i, &want[i]);
            SafeArrayGetElement(found.parray, &i, &have[i]);
        }
        return std::equal(want, want + 4, have);
    }
    case VT_UNKNOWN: {
        Node want, have;
        return nodeIn(wanted.punkVal, want) && nodeIn(found.punkVal, have) && want == have;
    }
    default:
        return false;
    }
}

class PropertyCondition final : public ConditionObject<IUIAutomationPropertyCondition> {
  public:
    PropertyCondition(PROPERTYID property, const VARIANT &value, PropertyConditionFlags flags)
        : property_(property), flags_(flags)
    {
        VariantInit(&value_);
        VariantCopy(&value_, const_cast<VARIANT *>(&value));
    }
    ~PropertyCondition() override { VariantClear(&value_); }

    bool holds(const Node &node) const override
    {
        auto value = node.provider->property(node, property_);
        VARIANT found;
        toVariant(value ? *value : defaultValue(property_), &found);
        bool result = isEqual(value_, found, flags_);
        VariantClear(&found);
        return result;
    }
    STDMETHODIMP get_PropertyId(PROPERTYID *property) override
    {
        return give(Value(int(property_)), property);
    }
    STDMETHODIMP get_PropertyValue(VARIANT *value) override
    {
        VariantInit(value);
        return VariantCopy(value, &value_);
    }
    STDMETHODIMP get_PropertyConditionFlags(PropertyConditionFlags *flags) override
    {
        *flags = flags_;
        return S_OK;
    }

  private:
    PROPERTYID property_;
    PropertyConditionFlags flags_;
    VARIANT value_;
};

// And, or.
template <class Interface, bool IS_AND>
class ManyCondition final : public ConditionObject<Interface> {
  public:
    explicit ManyCondition(std::vector<HeldCondition> parts) : parts_(std::move(parts)) {}
    bool holds(const Node &node) const override
    {
        auto part = [&](const HeldCondition &condition) { return condition.holds(node); };
        return IS_AND ? std::all_of(parts_.begin(), parts_.end(), part)
                      : std::any_of(parts_.begin(), parts_.end(), part);
    }
    STDMETHODIMP get_ChildCount(int *count) override
    {
        return give(Value(int(parts_.size())), count);
    }
    UIA_NOT_BUILT(GetChildrenAsNativeArray, IUIAutomationCondition ***, int *)
    STDMETHODIMP GetChildren(SAFEARRAY **children) override
    {
        *children = SafeArrayCreateVector(VT_UNKNOWN, 0, static_cast<ULONG>(parts_.size()));
        for (LONG i = 0; i < static_cast<LONG>(parts_.size()); ++i) {
            SafeArrayPutElement(*children, &i, parts_[i].get());
        }
        return S_OK;
    }

  private:
    std::vector<HeldCondition> parts_;
};

class NotCondition final : public ConditionObject<IUIAutomationNotCondition> {
  public:
    explicit NotCondition(HeldCondition part) : part_(std::move(part)) {}
    bool holds(const Node &node) const override { return !part_.holds(node); }
    STDMETHODIMP GetChild(IUIAutomationCondition **condition) override
    {
        *condition = part_.get();
        (*condition)->AddRef();
        return S_OK;
    }

  private:
    HeldCondition part_;
};

Ref<IUIAutomationCondition> isTrue(PROPERTYID property)
{
    VARIANT yes;
    toVariant(Value(true), &yes);
    return newPropertyCondition(property, yes, PropertyConditionFlags_None);
}

} // namespace

Ref<IUIAutomationCondition> newBoolCondition(bool value)
{
    return Ref<IUIAutomationCondition>::take(new BoolCondition(value));
}

Ref<IUIAutomationCondition> newPropertyCondition(PROPERTYID property, const VARIANT &value,
                                                 PropertyConditionFlags flags)
{
    return Ref<IUIAutomationCondition>::take(new PropertyCondition(property, value, flags));
}

Ref<IUIAutomationCondition> newAndCondition(std::vector<HeldCondition> parts)
{
    return Ref<IUIAutomationCondition>::take(
        new ManyCondition<IUIAutomationAndCondition, true>(std::move(parts)));
}

Ref<IUIAutomationCondition> newOrCondition(std::vector<HeldCondition> parts)
{
    return Ref<IUIAutomationCondition>::take(
        new ManyCondition<IUIAutomationOrCondition, false>(std::move(parts)));
}

Ref<IUIAutomationCondition> newNotCondition(HeldCondition part)
{
    return Ref<IUIAutomationCondition>::take(new NotCondition(std::move(part)));
}

Ref<IUIAutomationCondition> rawView() { return newBoolCondition(true); }

Ref<IUIAutomationCondition> controlView() { return isTrue(UIA_IsControlElementPropertyId); }

Ref<IUIAutomationCondition> contentView()
{
    std::vector<HeldCondition> both;
    both.emplace_back(isTrue(UIA_IsControlElementPropertyId).get());
    both.emplace_back(isTrue(UIA_IsContentElementPropertyId).get());
    return newAndCondition(std::move(both));
}

} // namespace uia
