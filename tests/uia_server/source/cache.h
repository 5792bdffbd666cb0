// Cache requests, and the snapshots of a part of the tree that come of them.
#ifndef UIA_SERVER_CACHE_H
#define UIA_SERVER_CACHE_H

#include "condition.h"

#include <memory>
#include <vector>

namespace uia {

// What a request asks for. Elements keep the one that they were made by, whatever the client does
// to its object.
struct CacheSpec {
    std::vector<PROPERTYID> properties; // sorted
    std::vector<PATTERNID> patterns;    // sorted
    TreeScope scope = TreeScope_Element;
    HeldCondition filter; // the view
    AutomationElementMode mode = AutomationElementMode_Full;

    // What a client that gives no request gets: nothing cached, the control view.
    static std::shared_ptr<const CacheSpec> plain();
};

class CacheSpecSource {
  public:
    virtual ~CacheSpecSource() = default;
    virtual std::shared_ptr<const CacheSpec> spec() const = 0;
};
UIA_PRIVATE_ID(CacheSpecSource, 2)

// Null where `request` is not ours.
std::shared_ptr<const CacheSpec> specOf(IUIAutomationCacheRequest *request);
Ref<IUIAutomationCacheRequest> newCacheRequest(std::shared_ptr<const CacheSpec> spec);

struct CachedProperty {
    HRESULT result = S_OK;
    Value value;
    bool isSupported = true;
};

// One element of a snapshot. The tree is flat, so that nothing refers to itself in a circle.
struct CachedElement {
    Node node;
    std::vector<CachedProperty> properties; // as in the spec
    std::vector<bool> hasPattern;           // as in the spec
    int parent = -1;
    std::vector<int> children;
};

struct Snapshot {
    std::shared_ptr<const CacheSpec> spec;
    std::vector<CachedElement> elements; // the first is the one that was asked for

    bool hasChildrenOf(int index) const;
};

std::shared_ptr<const Snapshot> takeSnapshot(const Node &node,
                                             std::shared_ptr<const CacheSpec> spec);

// The children in a view: those that its condition leaves out are replaced by their own.
Nodes childrenInView(const Node &node, const HeldCondition &view);
// The nearest ancestor in a view; none for the desktop.
Node parentInView(const Node &node, const HeldCondition &view);

// A property as a getter finds it.
CachedProperty readProperty(const Node &node, PROPERTYID property);

} // namespace uia

#endif
