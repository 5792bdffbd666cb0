// Elements and arrays of them, as clients hold them.
#ifndef UIA_SERVER_ELEMENT_H
#define UIA_SERVER_ELEMENT_H

#include "cache.h"
#include "faults.h"
#include "node.h"
#include "request.h"

#include <memory>
#include <uiautomation.h>

namespace uia {

// An element in a snapshot, or without one.
struct ElementSource {
    Node node;
    std::shared_ptr<const Snapshot> snapshot;
    int index = 0;
};

IUIAutomationElement *newElement(const Node &node);
IUIAutomationElement *newElement(const ElementSource &source);
IUIAutomationElementArray *newElementArray(const Nodes &nodes);
IUIAutomationElementArray *newElementArray(std::vector<ElementSource> sources);

// With what `spec` caches; `spec` may be null.
IUIAutomationElement *newElement(const Node &node, const std::shared_ptr<const CacheSpec> &spec);

// The node of a client's element; false for a stranger's.
bool nodeIn(IUnknown *element, Node &node);

// Whether a cache was asked for with references; without, its elements cannot act.
inline bool hasReference(const ElementSource &source)
{
    return !source.snapshot || source.snapshot->spec->mode == AutomationElementMode_Full;
}

// Whether a request of this element can be carried out.
HRESULT canBeAsked(const Node &node);

// A remote call about an element.
template <class Body> HRESULT askElement(const ElementSource &source, const char *name, Body body)
{
    return remote(name, [&]() -> HRESULT {
        HRESULT result = faults().ofRequest(name);
        if (FAILED(result)) return result;
        if (!hasReference(source)) return UIA_E_INVALIDOPERATION;
        result = canBeAsked(source.node);
        return FAILED(result) ? result : static_cast<HRESULT>(body());
    });
}

// A cached property as the getters answer it.
HRESULT cachedProperty(const ElementSource &source, PROPERTYID property,
                       const CachedProperty **found);

} // namespace uia

#endif
