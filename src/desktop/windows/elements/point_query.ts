/** What lies at a point of the screen. */
import { isCloaked } from "../../../../ffi/dwmapi.ts";
import type { UIAutomationElement } from "../../../../ffi/uia/element.ts";
import {
  enumWindows,
  getClassName,
  getDesktopWindow,
  getForegroundWindow,
  getRoot,
  getWindowThread,
  getWindowTitle,
  isIconic,
  isWindowEnabled,
} from "../../../../ffi/window.ts";
import type { Hwnd } from "../../../core/hwnd.ts";
import type { Point } from "../../../core/geometry.ts";
import type { UiElement, UiPointQuery } from "../../ui_element.ts";
import { isHitAt } from "../mouse_receiver.ts";
import { visibleFrame } from "../window_reader.ts";
import { outcomeOf } from "./asking.ts";
import type { ElementClient } from "./client.ts";
import { readFacts } from "./element_facts.ts";

/** No program nests deeper; one that is its own parent would go on for ever. */
const MOST_LEVELS = 100;

/** How UI Automation begins the runtime ids of windows. */
const WINDOW_RUNTIME_ID = 42;

/** See the port. */
export function elementsAt(
  client: ElementClient,
  { screenPoint, hwnd }: UiPointQuery,
  timeoutMs: number,
): readonly UiElement[] | undefined {
  const endsAt = performance.now() + timeoutMs;
  const top = topLevelAt(screenPoint);
  if (top === undefined) return undefined;
  if (getWindowThread(top).pid !== getWindowThread(hwnd).pid) return [fromOutside(top)];
  client.time.begin(timeoutMs);
  const hit = outcomeOf(() =>
    client.automation.elementFromPoint(screenPoint.x, screenPoint.y, client.element)
  );
  if (!hit.isDone || hit.value === undefined) return undefined;
  using kept = new DisposableStack();
  const found: UiElement[] = [];
  let at: UIAutomationElement | undefined = kept.use(hit.value);
  while (at !== undefined && found.length < MOST_LEVELS) {
    const facts = readFacts(at);
    if (facts.nativeWindowHandle === getDesktopWindow()) break;
    found.push(facts);
    if (facts.nativeWindowHandle === getRoot(hwnd) || performance.now() >= endsAt) break;
    const from: UIAutomationElement = at;
    client.time.next();
    const above = outcomeOf(() => client.walker.step("Parent", from, client.element));
    at = above.isDone && above.value !== undefined ? kept.use(above.value) : undefined;
  }
  return found.length === 0 ? undefined : found;
}

/** The top-level window that a click there would go to, found without asking any program. */
function topLevelAt(point: Point): Hwnd | undefined {
  return enumWindows().find((hwnd) => isHitAt(hwnd, point) && !isIconic(hwnd) && !isCloaked(hwnd));
}

/** A window as anybody can see it: its title comes from Windows itself, nothing from its program. */
function fromOutside(hwnd: Hwnd): UiElement {
  return {
    automationId: "",
    name: getWindowTitle(hwnd),
    controlType: "Window",
    className: getClassName(hwnd),
    frameworkId: "",
    processId: getWindowThread(hwnd).pid,
    nativeWindowHandle: hwnd,
    runtimeId: [WINDOW_RUNTIME_ID, Number(BigInt.asIntN(32, hwnd))],
    enabled: isWindowEnabled(hwnd),
    offscreen: false,
    focusable: false,
    hasKeyboardFocus: getForegroundWindow() === hwnd,
    isPassword: false,
    valueProtected: false,
    screenRect: visibleFrame(hwnd),
    patterns: [],
    value: null,
    isReadOnly: null,
    range: null,
    toggleState: null,
    selected: null,
    expandCollapseState: null,
    failed: [],
  };
}
