import { defineConstants } from "./constants.ts";
import { Owned } from "./handles.ts";
import { user32 } from "./user32.ts";
import { fromWide } from "./wide_string.ts";

const DESKTOP = defineConstants({ UOI_NAME: 2, DESKTOP_READOBJECTS: 0x0001 });

const METRIC = defineConstants({
  SM_XVIRTUALSCREEN: 76,
  SM_YVIRTUALSCREEN: 77,
  SM_CXVIRTUALSCREEN: 78,
  SM_CYVIRTUALSCREEN: 79,
  SM_REMOTESESSION: 0x1000,
});

/**
 * The name of the desktop that receives input now, `Default` for the person's own. Undefined when it may not be
 * opened: the session is locked, disconnected, or shows a secure prompt.
 *
 * @see https://learn.microsoft.com/windows/win32/api/winuser/nf-winuser-openinputdesktop
 */
export function getInputDesktopName(): string | undefined {
  const handle = user32.symbols.OpenInputDesktop(0, 0, DESKTOP.DESKTOP_READOBJECTS);
  if (handle === 0n) return undefined;
  using desktop = new Owned("desktop", handle, (open) => void user32.symbols.CloseDesktop(open));
  return getDesktopName(desktop.value);
}

/** The name of the desktop that a thread belongs to; the handle behind it needs no closing. */
export function getThreadDesktopName(threadId: number): string | undefined {
  const handle = user32.symbols.GetThreadDesktop(threadId);
  return handle === 0n ? undefined : getDesktopName(handle);
}

function getDesktopName(handle: bigint): string | undefined {
  const units = new Uint16Array(256);
  const needed = new Uint32Array(1);
  const ok = user32.symbols.GetUserObjectInformationW(
    handle,
    DESKTOP.UOI_NAME,
    units,
    units.byteLength,
    needed,
  );
  return ok === 0 ? undefined : fromWide(units);
}

/** The rectangle of all monitors together, physical pixels; its corner may be negative. */
export function getVirtualScreen(): { x: number; y: number; width: number; height: number } {
  const metric = (index: number) => user32.symbols.GetSystemMetrics(index);
  return {
    x: metric(METRIC.SM_XVIRTUALSCREEN),
    y: metric(METRIC.SM_YVIRTUALSCREEN),
    width: metric(METRIC.SM_CXVIRTUALSCREEN),
    height: metric(METRIC.SM_CYVIRTUALSCREEN),
  };
}

/** Whether the session is shown on another machine. */
export function isRemoteSession(): boolean {
  return user32.symbols.GetSystemMetrics(METRIC.SM_REMOTESESSION) !== 0;
}

/** `DPI_AWARENESS_CONTEXT_PER_MONITOR_AWARE_V2`, a handle-sized constant. */
const PER_MONITOR_AWARE_V2 = BigInt.asUintN(64, -4n);

/**
 * Makes the process and this thread per-monitor DPI aware, so that every coordinate is in physical pixels. The process
 * part succeeds once only; later calls change nothing.
 *
 * @see https://learn.microsoft.com/windows/win32/hidpi/dpi-awareness-context
 */
export function becomeDpiAware(): void {
  user32.symbols.SetProcessDpiAwarenessContext(PER_MONITOR_AWARE_V2);
  user32.symbols.SetThreadDpiAwarenessContext(PER_MONITOR_AWARE_V2);
}

/** Whether this thread sees every coordinate in physical pixels. */
export function isPerMonitorAware(): boolean {
  const context = user32.symbols.GetThreadDpiAwarenessContext();
  return user32.symbols.AreDpiAwarenessContextsEqual(context, PER_MONITOR_AWARE_V2) !== 0;
}
