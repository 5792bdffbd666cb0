// The library as COM sees it.
#ifndef UIA_SERVER_SERVER_H
#define UIA_SERVER_SERVER_H

#include <windows.h>

namespace uia {

HMODULE serverModule();

} // namespace uia

#endif
