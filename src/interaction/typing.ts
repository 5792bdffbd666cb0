import { ToolError } from "../core/errors.ts";
import type { TextControl } from "../desktop/desktop.ts";
import type { ActContext } from "./act_context.ts";
import type { ForegroundTracker } from "./foreground_tracker.ts";
import { readBefore, requireControl, requireWritable } from "./text_control.ts";
import { Delivery } from "./text_delivery.ts";
import type { TypingOutcome, TypingRequest } from "./typing_request.ts";
import { typeByKeyboard } from "./typing_by_keyboard.ts";
import { typeByMessage } from "./typing_by_message.ts";

/**
 * Types a text by the surest way the mode allows: by message where the control is of a kind that is known to take it,
 * else (`auto`, `foregroundDemo`) as keyboard input to the front. Never both for the same text.
 *
 * @throws {ToolError} before anything is sent: STALE_WINDOW_HANDLE, CONTROL_DISABLED, CONTROL_READ_ONLY, PASSWORD_FIELD,
 * TEXT_NOT_ENCODABLE, TEXT_TOO_LONG_FOR_CONTROL, FOREGROUND_REQUIRED, MODIFIER_HELD, FOCUS_FAILED. Later, with the number
 * of units delivered in `details`: these, and WINDOW_HUNG, WINDOW_NOT_RESPONDING, INPUT_DELIVERY_FAILED, CANCELLED
 */
export async function typeText(
  context: ActContext,
  request: TypingRequest,
  tracker: ForegroundTracker,
): Promise<TypingOutcome> {
  const delivery = new Delivery(context, request);
  try {
    return await typeBy(context, request, tracker, delivery);
  } catch (error) {
    throw delivery.explain(error);
  }
}

async function typeBy(
  context: ActContext,
  request: TypingRequest,
  tracker: ForegroundTracker,
  delivery: Delivery,
): Promise<TypingOutcome> {
  const control = await requireControl(context, request.hwnd);
  const road = chooseRoad(control, request);
  if (road === undefined) {
    throw new ToolError(
      "FOREGROUND_REQUIRED",
      `A control of class ${control.className} is not known to take text in the background`,
      {
        details: {
          requestedMode: request.mode,
          effectiveMode: "background",
          controlClass: control.className,
          suggestedMode: "foregroundDemo",
        },
      },
    );
  }
  await requireWritable(context, control, request, await readBefore(context, control));
  return road === "keyboard"
    ? await typeByKeyboard(context, request, { control, tracker, delivery })
    : await typeByMessage(context, request, { control, delivery });
}

/** By which road text goes to a control; undefined when the mode allows none. */
export function chooseRoad(
  control: TextControl,
  request: Pick<TypingRequest, "mode" | "postsUnverified">,
): "message" | "keyboard" | undefined {
  if (request.mode === "foregroundDemo") return "keyboard";
  if (control.kind !== "other" || request.postsUnverified) return "message";
  return request.mode === "auto" ? "keyboard" : undefined;
}
