#include "names.h"

namespace uia {

namespace {

struct Named {
    int id;
    const wchar_t *name;
};

#define UIA_PATTERN(NAME)                                                                          \
    {                                                                                              \
        UIA_##NAME##PatternId, L## #NAME                                                           \
    }
const Named PATTERNS[] = {
    UIA_PATTERN(Invoke),         UIA_PATTERN(Selection),
    UIA_PATTERN(Value),          UIA_PATTERN(RangeValue),
    UIA_PATTERN(Scroll),         UIA_PATTERN(Grid),
    UIA_PATTERN(ExpandCollapse), UIA_PATTERN(GridItem),
    UIA_PATTERN(Window),         UIA_PATTERN(Table),
    UIA_PATTERN(SelectionItem),  UIA_PATTERN(TableItem),
    UIA_PATTERN(Text),           UIA_PATTERN(Toggle),
    UIA_PATTERN(ScrollItem),     UIA_PATTERN(LegacyIAccessible),
};

#define UIA_PROPERTY(NAME)                                                                         \
    {                                                                                              \
        UIA_##NAME##PropertyId, L## #NAME                                                          \
    }
const Named PROPERTIES[] = {
    UIA_PROPERTY(RuntimeId),
    UIA_PROPERTY(BoundingRectangle),
    UIA_PROPERTY(ProcessId),
    UIA_PROPERTY(ControlType),
    UIA_PROPERTY(LocalizedControlType),
    UIA_PROPERTY(Name),
    UIA_PROPERTY(AcceleratorKey),
    UIA_PROPERTY(AccessKey),
    UIA_PROPERTY(HasKeyboardFocus),
    UIA_PROPERTY(IsKeyboardFocusable),
    UIA_PROPERTY(IsEnabled),
    UIA_PROPERTY(AutomationId),
    UIA_PROPERTY(ClassName),
    UIA_PROPERTY(HelpText),
    UIA_PROPERTY(IsControlElement),
    UIA_PROPERTY(IsContentElement),
    UIA_PROPERTY(LabeledBy),
    UIA_PROPERTY(IsPassword),
    UIA_PROPERTY(NativeWindowHandle),
    UIA_PROPERTY(IsOffscreen),
    UIA_PROPERTY(Orientation),
    UIA_PROPERTY(FrameworkId),
};

template <size_t N> std::wstring find(const Named (&table)[N], int id)
{
    for (const Named &row : table) {
        if (row.id == id) return row.name;
    }
    return {};
}

} // namespace

std::vector<PATTERNID> allPatterns()
{
    std::vector<PATTERNID> all;
    for (const Named &row : PATTERNS) all.push_back(row.id);
    return all;
}

std::wstring patternName(PATTERNID pattern) { return find(PATTERNS, pattern); }

std::wstring propertyName(PROPERTYID property) { return find(PROPERTIES, property); }

} // namespace uia
