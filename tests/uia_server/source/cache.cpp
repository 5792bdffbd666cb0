#include "cache.h"

#include "faults.h"
#include "provider.h"
#include "request.h"

#include <algorithm>

namespace uia {

namespace {

class CacheRequest final : public ComObject<IUIAutomationCacheRequest>, public CacheSpecSource {
  public:
    explicit CacheRequest(const CacheSpec &spec) : spec_(spec) {}

    std::shared_ptr<const CacheSpec> spec() const override
    {
        return std::make_shared<CacheSpec>(spec_);
    }

    STDMETHODIMP AddProperty(PROPERTYID property) override
    {
        return insert(spec_.properties, property);
    }
    STDMETHODIMP AddPattern(PATTERNID pattern) override { return insert(spec_.patterns, pattern); }
    STDMETHODIMP Clone(IUIAutomationCacheRequest **clone) override
    {
        if (!clone) return E_POINTER;
        *clone = new CacheRequest(spec_);
        return S_OK;
    }
    STDMETHODIMP get_TreeScope(TreeScope *scope) override
    {
        *scope = spec_.scope;
        return S_OK;
    }
    STDMETHODIMP put_TreeScope(TreeScope scope) override
    {
        // A cache goes downwards only.
        if (scope == 0 || (scope & ~TreeScope_Subtree)) return E_INVALIDARG;
        spec_.scope = scope;
        return S_OK;
    }
    STDMETHODIMP get_TreeFilter(IUIAutomationCondition **filter) override
    {
        *filter = spec_.filter.get();
        (*filter)->AddRef();
        return S_OK;
    }
    STDMETHODIMP put_TreeFilter(IUIAutomationCondition *filter) override
    {
        HeldCondition held(filter);
        if (!held.isOurs()) return E_INVALIDARG;
        spec_.filter = held;
        return S_OK;
    }
    STDMETHODIMP get_AutomationElementMode(AutomationElementMode *mode) override
    {
        *mode = spec_.mode;
        return S_OK;
    }
    STDMETHODIMP put_AutomationElementMode(AutomationElementMode mode) override
    {
        if (mode != AutomationElementMode_None && mode != AutomationElementMode_Full)
            return E_INVALIDARG;
        spec_.mode = mode;
        return S_OK;
    }

  protected:
    void *privateObject(REFIID id) override
    {
        return id == privateId<CacheSpecSource>() ? static_cast<CacheSpecSource *>(this) : nullptr;
    }

  private:
    static HRESULT insert(std::vector<int> &sorted, int id)
    {
        auto place = std::lower_bound(sorted.begin(), sorted.end(), id);
        if (place == sorted.end() || *place != id) sorted.insert(place, id);
        return S_OK;
    }

    CacheSpec spec_;
};

void addElement(Snapshot &snapshot, const Node &node, int parent, bool isRoot)
{
    const CacheSpec &spec = *snapshot.spec;
    int index = static_cast<int>(snapshot.elements.size());
    snapshot.elements.emplace_back();
    snapshot.elements[index].node = node;
    snapshot.elements[index].parent = parent;
    if (parent >= 0) snapshot.elements[parent].children.push_back(index);
    // The root is cached only where the scope says so; below it everything in scope is.
    bool isCached = !isRoot || (spec.scope & TreeScope_Element);
    if (isCached) {
        for (PROPERTYID property : spec.properties) {
            snapshot.elements[index].properties.push_back(readProperty(node, property));
        }
        for (PATTERNID pattern : spec.patterns) {
            bool isThere = pattern == UIA_LegacyIAccessiblePatternId ||
                           node.provider->hasPattern(node, pattern);
            snapshot.elements[index].hasPattern.push_back(isThere);
        }
    }
    bool goesDeeper =
        (spec.scope & TreeScope_Descendants) || (isRoot && (spec.scope & TreeScope_Children));
    Request *request = Request::current();
    if (!goesDeeper || (request && request->timeLeftMs() == 0)) return;
    for (const Node &child : childrenInView(node, spec.filter))
        addElement(snapshot, child, index, false);
}

void addInView(const Node &node, const HeldCondition &view, Nodes &found)
{
    for (const Node &child : childrenOf(node)) {
        if (view.holds(child)) {
            found.push_back(child);
        } else {
            addInView(child, view, found);
        }
    }
}

} // namespace

std::shared_ptr<const CacheSpec> CacheSpec::plain()
{
    auto spec = std::make_shared<CacheSpec>();
    spec->filter = HeldCondition(controlView().get());
    return spec;
}

std::shared_ptr<const CacheSpec> specOf(IUIAutomationCacheRequest *request)
{
    CacheSpecSource *source = ours<CacheSpecSource>(request);
    return source ? source->spec() : nullptr;
}

Ref<IUIAutomationCacheRequest> newCacheRequest(std::shared_ptr<const CacheSpec> spec)
{
    return Ref<IUIAutomationCacheRequest>::take(new CacheRequest(*spec));
}

bool Snapshot::hasChildrenOf(int index) const
{
    return (spec->scope & TreeScope_Descendants) ||
           (index == 0 && (spec->scope & TreeScope_Children));
}

std::shared_ptr<const Snapshot> takeSnapshot(const Node &node,
                                             std::shared_ptr<const CacheSpec> spec)
{
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->spec = std::move(spec);
    addElement(*snapshot, node, -1, true);
    return snapshot;
}

Nodes childrenInView(const Node &node, const HeldCondition &view)
{
    Nodes found;
    addInView(node, view, found);
    return found;
}

Node parentInView(const Node &node, const HeldCondition &view)
{
    for (Node parent = parentOf(node); parent; parent = parentOf(parent)) {
        if (view.holds(parent) || parent == desktopNode()) return parent;
    }
    return {};
}

CachedProperty readProperty(const Node &node, PROPERTYID property)
{
    CachedProperty result;
    result.result = faults().ofProperty(property);
    if (FAILED(result.result)) return result;
    auto value = node.provider->property(node, property);
    result.isSupported = value.has_value();
    result.value = value ? std::move(*value) : defaultValue(property);
    // A password is never told; Windows answers so as well.
    if (property == UIA_ValueValuePropertyId && value) {
        auto isPassword = node.provider->property(node, UIA_IsPasswordPropertyId);
        auto flag = isPassword ? std::get_if<bool>(&*isPassword) : nullptr;
        if (flag && *flag) result = {E_ACCESSDENIED, {}, true};
    }
    return result;
}

} // namespace uia
