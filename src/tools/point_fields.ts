/** Naming a point of a window, finding it on the screen, and saying which window got what the mouse did there. */
import * as z from "zod";
import { once } from "../core/once.ts";
import { invalidParameter } from "../core/errors.ts";
import { type Point, type Rect, relativeTo } from "../core/geometry.ts";
import { formatHwnd } from "../core/hwnd.ts";
import type { WindowState } from "../desktop/desktop.ts";
import type { Aim } from "../interaction/mouse_aim.ts";
import { namesTarget, type TargetQuery } from "../targets/resolve_target.ts";
import type { ToolContext } from "./tool.ts";
import { uiTargetFields } from "./ui_fields.ts";

const coordinateField = once(() => z.int().min(-1_000_000).max(1_000_000));

/** The fields by which a call names a point. `frameId` belongs to the space `image`; a `ref` needs nothing else. */
export const pointFields = once(() => ({
  ref: uiTargetFields().ref.describe("Instead of window, x and y: an element."),
  x: coordinateField().optional().describe("Pixels."),
  y: coordinateField().optional().describe("Pixels."),
  coordinateSpace: z.enum(["client", "window", "screen", "image"]).default("client")
    .describe("What x, y count from."),
  frameId: z.string().min(1).max(64).optional()
    .describe("With image: from its capture."),
  delayMs: z.int().min(0).max(10_000).default(0).describe("Wait afterwards."),
}));

const pointSchema = once(() => z.strictObject({ x: z.int(), y: z.int() }));

/** What a result says about the point and who got it. */
export const pointShape = once(() => ({
  method: z.literal("post_message").describe("By message; the pointer stayed where it was."),
  windowPoint: pointSchema().describe("From the corner of the visible frame."),
  screenPoint: pointSchema().describe("On the screen."),
  messageTarget: z.strictObject({
    hwnd: z.string(),
    className: z.string(),
    client: pointSchema().describe("From the corner of its client area, in its program's own pixels."),
    hitTest: z.string().describe("The part of it: client, closeButton, verticalScrollBar …"),
  }).describe("The window that got the messages."),
}));

/** Where a call wants something done. */
export type PointArguments = TargetQuery & {
  readonly ref?: string | undefined;
  readonly x?: number | undefined;
  readonly y?: number | undefined;
  readonly coordinateSpace: "client" | "window" | "screen" | "image";
  readonly frameId?: string | undefined;
};

/** Arguments that name a point by its coordinates. */
export type WithPoint<T extends PointArguments> = T & Point;

/**
 * The arguments with the target that they mean: where none is named, the window that the frame shows.
 *
 * @throws {ToolError} INVALID_PARAMS without a point, for a frame without its space or the other way round; FRAME_STALE
 */
export async function withPointTarget<T extends PointArguments>(
  context: ToolContext,
  given: T,
): Promise<WithPoint<T>> {
  const { coordinateSpace, frameId, x, y } = given;
  if (x === undefined || y === undefined) {
    throw invalidParameter(x === undefined ? "x" : "y", "is needed, or the ref of an element");
  }
  const args = { ...given, x, y };
  if (coordinateSpace !== "image") {
    if (frameId === undefined) return args;
    throw invalidParameter("frameId", "only goes with coordinateSpace image");
  }
  if (frameId === undefined) throw invalidParameter("frameId", "is needed with coordinateSpace image");
  const shown = context.frames.get(frameId).window;
  if (shown === null || namesTarget(args)) return args;
  // A frame of a window that is gone is stale.
  if (rectNow(shown, await context.desktop.windowState(shown.hwnd, 0)) === null) {
    context.frames.toScreen(frameId, args, null);
  }
  return { ...args, hwnd: formatHwnd(shown.hwnd) };
}

/**
 * Where the point lies on the screen.
 *
 * @throws {ToolError} FRAME_STALE; INVALID_PARAMS for a point outside the picture, or a picture of another window
 */
export async function screenPointOf(
  context: ToolContext,
  args: WithPoint<PointArguments>,
  window: WindowState,
): Promise<Point> {
  const { x, y, coordinateSpace, frameId } = args;
  if (coordinateSpace === "screen") return { x, y };
  if (coordinateSpace === "image" && frameId !== undefined) {
    return await imagePointOnScreen(context, { frameId, point: { x, y } }, window);
  }
  const corner = coordinateSpace === "window" ? window.screenRect : window.clientScreenRect;
  return { x: corner.x + x, y: corner.y + y };
}

/** Where the window of a frame is now; null when it is gone, and its handle perhaps another program's by now. */
function rectNow(shown: { readonly pid: number }, state: WindowState | undefined): Rect | null {
  return state === undefined || state.pid !== shown.pid ? null : state.screenRect;
}

async function imagePointOnScreen(
  { desktop, frames }: ToolContext,
  { frameId, point }: { readonly frameId: string; readonly point: Point },
  window: WindowState,
): Promise<Point> {
  const shown = frames.get(frameId).window;
  if (shown === null) return frames.toScreen(frameId, point, null);
  if (shown.hwnd === window.hwnd) return frames.toScreen(frameId, point, rectNow(shown, window));
  const around = await desktop.windowState(shown.hwnd, 0);
  const screenPoint = frames.toScreen(frameId, point, rectNow(shown, around));
  if (around?.root === window.root) return screenPoint;
  throw invalidParameter("frameId", `shows window ${formatHwnd(shown.hwnd)}, which is not the target`);
}

/** What {@link pointShape} says. */
export function pointOutput({ window, screenPoint, receiver }: Aim): z.output<
  z.ZodObject<ReturnType<typeof pointShape>>
> {
  const { x, y } = relativeTo({ ...screenPoint, width: 0, height: 0 }, window.screenRect);
  return {
    method: "post_message",
    windowPoint: { x, y },
    screenPoint,
    messageTarget: {
      hwnd: formatHwnd(receiver.hwnd),
      className: receiver.className,
      client: receiver.clientPoint,
      hitTest: receiver.part,
    },
  };
}
