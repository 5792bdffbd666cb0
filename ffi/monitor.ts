import { defineCallback } from "./callback.ts";
import { defineConstants } from "./constants.ts";
import { C } from "./ctype.ts";
import { shcore } from "./shcore.ts";
import { defineStruct, wideArray } from "./struct.ts";
import { user32 } from "./user32.ts";
import { RECT } from "./window.ts";

type RectValue = { left: number; top: number; right: number; bottom: number };

/** `MONITORINFOEXW`: a monitor's rectangles on the virtual screen and its device name. */
export const MONITORINFOEXW = defineStruct("MONITORINFOEXW", {
  cbSize: "u32",
  rcMonitor: RECT,
  rcWork: RECT,
  dwFlags: "u32",
  szDevice: wideArray(32),
});

const MONITOR = defineConstants({ MONITORINFOF_PRIMARY: 1, MDT_EFFECTIVE_DPI: 0 });

const MONITORENUMPROC = defineCallback("MONITORENUMPROC", {
  parameters: [C.HMONITOR, C.HDC, C.POINTER, C.LPARAM], // hMonitor, hdc, lprcMonitor, lParam
  result: C.BOOL,
});

/**
 * The handles of all monitors of the desktop, in no order that means anything.
 *
 * @see https://learn.microsoft.com/windows/win32/api/winuser/nf-winuser-enumdisplaymonitors
 */
export function enumDisplayMonitors(): bigint[] {
  const found: bigint[] = [];
  const goOn = 1;
  using callback = MONITORENUMPROC.create((monitor) => {
    found.push(monitor);
    return goOn;
  });
  user32.symbols.EnumDisplayMonitors(0n, null, callback.value.pointer, 0n);
  return found;
}

/** What Windows says about a monitor, physical pixels of the virtual screen; undefined when it has just gone. */
export function getMonitorInfo(
  monitor: bigint,
): { screen: RectValue; work: RectValue; isPrimary: boolean; deviceName: string } | undefined {
  const bytes = MONITORINFOEXW.make({ cbSize: MONITORINFOEXW.byteLength });
  if (user32.symbols.GetMonitorInfoW(monitor, bytes) === 0) return undefined;
  const info = MONITORINFOEXW.read(bytes);
  return {
    screen: info.rcMonitor,
    work: info.rcWork,
    isPrimary: (info.dwFlags & MONITOR.MONITORINFOF_PRIMARY) !== 0,
    deviceName: info.szDevice,
  };
}

/**
 * The dots per inch that the person has set for a monitor, 96 for 100 %; undefined where Windows does not say. Needs a
 * thread that is per-monitor DPI aware: others are told their own number.
 *
 * @see https://learn.microsoft.com/windows/win32/api/shellscalingapi/nf-shellscalingapi-getdpiformonitor
 */
export function getEffectiveDpi(monitor: bigint): number | undefined {
  const dpiX = new Uint32Array(1);
  const dpiY = new Uint32Array(1);
  const hresult = shcore.symbols.GetDpiForMonitor(monitor, MONITOR.MDT_EFFECTIVE_DPI, dpiX, dpiY);
  return hresult < 0 || dpiX[0] === 0 ? undefined : dpiX[0];
}
