// The client's first object.
#ifndef UIA_SERVER_AUTOMATION_H
#define UIA_SERVER_AUTOMATION_H

#include <uiautomation.h>

namespace uia {

// `isNew`: made as CUIAutomation8, which alone has the interfaces after the first.
IUnknown *newAutomation(bool isNew);

} // namespace uia

#endif
