import { defineConstants } from "./constants.ts";
import type { Hwnd } from "./handles.ts";
import { defineStruct } from "./struct.ts";
import { user32 } from "./user32.ts";

/** `SCROLLINFO`: the range, page and position of a scroll bar. */
export const SCROLLINFO = defineStruct("SCROLLINFO", {
  cbSize: "u32",
  fMask: "u32",
  nMin: "i32",
  nMax: "i32",
  nPage: "u32",
  nPos: "i32",
  nTrackPos: "i32",
});

/** Scroll bars, their messages and what is scrolled. */
export const SCROLL = defineConstants({
  SB_HORZ: 0,
  SB_VERT: 1,
  SIF_RANGE: 1,
  SIF_PAGE: 2,
  SIF_POS: 4,
  SB_LINEUP: 0,
  SB_LINEDOWN: 1,
  SB_PAGEUP: 2,
  SB_PAGEDOWN: 3,
  SB_ENDSCROLL: 8,
  WM_HSCROLL: 0x0114,
  WM_VSCROLL: 0x0115,
});

const METRIC = defineConstants({ SM_CYVSCROLL: 20, SM_CXHSCROLL: 21 });

/** Where a scroll bar stands. */
export interface ScrollPosition {
  readonly min: number;
  readonly max: number;
  readonly page: number;
  readonly position: number;
}

/** Where the scroll bar at a window's edge stands; undefined when Windows does not say. */
export function getScrollPosition(hwnd: Hwnd, isVertical: boolean): ScrollPosition | undefined {
  const fMask = SCROLL.SIF_RANGE | SCROLL.SIF_PAGE | SCROLL.SIF_POS;
  const bytes = SCROLLINFO.make({ cbSize: SCROLLINFO.byteLength, fMask });
  const bar = isVertical ? SCROLL.SB_VERT : SCROLL.SB_HORZ;
  if (user32.symbols.GetScrollInfo(hwnd, bar, bytes) === 0) return undefined;
  const { nMin, nMax, nPage, nPos } = SCROLLINFO.read(bytes);
  return { min: nMin, max: nMax, page: nPage, position: nPos };
}

/** How long the arrow at the end of a scroll bar is, in pixels of a window with this DPI. */
export function scrollArrowLength(isVertical: boolean, dpi: number): number {
  return user32.symbols.GetSystemMetricsForDpi(isVertical ? METRIC.SM_CYVSCROLL : METRIC.SM_CXHSCROLL, dpi);
}
