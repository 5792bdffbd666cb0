/**
 * What Windows documents and the headers of mingw-w64 12 lack. Each entry says where its declaration or value comes
 * from. An entry for something that the headers do have fails the check, so this list can only shrink with them.
 */

/** Something that is checked against the documentation instead of the headers. */
export interface HeaderGap {
  readonly name: string;
  readonly kind: "function" | "struct" | "constant";
  /** C++ as documented, complete: `BOOL Name(HWND window);`, `struct NAME { … };`, `constexpr int NAME = 1;`. */
  readonly declaration: string;
  /** The page that says so. */
  readonly source: string;
}

export const NOT_IN_HEADERS: readonly HeaderGap[] = [
  {
    name: "RtlGetVersion",
    kind: "function",
    declaration: "LONG RtlGetVersion(OSVERSIONINFOW *lpVersionInformation);",
    source: "https://learn.microsoft.com/windows/win32/devnotes/rtlgetversion",
  },
  {
    name: "wine_get_version",
    kind: "function",
    declaration: "const char *wine_get_version(void);",
    source: "https://gitlab.winehq.org/wine/wine/-/wikis/Developer-FAQ",
  },
  {
    name: "UIA_IsHiddenAttributeId",
    kind: "constant",
    declaration: "constexpr int UIA_IsHiddenAttributeId = 40013;",
    source: "https://learn.microsoft.com/windows/win32/winauto/uiauto-textattribute-ids",
  },
  {
    name: "UIA_IsReadOnlyAttributeId",
    kind: "constant",
    declaration: "constexpr int UIA_IsReadOnlyAttributeId = 40015;",
    source: "https://learn.microsoft.com/windows/win32/winauto/uiauto-textattribute-ids",
  },
];
