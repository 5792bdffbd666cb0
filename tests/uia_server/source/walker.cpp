#include "walker.h"

#include "element.h"
#include "faults.h"
#include "provider.h"
#include "request.h"

#include <algorithm>

namespace uia {

namespace {

// A step and the same with a cache.
#define UIA_STEP(NAME, STEP)                                                                       \
    STDMETHODIMP Get##NAME##Element(IUIAutomationElement *from, IUIAutomationElement **to)         \
        override                                                                                   \
    {                                                                                              \
        return walk("Get" #NAME "Element", from, nullptr, to,                                      \
                    [&](const Node &node) { return STEP; });                                       \
    }                                                                                              \
    STDMETHODIMP Get##NAME##ElementBuildCache(IUIAutomationElement *from,                          \
                                              IUIAutomationCacheRequest *request,                  \
                                              IUIAutomationElement **to) override                  \
    {                                                                                              \
        auto spec = specOf(request);                                                               \
        if (!spec) return E_INVALIDARG;                                                            \
        return walk("Get" #NAME "ElementBuildCache", from, spec, to,                               \
                    [&](const Node &node) { return STEP; });                                       \
    }

class Walker final : public ComObject<IUIAutomationTreeWalker> {
  public:
    explicit Walker(HeldCondition view) : view_(std::move(view)) {}

    UIA_STEP(Parent, parentInView(node, view_))
    UIA_STEP(FirstChild, endChild(node, true))
    UIA_STEP(LastChild, endChild(node, false))
    UIA_STEP(NextSibling, sibling(node, 1))
    UIA_STEP(PreviousSibling, sibling(node, -1))

    STDMETHODIMP NormalizeElement(IUIAutomationElement *from, IUIAutomationElement **to) override
    {
        return walk("NormalizeElement", from, nullptr, to,
                    [&](const Node &node) { return normal(node); });
    }
    STDMETHODIMP NormalizeElementBuildCache(IUIAutomationElement *from,
                                            IUIAutomationCacheRequest *request,
                                            IUIAutomationElement **to) override
    {
        auto spec = specOf(request);
        if (!spec) return E_INVALIDARG;
        return walk("NormalizeElementBuildCache", from, spec, to,
                    [&](const Node &node) { return normal(node); });
    }
    STDMETHODIMP get_Condition(IUIAutomationCondition **condition) override
    {
        *condition = view_.get();
        (*condition)->AddRef();
        return S_OK;
    }

  private:
    template <class Step>
    HRESULT walk(const char *name, IUIAutomationElement *from,
                 const std::shared_ptr<const CacheSpec> &spec, IUIAutomationElement **to, Step step)
    {
        if (!to) return E_POINTER;
        *to = nullptr;
        Node node;
        if (!nodeIn(from, node)) return E_INVALIDARG;
        HRESULT result = askElement(ElementSource{node, nullptr, 0}, name, [&] {
            // No such element is S_OK and null.
            if (Node found = step(node)) *to = newElement(found, spec);
            return S_OK;
        });
        return withoutObject(result, to);
    }
    // The first (or last) child in the view. Others are not looked at: there may be ten thousand.
    Node endChild(const Node &node, bool isFirst) const
    {
        Nodes all = node.provider->children(node);
        if (!isFirst) std::reverse(all.begin(), all.end());
        return firstIn(all, 0, isFirst);
    }
    Node sibling(const Node &node, int distance) const
    {
        Node parent = parentOf(node);
        if (!parent) return {};
        Nodes all = parent.provider->children(parent);
        if (distance < 0) std::reverse(all.begin(), all.end());
        auto place = std::find(all.begin(), all.end(), node);
        if (place == all.end()) return {};
        Node found = firstIn(all, place - all.begin() + 1, distance > 0);
        // The children of a parent that the view leaves out stand among its own siblings.
        bool isParentSeen = view_.holds(parent) || parent == desktopNode();
        return found || isParentSeen ? found : sibling(parent, distance);
    }
    Node firstIn(const Nodes &nodes, size_t start, bool isForward) const
    {
        Faults now = faults();
        for (size_t i = start; i < nodes.size(); ++i) {
            if (now.isLeftOut(nodes[i])) continue;
            if (view_.holds(nodes[i])) return nodes[i];
            if (Node inside = endChild(nodes[i], isForward)) return inside;
        }
        return {};
    }
    Node normal(const Node &node) const
    {
        return view_.holds(node) ? node : parentInView(node, view_);
    }

    HeldCondition view_;
};

} // namespace

IUIAutomationTreeWalker *newWalker(HeldCondition view) { return new Walker(std::move(view)); }

} // namespace uia
