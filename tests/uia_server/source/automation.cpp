#include "automation.h"

#include "element.h"
#include "events.h"
#include "hit_test.h"
#include "names.h"
#include "not_supported.h"
#include "provider.h"
#include "request.h"
#include "walker.h"

#include <cstring>

namespace uia {

namespace {

class Automation final : public ComObject<IUIAutomation6, IUIAutomation, IUIAutomation2,
                                          IUIAutomation3, IUIAutomation4, IUIAutomation5> {
  public:
    explicit Automation(bool isNew) : isNew_(isNew) {}

    STDMETHODIMP QueryInterface(REFIID id, void **object) override
    {
        bool isLater = id == __uuidof(IUIAutomation2) || id == __uuidof(IUIAutomation3) ||
                       id == __uuidof(IUIAutomation4) || id == __uuidof(IUIAutomation5) ||
                       id == __uuidof(IUIAutomation6);
        if (isLater && !isNew_) {
            *object = nullptr;
            return E_NOINTERFACE;
        }
        return ComObject::QueryInterface(id, object);
    }

    // ---- Comparing
    STDMETHODIMP CompareElements(IUIAutomationElement *one, IUIAutomationElement *other,
                                 WINBOOL *areSame) override
    {
        if (!areSame) return E_POINTER;
        *areSame = FALSE;
        countLocal();
        Node first, second;
        if (!nodeIn(one, first) || !nodeIn(other, second)) return E_INVALIDARG;
        *areSame = first.provider->runtimeId(first) == second.provider->runtimeId(second);
        return S_OK;
    }
    STDMETHODIMP CompareRuntimeIds(SAFEARRAY *one, SAFEARRAY *other, WINBOOL *areSame) override
    {
        if (!areSame) return E_POINTER;
        countLocal();
        *areSame = fromIntArray(one) == fromIntArray(other);
        return S_OK;
    }

    // ---- First elements
    STDMETHODIMP GetRootElement(IUIAutomationElement **element) override
    {
        return give("GetRootElement", nullptr, element, [] { return desktopNode(); });
    }
    STDMETHODIMP GetRootElementBuildCache(IUIAutomationCacheRequest *request,
                                          IUIAutomationElement **element) override
    {
        return giveCached("GetRootElementBuildCache", request, element,
                          [] { return desktopNode(); });
    }
    STDMETHODIMP ElementFromHandle(UIA_HWND window, IUIAutomationElement **element) override
    {
        return give("ElementFromHandle", nullptr, element, [&] { return fromHandle(window); });
    }
    STDMETHODIMP ElementFromHandleBuildCache(UIA_HWND window, IUIAutomationCacheRequest *request,
                                             IUIAutomationElement **element) override
    {
        return giveCached("ElementFromHandleBuildCache", request, element,
                          [&] { return fromHandle(window); });
    }
    STDMETHODIMP ElementFromPoint(POINT point, IUIAutomationElement **element) override
    {
        return give("ElementFromPoint", nullptr, element, [&] { return nodeAt(point); });
    }
    STDMETHODIMP ElementFromPointBuildCache(POINT point, IUIAutomationCacheRequest *request,
                                            IUIAutomationElement **element) override
    {
        return giveCached("ElementFromPointBuildCache", request, element,
                          [&] { return nodeAt(point); });
    }
    STDMETHODIMP GetFocusedElement(IUIAutomationElement **element) override
    {
        return give("GetFocusedElement", nullptr, element, [] { return focusedNode(); });
    }
    STDMETHODIMP GetFocusedElementBuildCache(IUIAutomationCacheRequest *request,
                                             IUIAutomationElement **element) override
    {
        return giveCached("GetFocusedElementBuildCache", request, element,
                          [] { return focusedNode(); });
    }

    // ---- Walkers, views, cache requests
    STDMETHODIMP CreateTreeWalker(IUIAutomationCondition *condition,
                                  IUIAutomationTreeWalker **walker) override
    {
        HeldCondition held(condition);
        if (!held.isOurs()) return E_INVALIDARG;
        *walker = newWalker(held);
        return S_OK;
    }
    STDMETHODIMP get_ControlViewWalker(IUIAutomationTreeWalker **walker) override
    {
        *walker = newWalker(HeldCondition(controlView().get()));
        return S_OK;
    }
    STDMETHODIMP get_ContentViewWalker(IUIAutomationTreeWalker **walker) override
    {
        *walker = newWalker(HeldCondition(contentView().get()));
        return S_OK;
    }
    STDMETHODIMP get_RawViewWalker(IUIAutomationTreeWalker **walker) override
    {
        *walker = newWalker(HeldCondition(rawView().get()));
        return S_OK;
    }
    STDMETHODIMP get_RawViewCondition(IUIAutomationCondition **condition) override
    {
        return out(rawView(), condition);
    }
    STDMETHODIMP get_ControlViewCondition(IUIAutomationCondition **condition) override
    {
        return out(controlView(), condition);
    }
    STDMETHODIMP get_ContentViewCondition(IUIAutomationCondition **condition) override
    {
        return out(contentView(), condition);
    }
    STDMETHODIMP CreateCacheRequest(IUIAutomationCacheRequest **request) override
    {
        if (!request) return E_POINTER;
        *request = newCacheRequest(CacheSpec::plain()).detach();
        return S_OK;
    }

    // ---- Conditions
    STDMETHODIMP CreateTrueCondition(IUIAutomationCondition **condition) override
    {
        return out(newBoolCondition(true), condition);
    }
    STDMETHODIMP CreateFalseCondition(IUIAutomationCondition **condition) override
    {
        return out(newBoolCondition(false), condition);
    }
    STDMETHODIMP CreatePropertyCondition(PROPERTYID property, VARIANT value,
                                         IUIAutomationCondition **condition) override
    {
        return out(newPropertyCondition(property, value, PropertyConditionFlags_None), condition);
    }
    STDMETHODIMP CreatePropertyConditionEx(PROPERTYID property, VARIANT value,
                                           PropertyConditionFlags flags,
                                           IUIAutomationCondition **condition) override
    {
        if (flags != PropertyConditionFlags_None && value.vt != VT_BSTR) return E_INVALIDARG;
        return out(newPropertyCondition(property, value, flags), condition);
    }
    STDMETHODIMP CreateAndCondition(IUIAutomationCondition *one, IUIAutomationCondition *other,
                                    IUIAutomationCondition **condition) override
    {
        IUIAutomationCondition *both[] = {one, other};
        return CreateAndConditionFromNativeArray(both, 2, condition);
    }
    STDMETHODIMP CreateAndConditionFromArray(SAFEARRAY *parts,
                                             IUIAutomationCondition **condition) override
    {
        return many(partsIn(parts), newAndCondition, condition);
    }
    STDMETHODIMP CreateAndConditionFromNativeArray(IUIAutomationCondition **parts, int count,
                                                   IUIAutomationCondition **condition) override
    {
        return many(std::vector<HeldCondition>(parts, parts + count), newAndCondition, condition);
    }
    STDMETHODIMP CreateOrCondition(IUIAutomationCondition *one, IUIAutomationCondition *other,
                                   IUIAutomationCondition **condition) override
    {
        IUIAutomationCondition *both[] = {one, other};
        return CreateOrConditionFromNativeArray(both, 2, condition);
    }
    STDMETHODIMP CreateOrConditionFromArray(SAFEARRAY *parts,
                                            IUIAutomationCondition **condition) override
    {
        return many(partsIn(parts), newOrCondition, condition);
    }
    STDMETHODIMP CreateOrConditionFromNativeArray(IUIAutomationCondition **parts, int count,
                                                  IUIAutomationCondition **condition) override
    {
        return many(std::vector<HeldCondition>(parts, parts + count), newOrCondition, condition);
    }
    STDMETHODIMP CreateNotCondition(IUIAutomationCondition *part,
                                    IUIAutomationCondition **condition) override
    {
        HeldCondition held(part);
        return held.isOurs() ? out(newNotCondition(held), condition) : E_INVALIDARG;
    }

    // ---- Events
    STDMETHODIMP AddAutomationEventHandler(EVENTID event, IUIAutomationElement *element,
                                           TreeScope scope, IUIAutomationCacheRequest *request,
                                           IUIAutomationEventHandler *handler) override
    {
        return listen(EventKind::Automation, event, {}, element, scope, request, handler);
    }
    STDMETHODIMP RemoveAutomationEventHandler(EVENTID event, IUIAutomationElement *element,
                                              IUIAutomationEventHandler *handler) override
    {
        return stopListening(EventKind::Automation, event, element, handler);
    }
    STDMETHODIMP
    AddPropertyChangedEventHandlerNativeArray(IUIAutomationElement *element, TreeScope scope,
                                              IUIAutomationCacheRequest *request,
                                              IUIAutomationPropertyChangedEventHandler *handler,
                                              PROPERTYID *properties, int count) override
    {
        return listen(EventKind::Property, 0, std::vector<int>(properties, properties + count),
                      element, scope, request, handler);
    }
    STDMETHODIMP AddPropertyChangedEventHandler(IUIAutomationElement *element, TreeScope scope,
                                                IUIAutomationCacheRequest *request,
                                                IUIAutomationPropertyChangedEventHandler *handler,
                                                SAFEARRAY *properties) override
    {
        return listen(EventKind::Property, 0, fromIntArray(properties), element, scope, request,
                      handler);
    }
    STDMETHODIMP
    RemovePropertyChangedEventHandler(IUIAutomationElement *element,
                                      IUIAutomationPropertyChangedEventHandler *handler) override
    {
        return stopListening(EventKind::Property, 0, element, handler);
    }
    STDMETHODIMP
    AddStructureChangedEventHandler(IUIAutomationElement *element, TreeScope scope,
                                    IUIAutomationCacheRequest *request,
                                    IUIAutomationStructureChangedEventHandler *handler) override
    {
        return listen(EventKind::Structure, 0, {}, element, scope, request, handler);
    }
    STDMETHODIMP
    RemoveStructureChangedEventHandler(IUIAutomationElement *element,
                                       IUIAutomationStructureChangedEventHandler *handler) override
    {
        return stopListening(EventKind::Structure, 0, element, handler);
    }
    STDMETHODIMP
    AddFocusChangedEventHandler(IUIAutomationCacheRequest *request,
                                IUIAutomationFocusChangedEventHandler *handler) override
    {
        return listen(EventKind::Focus, 0, {}, nullptr, TreeScope_Subtree, request, handler);
    }
    STDMETHODIMP
    RemoveFocusChangedEventHandler(IUIAutomationFocusChangedEventHandler *handler) override
    {
        return stopListening(EventKind::Focus, 0, nullptr, handler);
    }
    STDMETHODIMP RemoveAllEventHandlers() override
    {
        return remote("RemoveAllEventHandlers", [] {
            removeAllHandlers();
            return S_OK;
        });
    }

    // ---- Small conversions
    STDMETHODIMP IntNativeArrayToSafeArray(int *numbers, int count, SAFEARRAY **array) override
    {
        *array = intArray(std::vector<int>(numbers, numbers + count));
        return S_OK;
    }
    STDMETHODIMP IntSafeArrayToNativeArray(SAFEARRAY *array, int **numbers, int *count) override
    {
        std::vector<int> all = fromIntArray(array);
        *count = static_cast<int>(all.size());
        *numbers = static_cast<int *>(CoTaskMemAlloc(all.size() * sizeof(int) + 1));
        if (!*numbers) return E_OUTOFMEMORY;
        memcpy(*numbers, all.data(), all.size() * sizeof(int));
        return S_OK;
    }
    STDMETHODIMP RectToVariant(RECT rect, VARIANT *value) override
    {
        return toVariant(Value(rect), value);
    }
    STDMETHODIMP VariantToRect(VARIANT value, RECT *rect) override
    {
        if (value.vt != (VT_ARRAY | VT_R8)) return E_INVALIDARG;
        double numbers[4] = {};
        for (LONG i = 0; i < 4; ++i) SafeArrayGetElement(value.parray, &i, &numbers[i]);
        SetRect(rect, int(numbers[0]), int(numbers[1]), int(numbers[0] + numbers[2]),
                int(numbers[1] + numbers[3]));
        return S_OK;
    }
    UIA_NOT_BUILT(SafeArrayToRectNativeArray, SAFEARRAY *, RECT **, int *)
    UIA_NOT_BUILT(CreateProxyFactoryEntry, IUIAutomationProxyFactory *,
                  IUIAutomationProxyFactoryEntry **)
    UIA_NOT_BUILT(get_ProxyFactoryMapping, IUIAutomationProxyFactoryMapping **)
    STDMETHODIMP GetPropertyProgrammaticName(PROPERTYID property, BSTR *name) override
    {
        return uia::give(Value(propertyName(property)), name);
    }
    STDMETHODIMP GetPatternProgrammaticName(PATTERNID pattern, BSTR *name) override
    {
        return uia::give(Value(patternName(pattern)), name);
    }
    STDMETHODIMP PollForPotentialSupportedPatterns(IUIAutomationElement *element, SAFEARRAY **ids,
                                                   SAFEARRAY **names) override
    {
        Node node;
        if (!nodeIn(element, node)) return E_INVALIDARG;
        return askElement(
            ElementSource{node, nullptr, 0}, "PollForPotentialSupportedPatterns", [&] {
                std::vector<int> found;
                for (PATTERNID id : allPatterns()) {
                    if (id == UIA_LegacyIAccessiblePatternId || node.provider->hasPattern(node, id))
                        found.push_back(id);
                }
                *ids = intArray(found);
                *names = SafeArrayCreateVector(VT_BSTR, 0, static_cast<ULONG>(found.size()));
                for (LONG i = 0; i < static_cast<LONG>(found.size()); ++i) {
                    BSTR name = SysAllocString(patternName(found[i]).c_str());
                    SafeArrayPutElement(*names, &i, name);
                    SysFreeString(name);
                }
                return S_OK;
            });
    }
    UIA_NOT_BUILT(PollForPotentialSupportedProperties, IUIAutomationElement *, SAFEARRAY **,
                  SAFEARRAY **)
    STDMETHODIMP CheckNotSupported(VARIANT value, WINBOOL *isNotSupported) override
    {
        *isNotSupported = value.vt == VT_UNKNOWN && value.punkVal == notSupportedValue();
        return S_OK;
    }
    STDMETHODIMP get_ReservedNotSupportedValue(IUnknown **value) override
    {
        *value = notSupportedValue();
        return S_OK;
    }
    STDMETHODIMP get_ReservedMixedAttributeValue(IUnknown **value) override
    {
        *value = mixedAttributeValue();
        return S_OK;
    }
    UIA_NOT_BUILT(ElementFromIAccessible, IAccessible *, int, IUIAutomationElement **)
    UIA_NOT_BUILT(ElementFromIAccessibleBuildCache, IAccessible *, int, IUIAutomationCacheRequest *,
                  IUIAutomationElement **)

    // ---- 2 to 6
    STDMETHODIMP get_AutoSetFocus(WINBOOL *isOn) override
    {
        return uia::give(Value(autoSetFocus_), isOn);
    }
    STDMETHODIMP put_AutoSetFocus(WINBOOL isOn) override
    {
        autoSetFocus_ = isOn != FALSE;
        return S_OK;
    }
    STDMETHODIMP get_ConnectionTimeout(DWORD *milliseconds) override
    {
        *milliseconds = connectionTimeoutMs_;
        return S_OK;
    }
    STDMETHODIMP put_ConnectionTimeout(DWORD milliseconds) override
    {
        connectionTimeoutMs_ = milliseconds;
        return S_OK;
    }
    STDMETHODIMP get_TransactionTimeout(DWORD *milliseconds) override
    {
        *milliseconds = static_cast<DWORD>(transactionTimeoutMs);
        return S_OK;
    }
    STDMETHODIMP put_TransactionTimeout(DWORD milliseconds) override
    {
        transactionTimeoutMs = ownTimeoutMs = static_cast<LONG>(milliseconds);
        return S_OK;
    }
    STDMETHODIMP get_ConnectionRecoveryBehavior(ConnectionRecoveryBehaviorOptions *options) override
    {
        *options = recovery_;
        return S_OK;
    }
    STDMETHODIMP put_ConnectionRecoveryBehavior(ConnectionRecoveryBehaviorOptions options) override
    {
        recovery_ = options;
        return S_OK;
    }
    STDMETHODIMP get_CoalesceEvents(CoalesceEventsOptions *options) override
    {
        *options = coalesce_;
        return S_OK;
    }
    STDMETHODIMP put_CoalesceEvents(CoalesceEventsOptions options) override
    {
        coalesce_ = options;
        return S_OK;
    }
    UIA_NOT_BUILT(AddTextEditTextChangedEventHandler, IUIAutomationElement *, TreeScope,
                  TextEditChangeType, IUIAutomationCacheRequest *,
                  IUIAutomationTextEditTextChangedEventHandler *)
    UIA_NOT_BUILT(RemoveTextEditTextChangedEventHandler, IUIAutomationElement *,
                  IUIAutomationTextEditTextChangedEventHandler *)
    UIA_NOT_BUILT(AddChangesEventHandler, IUIAutomationElement *, TreeScope, int *, int,
                  IUIAutomationCacheRequest *, IUIAutomationChangesEventHandler *)
    UIA_NOT_BUILT(RemoveChangesEventHandler, IUIAutomationElement *,
                  IUIAutomationChangesEventHandler *)
    UIA_NOT_BUILT(AddNotificationEventHandler, IUIAutomationElement *, TreeScope,
                  IUIAutomationCacheRequest *, IUIAutomationNotificationEventHandler *)
    UIA_NOT_BUILT(RemoveNotificationEventHandler, IUIAutomationElement *,
                  IUIAutomationNotificationEventHandler *)
    UIA_NOT_BUILT(CreateEventHandlerGroup, IUIAutomationEventHandlerGroup **)
    UIA_NOT_BUILT(AddEventHandlerGroup, IUIAutomationElement *, IUIAutomationEventHandlerGroup *)
    UIA_NOT_BUILT(RemoveEventHandlerGroup, IUIAutomationElement *, IUIAutomationEventHandlerGroup *)
    UIA_NOT_BUILT(AddActiveTextPositionChangedEventHandler, IUIAutomationElement *, TreeScope,
                  IUIAutomationCacheRequest *, IUIAutomationActiveTextPositionChangedEventHandler *)
    UIA_NOT_BUILT(RemoveActiveTextPositionChangedEventHandler, IUIAutomationElement *,
                  IUIAutomationActiveTextPositionChangedEventHandler *)

  private:
    static Node fromHandle(UIA_HWND window)
    {
        HWND handle = static_cast<HWND>(window);
        return IsWindow(handle) ? nodeOf(handle) : Node();
    }
    template <class Which>
    static HRESULT give(const char *name, const std::shared_ptr<const CacheSpec> &spec,
                        IUIAutomationElement **element, Which which)
    {
        if (!element) return E_POINTER;
        *element = nullptr;
        HRESULT answer = remote(name, [&]() -> HRESULT {
            HRESULT result = faults().ofRequest(name);
            if (FAILED(result)) return result;
            Node node = which();
            if (!node) return UIA_E_ELEMENTNOTAVAILABLE;
            // Dying elements are found once; only who fails or hangs does so here, too.
            result = canBeAsked(node);
            if (FAILED(result) && result != static_cast<HRESULT>(UIA_E_ELEMENTNOTAVAILABLE))
                return result;
            *element = newElement(node, spec);
            return S_OK;
        });
        return withoutObject(answer, element);
    }
    template <class Which>
    static HRESULT giveCached(const char *name, IUIAutomationCacheRequest *request,
                              IUIAutomationElement **element, Which which)
    {
        auto spec = specOf(request);
        return spec ? give(name, spec, element, which) : E_INVALIDARG;
    }
    static HRESULT out(Ref<IUIAutomationCondition> made, IUIAutomationCondition **condition)
    {
        if (!condition) return E_POINTER;
        countLocal();
        *condition = made.detach();
        return S_OK;
    }
    template <class Make>
    static HRESULT many(std::vector<HeldCondition> parts, Make make,
                        IUIAutomationCondition **condition)
    {
        for (const HeldCondition &part : parts) {
            if (!part.isOurs()) return E_INVALIDARG;
        }
        return parts.empty() ? E_INVALIDARG : out(make(std::move(parts)), condition);
    }
    static std::vector<HeldCondition> partsIn(SAFEARRAY *array)
    {
        std::vector<HeldCondition> parts;
        LONG last = -1;
        if (FAILED(SafeArrayGetUBound(array, 1, &last))) return parts;
        for (LONG i = 0; i <= last; ++i) {
            IUnknown *unknown = nullptr;
            IUIAutomationCondition *part = nullptr;
            SafeArrayGetElement(array, &i, &unknown);
            if (unknown)
                unknown->QueryInterface(__uuidof(IUIAutomationCondition),
                                        reinterpret_cast<void **>(&part));
            if (unknown) unknown->Release();
            parts.emplace_back(part);
            if (part) part->Release();
        }
        return parts;
    }
    static HRESULT listen(EventKind kind, EVENTID event, std::vector<int> properties,
                          IUIAutomationElement *element, TreeScope scope,
                          IUIAutomationCacheRequest *request, IUnknown *handler)
    {
        if (!handler) return E_POINTER;
        Node root = desktopNode();
        if (element && !nodeIn(element, root)) return E_INVALIDARG;
        auto spec = request ? specOf(request) : nullptr;
        if (request && !spec) return E_INVALIDARG;
        return remote("AddEventHandler", [&] {
            return addHandler({kind, event, std::move(properties), root, scope, spec,
                               Ref<IUnknown>::share(handler)});
        });
    }
    static HRESULT stopListening(EventKind kind, EVENTID event, IUIAutomationElement *element,
                                 IUnknown *handler)
    {
        Node root = desktopNode();
        if (element && !nodeIn(element, root)) return E_INVALIDARG;
        return remote("RemoveEventHandler",
                      [&] { return removeHandler(kind, event, root, handler); });
    }

    bool isNew_;
    bool autoSetFocus_ = true;
    DWORD connectionTimeoutMs_ = 2000;
    ConnectionRecoveryBehaviorOptions recovery_ = ConnectionRecoveryBehaviorOptions_Disabled;
    CoalesceEventsOptions coalesce_ = CoalesceEventsOptions_Disabled;
};

} // namespace

IUnknown *newAutomation(bool isNew) { return static_cast<IUIAutomation6 *>(new Automation(isNew)); }

} // namespace uia
