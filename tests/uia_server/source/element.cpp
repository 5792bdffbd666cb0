#include "element.h"

#include "faults.h"
#include "find.h"
#include "hit_test.h"
#include "messages.h"
#include "not_supported.h"
#include "patterns.h"
#include "provider.h"
#include "request.h"

#include <algorithm>

namespace uia {

// A private face of elements: C++ only.
class ElementFace {
  public:
    virtual ~ElementFace() = default;
    virtual const ElementSource &source() const = 0;
};
UIA_PRIVATE_ID(ElementFace, 3)

HRESULT canBeAsked(const Node &node)
{
    HRESULT fault = faults().ofElement(node);
    if (FAILED(fault)) return fault;
    return isAlive(node) ? S_OK : static_cast<HRESULT>(UIA_E_ELEMENTNOTAVAILABLE);
}

HRESULT cachedProperty(const ElementSource &source, PROPERTYID property,
                       const CachedProperty **found)
{
    if (!source.snapshot) return E_INVALIDARG;
    const std::vector<PROPERTYID> &known = source.snapshot->spec->properties;
    auto place = std::lower_bound(known.begin(), known.end(), property);
    if (place == known.end() || *place != property) return E_INVALIDARG;
    const CachedElement &element = source.snapshot->elements[source.index];
    size_t index = place - known.begin();
    if (index >= element.properties.size()) return E_INVALIDARG;
    *found = &element.properties[index];
    return (*found)->result;
}

namespace {

// Both getters of a property.
#define UIA_GETTERS(NAME, TYPE)                                                                    \
    STDMETHODIMP get_Current##NAME(TYPE *out) override                                             \
    {                                                                                              \
        return current("get_Current" #NAME, UIA_##NAME##PropertyId, out);                          \
    }                                                                                              \
    STDMETHODIMP get_Cached##NAME(TYPE *out) override                                              \
    {                                                                                              \
        return cached(UIA_##NAME##PropertyId, out);                                                \
    }

class Element final
    : public ComObject<IUIAutomationElement9, IUIAutomationElement, IUIAutomationElement2,
                       IUIAutomationElement3, IUIAutomationElement4, IUIAutomationElement5,
                       IUIAutomationElement6, IUIAutomationElement7, IUIAutomationElement8>,
      public ElementFace {
  public:
    explicit Element(const ElementSource &source) : source_(source) {}
    ~Element() override { faults().waitAtRelease(source_.node); }
    const ElementSource &source() const override { return source_; }

    STDMETHODIMP SetFocus() override
    {
        return ask("SetFocus", [&] {
            const Provider &provider = *source_.node.provider;
            if (!provider.isEnabled(source_.node))
                return static_cast<HRESULT>(UIA_E_ELEMENTNOTENABLED);
            if (!provider.isFocusable(source_.node))
                return static_cast<HRESULT>(UIA_E_INVALIDOPERATION);
            return provider.setFocus(source_.node);
        });
    }
    STDMETHODIMP GetRuntimeId(SAFEARRAY **id) override
    {
        if (!id) return E_POINTER;
        *id = nullptr;
        // Windows knows the id of an element that it has once reached.
        countLocal();
        *id = intArray(source_.node.provider->runtimeId(source_.node));
        return S_OK;
    }

    STDMETHODIMP FindFirst(TreeScope scope, IUIAutomationCondition *condition,
                           IUIAutomationElement **found) override
    {
        return findFirst("FindFirst", scope, condition, CacheSpec::plain(), false, found);
    }
    STDMETHODIMP FindAll(TreeScope scope, IUIAutomationCondition *condition,
                         IUIAutomationElementArray **found) override
    {
        return findAll("FindAll", scope, condition, CacheSpec::plain(), false, found);
    }
    STDMETHODIMP FindFirstBuildCache(TreeScope scope, IUIAutomationCondition *condition,
                                     IUIAutomationCacheRequest *request,
                                     IUIAutomationElement **found) override
    {
        return findFirst("FindFirstBuildCache", scope, condition, specOf(request), true, found);
    }
    STDMETHODIMP FindAllBuildCache(TreeScope scope, IUIAutomationCondition *condition,
                                   IUIAutomationCacheRequest *request,
                                   IUIAutomationElementArray **found) override
    {
        return findAll("FindAllBuildCache", scope, condition, specOf(request), true, found);
    }
    STDMETHODIMP BuildUpdatedCache(IUIAutomationCacheRequest *request,
                                   IUIAutomationElement **updated) override
    {
        if (!updated) return E_POINTER;
        *updated = nullptr;
        auto spec = specOf(request);
        if (!spec) return E_INVALIDARG;
        return ask("BuildUpdatedCache", [&] {
            auto snapshot = takeSnapshot(source_.node, spec);
            if (Request::current()->timeLeftMs() == 0) return static_cast<HRESULT>(UIA_E_TIMEOUT);
            *updated = newElement(ElementSource{source_.node, snapshot, 0});
            return S_OK;
        });
    }

    STDMETHODIMP GetCurrentPropertyValue(PROPERTYID property, VARIANT *value) override
    {
        return GetCurrentPropertyValueEx(property, FALSE, value);
    }
    STDMETHODIMP GetCurrentPropertyValueEx(PROPERTYID property, WINBOOL ignoreDefault,
                                           VARIANT *value) override
    {
        if (!value) return E_POINTER;
        VariantInit(value);
        return ask("GetCurrentPropertyValue", [&] {
            return giveVariant(readProperty(source_.node, property), ignoreDefault, value);
        });
    }
    STDMETHODIMP GetCachedPropertyValue(PROPERTYID property, VARIANT *value) override
    {
        return GetCachedPropertyValueEx(property, FALSE, value);
    }
    STDMETHODIMP GetCachedPropertyValueEx(PROPERTYID property, WINBOOL ignoreDefault,
                                          VARIANT *value) override
    {
        if (!value) return E_POINTER;
        VariantInit(value);
        countLocal();
        const CachedProperty *found = nullptr;
        HRESULT result = cachedProperty(source_, property, &found);
        return FAILED(result) ? result : giveVariant(*found, ignoreDefault, value);
    }

    STDMETHODIMP GetCurrentPatternAs(PATTERNID pattern, REFIID id, void **object) override
    {
        return patternAs(&Element::GetCurrentPattern, pattern, id, object);
    }
    STDMETHODIMP GetCachedPatternAs(PATTERNID pattern, REFIID id, void **object) override
    {
        return patternAs(&Element::GetCachedPattern, pattern, id, object);
    }
    // A pattern that the element does not have is S_OK and null, as on Windows.
    STDMETHODIMP GetCurrentPattern(PATTERNID pattern, IUnknown **object) override
    {
        if (!object) return E_POINTER;
        *object = nullptr;
        return ask("GetCurrentPattern", [&] {
            const Node &node = source_.node;
            if (pattern == UIA_LegacyIAccessiblePatternId ||
                node.provider->hasPattern(node, pattern)) {
                *object = newPattern(source_, pattern);
            }
            return S_OK;
        });
    }
    STDMETHODIMP GetCachedPattern(PATTERNID pattern, IUnknown **object) override
    {
        if (!object) return E_POINTER;
        *object = nullptr;
        countLocal();
        if (!source_.snapshot) return E_INVALIDARG;
        const std::vector<PATTERNID> &known = source_.snapshot->spec->patterns;
        auto place = std::lower_bound(known.begin(), known.end(), pattern);
        if (place == known.end() || *place != pattern) return E_INVALIDARG;
        const std::vector<bool> &has = source_.snapshot->elements[source_.index].hasPattern;
        size_t index = place - known.begin();
        if (index < has.size() && has[index]) *object = newPattern(source_, pattern);
        return S_OK;
    }

    STDMETHODIMP GetCachedParent(IUIAutomationElement **parent) override
    {
        if (!parent) return E_POINTER;
        *parent = nullptr;
        countLocal();
        if (!source_.snapshot) return S_OK;
        int index = source_.snapshot->elements[source_.index].parent;
        if (index >= 0) *parent = neighbour(index);
        return S_OK;
    }
    STDMETHODIMP GetCachedChildren(IUIAutomationElementArray **children) override
    {
        if (!children) return E_POINTER;
        *children = nullptr;
        countLocal();
        if (!source_.snapshot || !source_.snapshot->hasChildrenOf(source_.index)) return E_FAIL;
        const CachedElement &element = source_.snapshot->elements[source_.index];
        // No child at all is S_OK and null, as on Windows.
        if (element.children.empty()) return S_OK;
        std::vector<ElementSource> sources;
        for (int index : element.children) {
            sources.push_back({source_.snapshot->elements[index].node, source_.snapshot, index});
        }
        *children = newElementArray(std::move(sources));
        return S_OK;
    }

    UIA_GETTERS(ProcessId, int)
    UIA_GETTERS(ControlType, CONTROLTYPEID)
    UIA_GETTERS(LocalizedControlType, BSTR)
    UIA_GETTERS(Name, BSTR)
    UIA_GETTERS(AcceleratorKey, BSTR)
    UIA_GETTERS(AccessKey, BSTR)
    UIA_GETTERS(HasKeyboardFocus, WINBOOL)
    UIA_GETTERS(IsKeyboardFocusable, WINBOOL)
    UIA_GETTERS(IsEnabled, WINBOOL)
    UIA_GETTERS(AutomationId, BSTR)
    UIA_GETTERS(ClassName, BSTR)
    UIA_GETTERS(HelpText, BSTR)
    UIA_GETTERS(Culture, int)
    UIA_GETTERS(IsControlElement, WINBOOL)
    UIA_GETTERS(IsContentElement, WINBOOL)
    UIA_GETTERS(IsPassword, WINBOOL)
    UIA_GETTERS(NativeWindowHandle, UIA_HWND)
    UIA_GETTERS(ItemType, BSTR)
    UIA_GETTERS(IsOffscreen, WINBOOL)
    UIA_GETTERS(Orientation, OrientationType)
    UIA_GETTERS(FrameworkId, BSTR)
    UIA_GETTERS(IsRequiredForForm, WINBOOL)
    UIA_GETTERS(ItemStatus, BSTR)
    UIA_GETTERS(BoundingRectangle, RECT)
    UIA_GETTERS(LabeledBy, IUIAutomationElement *)
    UIA_GETTERS(AriaRole, BSTR)
    UIA_GETTERS(AriaProperties, BSTR)
    UIA_GETTERS(IsDataValidForForm, WINBOOL)
    UIA_GETTERS(ControllerFor, IUIAutomationElementArray *)
    UIA_GETTERS(DescribedBy, IUIAutomationElementArray *)
    UIA_GETTERS(FlowsTo, IUIAutomationElementArray *)
    UIA_GETTERS(ProviderDescription, BSTR)
    UIA_GETTERS(OptimizeForVisualContent, WINBOOL)
    UIA_GETTERS(LiveSetting, LiveSetting)
    UIA_GETTERS(FlowsFrom, IUIAutomationElementArray *)
    UIA_GETTERS(IsPeripheral, WINBOOL)
    UIA_GETTERS(PositionInSet, int)
    UIA_GETTERS(SizeOfSet, int)
    UIA_GETTERS(Level, int)
    UIA_GETTERS(AnnotationTypes, SAFEARRAY *)
    UIA_GETTERS(AnnotationObjects, IUIAutomationElementArray *)
    UIA_GETTERS(LandmarkType, LANDMARKTYPEID)
    UIA_GETTERS(LocalizedLandmarkType, BSTR)
    UIA_GETTERS(FullDescription, BSTR)
    UIA_GETTERS(HeadingLevel, HEADINGLEVELID)
    UIA_GETTERS(IsDialog, WINBOOL)

    STDMETHODIMP GetClickablePoint(POINT *point, WINBOOL *found) override
    {
        if (!point || !found) return E_POINTER;
        *point = {};
        *found = FALSE;
        return ask("GetClickablePoint", [&] {
            *found = clickablePoint(source_.node, *point);
            return S_OK;
        });
    }
    UIA_NOT_BUILT(ShowContextMenu)
    UIA_NOT_BUILT(FindFirstWithOptions, TreeScope, IUIAutomationCondition *, TreeTraversalOptions,
                  IUIAutomationElement *, IUIAutomationElement **)
    UIA_NOT_BUILT(FindAllWithOptions, TreeScope, IUIAutomationCondition *, TreeTraversalOptions,
                  IUIAutomationElement *, IUIAutomationElementArray **)
    UIA_NOT_BUILT(FindFirstWithOptionsBuildCache, TreeScope, IUIAutomationCondition *,
                  IUIAutomationCacheRequest *, TreeTraversalOptions, IUIAutomationElement *,
                  IUIAutomationElement **)
    UIA_NOT_BUILT(FindAllWithOptionsBuildCache, TreeScope, IUIAutomationCondition *,
                  IUIAutomationCacheRequest *, TreeTraversalOptions, IUIAutomationElement *,
                  IUIAutomationElementArray **)
    UIA_NOT_BUILT(GetCurrentMetadataValue, int, METADATAID, VARIANT *)

  protected:
    void *privateObject(REFIID id) override
    {
        return id == privateId<ElementFace>() ? static_cast<ElementFace *>(this) : nullptr;
    }

  private:
    template <class Body> HRESULT ask(const char *name, Body body)
    {
        return askElement(source_, name, body);
    }
    template <class T> HRESULT current(const char *name, PROPERTYID property, T *out)
    {
        if (!out) return E_POINTER;
        *out = {};
        return ask(name, [&] {
            CachedProperty found = readProperty(source_.node, property);
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
    static HRESULT giveVariant(const CachedProperty &found, WINBOOL ignoreDefault, VARIANT *value)
    {
        if (FAILED(found.result)) return found.result;
        if (found.isSupported || !ignoreDefault) return toVariant(found.value, value);
        value->vt = VT_UNKNOWN;
        value->punkVal = notSupportedValue();
        value->punkVal->AddRef();
        return S_OK;
    }
    HRESULT patternAs(HRESULT (STDMETHODCALLTYPE Element::*method)(PATTERNID, IUnknown **),
                      PATTERNID pattern, REFIID id, void **object)
    {
        if (!object) return E_POINTER;
        *object = nullptr;
        IUnknown *found = nullptr;
        HRESULT result = (this->*method)(pattern, &found);
        if (FAILED(result) || !found) return result;
        result = found->QueryInterface(id, object);
        found->Release();
        return result;
    }
    IUIAutomationElement *neighbour(int index) const
    {
        return newElement(
            ElementSource{source_.snapshot->elements[index].node, source_.snapshot, index});
    }
    HRESULT findFirst(const char *name, TreeScope scope, IUIAutomationCondition *condition,
                      const std::shared_ptr<const CacheSpec> &spec, bool isCaching,
                      IUIAutomationElement **found)
    {
        if (!found) return E_POINTER;
        *found = nullptr;
        HeldCondition held(condition);
        if (!spec || !held.isOurs()) return E_INVALIDARG;
        return ask(name, [&] {
            Nodes nodes;
            HRESULT result = find(source_.node, scope, held, spec->filter, true, nodes);
            if (!nodes.empty()) *found = newElement(nodes.front(), isCaching ? spec : nullptr);
            return result;
        });
    }
    HRESULT findAll(const char *name, TreeScope scope, IUIAutomationCondition *condition,
                    const std::shared_ptr<const CacheSpec> &spec, bool isCaching,
                    IUIAutomationElementArray **found)
    {
        if (!found) return E_POINTER;
        *found = nullptr;
        HeldCondition held(condition);
        if (!spec || !held.isOurs()) return E_INVALIDARG;
        return ask(name, [&] {
            Nodes nodes;
            HRESULT result = find(source_.node, scope, held, spec->filter, false, nodes);
            if (FAILED(result)) return result;
            std::vector<ElementSource> sources;
            for (const Node &node : nodes) {
                sources.push_back({node, isCaching ? takeSnapshot(node, spec) : nullptr, 0});
            }
            if (Request::current()->timeLeftMs() == 0) return static_cast<HRESULT>(UIA_E_TIMEOUT);
            *found = newElementArray(std::move(sources));
            return S_OK;
        });
    }

    ElementSource source_;
};

class ElementArray final : public ComObject<IUIAutomationElementArray> {
  public:
    explicit ElementArray(std::vector<ElementSource> sources) : sources_(std::move(sources)) {}
    STDMETHODIMP get_Length(int *length) override
    {
        countLocal();
        return give(Value(int(sources_.size())), length);
    }
    STDMETHODIMP GetElement(int index, IUIAutomationElement **element) override
    {
        if (!element) return E_POINTER;
        *element = nullptr;
        countLocal();
        if (index < 0 || index >= static_cast<int>(sources_.size())) return E_INVALIDARG;
        *element = newElement(sources_[index]);
        return S_OK;
    }

  private:
    std::vector<ElementSource> sources_;
};

} // namespace

IUIAutomationElement *newElement(const ElementSource &source) { return new Element(source); }

IUIAutomationElement *newElement(const Node &node) { return new Element({node, nullptr, 0}); }

IUIAutomationElement *newElement(const Node &node, const std::shared_ptr<const CacheSpec> &spec)
{
    return new Element({node, spec ? takeSnapshot(node, spec) : nullptr, 0});
}

IUIAutomationElementArray *newElementArray(std::vector<ElementSource> sources)
{
    return new ElementArray(std::move(sources));
}

IUIAutomationElementArray *newElementArray(const Nodes &nodes)
{
    std::vector<ElementSource> sources;
    for (const Node &node : nodes) sources.push_back({node, nullptr, 0});
    return new ElementArray(std::move(sources));
}

bool nodeIn(IUnknown *element, Node &node)
{
    ElementFace *face = ours<ElementFace>(element);
    if (!face) return false;
    node = face->source().node;
    return true;
}

} // namespace uia
