/** Reports every key event of the session, injected ones too, as a low-level hook sees it. Runs in a Worker of its own. */
/// <reference lib="deno.worker" />
const user32 = Deno.dlopen("C:\\windows\\system32\\user32.dll", {
  SetWindowsHookExW: { parameters: ["i32", "function", "usize", "u32"], result: "usize" },
  UnhookWindowsHookEx: { parameters: ["usize"], result: "i32" },
  CallNextHookEx: { parameters: ["usize", "i32", "usize", "pointer"], result: "isize" },
  PeekMessageW: { parameters: ["buffer", "usize", "u32", "u32", "u32"], result: "i32" },
});

const WH_KEYBOARD_LL = 13;
const EXTENDED = 1;
const UP = 0x80;
const PUMP_MS = 1;

const callback = new Deno.UnsafeCallback(
  { parameters: ["i32", "usize", "pointer"], result: "isize" },
  (code, message, data) => {
    if (code >= 0 && data !== null) {
      const view = new Deno.UnsafePointerView(data); // vkCode, scanCode, flags
      const flags = view.getUint32(8);
      postMessage({
        vk: view.getUint32(0),
        scan: view.getUint32(4),
        extended: (flags & EXTENDED) !== 0,
        down: (flags & UP) === 0,
      });
    }
    return user32.symbols.CallNextHookEx(0n, code, message, data);
  },
);
const hook = user32.symbols.SetWindowsHookExW(WH_KEYBOARD_LL, callback.pointer, 0n, 0);
postMessage(hook === 0n ? "failed" : "ready");
const message = new Uint8Array(48);
// A hook is called while its thread looks for messages.
setInterval(() => user32.symbols.PeekMessageW(message, 0n, 0, 0, 1), PUMP_MS);
