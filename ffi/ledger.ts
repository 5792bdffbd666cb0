/**
 * Counts what this thread owns of Windows: every handle, DC, bitmap, hook, callback and COM pointer is opened and
 * closed here, so that a test can hold the growth at zero where Windows' own counters are not to be had.
 */

/** The kinds of things that have exactly one owner. */
export type OwnedKind =
  | "handle"
  | "desktop"
  | "dc"
  | "windowDc"
  | "bitmap"
  | "hook"
  | "callback"
  | "window"
  | "clipboard"
  | "globalMemory"
  | "module"
  | "comObject"
  | "bstr"
  | "variant"
  | "safeArray"
  | "apartment";

const open = new Map<OwnedKind, number>();

/** Notes that one more is open. */
export function noteOpened(kind: OwnedKind): void {
  open.set(kind, (open.get(kind) ?? 0) + 1);
}

/** Notes that one has been closed. */
export function noteClosed(kind: OwnedKind): void {
  open.set(kind, (open.get(kind) ?? 0) - 1);
}

/** How many of each kind this thread has open now; kinds that were never opened are absent. */
export function openCounts(): Record<string, number> {
  return Object.fromEntries(open);
}
