/** The Worker of `other_desktop_window.ts`: its thread moves to a new desktop and makes a window there. */
const user32 = Deno.dlopen("C:\\windows\\system32\\user32.dll", {
  CreateDesktopW: { parameters: ["buffer", "usize", "usize", "u32", "u32", "usize"], result: "usize" },
  SetThreadDesktop: { parameters: ["usize"], result: "i32" },
  CreateWindowExW: {
    parameters: [
      ...["u32", "buffer", "buffer", "u32", "i32", "i32", "i32", "i32"] as const,
      ...["usize", "usize", "usize", "usize"] as const,
    ],
    result: "usize",
  },
});
const wide = (text: string): Uint16Array<ArrayBuffer> =>
  Uint16Array.from(`${text}\0`, (unit) => unit.charCodeAt(0));
const allRights = 0x10000000;
const visiblePopup = 0x90000000;
const desktop = user32.symbols.CreateDesktopW(
  wide(`casement-${crypto.randomUUID()}`),
  0n,
  0n,
  0,
  allRights,
  0n,
);
const isThere = user32.symbols.SetThreadDesktop(desktop) !== 0;
const title = wide("Elsewhere");
const hwnd = user32.symbols
  .CreateWindowExW(0, wide("STATIC"), title, visiblePopup, 10, 10, 100, 80, 0n, 0n, 0n, 0n);
self.postMessage(isThere ? hwnd : 0n);
