/** Which window gets a click at a point of the screen, found as Windows finds it, but inside one window only. */
import {
  childrenInFrontOrder,
  CLASS_STYLE,
  getClassStyle,
  HIT,
  hitTest,
  toProgramClientPoint,
  toProgramScreenPoint,
} from "../../../ffi/hit_test.ts";
import {
  enumWindows,
  getClassName,
  getClientRectOnScreen,
  getExStyle,
  getOwner,
  getParent,
  getRoot,
  getStyle,
  getWindowRect,
  getWindowThread,
  isWindow,
  isWindowEnabled,
  isZoomed,
  WINDOW,
} from "../../../ffi/window.ts";
import { contains, type Point, rectFromEdges } from "../../core/geometry.ts";
import type { Hwnd } from "../../core/hwnd.ts";
import type { MouseReceiver, WindowPart } from "../desktop.ts";
import { scrollStepAt } from "./scroll_step.ts";

/** For one window that is asked what lies under the point; a busy one is asked again by the caller. */
const ASK_MS = 250;

/** For all windows that are asked in one request: many may lie above each other. */
const ALL_MS = 1_500;

/** Chromium draws into a child of this class, which takes no part in input. */
const DRAWING_ONLY_CLASS = "Intermediate D3D Window";

/** What opens above a window without being a part of it, and takes the clicks there: menus and lists of combo boxes. */
const POPUP_CLASSES: ReadonlySet<string> = new Set(["#32768", "ComboLBox"]);

type Edges = ReturnType<typeof getWindowRect>;

interface Hit {
  readonly hwnd: Hwnd;
  readonly hitTest: number;
  readonly programScreenPoint: Point;
}

/** One search; disabled children are passed by, as Windows does, and remembered. */
interface Search {
  readonly screenPoint: Point;
  readonly endsAt: number;
  passedBy: Hwnd | undefined;
}

function liesIn(edges: Edges, point: Point): boolean {
  if (edges === undefined) return false;
  return contains(rectFromEdges(edges.left, edges.top, edges.right, edges.bottom), point);
}

/** What a click here may hit at all: visible, at the point, and not made to let clicks through. */
export function isHitAt(hwnd: Hwnd, point: Point): boolean {
  const letsThrough = WINDOW.WS_EX_LAYERED | WINDOW.WS_EX_TRANSPARENT;
  return (getStyle(hwnd) & WINDOW.WS_VISIBLE) !== 0 && liesIn(getWindowRect(hwnd), point) &&
    (getExStyle(hwnd) & letsThrough) !== letsThrough && getClassName(hwnd) !== DRAWING_ONLY_CLASS;
}

/** The deepest window at the point; undefined where the window lets clicks through. */
function findIn(hwnd: Hwnd, search: Search): Hit | "busy" | undefined {
  if (liesIn(getClientRectOnScreen(hwnd), search.screenPoint)) {
    for (const child of childrenInFrontOrder(hwnd)) {
      if (!isHitAt(child, search.screenPoint)) continue;
      if (!isWindowEnabled(child)) {
        search.passedBy ??= child;
        continue;
      }
      const found = findIn(child, search);
      if (found !== undefined) return found;
    }
  }
  const leftMs = search.endsAt - performance.now();
  if (leftMs <= 0) return "busy";
  const programScreenPoint = toProgramScreenPoint(hwnd, search.screenPoint);
  const answer = hitTest(hwnd, programScreenPoint, Math.min(ASK_MS, leftMs));
  if (answer === undefined) return isWindow(hwnd) ? "busy" : undefined;
  return answer === HIT.HTTRANSPARENT ? undefined : { hwnd, hitTest: answer, programScreenPoint };
}

/** See the port. */
export function mouseReceiver(target: Hwnd, screenPoint: Point): MouseReceiver | "busy" | "gone" {
  if (!isWindow(target)) return "gone";
  const search: Search = { screenPoint, endsAt: performance.now() + ALL_MS, passedBy: undefined };
  const found = findIn(target, search);
  if (found === "busy") return "busy";
  if (!isWindow(target)) return "gone";
  const hit = found ??
    { hwnd: target, hitTest: HIT.HTNOWHERE, programScreenPoint: toProgramScreenPoint(target, screenPoint) };
  const { hwnd } = hit;
  const part = windowPart(hit.hitTest);
  const root = getRoot(hwnd);
  const around = windowsAround(hwnd);
  // What lies behind a disabled control is not what was meant, unless it is beside it: as with a frame around others.
  const passedBy = search.passedBy !== undefined && around.includes(getParent(search.passedBy))
    ? search.passedBy
    : undefined;
  const receiver: MouseReceiver = {
    hwnd,
    className: getClassName(hwnd),
    part,
    hitTest: hit.hitTest,
    clientPoint: toProgramClientPoint(hwnd, hit.programScreenPoint),
    programScreenPoint: hit.programScreenPoint,
    takesDoubleClicks: (getClassStyle(hwnd) & CLASS_STYLE.CS_DBLCLKS) !== 0,
    systemCommand: systemCommandOf(hwnd, part),
    scrollStep: part === "verticalScrollBar" || part === "horizontalScrollBar"
      ? scrollStepAt(hwnd, part === "verticalScrollBar", hit.programScreenPoint)
      : undefined,
    disabled: around.findLast((one) => !isWindowEnabled(one)) ?? passedBy,
    dialog: isWindowEnabled(root) ? undefined : openDialogOf(root),
    coveredBy: openPopupAt(target, screenPoint),
  };
  // A child that went meanwhile is no answer: what lies under the point is another one now.
  if (isWindow(hwnd)) return receiver;
  return isWindow(target) ? "busy" : "gone";
}

/** The window and those around it, up to the top-level one. */
function windowsAround(hwnd: Hwnd): Hwnd[] {
  const root = getRoot(hwnd);
  const found = [hwnd];
  for (let at = hwnd; at !== root && at !== 0n && found.length < 100;) {
    at = getParent(at);
    found.push(at);
  }
  return found;
}

function openDialogOf(root: Hwnd): Hwnd | undefined {
  return enumWindows().find((hwnd) =>
    getOwner(hwnd) === root && (getStyle(hwnd) & WINDOW.WS_VISIBLE) !== 0 && isWindowEnabled(hwnd)
  );
}

function openPopupAt(target: Hwnd, point: Point): Hwnd | undefined {
  const { threadId } = getWindowThread(target);
  return enumWindows().find((hwnd) =>
    hwnd !== target && (getStyle(hwnd) & WINDOW.WS_VISIBLE) !== 0 && POPUP_CLASSES.has(getClassName(hwnd)) &&
    getWindowThread(hwnd).threadId === threadId && liesIn(getWindowRect(hwnd), point)
  );
}

/** The part that an answer to `WM_NCHITTEST` stands for. */
export function windowPart(answer: number): WindowPart {
  switch (answer) {
    case HIT.HTCLIENT:
      return "client";
    case HIT.HTCAPTION:
      return "caption";
    case HIT.HTSYSMENU:
      return "systemMenu";
    case HIT.HTMENU:
      return "menuBar";
    case HIT.HTHSCROLL:
      return "horizontalScrollBar";
    case HIT.HTVSCROLL:
      return "verticalScrollBar";
    case HIT.HTMINBUTTON:
      return "minimizeButton";
    case HIT.HTMAXBUTTON:
      return "maximizeButton";
    case HIT.HTCLOSE:
      return "closeButton";
    case HIT.HTHELP:
      return "helpButton";
  }
  const isEdge = answer === HIT.HTGROWBOX || answer >= HIT.HTLEFT && answer <= HIT.HTBORDER;
  return isEdge ? "border" : "nowhere";
}

function systemCommandOf(hwnd: Hwnd, part: WindowPart): MouseReceiver["systemCommand"] {
  const style = getStyle(hwnd);
  switch (part) {
    case "minimizeButton":
      return (style & WINDOW.WS_MINIMIZEBOX) === 0 ? undefined : "minimize";
    case "maximizeButton":
    case "caption":
      if ((style & WINDOW.WS_MAXIMIZEBOX) === 0) return undefined;
      return isZoomed(hwnd) ? "restore" : "maximize";
    case "closeButton":
    case "systemMenu":
      return (getClassStyle(hwnd) & CLASS_STYLE.CS_NOCLOSE) === 0 ? "close" : undefined;
    default:
      return undefined;
  }
}
