/**
 * Sees to it that a control is selected, and that what its pack promises of that is there. What is so already is left
 * alone, and what has worked is never undone by a further way of doing it: a page that is slow is waited for.
 */
import { ToolError } from "../../core/errors.ts";
import type { UiElement, UiTree } from "../../desktop/ui_element.ts";
import { elementState } from "../../elements/projection.ts";
import { elementAt } from "../../elements/tree.ts";
import { afterActing } from "../../interaction/after_acting.ts";
import { actOnElement } from "../../interaction/element_act.ts";
import type { ElementOutcome } from "../../interaction/element_aftermath.ts";
import { destroyedError } from "../../interaction/preflight.ts";
import { areMet, lookUntil, waitingFor } from "./await_state.ts";
import type { ControlCall, SeenControl } from "./control_call.ts";
import { controlDetails } from "./control_errors.ts";
import { candidatesIn, selectorsOf } from "./control_selectors.ts";
import { evaluateState, failedConditions, type StateEvaluation } from "./control_state.ts";
import type { EnsureSelectedResult } from "./ensure_selected_result.ts";
import { expectationOutput, lastObservation } from "./expectation_output.ts";
import type { FallbackMethod, FallbackPolicy } from "./fallback_policy.ts";
import { actOnControl, seeBeforeActing } from "./find_control.ts";
import { depthFor, type Expectation, judge, type Judged } from "./judge.ts";

/** How long a control may take to show that it is selected, where nothing that takes longer is expected. */
const STATE_MS = 2_000;

const ACTION_OF = {
  SelectionItemPattern: "select",
  TogglePattern: "toggle",
  InvokePattern: "invoke",
  WindowMessageElementClick: "windowMessageClick",
} as const satisfies Record<FallbackMethod, string>;

/** What is expected beside the control's own state, and what may be done for it. */
export interface SelectionGoal {
  readonly expectations: readonly Expectation[];
  readonly policy: FallbackPolicy;
}

/**
 * See the head of this file.
 *
 * @throws {ToolError} ACTION_STATE_INCONSISTENT where it is not as wanted in the end, with what was seen;
 * STALE_WINDOW_HANDLE where the window went meanwhile; what finding it, acting on it and looking at it throws
 */
export async function ensureSelected(
  call: ControlCall,
  name: string,
  goal: SelectionGoal,
): Promise<{ readonly control: SeenControl; readonly result: EnsureSelectedResult }> {
  const { pack, limits: { maxDepth } } = call;
  const depths = goal.expectations.map((one) => depthFor(pack, one, maxDepth));
  // One reading tells where the control is and how everything is.
  const control = await seeBeforeActing(call, name, Math.max(0, ...depths));
  return { control, result: await new Selection(call, goal, control).run() };
}

/** What was last seen. */
interface Seen {
  readonly element: UiElement | undefined;
  readonly state: StateEvaluation;
  readonly business: readonly Judged[];
}

function hasSwitched(before: UiElement, now: UiElement): boolean {
  return before.toggleState !== now.toggleState || before.expandCollapseState !== now.expandCollapseState;
}

function isDone({ state, business }: Seen): boolean {
  return state.verified && areMet(business);
}

class Selection {
  readonly #call: ControlCall;
  readonly #goal: SelectionGoal;
  readonly #control: SeenControl;
  readonly #attempted: FallbackMethod[] = [];
  /** One of them may have reached the program. */
  #hasActed = false;
  #seen: Seen;

  constructor(call: ControlCall, goal: SelectionGoal, control: SeenControl) {
    this.#call = call;
    this.#goal = goal;
    this.#control = control;
    const { tree } = control;
    this.#seen = this.#observe(tree, goal.expectations.map((one) => judge(tree, call.pack, one)));
  }

  async run(): Promise<EnsureSelectedResult> {
    // It may have been selected a moment ago: its page is on its way then.
    if (this.#seen.state.verified && !isDone(this.#seen)) await this.#wait();
    if (isDone(this.#seen)) return this.#result();
    for (const method of new Set(this.#methods())) {
      if (this.#mayUndo(method)) continue;
      this.#attempted.push(method);
      const outcome = await this.#act(method);
      if (outcome === "notDone") continue;
      this.#hasActed = true;
      await this.#giveBackForeground();
      await this.#wait(outcome);
      if (isDone(this.#seen)) return this.#result(method);
    }
    throw this.#inconsistentError();
  }

  /** Without a fallback the one way that the control has for it, chosen before anything is sent. */
  #methods(): readonly FallbackMethod[] {
    const { policy } = this.#goal;
    if (policy.enabled) return policy.methods;
    const { patterns } = this.#control.element;
    if (patterns.includes("Invoke")) return ["InvokePattern"];
    if (patterns.includes("SelectionItem")) return ["SelectionItemPattern"];
    return patterns.includes("Toggle") ? ["TogglePattern"] : ["InvokePattern"];
  }

  /**
   * What switches would switch back what is on already, or what an earlier way has switched: whether it counts as selected
   * then is another matter.
   */
  #mayUndo(method: FallbackMethod): boolean {
    const { state, element: now } = this.#seen;
    const { element: before } = this.#control;
    if (method === "SelectionItemPattern") return false;
    if (this.#hasActed && now !== undefined && hasSwitched(before, now)) return true;
    // What could not be looked at may be on as well.
    const mayBeOn = state.verified || now === undefined;
    return mayBeOn && (method === "TogglePattern" || before.patterns.includes("Toggle"));
  }

  /** `notDone` where it surely had no effect, so that another way may be tried. */
  async #act(method: FallbackMethod): Promise<ElementOutcome | "unknown" | "notDone"> {
    const request = { action: ACTION_OF[method] };
    // The way that is named, and nothing that stands in for it.
    const options = { allowsClick: false, forcesClick: false, allowsPassword: false, onlyMethods: [] };
    const { name } = this.#control;
    const seen = this.#attempted.length === 1 ? this.#control : undefined;
    try {
      return await actOnControl(
        this.#call,
        name,
        ({ target }) => actOnElement(this.#call.context, target, request, options),
        seen,
      );
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      if (error.code === "PATTERN_NOT_SUPPORTED") return "notDone";
      if (error.code === "ACTION_FAILED") {
        return error.details?.mayHaveHadEffect === true ? "unknown" : "notDone";
      }
      throw this.#afterActing(error);
    }
  }

  /** A person does not wait with us for a page: what a control took when it was acted on is given back before. */
  async #giveBackForeground(): Promise<void> {
    const { mode, tracker } = this.#call.acting;
    if (mode !== "foregroundDemo") await tracker.giveBack();
  }

  /** Waits for the state and for what is expected with it: the one may be there long before the other. */
  async #wait(outcome?: ElementOutcome | "unknown"): Promise<void> {
    const { context: { clock }, acting } = this.#call;
    const hasFailed = typeof outcome === "object" && outcome.verified === "no";
    const stateUntil = clock.now() + STATE_MS;
    const { expectations } = this.#goal;
    try {
      const seen = await lookUntil(
        this.#call,
        expectations,
        waitingFor(expectations, STATE_MS),
        ({ tree, judged }) => {
          if (tree === undefined) return true;
          const now = this.#observe(tree, judged);
          return isDone(now) || hasFailed && !now.state.verified && clock.now() >= stateUntil;
        },
        ({ tree, judged }) => tree !== undefined && this.#observe(tree, judged).element !== undefined,
      );
      if (seen.tree === undefined) throw destroyedError(acting.window.hwnd);
      this.#seen = this.#observe(seen.tree, seen.judged);
    } catch (error) {
      throw this.#afterActing(error);
    }
  }

  #observe(tree: UiTree, business: readonly Judged[]): Seen {
    const { pack } = this.#call;
    const { entry } = this.#control;
    const last = candidatesIn(tree, selectorsOf(pack, entry)).at(-1);
    const element = last?.choice.kind === "one" ? elementAt(tree, last.choice.node) : undefined;
    return { element, state: evaluateState(entry, element), business };
  }

  #result(method?: FallbackMethod): EnsureSelectedResult {
    const { element, state, business } = this.#seen;
    const { methods, ...policy } = this.#goal.policy;
    return {
      success: true,
      method: method ?? "noop",
      verified: "yes",
      alreadySelected: method === undefined,
      before: elementState(this.#control.element),
      after: element === undefined ? null : elementState(element),
      controlStateVerified: true,
      controlStateUsedDefault: state.usedDefault,
      controlStateEvaluation: state,
      businessStateVerified: true,
      businessState: business.map(expectationOutput),
      fallbackPolicyResolved: { ...policy, methods: [...methods] },
      attemptedMethods: [...this.#attempted],
      successfulMethod: method ?? null,
      fallbackUsed: this.#attempted.length > 1,
      physicalCursorMoved: false,
    };
  }

  #inconsistentError(): ToolError {
    const { state, business, element } = this.#seen;
    const failed = business.filter(({ isMet }) => !isMet);
    const what = state.verified
      ? "is selected, but what should come with it is not there"
      : this.#hasActed || this.#attempted.length === 0
      ? "is not selected"
      : `is not selected, and cannot be by ${this.#attempted.join(", ")}; nothing was done`;
    return new ToolError("ACTION_STATE_INCONSISTENT", `The control ${what}`, {
      details: {
        ...controlDetails(this.#call.pack, this.#control.name, this.#control.entry),
        attemptedMethods: this.#attempted,
        mayHaveHadEffect: this.#hasActed,
        controlStateEvaluation: state,
        businessState: business.map(expectationOutput),
        failedControlStateConditions: failedConditions(state),
        failedPostconditions: failed.map((one) => ({
          ...expectationOutput(one),
          lastObservation: lastObservation(one),
        })),
        lastObservation: element === undefined ? null : elementState(element),
        fallbackUsed: this.#attempted.length > 1,
      },
    });
  }

  #afterActing(error: unknown): unknown {
    return this.#hasActed ? afterActing(error, { attemptedMethods: this.#attempted }) : error;
  }
}
