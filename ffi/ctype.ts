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
  ULONG: "u32",
  DOUBLE: "f64",
  VARTYPE: "u16",
  /** An enum of the headers, as in `enum TreeScope`. */
  ENUM: "i32",
  /** A COM interface pointer, a BSTR or a SAFEARRAY: memory that COM made and that has an owner. */
  INTERFACE: "pointer",
  BSTR: "pointer",
  SAFEARRAY: "pointer",
  /** By value: two registers' worth and more, which the FFI passes as the ABI wants it. */
  VARIANT: { struct: ["u16", "u16", "u16", "u16", "u64", "u64"] }, // vt, three reserved, and the widest members of the union
  POINT: { struct: ["i32", "i32"] },
  VOID: "void",
} as const;

/**
 * Memory of ours for what a method of COM gives, by what it gives. The FFI sees a buffer; the ABI check compares what the
 * headers have behind the pointer, and the bindings read nothing else out of it.
 */
export const OUT = {
  /** A 32-bit integer, a BOOL or an enum. */
  INT: { out: "INT" },
  DOUBLE: { out: "DOUBLE" },
  BSTR: { out: "BSTR" },
  /** A pointer to an object, which is then ours. */
  INTERFACE: { out: "INTERFACE" },
  SAFEARRAY: { out: "SAFEARRAY" },
  VARIANT: { out: "VARIANT" },
  RECT: { out: "RECT" },
  POINT: { out: "POINT" },
  HWND: { out: "HWND" },
} as const;

/** What a method of COM may give. */
export type OutKind = keyof typeof OUT;

/** A parameter that a method writes to. */
export interface OutParameter<K extends OutKind = OutKind> {
  readonly out: K;
}
