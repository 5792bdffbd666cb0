/** Does an action to a control of a pack: one act by the executor, a selection that is seen to be so, or several acts. */
import { type ErrorDetails, ToolError } from "../../core/errors.ts";
import type { Hwnd } from "../../core/hwnd.ts";
import { quotedText } from "../../core/text.ts";
import type { ElementAction } from "../../elements/action.ts";
import type { ElementActOptions } from "../../interaction/element_act.ts";
import type { ElementOutcome } from "../../interaction/element_aftermath.ts";
import { actAsAsked } from "../../interaction/element_selection.ts";
import { contractOf } from "../contract_of.ts";
import {
  CONTROL_ELEMENT_ACTIONS,
  type ControlAction,
  type ControlElementAction,
} from "../control_actions.ts";
import type { Pack } from "../load/load_pack.ts";
import { compositeOf, type CompositeResult, COMPOSITES } from "./composites.ts";
import type { ControlCall, SeenControl } from "./control_call.ts";
import { controlDetails, requireControl } from "./control_errors.ts";
import { ensureSelected } from "./ensure_selected.ts";
import type { EnsureSelectedResult } from "./ensure_selected_result.ts";
import { declaredOptions, fallbackPolicyOf, forbidsClick } from "./fallback_policy.ts";
import { actOnControl, findControl } from "./find_control.ts";
import type { Expectation } from "./judge.ts";

/** What a call asks for. */
export interface ControlRequest {
  readonly control: string;
  readonly action: ControlAction;
  readonly value?: string | undefined;
  readonly rangeValue?: number | undefined;
  readonly index?: number | undefined;
  readonly start?: number | undefined;
  readonly length?: number | undefined;
  /** What the pack expects after the action is not looked for. */
  readonly ignoresExpectation: boolean;
  readonly options: ElementActOptions;
}

/** What was done to which control. */
export type ControlDone =
  & { readonly method: string; readonly control: SeenControl }
  & (
    | {
      readonly kind: "element";
      readonly action: ElementAction;
      readonly outcome: ElementOutcome;
      readonly root: Hwnd;
    }
    | { readonly kind: "told"; readonly result: CompositeResult | EnsureSelectedResult }
  );

/** What the pack expects after an action, unless the call does not want that looked for. */
export function expectationOf(pack: Pack, request: ControlRequest): Expectation | undefined {
  const expected = contractOf(pack, request)?.defaultExpect;
  return request.ignoresExpectation || expected === false ? undefined : expected;
}

/** Whether the action itself waits for what the pack expects. */
export function looksItself({ action }: Pick<ControlRequest, "action">): boolean {
  return action === "ensureSelected";
}

/**
 * See the head of this file.
 *
 * @throws {ToolError} PROFILE_CONTROL_NOT_FOUND, PROFILE_CONTROL_UNRESOLVED, what finding and acting throw, with the control
 * in `details`; COORDINATE_FALLBACK_DISABLED where the pack keeps the control from being clicked
 */
export async function runAction(call: ControlCall, request: ControlRequest): Promise<ControlDone> {
  const entry = requireControl(call.pack, request.control);
  try {
    return await run(call, request);
  } catch (error) {
    throw withDetails(error, controlDetails(call.pack, request.control, entry));
  }
}

async function run(call: ControlCall, request: ControlRequest): Promise<ControlDone> {
  const { context, pack, limits } = call;
  const { control: name, options } = request;
  const entry = requireControl(pack, name);
  const contract = contractOf(pack, request);
  const composite = compositeOf(request.action, entry);
  if (composite !== undefined) {
    const find = (other: string): ReturnType<typeof findControl> => findControl(call, other);
    const parts = { context, pack, entry, window: call.window, limits, find };
    return await actOnControl(call, name, async (control) => {
      const result = await COMPOSITES[composite]({ ...parts, control }, limits.timeoutMs);
      return { kind: "told", method: result.method, control, result };
    });
  }
  if (request.action === "ensureSelected") {
    const expected = expectationOf(pack, request);
    const { control, result } = await ensureSelected(call, name, {
      expectations: [...expected === undefined ? [] : [expected], ...entry.postconditions],
      policy: fallbackPolicyOf(entry, contract, options.allowsClick),
    });
    return { kind: "told", method: result.method, control, result };
  }
  const { action } = request;
  if (!isElementAction(action)) throw new RangeError(`Cannot do ${action}`);
  if (options.forcesClick && forbidsClick(entry, contract)) throw clickForbiddenError(name);
  const allowed = declaredOptions(options, entry, contract);
  return await actOnControl(call, name, async (control) => {
    const outcome = await actAsAsked(context, control.target, { ...request, action }, allowed);
    return { kind: "element", method: outcome.method, control, action, outcome, root: control.target.root };
  });
}

function isElementAction(action: string): action is ControlElementAction {
  return CONTROL_ELEMENT_ACTIONS.some((one) => one === action);
}

/** The error with what the caller knows the element by. */
export function withDetails(error: unknown, details: ErrorDetails): unknown {
  if (!(error instanceof ToolError) || error.code === "CANCELLED") return error;
  return new ToolError(error.code, error.message, {
    details: { ...details, ...error.details },
    suggestion: error.suggestion,
    cause: error,
  });
}

function clickForbiddenError(name: string): ToolError {
  return new ToolError(
    "COORDINATE_FALLBACK_DISABLED",
    `The App Pack does not allow that control ${quotedText(name)} is clicked; nothing was done`,
    { suggestion: "Leave forceCoordinateClick out." },
  );
}
