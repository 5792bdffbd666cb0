/**
 * The C types of the Windows headers and how each crosses the FFI border on 64-bit Windows. Symbol tables and
 * structs name these, so that a table reads like the header it was taken from; the ABI check compares every width.
 *
 * Handles are `usize`: they are numbers that other programs print, compare and send over JSON, never memory that
 * JavaScript may follow. Pointers to memory we own are `buffer`.
 */
export const C = {
  BOOL: "i32",
  BYTE: "u8",
  WORD: "u16",
  DWORD: "u32",
  INT: "i32",
  UINT: "u32",
  LONG: "i32",
  COLORREF: "u32",
  HRESULT: "i32",
  SHORT: "i16",
  WPARAM: "usize",
  LPARAM: "isize",
  LRESULT: "isize",
  LONG_PTR: "isize",
  ULONG_PTR: "usize",
  SIZE_T: "usize",
  HANDLE: "usize",
  HWND: "usize",
  HDC: "usize",
  HGDIOBJ: "usize",
  HMODULE: "usize",
  HGLOBAL: "usize",
  HMENU: "usize",
  HDESK: "usize",
  HMONITOR: "usize",
  HKL: "usize",
  WCHAR: "u16",
  HWINEVENTHOOK: "usize",
  DPI_CONTEXT: "usize",
  /** Memory of ours that the call reads or writes. */
  BUFFER: "buffer",
  /** Memory that Windows owns, or NULL. */
  POINTER: "pointer",
  CALLBACK: "function",
  VOID: "void",
} as const;
