import * as z from "zod";
import { once } from "../core/once.ts";
import { withEdges } from "../core/geometry.ts";
import { formatHwnd } from "../core/hwnd.ts";
import type { TopLevelWindow } from "../desktop/desktop.ts";
import { shownTitle } from "./target_fields.ts";

/** A rectangle on the screen, in physical pixels. */
export const screenRectSchema = once(() =>
  z.strictObject({
    x: z.int(),
    y: z.int(),
    width: z.int(),
    height: z.int(),
    left: z.int(),
    top: z.int(),
    right: z.int(),
    bottom: z.int(),
  }).describe("Physical screen pixels; may be negative.")
);

/** What every tool says about a window. */
export const windowInfoSchema = once(() =>
  z.strictObject({
    hwnd: z.string().describe("Handle."),
    title: z.string(),
    pid: z.int(),
    hostedPid: z.int().optional().describe("Process whose content a Store app's frame shows."),
    processName: z.string().describe("Without .exe; (unknown) where it cannot be read."),
    className: z.string(),
    rect: screenRectSchema(),
    visible: z.boolean(),
    minimized: z.boolean(),
    cloaked: z.boolean().optional().describe("Hidden by Windows; present when true."),
    hung: z.boolean().describe("Windows says it does not respond."),
    owner: z.string().optional().describe("Handle of the window that owns it."),
  })
);

/** A window as tools report it. */
export function toWindowInfo(window: TopLevelWindow): z.output<ReturnType<typeof windowInfoSchema>> {
  return {
    hwnd: formatHwnd(window.hwnd),
    title: shownTitle(window.title),
    pid: window.pid,
    ...(window.hostedPid === undefined ? {} : { hostedPid: window.hostedPid }),
    processName: window.processName ?? "(unknown)",
    className: window.className,
    rect: withEdges(window.screenRect),
    visible: window.visible,
    minimized: window.minimized,
    ...(window.cloaked ? { cloaked: true } : {}),
    hung: window.hung,
    ...(window.owner === 0n ? {} : { owner: formatHwnd(window.owner) }),
  };
}
