import { pollUntil } from "../core/clock.ts";
import { ToolError } from "../core/errors.ts";
import { contains, type Point } from "../core/geometry.ts";
import { formatHwnd, type Hwnd } from "../core/hwnd.ts";
import type { MouseReceiver, WindowState } from "../desktop/desktop.ts";
import type { ActContext } from "./act_context.ts";
import type { ForegroundTracker } from "./foreground_tracker.ts";
import type { InteractionMode } from "./modes.ts";
import { destroyedError, notRespondingError } from "./preflight.ts";

/** Between two questions to a busy program. */
const LOOK_MS = 50;

/** It answered a moment ago; what it does not answer now is not waited for long, since others wait for this turn. */
const MOST_ASKED_MS = 2_000;

/** A message carries each coordinate in 16 bits. */
const FARTHEST_COORDINATE = 32_767;

/** Where the mouse is to act. */
export interface AimRequest {
  readonly hwnd: Hwnd;
  /** The top-level window around it. */
  readonly root: Hwnd;
  readonly mode: InteractionMode;
  /** How long a program that becomes busy meanwhile is waited for. */
  readonly busyMs: number;
  /** The point on the screen, once the window is where it will be acted on. */
  readonly screenPointIn: (window: WindowState) => Point | Promise<Point>;
}

/** A point that was found to lie in the window, and who gets what the mouse does there. */
export interface Aim {
  readonly window: WindowState;
  readonly screenPoint: Point;
  readonly receiver: MouseReceiver;
}

/**
 * Finds who gets what the mouse does at a point of a window. `foregroundDemo` brings the window to the front first.
 *
 * @throws {ToolError} WINDOW_MINIMIZED, STALE_WINDOW_HANDLE, POINT_OUTSIDE_TARGET, CONTROL_DISABLED,
 * WINDOW_NOT_RESPONDING, CANCELLED, and what `screenPointIn` throws
 */
export async function takeAim(
  context: ActContext,
  request: AimRequest,
  tracker: ForegroundTracker,
): Promise<Aim> {
  const { desktop } = context;
  const { hwnd, root } = request;
  if (request.mode === "foregroundDemo") await tracker.activate(root);
  const condition = await desktop.targetCondition(hwnd, 0);
  const window = await desktop.windowState(hwnd, 0);
  if (window === undefined) throw destroyedError(hwnd);
  if (condition.minimized) {
    throw new ToolError("WINDOW_MINIMIZED", `Window ${formatHwnd(root)} is minimised`, {
      details: { hwnd: formatHwnd(root), pid: window.pid },
    });
  }
  const screenPoint = await request.screenPointIn(window);
  if (!contains(window.screenRect, screenPoint)) {
    throw new ToolError(
      "POINT_OUTSIDE_TARGET",
      `The point ${screenPoint.x},${screenPoint.y} of the screen lies outside the window`,
      { details: { screenPoint, windowScreenRect: window.screenRect } },
    );
  }
  const receiver = await askReceiver(context, request, screenPoint);
  requireReachable(receiver, screenPoint);
  return { window, screenPoint, receiver };
}

async function askReceiver(
  { desktop, clock, signal }: ActContext,
  { hwnd, busyMs }: AimRequest,
  screenPoint: Point,
): Promise<MouseReceiver> {
  const waitMs = Math.min(busyMs, MOST_ASKED_MS);
  const looks = { timeoutMs: waitMs, intervalMs: LOOK_MS, signal };
  const receiver = await pollUntil(clock, looks, async () => {
    const answer = await desktop.mouseReceiver(hwnd, screenPoint);
    if (answer === "gone") throw destroyedError(hwnd);
    return answer === "busy" ? undefined : answer;
  });
  if (receiver === undefined) throw notRespondingError(hwnd, waitMs);
  return receiver;
}

function requireReachable(receiver: MouseReceiver, screenPoint: Point): void {
  const control = { control: formatHwnd(receiver.hwnd), controlClass: receiver.className };
  if (receiver.disabled !== undefined) {
    const { dialog } = receiver;
    throw new ToolError(
      "CONTROL_DISABLED",
      dialog === undefined
        ? "What lies under the point is disabled"
        : "A dialog is open and disables the window",
      {
        details: {
          ...control,
          disabled: formatHwnd(receiver.disabled),
          ...(dialog === undefined ? {} : { dialog: formatHwnd(dialog) }),
        },
        ...(dialog === undefined ? {} : { suggestion: "Answer the dialog in details first." }),
      },
    );
  }
  if (receiver.coveredBy !== undefined) {
    throw new ToolError("POINT_OUTSIDE_TARGET", "An open menu or list of the program lies over the point", {
      details: { ...control, coveredBy: formatHwnd(receiver.coveredBy) },
      suggestion: "Give coveredBy in details as hwnd, with coordinateSpace screen, to click into the list.",
    });
  }
  if (receiver.part === "nowhere") {
    throw new ToolError("POINT_OUTSIDE_TARGET", "The window lets clicks through at this point", {
      details: { ...control, screenPoint },
    });
  }
  const { clientPoint, programScreenPoint } = receiver;
  const carried = [clientPoint.x, clientPoint.y, programScreenPoint.x, programScreenPoint.y];
  if (carried.every((coordinate) => Math.abs(coordinate) <= FARTHEST_COORDINATE)) return;
  throw new ToolError("POINT_OUTSIDE_TARGET", "The point is farther away than a mouse message can say", {
    details: { ...control, clientPoint },
    suggestion: "Scroll the window, so that the point comes nearer to its top-left corner.",
  });
}
