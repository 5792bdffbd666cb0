// Tree walkers.
#ifndef UIA_SERVER_WALKER_H
#define UIA_SERVER_WALKER_H

#include "condition.h"

namespace uia {

IUIAutomationTreeWalker *newWalker(HeldCondition view);

} // namespace uia

#endif
