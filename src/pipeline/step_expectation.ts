/** What has to hold after a step, and whether it was seen to. */
import { throwIfCancelled } from "../core/clock.ts";
import { type ErrorDetails, ToolError } from "../core/errors.ts";
import { formatPath, valueAt } from "../core/json_path.ts";
import { quotedText } from "../core/text.ts";
import { MOST_CHILDREN } from "../interaction/read_elements.ts";
import { areMet, lookUntil, waitingFor } from "../packs/actions/await_state.ts";
import { requireControl } from "../packs/actions/control_errors.ts";
import type { Controls } from "../packs/actions/control_selectors.ts";
import { expectationOutput, lastObservation } from "../packs/actions/expectation_output.ts";
import { type Judged, judgeNothing } from "../packs/actions/judge.ts";
import type { Pack } from "../packs/load/load_pack.ts";
import { type Expect, expectSchema } from "../packs/schema/expect.ts";
import type { Step } from "../steps/step.ts";
import { type DoneCall, windowOfCall } from "./expectation_window.ts";
import { packOfStep } from "./pack_of_step.ts";
import type { Fields, Run, StepError } from "./pipeline.ts";
import { POSTCONDITION_CODE } from "./retry.ts";

/** What became of an expectation. */
export interface Expected {
  readonly isMet: boolean;
  /** For the step's record. */
  readonly expectResult: Fields;
  /** STEP_POSTCONDITION_TIMEOUT, or what hindered every look; where it is not met. */
  readonly error?: StepError;
}

/** How far is read where a pack does not say otherwise; the time is that of one look. */
const LIMITS = {
  includeProcessPopups: true,
  maxDepth: 15,
  maxNodes: 2_000,
  maxChildren: MOST_CHILDREN,
  timeoutMs: 8_000,
} as const;

const NO_CONTROLS: Controls = { controls: new Map() };

/**
 * What has to hold after a step, as the step itself says; undefined for nothing. What a pack expects of an action is not
 * among it: the tool waits for that itself, and {@link toldExpectation} finds it in the result.
 *
 * @param step with its references in their places, as the arguments have them
 * @throws {ToolError} INVALID_PARAMS for what is none with these values, PROFILE_CONTROL_NOT_FOUND: all of it can be known
 * before the call
 */
export function expectationOfStep(run: Run, step: Pick<Step, "expect">, args: Fields): Expect | undefined {
  if (typeof step.expect !== "object") return undefined;
  const expect = parsedExpect(step.expect);
  const { profileControl, selector } = expect;
  if (profileControl === undefined) return expect;
  const pack = packOf(run, args);
  if (pack !== undefined) requireControl(pack, profileControl);
  else if (selector === undefined) {
    throw invalidExpect("profileControl", "A control is one of an App Pack, and this step is about none");
  }
  return expect;
}

/**
 * What stands in the place of a reference may be a number where a text is compared with: it is written as text then, as it
 * would be inside one.
 */
function parsedExpect(written: Fields): Expect {
  const schema = expectSchema();
  const parsed = schema.safeParse(written);
  if (parsed.success) return parsed.data;
  const copy: unknown = structuredClone(written);
  for (const issue of parsed.error.issues) {
    if (issue.code !== "invalid_type" || issue.expected !== "string") continue;
    const last = issue.path.at(-1);
    const around = valueAt(copy, issue.path.slice(0, -1));
    if (last === undefined || typeof around !== "object" || around === null) continue;
    const value: unknown = Reflect.get(around, last);
    if (typeof value === "number" || typeof value === "boolean") Reflect.set(around, last, String(value));
  }
  const again = schema.safeParse(copy);
  if (again.success) return again.data;
  const [issue] = again.error.issues;
  throw invalidExpect(formatPath(issue?.path ?? []), issue?.message ?? "It is none");
}

function invalidExpect(place: string, message: string): ToolError {
  const path = place === "" ? "expect" : `expect.${place}`;
  return new ToolError("INVALID_PARAMS", `${path}: ${message}; nothing was done`, {
    details: { violations: [{ path, message }] },
    suggestion: "Correct what the step expects.",
  });
}

/** The pack that names controls for a step: the one that it says, else the run's, else that of its program. */
function packOf(run: Run, args: Fields): Pack | undefined {
  const pack = packOfStep(run, args);
  if (pack !== undefined || args.profile !== undefined) return pack;
  const { packs, sessions } = run.context;
  const session = typeof args.targetRef === "string" ? sessions.find(args.targetRef) : undefined;
  return session === undefined ? undefined : packs.packs.get(session.bound.profile);
}

/**
 * The arguments of a call whose step says itself what has to hold after it, or that nothing has to: what the pack expects
 * is not waited for then.
 */
export function argsWithoutDefaultExpect(
  { context: { tools } }: Pick<Run, "context">,
  { tool: name, expect }: Pick<Step, "tool" | "expect">,
  args: Fields,
): Fields {
  const tool = tools.tool(name);
  const waitsItself = tool?.takes("control") === true && tool.takes("expect");
  return expect === undefined || !waitsItself ? args : { ...args, expect: false };
}

/** What a tool tells of what the pack expects of the action, which it has waited for itself; undefined where it tells nothing. */
export function toldExpectation(result: Fields): Fields | undefined {
  if (isFields(result.expect) && result.expect.isMet === true) return result.expect;
  const { result: inner } = result;
  if (!isFields(inner) || inner.businessStateVerified !== true) return undefined;
  const { businessState } = inner;
  if (!Array.isArray(businessState) || businessState.length === 0) return undefined;
  return { isMet: true, businessState };
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}

/**
 * Waits until it holds, in the window that the step was about. Never longer than the run has time.
 *
 * @throws {ToolError} CANCELLED, also when the time of the run is over
 */
export async function awaitStepExpectation(run: Run, expect: Expect, done: DoneCall): Promise<Expected> {
  const { clock } = run.time;
  const startedAt = clock.now();
  const waitedMs = (): number => Math.round(clock.now() - startedAt);
  const { profileControl, selector, condition } = expect;
  const asked = {
    ...(profileControl === undefined ? { selector } : { profileControl }),
    condition,
  };
  try {
    const { judged, isGone, timedOut } = await observe(run, expect, done);
    const told = { ...expectationOutput(judged), waitedMs: waitedMs() };
    if (judged.isMet) return { isMet: true, expectResult: told };
    const { runtimeId: _runtimeId, ...seen } = { ...lastObservation(judged) } as Fields;
    const observation = Object.keys(seen).length === 0 ? null : seen;
    return {
      isMet: false,
      expectResult: { ...told, timedOut, lastObservation: observation },
      error: missed(judged, {
        ...asked,
        timedOut,
        waitedMs: waitedMs(),
        ...(judged.reason === undefined ? {} : { reason: judged.reason }),
        ...(isGone ? { windowGone: true } : {}),
        lastObservation: observation,
        mayHaveHadEffect: true,
      }),
    };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const details = { ...asked, waitedMs: waitedMs(), ...error.details, mayHaveHadEffect: true };
    if (error.code === "CANCELLED") throw new ToolError(error.code, error.message, { details, cause: error });
    const { code } = error;
    return {
      isMet: false,
      expectResult: { ...asked, isMet: false, waitedMs: waitedMs(), hinderedBy: code },
      error: { code, message: `What is expected could not be looked for: ${error.message}`, details },
    };
  }
}

function missed({ expectation, ambiguity }: Judged, details: ErrorDetails): StepError {
  const { condition, profileControl } = expectation;
  const of = profileControl === undefined ? "" : ` of control ${quotedText(profileControl)}`;
  if (ambiguity !== undefined) {
    return {
      code: ambiguity.code,
      message: `The call was done; ${condition}${of} was expected: ${ambiguity.message}`,
      details: { ...ambiguity.details, ...details },
    };
  }
  return {
    code: POSTCONDITION_CODE,
    message: `The call was done; ${condition}${of} was expected and not seen within ${details.waitedMs} ms`,
    details,
  };
}

interface Observed {
  readonly judged: Judged;
  /** There is no window to look at. */
  readonly isGone: boolean;
  /** False where waiting longer could change nothing. */
  readonly timedOut: boolean;
}

/** Looks until it holds, in whatever window is meant at the time; the last look else. */
async function observe(run: Run, expect: Expect, done: DoneCall): Promise<Observed> {
  const { time, context: { clock } } = run;
  const { signal } = time;
  const pack = packOf(run, done.args);
  const findWindow = windowOfCall(run, pack, done);
  const { timeoutMs, pauseMs } = waitingFor([expect]);
  const endsAt = clock.now() + Math.min(timeoutMs, time.leftMs());
  const leftMs = (): number => Math.max(0, endsAt - clock.now());
  for (;;) {
    throwIfCancelled(signal);
    const now = await findWindow();
    if (now.kind === "window") {
      const search = {
        context: { ...run.context, signal },
        pack: pack ?? NO_CONTROLS,
        window: now.window,
        limits: LIMITS,
      };
      const waiting = { timeoutMs: leftMs(), pauseMs };
      const seen = await lookUntil(search, [expect], waiting, ({ judged }) => areMet(judged));
      const judged = seen.judged[0] ?? judgeNothing(expect);
      const isGone = seen.tree === undefined;
      if (judged.isMet || !isGone || leftMs() === 0) return { judged, isGone, timedOut: !judged.isMet };
    } else {
      const judged = judgeNothing(expect);
      const isFinal = now.kind === "gone";
      if (judged.isMet || isFinal || leftMs() === 0) {
        return { judged, isGone: true, timedOut: !judged.isMet && !isFinal };
      }
    }
    await clock.sleep(Math.min(pauseMs, leftMs()), signal);
  }
}
