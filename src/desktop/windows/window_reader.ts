/** Windows, as a lane reads them: nothing here asks a program anything, except the probe that says so. */
import { getInputDesktopName, getThreadDesktopName } from "../../../ffi/desktop.ts";
import { getExtendedFrameBounds, isCloaked } from "../../../ffi/dwmapi.ts";
import { answersWithin } from "../../../ffi/message.ts";
import { getCurrentThreadId } from "../../../ffi/process.ts";
import {
  enumChildWindows,
  enumWindows,
  getClassName,
  getClientRectOnScreen,
  getDesktopWindow,
  getDisplayAffinity,
  getDpiForWindow,
  getExStyle,
  getForegroundWindow,
  getLayeredAlpha,
  getOwner,
  getParent,
  getRoot,
  getStyle,
  getWindowRect,
  getWindowThread,
  getWindowTitle,
  isDpiUnaware,
  isHungAppWindow,
  isIconic,
  isRestoredToMaximized,
  isWindow,
  isWindowEnabled,
  isWindowVisible,
  isZoomed,
  WINDOW,
} from "../../../ffi/window.ts";
import { type Rect, rectFromEdges } from "../../core/geometry.ts";
import type { Hwnd } from "../../core/hwnd.ts";
import type { Responding, TargetCondition, TopLevelWindow, WindowState } from "../desktop.ts";
import { isElevated, processName } from "./processes.ts";

/** Class of the windows that host a Store app's content, which belongs to another process. */
const FRAME_HOST_CLASS = "ApplicationFrameWindow";

/** Class of the content in it; input methods and title bars may put windows of other processes beside it. */
const HOSTED_CLASS = "Windows.UI.Core.CoreWindow";

/** Class of the windows that Windows shows in place of hung ones. */
export const GHOST_CLASS = "Ghost";

const NOWHERE: Rect = { x: 0, y: 0, width: 0, height: 0 };

/** The visible frame of a window; an empty rectangle when it is gone. */
export function visibleFrame(hwnd: Hwnd): Rect {
  const edges = getExtendedFrameBounds(hwnd) ?? getWindowRect(hwnd);
  return edges === undefined ? NOWHERE : rectFromEdges(edges.left, edges.top, edges.right, edges.bottom);
}

function hostedPid(hwnd: Hwnd, className: string, hostPid: number): number | undefined {
  if (className !== FRAME_HOST_CLASS) return undefined;
  const children = enumChildWindows(hwnd);
  const content = children.find((child) => getClassName(child) === HOSTED_CLASS);
  const pids = [...content === undefined ? [] : [content], ...children].map((child) =>
    getWindowThread(child).pid
  );
  return pids.find((pid) => pid !== hostPid);
}

/** Whether a window is still one of these processes', by the content too that it may show of another one. */
export function isStillOf(
  hwnd: Hwnd,
  { pid, hostedPid: hosted }: { pid: number; hostedPid?: number },
): boolean {
  return getWindowThread(hwnd).pid === pid && hostedPid(hwnd, getClassName(hwnd), pid) === hosted;
}

/** One program often has many windows: its name is read once a listing. */
type NameCache = Map<number, string | undefined>;

function readName(pid: number, names: NameCache): string | undefined {
  if (!names.has(pid)) names.set(pid, processName(pid));
  return names.get(pid);
}

/** What windows have in common is read once a listing: many belong to one program, and a thread hangs as a whole. */
interface ListingCache {
  readonly names: NameCache;
  readonly hungThreads: Map<number, boolean>;
}

function newCache(): ListingCache {
  return { names: new Map(), hungThreads: new Map() };
}

function readTopLevel(hwnd: Hwnd, cache: ListingCache, style = getStyle(hwnd)): TopLevelWindow {
  const { threadId, pid } = getWindowThread(hwnd);
  const className = getClassName(hwnd);
  const hosted = hostedPid(hwnd, className, pid);
  if (!cache.hungThreads.has(threadId)) cache.hungThreads.set(threadId, isHung(hwnd, className));
  return {
    hwnd,
    title: getWindowTitle(hwnd),
    className,
    pid,
    ...(hosted === undefined ? {} : { hostedPid: hosted }),
    threadId,
    processName: readName(hosted ?? pid, cache.names),
    screenRect: visibleFrame(hwnd),
    // A child's style says nothing of its parents.
    visible: (style & WINDOW.WS_CHILD) === 0 ? (style & WINDOW.WS_VISIBLE) !== 0 : isWindowVisible(hwnd),
    minimized: (style & WINDOW.WS_MINIMIZE) !== 0,
    cloaked: isCloaked(hwnd),
    hung: cache.hungThreads.get(threadId) ?? false,
    owner: getOwner(hwnd),
    toolWindow: (getExStyle(hwnd) & WINDOW.WS_EX_TOOLWINDOW) !== 0,
  };
}

function isHung(hwnd: Hwnd, className: string): boolean {
  return className === GHOST_CLASS || isHungAppWindow(hwnd);
}

/** See the port. */
export function listWindows(includeHidden: boolean): TopLevelWindow[] {
  const cache = newCache();
  return enumWindows()
    .map((hwnd) => ({ hwnd, style: getStyle(hwnd) }))
    .filter(({ style }) => includeHidden || (style & WINDOW.WS_VISIBLE) !== 0)
    .map(({ hwnd, style }) => readTopLevel(hwnd, cache, style))
    // A window that was destroyed while it was read has lost its thread.
    .filter((window) => window.threadId !== 0);
}

function probe(hwnd: Hwnd, probeMs: number): Responding {
  if (probeMs <= 0) return "unknown";
  return answersWithin(hwnd, probeMs) ? "yes" : "no";
}

/** See the port. */
export function windowState(hwnd: Hwnd, probeMs: number): WindowState | undefined {
  if (!isWindow(hwnd)) return undefined;
  const style = getStyle(hwnd);
  const exStyle = getExStyle(hwnd);
  const topLevel = readTopLevel(hwnd, newCache(), style);
  const has = (bit: number): boolean => (exStyle & bit) !== 0;
  const client = getClientRectOnScreen(hwnd);
  const alpha = has(WINDOW.WS_EX_LAYERED) ? getLayeredAlpha(hwnd) : undefined;
  const state: WindowState = {
    ...topLevel,
    clientScreenRect: client === undefined
      ? NOWHERE
      : rectFromEdges(client.left, client.top, client.right, client.bottom),
    root: getRoot(hwnd),
    enabled: isWindowEnabled(hwnd),
    maximized: isZoomed(hwnd),
    restoresMaximized: topLevel.minimized && isRestoredToMaximized(hwnd),
    foreground: getForegroundWindow() === hwnd,
    topmost: has(WINDOW.WS_EX_TOPMOST),
    layered: has(WINDOW.WS_EX_LAYERED),
    clickThrough: has(WINDOW.WS_EX_TRANSPARENT),
    noActivate: has(WINDOW.WS_EX_NOACTIVATE),
    ...(alpha === undefined ? {} : { alpha }),
    style,
    exStyle,
    dpi: getDpiForWindow(hwnd),
    dpiUnaware: isDpiUnaware(hwnd),
    responding: topLevel.hung ? "no" : probe(hwnd, probeMs),
  };
  return isStill(hwnd, topLevel.pid) ? state : undefined;
}

/** Looked at last: what was read of a window that went meanwhile is a mixture of true and of nothing. */
function isStill(hwnd: Hwnd, pid: number): boolean {
  return isWindow(hwnd) && getWindowThread(hwnd).pid === pid;
}

/** Whether input goes to the desktop that this thread belongs to. */
export function isDesktopInteractive(): boolean {
  const input = getInputDesktopName();
  return input !== undefined && input === getThreadDesktopName(getCurrentThreadId());
}

/** See the port. */
export function targetCondition(hwnd: Hwnd, probeMs: number): TargetCondition {
  const { pid } = getWindowThread(hwnd);
  const root = getRoot(hwnd);
  const hung = isHung(root, getClassName(root));
  return {
    pid,
    hung,
    responding: hung ? "no" : probe(hwnd, probeMs),
    cloaked: isCloaked(root),
    minimized: isIconic(root),
    visible: isWindowVisible(hwnd),
    elevated: isElevated(pid),
    interactiveDesktop: isDesktopInteractive(),
    onOtherDesktop: root !== 0n && getParent(root) !== getDesktopWindow(),
    captureProtected: (getDisplayAffinity(root) ?? WINDOW.WDA_NONE) !== WINDOW.WDA_NONE,
    exists: isStill(hwnd, pid),
  };
}
