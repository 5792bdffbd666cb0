// Control patterns as clients hold them; what they do stands in the providers.
#ifndef UIA_SERVER_PATTERNS_H
#define UIA_SERVER_PATTERNS_H

#include "element.h"

namespace uia {

// The object of a pattern that the element has; null for one that nobody has built.
IUnknown *newPattern(const ElementSource &source, PATTERNID pattern);

// The Text pattern (text_pattern.cpp).
IUnknown *newTextPattern(const ElementSource &source);

// What pattern objects share: the element, its getters, and what is looked at before an act.
template <class Interface> class PatternObject : public ComObject<Interface> {
  public:
    explicit PatternObject(const ElementSource &source) : source_(source) {}

  protected:
    const Node &node() const { return source_.node; }
    const Provider &provider() const { return *source_.node.provider; }
    template <class Body> HRESULT ask(const char *name, Body body)
    {
        return askElement(source_, name, body);
    }
    // An act: a disabled element refuses.
    template <class Body> HRESULT act(const char *name, Body body)
    {
        return ask(name, [&]() -> HRESULT {
            if (!provider().isEnabled(node())) return UIA_E_ELEMENTNOTENABLED;
            return body();
        });
    }
    template <class T> HRESULT current(const char *name, PROPERTYID property, T *out)
    {
        if (!out) return E_POINTER;
        *out = {};
        return ask(name, [&] {
            CachedProperty found = readProperty(node(), property);
            return FAILED(found.result) ? found.result : give(found.value, out);
        });
    }
    template <class T> HRESULT cached(PROPERTYID property, T *out)
    {
        if (!out) return E_POINTER;
        *out = {};
        countLocal();
        const CachedProperty *found = nullptr;
        HRESULT result = cachedProperty(source_, property, &found);
        return FAILED(result) ? result : give(found->value, out);
    }

  private:
    ElementSource source_;
};

// Both getters of a pattern's property: Value + IsReadOnly is UIA_ValueIsReadOnlyPropertyId.
#define UIA_PATTERN_GETTERS(PATTERN, NAME, TYPE)                                                   \
    STDMETHODIMP get_Current##NAME(TYPE *out) override                                             \
    {                                                                                              \
        return this->current(#PATTERN "Pattern.get_Current" #NAME,                                 \
                             UIA_##PATTERN##NAME##PropertyId, out);                                \
    }                                                                                              \
    STDMETHODIMP get_Cached##NAME(TYPE *out) override                                              \
    {                                                                                              \
        return this->cached(UIA_##PATTERN##NAME##PropertyId, out);                                 \
    }

// The same for those that are named Get… instead of get_….
#define UIA_PATTERN_GET(PATTERN, NAME, TYPE)                                                       \
    STDMETHODIMP GetCurrent##NAME(TYPE *out) override                                              \
    {                                                                                              \
        return this->current(#PATTERN "Pattern.GetCurrent" #NAME, UIA_##PATTERN##NAME##PropertyId, \
                             out);                                                                 \
    }                                                                                              \
    STDMETHODIMP GetCached##NAME(TYPE *out) override                                               \
    {                                                                                              \
        return this->cached(UIA_##PATTERN##NAME##PropertyId, out);                                 \
    }

} // namespace uia

#endif
