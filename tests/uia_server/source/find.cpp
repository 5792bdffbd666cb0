#include "find.h"

#include "provider.h"
#include "request.h"

namespace uia {

namespace {

struct Search {
    const HeldCondition &condition, &view;
    bool isFirstOnly;
    Nodes &found;

    bool isOver() const
    {
        Request *request = Request::current();
        return (isFirstOnly && !found.empty()) || (request && request->timeLeftMs() == 0);
    }
    void look(const Node &node)
    {
        if (!isOver() && condition.holds(node)) found.push_back(node);
    }
    void below(const Node &node, bool isDeep)
    {
        for (const Node &child : childrenInView(node, view)) {
            if (isOver()) return;
            look(child);
            if (isDeep) below(child, true);
        }
    }
};

} // namespace

HRESULT find(const Node &root, TreeScope scope, const HeldCondition &condition,
             const HeldCondition &view, bool isFirstOnly, Nodes &found)
{
    if (scope == 0 || (scope & ~TreeScope_Subtree)) return E_INVALIDARG;
    Search search{condition, view, isFirstOnly, found};
    if (scope & TreeScope_Element) search.look(root);
    if (scope & (TreeScope_Children | TreeScope_Descendants)) {
        search.below(root, (scope & TreeScope_Descendants) != 0);
    }
    return S_OK;
}

} // namespace uia
