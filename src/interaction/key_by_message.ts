import { ToolError } from "../core/errors.ts";
import { formatHwnd } from "../core/hwnd.ts";
import type { DeliveryResult, EditCommand, PlainEditCommand, TextControl } from "../desktop/desktop.ts";
import type { ActContext } from "./act_context.ts";
import { onceActed } from "./after_acting.ts";
import { changesText, type EditAction, type EditState, nextBoundary, selectionAfter } from "./edit_action.ts";
import { readStateBefore, verifyAction } from "./edit_effect.ts";
import type { ForegroundTracker } from "./foreground_tracker.ts";
import { type Key, typedCharacter } from "./key_chord.ts";
import type { KeyOutcome, KeyRequest } from "./key_request.ts";
import { requireNoModifiers } from "./keyboard_focus.ts";
import { destroyedError, notRespondingError } from "./preflight.ts";
import { ANSWER_MS } from "./text_control.ts";
import { typeText } from "./typing.ts";

/** What a message did is there when it has been answered. */
const ANSWERED_MS = 100;
/** What was posted is worked off soon. */
const POSTED_MS = 1_000;

const BACKSPACE = "\b";

const MESSAGE_OF: Readonly<Record<PlainEditCommand, string>> = {
  copy: "WM_COPY",
  cut: "WM_CUT",
  paste: "WM_PASTE",
  undo: "WM_UNDO",
  clear: "WM_CLEAR",
};

/** One or two messages that mean a chord. */
interface MessagePlan {
  readonly method: string;
  readonly settleMs: number;
  readonly steps: readonly (() => Promise<DeliveryResult>)[];
}

/**
 * Has an edit control do what a chord means to it, without the foreground. Undefined, with nothing sent, where the
 * control does not tell what would be needed for that.
 *
 * @throws {ToolError} CONTROL_READ_ONLY, MODIFIER_HELD, WINDOW_NOT_RESPONDING, INPUT_DELIVERY_FAILED, STALE_WINDOW_HANDLE,
 * and what `typeText` throws
 */
export async function pressByMessage(
  context: ActContext,
  request: KeyRequest,
  { control, action, tracker }: {
    readonly control: TextControl;
    readonly action: EditAction;
    readonly tracker: ForegroundTracker;
  },
): Promise<KeyOutcome | undefined> {
  const modifiers = request.held;
  if (action.kind === "type") {
    const { hwnd, root, busyMs } = request;
    const text = action.character;
    const how = { mode: "background", postsUnverified: false, allowPassword: false, pauseMs: 0 } as const;
    return { ...await typeText(context, { hwnd, root, busyMs, text, ...how }, tracker), modifiers };
  }
  if (control.readOnly && changesText(action)) {
    throw new ToolError("CONTROL_READ_ONLY", "The control is read-only", {
      details: { control: formatHwnd(control.hwnd), controlClass: control.className },
    });
  }
  const before = await readStateBefore(context, control);
  if (before === undefined) throw notRespondingError(control.hwnd, ANSWER_MS);
  const plan = planFor(context, control, action, before, request.key);
  if (plan === undefined) return undefined;
  const [first, ...rest] = plan.steps;
  if (first !== undefined) requireDelivered(await first(), control);
  const verified = await onceActed(async () => {
    for (const step of rest) requireDelivered(await step(), control);
    return await verifyAction(context, control, action, before, plan.settleMs);
  });
  return { control, modifiers, method: plan.method, verified };
}

function planFor(
  context: ActContext,
  control: TextControl,
  action: Exclude<EditAction, { kind: "type" }>,
  before: EditState,
  key: Key,
): MessagePlan | undefined {
  const { desktop } = context;
  const command = (what: EditCommand) => () => desktop.editCommand(control.hwnd, what);
  const byMessage = (method: string, ...steps: MessagePlan["steps"]): MessagePlan => ({
    method,
    settleMs: ANSWERED_MS,
    steps,
  });
  const byPostedKey = (): MessagePlan => ({
    method: "WM_KEYDOWN",
    settleMs: POSTED_MS,
    steps: [() => postAlone(context, control, key)],
  });
  switch (action.kind) {
    case "selectAll":
      return byMessage("EM_SETSEL", command({ anchor: 0, caret: -1 }));
    case "command":
      return byMessage(MESSAGE_OF[action.command], command(action.command));
    case "delete": {
      const { selection, text, textUnits } = before;
      if (selection.start !== selection.end) return byMessage("WM_CLEAR", command("clear"));
      if (text === undefined) return undefined; // where a character of a password ends is not read
      const next = { anchor: selection.start, caret: nextBoundary(text, selection.start, textUnits) };
      return byMessage("WM_CLEAR", command(next), command("clear"));
    }
    case "backspace":
      // A rich edit deletes at the key, an edit at the character that the key makes.
      if (control.kind === "richEdit") return byPostedKey();
      return {
        method: "WM_CHAR",
        settleMs: POSTED_MS,
        steps: [() => desktop.postCharacters(control.hwnd, BACKSPACE)],
      };
    case "caret": {
      const target = selectionAfter(action.move, action.selects, before);
      return target === undefined ? undefined : byMessage("EM_SETSEL", command(target));
    }
    case "lineBreak":
    case "step":
      return byPostedKey();
  }
}

/** The control looks at the keyboard to know what is held with a posted key. */
async function postAlone(context: ActContext, control: TextControl, key: Key): Promise<DeliveryResult> {
  await requireNoModifiers(context);
  return await context.desktop.postKey(control.hwnd, key.virtualKey, { isExtended: key.isExtended });
}

/** A message that is still being worked on is under way: whether it has its effect is read. */
function requireDelivered(result: DeliveryResult, control: TextControl): void {
  if (result.stopped === undefined || result.stopped === "busy") return;
  if (result.stopped === "gone") throw destroyedError(control.hwnd);
  throw new ToolError("INPUT_DELIVERY_FAILED", "Windows did not take the key", {
    details: { control: formatHwnd(control.hwnd) },
  });
}

/**
 * Posts a chord to a control or window without knowing whether it takes it. Undefined, with nothing sent, for what posted
 * keys cannot say: they carry no modifier but Alt.
 *
 * @throws {ToolError} INPUT_DELIVERY_FAILED, STALE_WINDOW_HANDLE, MODIFIER_HELD
 */
export async function postUnverified(
  context: ActContext,
  request: KeyRequest,
  control: TextControl,
): Promise<KeyOutcome | undefined> {
  const { desktop } = context;
  const { key, held } = request;
  const outcome = (method: string): KeyOutcome => ({
    control,
    modifiers: held,
    method,
    verified: "unknown",
  });
  const isAltDown = held.length === 1 && held[0] === "alt";
  if (held.length === 0 || isAltDown) {
    await requireNoModifiers(context);
    const virtualKey = await postedKey(context, request, control);
    if (virtualKey !== undefined) {
      const options = { isExtended: key.isExtended, isAltDown };
      requireDelivered(await desktop.postKey(control.hwnd, virtualKey, options), control);
      return outcome(isAltDown ? "WM_SYSKEYDOWN" : "WM_KEYDOWN");
    }
  }
  const character = typedCharacter(key, held);
  if (character === undefined) return undefined;
  requireDelivered(await desktop.postCharacters(control.hwnd, character), control);
  return outcome("WM_CHAR");
}

/** The code of the key; of a character, that of the layout, where pressing it alone gives the character. */
async function postedKey(
  context: ActContext,
  { key, held }: KeyRequest,
  control: TextControl,
): Promise<number | undefined> {
  if (key.character === undefined || /[a-z0-9 ]/.test(key.character) && held.length > 0) {
    return key.virtualKey;
  }
  const found = await context.desktop.characterKey(control.hwnd, key.character);
  if (found === undefined || found.shift) return undefined;
  return found.typesIt || held.length > 0 ? found.virtualKey : undefined;
}
