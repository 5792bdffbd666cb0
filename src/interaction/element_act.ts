/**
 * The executor: does one action to one element, by the first of its ways that the element has, and looks what came of
 * it. Whatever may have had an effect is not followed by another way.
 */
import { ToolError } from "../core/errors.ts";
import type { Hwnd } from "../core/hwnd.ts";
import type { UiActResult, UiVerb } from "../desktop/ui_act.ts";
import type { UiElement } from "../desktop/ui_element.ts";
import { type ActionPlan, type ActionRequest, planOf } from "../elements/action.ts";
import type { ActContext } from "./act_context.ts";
import { onceActed } from "./after_acting.ts";
import { requireForeign } from "./close_window.ts";
import {
  actRefusedError,
  disabledElementError,
  effectUnknownError,
  focusNeedsForegroundError,
  passwordElementError,
  patternError,
  rangeEndError,
  readOnlyElementError,
  staleElementError,
} from "./element_act_errors.ts";
import { type ElementOutcome, lookAfter } from "./element_aftermath.ts";
import { clickElement } from "./element_click.ts";
import { EDIT_CLASS, pressForElement } from "./element_key.ts";
import type { ElementTarget, SentAct } from "./element_target.ts";
import { modalDialogOver, pidsAround, windowsOf } from "./program_windows.ts";

/** How an action is to be done. */
export interface ElementActOptions {
  /** A click by message may stand in for what the element does not support. */
  readonly allowsClick: boolean;
  /** It is clicked by message at once, whatever it supports. */
  readonly forcesClick: boolean;
  readonly allowsPassword: boolean;
  /**
   * Where it is given, the first way of the action and those of these names may be taken, and no key: nothing stands in
   * that a pack does not name. Every way, and keys, where it is left out.
   */
  readonly onlyMethods?: readonly string[] | undefined;
}

/**
 * Does an action; see the head of this file.
 *
 * @throws {ToolError} before anything is sent: ELEMENT_STALE, CONTROL_DISABLED, CONTROL_READ_ONLY, PASSWORD_FIELD,
 * PATTERN_NOT_SUPPORTED, COORDINATE_FALLBACK_DISABLED, INVALID_BOUNDING_RECT, FOREGROUND_REQUIRED, PROTECTED_PROCESS,
 * what clicking by message throws; ACTION_FAILED where the element refused, or it cannot be known whether it acted;
 * PROVIDER_BUSY, TIMEOUT, CANCELLED
 */
export async function actOnElement(
  context: ActContext,
  target: ElementTarget,
  request: ActionRequest,
  options: ElementActOptions,
): Promise<ElementOutcome> {
  await requireAllowed(context, target, request);
  if (target.mode === "foregroundDemo") await target.tracker.activate(target.root);
  const pids = pidsAround(target.window);
  const before = await windowsOf(context.desktop, pids);
  const sent = await send(context, target, request, options);
  const { method } = sent;
  const outcome = await onceActed(() => lookAfter(context, target, sent, before, pids), { method });
  if (sent.failure !== undefined && outcome.verified !== "yes") {
    throw effectUnknownError(sent, sent.failure);
  }
  return outcome;
}

/**
 * The element as it is now, before it is clicked.
 *
 * @throws {ToolError} ELEMENT_STALE, CONTROL_DISABLED, PROVIDER_BUSY, TIMEOUT, CANCELLED
 */
export async function lookBeforeClick(context: ActContext, target: ElementTarget): Promise<UiElement> {
  const result = await act(context, target, [{ verb: "look" }], { allowsPassword: false });
  if (result.outcome !== "already") throw refusalOf(target, result, undefined);
  if (!result.before.enabled) throw disabledElementError(result.before, await dialogOver(context, target));
  return result.before;
}

/** What may not be done in this mode, or to this window, is refused before anything else. */
async function requireAllowed(
  context: ActContext,
  { window, root, mode, tracker }: ElementTarget,
  { action }: ActionRequest,
): Promise<void> {
  const isInFront = tracker.before === root;
  if (mode === "background" && !isInFront && (action === "focus" || action === "maximize")) {
    throw focusNeedsForegroundError(action);
  }
  if (action === "close") {
    await requireForeign(context, window);
    // What is gone cannot be brought back to the front.
    if (isInFront) tracker.keepForeground();
  }
  if (action === "minimize" && isInFront) tracker.keepForeground();
}

async function send(
  context: ActContext,
  target: ElementTarget,
  request: ActionRequest,
  options: ElementActOptions,
): Promise<SentAct> {
  const plan = allowedPlan(planOf(request), options);
  const clicksAtOnce = options.forcesClick || request.action === "windowMessageClick";
  if (clicksAtOnce) {
    const before = await lookBeforeClick(context, target);
    const method = options.forcesClick ? "coordinate_click_forced" : "WindowMessageElementClick";
    return await clickElement(context, target, before, { method, verb: plan.ways[0]?.verb });
  }
  const { ways } = plan;
  const result = await act(context, target, ways.map(({ verb }) => verb), options);
  if (result.outcome === "done") await noteTextChanged(context, result);
  if (result.outcome === "notSupported") {
    return await sendOtherwise(context, target, request, plan, result.before, options);
  }
  return await sentBy(context, target, ways, result);
}

/** Names of methods say the pattern first, and then which method of it. */
function allowedPlan(plan: ActionPlan, { onlyMethods }: ElementActOptions): ActionPlan {
  if (onlyMethods === undefined) return plan;
  const ways = plan.ways.filter(({ method }, index) =>
    index === 0 || onlyMethods.some((name) => method.startsWith(name))
  );
  const { mayClick } = plan;
  return { ways, mayClick };
}

/**
 * Says to an edit control that its text was changed: one that is replaced from outside counts as its first, and the program
 * would close without asking whether to save it. What goes wrong with that is nothing the act depends on.
 */
async function noteTextChanged(
  { desktop }: ActContext,
  { verb: { verb }, before: { nativeWindowHandle: hwnd, className } }: Extract<
    UiActResult,
    { outcome: "done" }
  >,
): Promise<void> {
  const isOfText = verb === "setValue" || verb === "appendValue";
  if (!isOfText || hwnd === 0n || !EDIT_CLASS.test(className)) return;
  try {
    await desktop.editCommand(hwnd, "noteChanged");
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
  }
}

/** @throws {ToolError} for every outcome in which nothing was sent */
async function sentBy(
  context: ActContext,
  target: ElementTarget,
  ways: ActionPlan["ways"],
  result: UiActResult,
): Promise<SentAct> {
  const methodOf = (verb: UiVerb): string =>
    ways.find((way) => way.verb.verb === verb.verb)?.method ?? verb.verb;
  switch (result.outcome) {
    case "done": {
      const { verb, before, isSeen } = result;
      const sent = { method: methodOf(verb), verb, before, isRunning: false };
      return isSeen === undefined ? sent : { ...sent, isSeen };
    }
    case "running":
      return { method: methodOf(result.verb), verb: result.verb, before: result.before, isRunning: true };
    case "unknown": {
      const { verb, before, hresult } = result;
      return { method: methodOf(verb), verb, before, isRunning: false, failure: hresult };
    }
    case "already": {
      const { verb, before } = result;
      const method = verb.verb === "read" ? methodOf(verb) : "noop";
      return { method, verb, before, isRunning: false, verified: "yes" };
    }
    default:
      throw refusalOf(target, result, await dialogOver(context, target));
  }
}

/** By a key or a click, where the contract has one for this action. */
async function sendOtherwise(
  context: ActContext,
  target: ElementTarget,
  request: ActionRequest,
  plan: ActionPlan,
  before: UiElement,
  options: ElementActOptions,
): Promise<SentAct> {
  if (!before.enabled) throw disabledElementError(before, await dialogOver(context, target));
  const [first] = plan.ways;
  const verb = first?.verb ?? { verb: "look" };
  const fallbackReason = `The element has none of the patterns for ${request.action}`;
  const pressed = await pressForElement(context, request.action, plan.key, before);
  if (pressed !== undefined) return { ...pressed, verb, before, isRunning: false, fallbackReason };
  if (plan.mayClick && options.allowsClick) {
    const method = "coordinate_click_fallback";
    const clicked = await clickElement(context, target, before, { method, verb });
    return { ...clicked, fallbackReason, isFallback: true };
  }
  throw patternError(request.action, before, plan);
}

function act(
  { desktop, signal }: ActContext,
  { subject, timeoutMs }: ElementTarget,
  verbs: readonly UiVerb[],
  { allowsPassword }: Pick<ElementActOptions, "allowsPassword">,
): Promise<UiActResult> {
  return desktop.uiAct({ subject, verbs, allowsPassword, timeoutMs }, signal);
}

function refusalOf(
  { subject }: ElementTarget,
  result: UiActResult,
  dialog: Hwnd | undefined,
): ToolError {
  switch (result.outcome) {
    case "stale":
      return staleElementError(subject, result.differs);
    case "gone":
      return staleElementError(subject, ["gone"]);
    case "disabled":
      return disabledElementError(result.before, dialog);
    case "readOnly":
      return readOnlyElementError(result.before);
    case "password":
      return passwordElementError(result.before);
    case "atLimit":
      return rangeEndError(result.before);
    case "refused":
      return actRefusedError(result.before, result.verb, result.hresult);
    default:
      throw new RangeError(`Cannot make an error of the outcome ${result.outcome}`);
  }
}

/** The dialog that keeps the element's window, or a dialog of it in which the element is, from being used. */
function dialogOver({ desktop }: ActContext, { window, root }: ElementTarget): Promise<Hwnd | undefined> {
  return modalDialogOver(desktop, pidsAround(window), root);
}
