/** Looks what came of an action: at the element, at the windows of its program, whether the program answers. */
import { pollUntil } from "../core/clock.ts";
import type { Hwnd } from "../core/hwnd.ts";
import type { Responding, TopLevelWindow, WindowState } from "../desktop/desktop.ts";
import type { UiVerb } from "../desktop/ui_act.ts";
import type { UiElement } from "../desktop/ui_element.ts";
import type { ActContext } from "./act_context.ts";
import { effectOf, isOpenEnded } from "./element_effect.ts";
import type { ElementTarget, SentAct } from "./element_target.ts";
import { PROBE_MS } from "./preflight.ts";
import { windowsBeyond, windowsOf } from "./program_windows.ts";
import { settle } from "./settling.ts";
import type { Verified } from "./text_expectation.ts";

/** How long an effect that the element's state tells is waited for. */
const EFFECT_MS = 500;
const LOOK_PAUSE_MS = 40;

/** One look at an element after the act; a program that needs longer is busy with what it was asked to do. */
const LOOK_TIMEOUT_MS = 600;

/** How long the dialog that a name with an ellipsis promises is waited for. */
const DIALOG_MS = 1_000;
const PROMISES_DIALOG = /(?:\.\.\.|…)\s*$/;

/** A check mark of three states is where it is wanted after two steps. */
const MOST_TOGGLES = 2;

/** Verbs after which the window may be in front: that is what they are for, or what Windows does with them. */
const COMES_FORWARD: ReadonlySet<UiVerb["verb"]> = new Set(["focus", "maximizeWindow", "restoreWindow"]);

/** What a window is after a verb; undefined for one that is gone. */
const WINDOW_EFFECTS: Partial<
  Record<UiVerb["verb"], (state: WindowState | undefined) => boolean>
> = {
  closeWindow: (state) => state === undefined || !state.visible,
  minimizeWindow: (state) => state?.minimized === true,
  maximizeWindow: (state) => state?.maximized === true && !state.minimized,
  restoreWindow: (state) => state?.minimized === false && !state.maximized,
};

/** What came of an action. */
export interface ElementOutcome {
  /** The way it was done; `noop` where nothing had to be. */
  readonly method: string;
  readonly verified: Verified;
  readonly before: UiElement;
  /** Null where the element is gone or does not answer. */
  readonly after: UiElement | null;
  /** The program has not come back from it. */
  readonly isRunning: boolean;
  readonly responding: Responding;
  /** Visible windows of the program that came up, and that went, meanwhile. */
  readonly opened: readonly TopLevelWindow[];
  readonly closed: readonly TopLevelWindow[];
  /** Why it was not done by a pattern, where it was not. */
  readonly fallbackReason?: string;
  readonly isFallback: boolean;
  /** The window that was clicked in, where it was done by a click. */
  readonly clickedWindow?: Hwnd;
  /** The item that was selected by its name or place. */
  readonly selection?: ItemSelection;
}

/** What became of a container whose item was selected. */
export interface ItemSelection {
  readonly selected: { readonly name: string; readonly automationId: string };
  readonly beforeValue: string | null;
  readonly afterValue: string | null;
  /** The list that was opened for it is closed again; undefined where none was. */
  readonly popupClosed?: boolean;
}

/**
 * Looks what came of what was sent.
 *
 * @throws {ToolError} PROVIDER_BUSY, CANCELLED
 */
export async function lookAfter(
  context: ActContext,
  target: ElementTarget,
  sent: SentAct,
  windowsBefore: readonly TopLevelWindow[],
  pids: ReadonlySet<number>,
): Promise<ElementOutcome> {
  const { verb, before, method, isRunning, isFallback = false } = sent;
  const common = {
    method,
    before,
    isRunning,
    isFallback,
    ...(sent.fallbackReason === undefined ? {} : { fallbackReason: sent.fallbackReason }),
    ...(sent.clickedWindow === undefined ? {} : { clickedWindow: sent.clickedWindow }),
  };
  if (method === "noop" || verb.verb === "read" || verb.verb === "look") {
    return { ...common, verified: "yes", after: before, responding: "yes", opened: [], closed: [] };
  }
  const responding = await settleAfter(context, target, sent);
  if (isOpenEnded(verb) && PROMISES_DIALOG.test(before.name)) {
    await awaitDialog(context, windowsBefore, pids);
  }
  const windowEffect = await windowEffectOf(context, target, verb);
  // A dialog that the program waits for is what matters, and is answered at once: the element can be looked at later.
  const isBehindDialog = isRunning &&
    windowsBeyond(windowsBefore, await windowsOf(context.desktop, pids)).length > 0;
  const after = responding === "yes" && !isBehindDialog ? await lookUntilSeen(context, target, sent) : null;
  const windowsAfter = await windowsOf(context.desktop, pids);
  const opened = windowsBeyond(windowsBefore, windowsAfter);
  const closed = windowsBeyond(windowsAfter, windowsBefore);
  // A control that takes the focus may take the foreground with it; what an act opened is left where it came up.
  if (opened.length === 0 && !COMES_FORWARD.has(verb.verb)) await target.tracker.noteIfTaken();
  const haveWindowsChanged = opened.length + closed.length > 0;
  const verified = windowEffect ?? verifiedBy(sent, after, haveWindowsChanged);
  return { ...common, verified, after, responding, opened, closed };
}

/** A busy program closes its menu first, and comes to the dialog when it has time. */
async function awaitDialog(
  { desktop, clock, signal }: ActContext,
  windowsBefore: readonly TopLevelWindow[],
  pids: ReadonlySet<number>,
): Promise<void> {
  const looks = { timeoutMs: DIALOG_MS, intervalMs: LOOK_PAUSE_MS, signal };
  await pollUntil(clock, looks, async () => {
    return windowsBeyond(windowsBefore, await windowsOf(desktop, pids)).length > 0 || undefined;
  });
}

/** Whether the program answers, once it has had time for what it may do later than it says. */
async function settleAfter(
  context: ActContext,
  { root }: ElementTarget,
  { verb, isRunning, isFallback, failure }: SentAct,
): Promise<Responding> {
  const mayTakeTime = isRunning || isOpenEnded(verb) || isFallback === true || failure !== undefined;
  if (mayTakeTime) return await settle(context, root);
  return (await context.desktop.targetCondition(root, PROBE_MS)).responding;
}

/** The element after the act: at once, or when its state shows the effect. Null where it is gone or silent. */
async function lookUntilSeen(
  context: ActContext,
  { subject, timeoutMs }: ElementTarget,
  { verb, before }: SentAct,
): Promise<UiElement | null> {
  const { clock, signal, desktop } = context;
  let after: UiElement | null = null;
  let state = before.toggleState;
  let togglesLeft = verb.verb === "toggleTo" ? MOST_TOGGLES - 1 : 0;
  await pollUntil(clock, { timeoutMs: EFFECT_MS, intervalMs: LOOK_PAUSE_MS, signal }, async () => {
    const looked = await desktop.uiLook(subject, LOOK_TIMEOUT_MS, signal);
    after = looked.outcome === "seen" ? looked.element : null;
    if (after === null || effectOf(verb, before, after) !== "no") return true;
    if (togglesLeft > 0 && after.toggleState !== state) {
      // It took one step, and its third state lies in between.
      togglesLeft--;
      state = after.toggleState;
      await desktop.uiAct({ subject, verbs: [verb], allowsPassword: false, timeoutMs }, signal);
    }
    return undefined;
  });
  return after;
}

function verifiedBy(
  { verb, before, isSeen, verified, failure }: SentAct,
  after: UiElement | null,
  haveWindowsChanged: boolean,
): Verified {
  if (verified !== undefined && verified !== "unknown") return verified;
  if (isSeen !== undefined) return isSeen ? "yes" : "no";
  const effect = after === null ? "unknown" : effectOf(verb, before, after);
  const isAnyChangeIt = isOpenEnded(verb) || failure !== undefined;
  return effect === "unknown" && haveWindowsChanged && isAnyChangeIt ? "yes" : effect;
}

/** Whether a window has become what it was to become; undefined for verbs that are about something else. */
async function windowEffectOf(
  context: ActContext,
  { window, subject }: ElementTarget,
  { verb }: UiVerb,
): Promise<Verified | undefined> {
  const isAsWanted = WINDOW_EFFECTS[verb];
  if (isAsWanted === undefined) return undefined;
  const { clock, signal, desktop } = context;
  const hwnd = subject.host.levels === 0 ? subject.host.hwnd : window.hwnd;
  const looks = { timeoutMs: EFFECT_MS, intervalMs: LOOK_PAUSE_MS, signal };
  const isSeen = await pollUntil(clock, looks, async () => {
    const state = await desktop.windowState(hwnd, 0);
    return isAsWanted(state) ? true : undefined;
  });
  return isSeen ? "yes" : "no";
}
