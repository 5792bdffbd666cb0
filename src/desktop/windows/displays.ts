/** The monitors, as a lane reads them. */
import { getVirtualScreen } from "../../../ffi/desktop.ts";
import { enumDisplayMonitors, getEffectiveDpi, getMonitorInfo } from "../../../ffi/monitor.ts";
import { rectFromEdges } from "../../core/geometry.ts";
import type { Display, DisplayLayout } from "../desktop.ts";
import { isDesktopInteractive } from "./window_reader.ts";

/** See the port. */
export function displayLayout(): DisplayLayout {
  const displays = enumDisplayMonitors().map(readDisplay).filter((display) => display !== undefined);
  return {
    displays: displays.toSorted(compare),
    virtualScreenRect: getVirtualScreen(),
    interactiveDesktop: isDesktopInteractive(),
  };
}

function readDisplay(monitor: bigint): Display | undefined {
  const info = getMonitorInfo(monitor);
  if (info === undefined) return undefined;
  const { screen, work } = info;
  return {
    deviceName: info.deviceName,
    primary: info.isPrimary,
    screenRect: rectFromEdges(screen.left, screen.top, screen.right, screen.bottom),
    workScreenRect: rectFromEdges(work.left, work.top, work.right, work.bottom),
    dpi: getEffectiveDpi(monitor),
  };
}

/** The order must not depend on the one in which Windows happens to enumerate: callers name displays by it. */
function compare(a: Display, b: Display): number {
  return Number(b.primary) - Number(a.primary) || a.screenRect.x - b.screenRect.x ||
    a.screenRect.y - b.screenRect.y;
}
