/** Whether a chord did to an edit control what it means, by what the control held before and holds after. */
import { pollUntil } from "../core/clock.ts";
import type { TextControl } from "../desktop/desktop.ts";
import type { ActContext } from "./act_context.ts";
import { type EditAction, type EditState, inControlUnits, selectionAfter } from "./edit_action.ts";
import { ANSWER_MS, readBefore } from "./text_control.ts";
import { judgeText, type Verified } from "./text_expectation.ts";

const LOOK_MS = 15;

/** The control as it is before the act; one that is busy is asked for a while. Undefined when it does not tell. */
export async function readStateBefore(
  context: ActContext,
  control: TextControl,
): Promise<EditState | undefined> {
  const { clock, signal } = context;
  const looks = { timeoutMs: ANSWER_MS, intervalMs: LOOK_MS, signal };
  return await pollUntil(clock, looks, () => readEditState(context, control));
}

/** The control as it is now; undefined when it does not tell. A password is not read. */
async function readEditState(context: ActContext, control: TextControl): Promise<EditState | undefined> {
  const { desktop } = context;
  const clipboard = await desktop.clipboardSequence();
  const caret = await desktop.readCaret(control.hwnd);
  if (caret === undefined) return undefined;
  const content = await readBefore(context, control);
  const text = content === undefined ? undefined : inControlUnits(content.text, control.kind);
  const within = (at: number): number => text === undefined ? at : Math.min(at, text.length);
  // A rich edit selects its last, invisible line end as well.
  const selection = { start: within(caret.selection.start), end: within(caret.selection.end) };
  return { ...caret, selection, text, clipboard };
}

/** Looks until the action's effect is there, at most `settleMs`, and says whether it is. */
export async function verifyAction(
  context: ActContext,
  control: TextControl,
  action: EditAction,
  before: EditState,
  settleMs: number,
): Promise<Verified> {
  const { clock, signal } = context;
  let verified: Verified = "unknown";
  await pollUntil(clock, { timeoutMs: settleMs, intervalMs: LOOK_MS, signal }, async () => {
    const after = await readEditState(context, control);
    verified = after === undefined ? "unknown" : judgeAction(control, action, before, after);
    return verified === "yes" ? true : undefined;
  });
  return verified;
}

/** `yes` when the effect is what the action means, `no` when there is none or another one. */
export function judgeAction(
  control: TextControl,
  action: EditAction,
  before: EditState,
  after: EditState,
): Verified {
  switch (action.kind) {
    case "type":
      return judgeInsertion(control, before, after, action.character);
    case "lineBreak":
      return judgeInsertion(control, before, after, "\n");
    case "selectAll":
      if (isUncounted(control, after)) return "unknown";
      return answer(
        after.selection.start === 0 && after.selection.end >= (after.text?.length ?? after.textUnits),
      );
    case "command":
      return judgeCommand(action.command, before, after);
    case "delete":
    case "backspace":
      return judgeRemoval(action.kind, before, after);
    case "caret":
      return judgeMove(action, before, after, isUncounted(control, before));
    case "step":
      return judgeStep(action.forward, before, after);
  }
}

/** A rich edit whose text is not read: what it says of its length counts line ends otherwise than its selection does. */
function isUncounted(control: TextControl, { text }: EditState): boolean {
  return text === undefined && control.kind === "richEdit";
}

function answer(isTrue: boolean): Verified {
  return isTrue ? "yes" : "no";
}

function hasSelection({ selection }: EditState): boolean {
  return selection.start !== selection.end;
}

function sameSelection(one: EditState["selection"], other: EditState["selection"]): boolean {
  return one.start === other.start && one.end === other.end;
}

function withoutSelection({ text, selection }: EditState): string | undefined {
  return text === undefined ? undefined : text.slice(0, selection.start) + text.slice(selection.end);
}

function judgeInsertion(
  control: TextControl,
  before: EditState,
  after: EditState,
  typed: string,
): Verified {
  const { text, selection } = before;
  if (text === undefined || after.text === undefined) return "unknown";
  return judgeText(control, { text, selection }, typed, after.text).verified;
}

function judgeCommand(
  command: Extract<EditAction, { kind: "command" }>["command"],
  before: EditState,
  after: EditState,
): Verified {
  const isCopied = hasSelection(before) && after.clipboard !== before.clipboard;
  if (command === "copy") return answer(isCopied);
  if (before.text === undefined || after.text === undefined) return "unknown";
  if (command === "cut") return answer(isCopied && after.text === withoutSelection(before));
  if (command === "clear") return answer(hasSelection(before) && after.text === withoutSelection(before));
  // What a paste or an undo brings is not known beforehand; that it brought something is.
  return answer(after.text !== before.text || !sameSelection(after.selection, before.selection));
}

function judgeRemoval(kind: "delete" | "backspace", before: EditState, after: EditState): Verified {
  const { text, selection } = before;
  if (text === undefined || after.text === undefined) return "unknown";
  if (hasSelection(before)) return answer(after.text === withoutSelection(before));
  const removed = text.length - after.text.length;
  if (removed <= 0) return "no";
  const at = kind === "delete" ? selection.start : selection.start - removed;
  return answer(at >= 0 && after.text === text.slice(0, at) + text.slice(at + removed));
}

function judgeMove(
  action: Extract<EditAction, { kind: "caret" }>,
  before: EditState,
  after: EditState,
  isUncertain: boolean,
): Verified {
  const expected = selectionAfter(action.move, action.selects, before);
  const isThere = expected !== undefined && sameSelection(after.selection, {
    start: Math.min(expected.anchor, expected.caret),
    end: Math.max(expected.anchor, expected.caret),
  });
  if (isThere) return "yes";
  return sameSelection(after.selection, before.selection) && !isUncertain ? "no" : "unknown";
}

function judgeStep(forward: boolean, before: EditState, after: EditState): Verified {
  if (sameSelection(after.selection, before.selection)) return "no";
  if (hasSelection(after) || hasSelection(before)) return "unknown";
  return answer(forward === after.selection.start > before.selection.start);
}
