// The two values that stand for "there is none": one object each in a process.
#ifndef UIA_SERVER_NOT_SUPPORTED_H
#define UIA_SERVER_NOT_SUPPORTED_H

#include <ole2.h>

namespace uia {

IUnknown *notSupportedValue();
IUnknown *mixedAttributeValue();

} // namespace uia

#endif
