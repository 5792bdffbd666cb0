// Programmatic names of patterns and properties.
#ifndef UIA_SERVER_NAMES_H
#define UIA_SERVER_NAMES_H

#include <string>
#include <uiautomation.h>
#include <vector>

namespace uia {

// The patterns that are built.
std::vector<PATTERNID> allPatterns();
std::wstring patternName(PATTERNID pattern);
// Empty for one that is not in the table.
std::wstring propertyName(PROPERTYID property);

} // namespace uia

#endif
