// FindFirst and FindAll.
#ifndef UIA_SERVER_FIND_H
#define UIA_SERVER_FIND_H

#include "cache.h"

namespace uia {

// In document order. `isFirstOnly` stops at the first one.
HRESULT find(const Node &root, TreeScope scope, const HeldCondition &condition,
             const HeldCondition &view, bool isFirstOnly, Nodes &found);

} // namespace uia

#endif
