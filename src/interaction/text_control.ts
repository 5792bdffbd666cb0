/** What is looked at in a text control before anything is sent to it. */
import { pollUntil } from "../core/clock.ts";
import { ToolError } from "../core/errors.ts";
import { formatHwnd, type Hwnd } from "../core/hwnd.ts";
import type { TextContent, TextControl } from "../desktop/desktop.ts";
import type { ActContext } from "./act_context.ts";
import { destroyedError, notRespondingError, PROBE_MS } from "./preflight.ts";
import { splitKeys } from "./text_batches.ts";

/** Texts longer than this are not read back: reading costs the program as much as its own saving does. */
const MOST_READ_UNITS = 2_000_000;

/** How long a control that has become busy is asked what it is, and what it holds. */
export const ANSWER_MS = 2_000;
const ANSWER_LOOK_MS = 50;

/** @throws {ToolError} STALE_WINDOW_HANDLE, WINDOW_NOT_RESPONDING when it does not say whether it hides its text */
export async function requireControl(context: ActContext, hwnd: Hwnd): Promise<TextControl> {
  const { desktop, clock, signal } = context;
  const looks = { timeoutMs: ANSWER_MS, intervalMs: ANSWER_LOOK_MS, signal };
  const answered = await pollUntil(clock, looks, async () => {
    const control = await desktop.textControl(hwnd);
    if (control !== undefined) return control.password === undefined ? undefined : control;
    throw destroyedError(hwnd);
  });
  if (answered === undefined) throw notRespondingError(hwnd, ANSWER_MS);
  return answered;
}

/** What the control holds; undefined for what is never read (passwords) or cannot be. */
export async function readBefore(
  context: ActContext,
  control: TextControl,
): Promise<TextContent | undefined> {
  if (control.password !== false || control.kind === "other") return undefined;
  return await readPatiently(context, control.hwnd);
}

/** A program that answers and whose text cannot be read all the same, this often in a row, has too much of it. */
const MOST_VAIN_READS = 3;

/** What a control holds; one that is busy is asked again for a while. Undefined where it cannot be read. */
export async function readPatiently(context: ActContext, hwnd: Hwnd): Promise<TextContent | undefined> {
  const { desktop, clock, signal } = context;
  const looks = { timeoutMs: ANSWER_MS, intervalMs: ANSWER_LOOK_MS, signal };
  let vainReads = 0;
  const read = await pollUntil(clock, looks, async () => {
    const content = await desktop.readText(hwnd, MOST_READ_UNITS);
    if (content !== undefined) return { content };
    const { exists, responding } = await desktop.targetCondition(hwnd, PROBE_MS);
    if (responding === "yes") vainReads++;
    return !exists || vainReads >= MOST_VAIN_READS ? { content: undefined } : undefined;
  });
  return read?.content;
}

/** @throws {ToolError} CONTROL_DISABLED */
export function requireEnabled(control: TextControl): void {
  if (control.enabled) return;
  throw new ToolError("CONTROL_DISABLED", "The control, or the window around it, takes no input", {
    details: { control: formatHwnd(control.hwnd), controlClass: control.className },
    suggestion:
      "Answer the dialog that is open over it, which list_windows shows, or do what enables it first.",
  });
}

/**
 * @throws {ToolError} CONTROL_DISABLED, CONTROL_READ_ONLY, PASSWORD_FIELD, TEXT_NOT_ENCODABLE, TEXT_TOO_LONG_FOR_CONTROL
 */
export async function requireWritable(
  context: ActContext,
  control: TextControl,
  request: { readonly text: string; readonly allowPassword: boolean },
  before: TextContent | undefined,
): Promise<void> {
  const details = { control: formatHwnd(control.hwnd), controlClass: control.className };
  requireEnabled(control);
  if (control.readOnly) throw new ToolError("CONTROL_READ_ONLY", "The control is read-only", { details });
  if (control.password !== false && !request.allowPassword) {
    throw new ToolError("PASSWORD_FIELD", "The control is a password field", { details });
  }
  if (!control.unicode && !(await context.desktop.canEncode(request.text))) {
    const message = "The control is not a Unicode control and lacks some characters";
    throw new ToolError("TEXT_NOT_ENCODABLE", message, { details });
  }
  requireRoom(control, request.text, before);
}

function requireRoom(control: TextControl, text: string, before: TextContent | undefined): void {
  if (control.limitUnits === undefined) return;
  const held = before?.text.length ?? 0;
  const selected = (before?.selection?.end ?? 0) - (before?.selection?.start ?? 0);
  const roomUnits = Math.max(0, control.limitUnits - held + selected);
  // In a control of one line, what follows a Tab or Enter goes elsewhere.
  const first = splitKeys(text, !control.multiline)[0]?.text ?? "";
  const neededUnits = first.replace(/\r\n?|\n/g, "\r\n").length;
  if (neededUnits <= roomUnits) return;
  throw new ToolError(
    "TEXT_TOO_LONG_FOR_CONTROL",
    `The text needs ${neededUnits} UTF-16 units and the control has room for ${roomUnits}`,
    {
      details: { control: formatHwnd(control.hwnd), neededUnits, roomUnits, limitUnits: control.limitUnits },
    },
  );
}
