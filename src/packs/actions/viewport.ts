/** The part of the screen that a control is to be seen in, and the container that may be scrolled for it. */
import { isEmpty, type Rect } from "../../core/geometry.ts";
import type { UiLook } from "../../desktop/ui_act.ts";
import type { UiElement } from "../../desktop/ui_element.ts";
import { type CompositeCall, findIfThere, type FoundPart } from "./composite_call.ts";
import type { ViewportSource } from "./composite_results.ts";

/** One look at an element; a program that needs longer is busy. */
const LOOK_TIMEOUT_MS = 1_000;

/** Where a control is to be seen. */
export interface Viewport {
  readonly screenRect: Rect | null;
  readonly source: ViewportSource;
}

/** A part as it is now. */
export function lookAt({ context }: CompositeCall, { target }: FoundPart): Promise<UiLook> {
  return context.desktop.uiLook(target.subject, LOOK_TIMEOUT_MS, context.signal);
}

/** The element of a part as it is now; null where it is gone or its program does not answer. */
export async function elementOf(call: CompositeCall, part: FoundPart): Promise<UiElement | null> {
  const look = await lookAt(call, part);
  return look.outcome === "seen" ? look.element : null;
}

/** The control that the pack says is scrolled for this one. */
export async function scrollContainerOf(call: CompositeCall): Promise<FoundPart | undefined> {
  const name = call.entry.visibility?.scrollContainer;
  return name === undefined ? undefined : await findIfThere(call, name);
}

/** The first that there is: the container, the root of the page, the client area of the window, the window. */
export async function viewportOf(
  call: CompositeCall,
  container: FoundPart | undefined,
): Promise<Viewport> {
  const ofContainer = container === undefined ? null : await rectOf(call, container);
  if (ofContainer !== null) return { screenRect: ofContainer, source: "scrollContainer" };
  const page = call.pack.pages.find(({ id }) => id === call.entry.page);
  const root = page?.rootControl === undefined ? undefined : await findIfThere(call, page.rootControl);
  const ofPage = root === undefined ? null : await rectOf(call, root);
  if (ofPage !== null) return { screenRect: ofPage, source: "pageRoot" };
  const state = await call.context.desktop.windowState(call.control.target.root, 0);
  if (state === undefined) return { screenRect: null, source: "none" };
  if (!isEmpty(state.clientScreenRect)) {
    return { screenRect: state.clientScreenRect, source: "windowClientRect" };
  }
  return isEmpty(state.screenRect)
    ? { screenRect: null, source: "none" }
    : { screenRect: state.screenRect, source: "windowBoundingRect" };
}

/** Where a part lies on the screen now; null where it covers nothing. */
export async function rectOf(call: CompositeCall, part: FoundPart): Promise<Rect | null> {
  const rect = (await elementOf(call, part))?.screenRect ?? null;
  return rect === null || isEmpty(rect) ? null : rect;
}
