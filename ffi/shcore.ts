import { C } from "./ctype.ts";
import { defineLibrary } from "./library.ts";

/** The shcore function that Casement uses. @see https://learn.microsoft.com/windows/win32/api/shellscalingapi/ */
export const shcore = defineLibrary("shcore.dll", {
  GetDpiForMonitor: { parameters: [C.HMONITOR, C.INT, C.BUFFER, C.BUFFER], result: C.HRESULT }, // hmonitor, dpiType, dpiX, dpiY
});
