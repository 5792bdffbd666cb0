import { pollUntil } from "../core/clock.ts";
import { ToolError } from "../core/errors.ts";
import { formatHwnd, type Hwnd } from "../core/hwnd.ts";
import type { DeliveryResult, TextContent, TextControl } from "../desktop/desktop.ts";
import { activate } from "./activation.ts";
import type { ActContext } from "./act_context.ts";
import type { ForegroundTracker } from "./foreground_tracker.ts";
import type { InteractionMode } from "./modes.ts";
import { PROBE_MS } from "./preflight.ts";
import { judgeText, type TextVerdict, type Verified } from "./text_expectation.ts";
import { splitKeys, splitText } from "./text_batches.ts";
import { waitNotice } from "./wait_notice.ts";

/** Texts longer than this are not read back: reading costs the program as much as its own saving does. */
const MOST_READ_UNITS = 2_000_000;

/** A queue takes 10,000 messages and then refuses: after this many the program is given time to work them off. */
const POST_BATCH_UNITS = 500;

/** One uninterrupted batch of keyboard input; between two the foreground is looked at again. */
const KEY_BATCH_UNITS = 40;

/** How long the control may take to show what it was sent. */
const SETTLE_MS = 1_500;
const SETTLE_LOOK_MS = 15;

/** After its activation a program needs a moment to put the focus where it was. */
const FOCUS_MS = 500;

/** Measured under Wine on two busy cores: 40 units a batch arrive within 30 ms. */
const ARRIVAL_MS = 200;
const ARRIVAL_MS_PER_UNIT = 1;

/** How long a person may go on holding a modifier key before the call is refused. */
const MODIFIER_MS = 2_000;

/** What is to be typed, and how. */
export interface TypingRequest {
  /** The window or control that the caller named. */
  readonly hwnd: Hwnd;
  /** The top-level window around it. */
  readonly root: Hwnd;
  readonly text: string;
  readonly mode: InteractionMode;
  /** Never take the foreground, and post characters even where their effect cannot be seen. */
  readonly noActivate: boolean;
  readonly allowPassword: boolean;
  /** Pause after each character; 0 sends the text as fast as it is taken. */
  readonly pauseMs: number;
  /** How long a control that stays busy after delivery is waited for. */
  readonly busyMs: number;
}

/** What became of it. */
export interface TypingOutcome {
  readonly control: TextControl;
  /** The native way it was delivered. */
  readonly method: "EM_REPLACESEL" | "WM_CHAR" | "SendInput";
  readonly verified: Verified;
}

/**
 * Types a text by the surest way the mode allows: by message where the control is of a kind that is known to take it,
 * else (`auto`, `foregroundDemo`) as keyboard input to the front. Never both for the same text.
 *
 * @throws {ToolError} STALE_WINDOW_HANDLE, CONTROL_DISABLED, CONTROL_READ_ONLY, PASSWORD_FIELD, TEXT_NOT_ENCODABLE,
 * TEXT_TOO_LONG_FOR_CONTROL, FOREGROUND_REQUIRED, MODIFIER_HELD, FOCUS_FAILED (all before anything is sent, the last also
 * while), INPUT_DELIVERY_FAILED
 */
export async function typeText(
  context: ActContext,
  request: TypingRequest,
  tracker: ForegroundTracker,
): Promise<TypingOutcome> {
  const control = await requireControl(context, request.hwnd);
  const delivery = chooseDelivery(control, request);
  if (delivery === undefined) {
    throw new ToolError(
      "FOREGROUND_REQUIRED",
      `A control of class ${control.className} is not known to take text in the background`,
      {
        details: {
          requestedMode: request.mode,
          controlClass: control.className,
          suggestedMode: "foregroundDemo",
        },
      },
    );
  }
  const before = await readBefore(context, control);
  await requireWritable(context, control, request, before);
  if (delivery === "keyboard") return await typeByKeyboard(context, request, control, tracker);
  return await typeByMessage(context, request, control);
}

/** By which road text goes to a control; undefined when the mode allows none. */
export function chooseDelivery(
  control: TextControl,
  request: Pick<TypingRequest, "mode" | "noActivate">,
): "message" | "keyboard" | undefined {
  const isKnown = control.kind !== "other";
  if (request.mode === "foregroundDemo" && !request.noActivate) return "keyboard";
  if (isKnown || request.noActivate) return "message";
  return request.mode === "auto" ? "keyboard" : undefined;
}

async function requireControl(context: ActContext, hwnd: Hwnd): Promise<TextControl> {
  const control = await context.desktop.textControl(hwnd);
  if (control !== undefined) return control;
  throw new ToolError("STALE_WINDOW_HANDLE", `Window ${formatHwnd(hwnd)} has been destroyed`);
}

async function readBefore(context: ActContext, control: TextControl): Promise<TextContent | undefined> {
  if (control.password || control.kind === "other") return undefined;
  return await context.desktop.readText(control.hwnd, MOST_READ_UNITS);
}

async function requireWritable(
  context: ActContext,
  control: TextControl,
  request: TypingRequest,
  before: TextContent | undefined,
): Promise<void> {
  const details = { control: formatHwnd(control.hwnd), controlClass: control.className };
  if (!control.enabled) throw new ToolError("CONTROL_DISABLED", "The control is disabled", { details });
  if (control.readOnly) throw new ToolError("CONTROL_READ_ONLY", "The control is read-only", { details });
  if (control.password && !request.allowPassword) {
    throw new ToolError("PASSWORD_FIELD", "The control is a password field", { details });
  }
  if (!control.unicode && !(await context.desktop.canEncode(request.text))) {
    throw new ToolError(
      "TEXT_NOT_ENCODABLE",
      "The control is not a Unicode control and lacks some characters",
      {
        details,
      },
    );
  }
  if (control.limitUnits === undefined) return;
  const held = before?.text.length ?? 0;
  const selected = (before?.selection?.end ?? 0) - (before?.selection?.start ?? 0);
  const roomUnits = Math.max(0, control.limitUnits - held + selected);
  const first = splitKeys(request.text, !control.multiline)[0]?.text ?? "";
  const neededUnits = first.replace(/\r\n?|\n/g, "\r\n").length;
  if (neededUnits > roomUnits) {
    throw new ToolError(
      "TEXT_TOO_LONG_FOR_CONTROL",
      `The text needs ${neededUnits} UTF-16 units and the control has room for ${roomUnits}`,
      { details: { ...details, neededUnits, roomUnits, limitUnits: control.limitUnits } },
    );
  }
}

/**
 * By message. In a control of one line, Enter and Tab are keys that belong to the dialog around it: they may move the
 * focus, so what follows goes to the control that has it then.
 */
async function typeByMessage(
  context: ActContext,
  request: TypingRequest,
  first: TextControl,
): Promise<TypingOutcome> {
  let control = first;
  let verified: Verified = "yes";
  let method: TypingOutcome["method"] = "EM_REPLACESEL";
  for (const part of splitKeys(request.text, !first.multiline)) {
    if (part.key !== undefined) {
      await delivered(context, request, await context.desktop.postKey(control.hwnd, part.key), 1);
      await settle(context, control, request.busyMs);
      control = await requireControl(context, request.hwnd);
      continue;
    }
    const before = await readBefore(context, control);
    if (control !== first) await requireWritable(context, control, { ...request, text: part.text }, before);
    const usesReplace = control.kind !== "scintilla" && control.kind !== "other" &&
      control.transform !== "digits" &&
      request.pauseMs === 0;
    if (!usesReplace) method = "WM_CHAR";
    if (usesReplace) await replaceSelection(context, request, control, part.text);
    else await postCharacters(context, request, control, part.text);
    verified = worse(verified, await verify(context, control, before, part.text, request.busyMs));
  }
  return { control, method, verified };
}

function worse(a: Verified, b: Verified): Verified {
  const order: readonly Verified[] = ["yes", "unknown", "no"];
  return order[Math.max(order.indexOf(a), order.indexOf(b))] ?? "unknown";
}

async function replaceSelection(
  context: ActContext,
  request: TypingRequest,
  control: TextControl,
  text: string,
): Promise<void> {
  const result = await context.desktop.replaceSelection(control.hwnd, text);
  // A control that is still busy has the text already and is working on it: whether it arrived is read, not guessed.
  if (result.stopped !== "busy") await delivered(context, request, result, text.length);
}

async function postCharacters(
  context: ActContext,
  request: TypingRequest,
  control: TextControl,
  text: string,
): Promise<void> {
  const batchUnits = request.pauseMs > 0 ? 1 : POST_BATCH_UNITS;
  for (const batch of splitText(text.replace(/\r\n?|\n/g, "\r"), batchUnits)) {
    await delivered(
      context,
      request,
      await context.desktop.postCharacters(control.hwnd, batch),
      batch.length,
    );
    if (request.pauseMs > 0) await context.clock.sleep(request.pauseMs, context.signal);
    else await settle(context, control, request.busyMs);
  }
}

/** @throws {ToolError} when a batch was not taken whole. */
async function delivered(
  context: ActContext,
  request: TypingRequest,
  result: DeliveryResult,
  units: number,
): Promise<void> {
  if (result.stopped === undefined && result.acceptedUnits === units) return;
  if (result.stopped === "notInFront") {
    const inFront = formatHwnd(await context.desktop.foregroundWindow());
    throw new ToolError("FOCUS_FAILED", "The target lost the foreground; typing was stopped", {
      details: { hwnd: formatHwnd(request.root), foreground: inFront },
    });
  }
  if (result.stopped === "gone") {
    throw new ToolError("STALE_WINDOW_HANDLE", "The control was destroyed while it was typed into");
  }
  throw new ToolError("INPUT_DELIVERY_FAILED", "Windows took only a part of the text", {
    details: { acceptedUnits: result.acceptedUnits, batchUnits: units },
  });
}

/** Waits until the program answers again, at most `busyMs`. */
async function settle(context: ActContext, control: TextControl, busyMs: number): Promise<void> {
  const { desktop, clock, signal } = context;
  const notice = waitNotice(context, "the control to respond");
  await pollUntil(
    clock,
    { timeoutMs: busyMs, intervalMs: SETTLE_LOOK_MS, signal },
    async () => {
      notice();
      const condition = await desktop.targetCondition(control.hwnd, PROBE_MS);
      return condition.responding === "yes" || condition.hung || !condition.exists ? true : undefined;
    },
  );
}

/**
 * Reads back until the text is there, or until the control holds the same thing for a while.
 *
 * @throws {ToolError} INPUT_DELIVERY_FAILED when the control holds exactly what it held before
 */
async function verify(
  context: ActContext,
  control: TextControl,
  before: TextContent | undefined,
  text: string,
  busyMs: number,
): Promise<Verified> {
  if (before === undefined || text === "") return before === undefined ? "unknown" : "yes";
  await settle(context, control, busyMs);
  const { desktop, clock, signal } = context;
  let last: TextVerdict | undefined;
  await pollUntil(clock, { timeoutMs: SETTLE_MS, intervalMs: SETTLE_LOOK_MS, signal }, async () => {
    const after = await desktop.readText(control.hwnd, MOST_READ_UNITS);
    last = after === undefined ? undefined : judgeText(control, before, text, after.text);
    return last?.verified === "yes" ? true : undefined;
  });
  if (last?.isUnchanged) {
    throw new ToolError("INPUT_DELIVERY_FAILED", "The control holds exactly what it held before", {
      details: { control: formatHwnd(control.hwnd), controlClass: control.className },
    });
  }
  return last?.verified ?? "unknown";
}

async function typeByKeyboard(
  context: ActContext,
  request: TypingRequest,
  seen: TextControl,
  tracker: ForegroundTracker,
): Promise<TypingOutcome> {
  const { desktop, clock, signal } = context;
  await requireNoModifiers(context);
  if (!(await activate(context, request.root))) {
    throw new ToolError("FOCUS_FAILED", "The target could not be brought to the front; nothing was sent", {
      details: { hwnd: formatHwnd(request.root), foreground: formatHwnd(await desktop.foregroundWindow()) },
    });
  }
  if (request.root !== tracker.before) tracker.noteActivated();
  const control = await focusedControl(context, request.hwnd);
  if (request.hwnd !== request.root && !control.focused) {
    throw new ToolError("FOCUS_FAILED", "The control does not have the keyboard focus; nothing was sent", {
      details: { control: formatHwnd(request.hwnd) },
    });
  }
  // Keyboard input goes to the focus: a control without it is not the one to look at afterwards.
  const before = control.focused ? await readBefore(context, control) : undefined;
  if (control.hwnd !== seen.hwnd) await requireWritable(context, control, request, before);
  const hasKeys = splitKeys(request.text, !control.multiline).some((part) => part.key !== undefined);
  for (const batch of splitText(request.text, request.pauseMs > 0 ? 1 : KEY_BATCH_UNITS)) {
    await delivered(context, request, await desktop.sendText(request.root, batch), batch.length);
    if (request.pauseMs > 0) await clock.sleep(request.pauseMs, signal);
  }
  // Enter and Tab in a control of one line leave it, so there is no one text to compare with.
  const readable = hasKeys ? undefined : before;
  if (readable === undefined) await letInputArrive(context, control, request);
  const verified = await verify(context, control, readable, request.text, request.busyMs);
  return { control, method: "SendInput", verified };
}

/** The control that has the focus once the program has dealt with its activation; or, after a while, whichever there is. */
async function focusedControl(context: ActContext, hwnd: Hwnd): Promise<TextControl> {
  const { clock, signal } = context;
  const focused = await pollUntil(
    clock,
    { timeoutMs: FOCUS_MS, intervalMs: SETTLE_LOOK_MS, signal },
    async () => {
      const control = await requireControl(context, hwnd);
      return control.focused ? control : undefined;
    },
  );
  return focused ?? await requireControl(context, hwnd);
}

/**
 * Gives keyboard input, whose effect cannot be read, the time to reach the target: were the foreground given back at once,
 * what is still in the system's queue would go to the next window.
 */
async function letInputArrive(
  context: ActContext,
  control: TextControl,
  request: TypingRequest,
): Promise<void> {
  await context.clock.sleep(ARRIVAL_MS + request.text.length * ARRIVAL_MS_PER_UNIT, context.signal);
  await settle(context, control, request.busyMs);
}

/** @throws {ToolError} MODIFIER_HELD when a person goes on holding a modifier key. */
async function requireNoModifiers(context: ActContext): Promise<void> {
  const { desktop, clock, signal } = context;
  let held: readonly string[] = [];
  const free = await pollUntil(
    clock,
    { timeoutMs: MODIFIER_MS, intervalMs: SETTLE_LOOK_MS * 2, signal },
    async () => {
      held = await desktop.heldModifiers();
      return held.length === 0 ? true : undefined;
    },
  );
  if (free === undefined) {
    throw new ToolError("MODIFIER_HELD", `A person holds ${held.join(" and ")}`, { details: { held } });
  }
}
