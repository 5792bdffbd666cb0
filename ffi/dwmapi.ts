import { defineConstants } from "./constants.ts";
import { C } from "./ctype.ts";
import type { Hwnd } from "./handles.ts";
import { defineLibrary } from "./library.ts";
import { RECT } from "./window.ts";

/** The dwmapi function that Casement uses. @see https://learn.microsoft.com/windows/win32/api/dwmapi/ */
export const dwmapi = defineLibrary("dwmapi.dll", {
  DwmGetWindowAttribute: { parameters: [C.HWND, C.DWORD, C.BUFFER, C.DWORD], result: C.HRESULT }, // hwnd, dwAttribute, pvAttribute, cbAttribute
});

const DWM = defineConstants({ DWMWA_EXTENDED_FRAME_BOUNDS: 9, DWMWA_CLOAKED: 14 });

/** The visible frame on the screen, without the invisible resize borders; undefined where DWM does not say. */
export function getExtendedFrameBounds(
  hwnd: Hwnd,
): { left: number; top: number; right: number; bottom: number } | undefined {
  const bytes = RECT.make();
  const attribute = DWM.DWMWA_EXTENDED_FRAME_BOUNDS;
  const hresult = dwmapi.symbols.DwmGetWindowAttribute(hwnd, attribute, bytes, bytes.byteLength);
  return hresult < 0 ? undefined : RECT.read(bytes);
}

/** Whether DWM hides the window (another virtual desktop, a suspended app); false where DWM does not say. */
export function isCloaked(hwnd: Hwnd): boolean {
  const value = new Uint32Array(1);
  const hresult = dwmapi.symbols.DwmGetWindowAttribute(hwnd, DWM.DWMWA_CLOAKED, value, value.byteLength);
  return hresult >= 0 && value[0] !== 0;
}
