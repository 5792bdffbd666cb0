/** What a capture is about: the call that reads it, and the call that would act on it. */
import type { Capture, Step } from "../steps/step.ts";
import type { Call } from "./captured_state.ts";
import type { Fields, Run } from "./pipeline.ts";

/** The step whose arguments say what it will change, references in their places. */
export interface CapturingStep {
  readonly step: Step;
  readonly args: Fields;
}

/** See the head of this file. */
export interface Subject {
  readonly read: Call;
  /** Lacks its action; undefined where nothing is known that acts on what is read. */
  readonly act: Call | undefined;
  /** The step itself, where it acts on what is read. */
  readonly step: Call | undefined;
}

/** What reads the element that a tool acts on. */
const READER_OF: Readonly<Record<string, string>> = {
  profile_action: "profile_resolve",
  ui_action: "ui_get",
};

/** What belongs to one action alone, or was said for the step alone. */
const OF_ACTION: ReadonlySet<string> = new Set([
  "action",
  "value",
  "rangeValue",
  "index",
  "start",
  "length",
  "expect",
  "allowPassword",
]);

/** The subject, or why there is none. */
export function subjectOf(
  run: Run,
  { read }: Capture,
  at: CapturingStep | undefined,
): Subject | { readonly reason: string } {
  const step = at === undefined ? undefined : { tool: at.step.tool, args: at.args };
  const acts = step !== undefined && READER_OF[step.tool] !== undefined;
  if (read === undefined) {
    const tool = step === undefined ? undefined : READER_OF[step.tool];
    if (step === undefined || tool === undefined) return { reason: "Nothing says what is to be read" };
    return { read: callFor(run, tool, step.args), act: callFor(run, step.tool, step.args), step };
  }
  const resolved = run.resolve(read.args);
  if (!resolved.isResolved) {
    return { reason: `A reference of what is to be read stands for nothing: ${resolved.message}` };
  }
  const call: Call = { tool: read.tool, args: resolved.value };
  if (!acts) return { read: call, act: actFor(run, call), step: undefined };
  const isSame = isAboutSame(step, call);
  const act = isSame ? callFor(run, step.tool, step.args) : actFor(run, call);
  return { read: call, act, step: isSame ? step : undefined };
}

/** Arguments that a tool takes, without those of an action. */
export function callFor({ context }: Run, tool: string, args: Fields): Call {
  const known = context.tools.tool(tool);
  const kept = Object.entries(args).filter(([name]) => !OF_ACTION.has(name) && known?.takes(name) === true);
  return { tool, args: Object.fromEntries(kept) };
}

/** What acts on what a call reads. */
function actFor(run: Run, read: Call): Call | undefined {
  if (typeof read.args.control === "string") return callFor(run, "profile_action", read.args);
  const isNamed = read.args.selector !== undefined || read.args.ref !== undefined;
  return isNamed ? callFor(run, "ui_action", read.args) : undefined;
}

function isAboutSame({ tool, args }: Call, read: Call): boolean {
  if (read.tool !== READER_OF[tool]) return false;
  const names = tool === "profile_action" ? ["profile", "control"] : ["selector", "ref"];
  return names.every((name) => JSON.stringify(args[name]) === JSON.stringify(read.args[name]));
}
