/** Reads states before a run changes them. */
import { quotedText } from "../core/text.ts";
import type { Capture } from "../steps/step.ts";
import type { CapturedState, StateFound, StateKind, StateValue } from "./captured_state.ts";
import { groupOf, selectedOf } from "./page_state.ts";
import type { Fields, Run } from "./pipeline.ts";
import { readSelection } from "./selection_state.ts";
import {
  type PlainKind,
  plainState,
  readElement,
  type Reading,
  type SeenElement,
  unreadable,
} from "./state_reading.ts";
import { type CapturingStep, type Subject, subjectOf } from "./state_subject.ts";

export type { CapturingStep } from "./state_subject.ts";

/** What an action changes. */
const KIND_OF_ACTION: Readonly<Record<string, StateKind>> = {
  setValue: "value",
  appendText: "value",
  clear: "value",
  setChecked: "toggle",
  toggle: "toggle",
  selectByName: "selection",
  selectByIndex: "selection",
  setRangeValue: "range",
  expand: "expanded",
  collapse: "expanded",
  ensureSelected: "page",
};

/** What is looked for where no action says what will be changed, in this order. */
const PLAIN_KINDS: readonly PlainKind[] = ["toggle", "range", "expanded", "value"];

/**
 * Reads what the captures name; what cannot be read is noted as such. Never throws: a capture fails no step.
 *
 * @param at the step that they belong to; undefined for those of the pipeline
 */
export async function captureStates(
  run: Run,
  captures: readonly Capture[],
  at?: CapturingStep,
): Promise<readonly CapturedState[]> {
  const states: CapturedState[] = [];
  for (const capture of captures) states.push(await captureState(run, capture, at));
  return states;
}

async function captureState(
  run: Run,
  capture: Capture,
  at: CapturingStep | undefined,
): Promise<CapturedState> {
  const subject = subjectOf(run, capture, at);
  const { kind, state } = "reason" in subject
    ? { kind: undefined, state: unreadable(subject.reason) }
    : await stateOf(run, subject);
  const stepId = at?.step.id;
  return {
    key: capture.saveAs,
    ...(at === undefined ? {} : { stepIndex: run.pipeline.steps.indexOf(at.step) }),
    ...(stepId === undefined ? {} : { stepId }),
    ...(kind === undefined ? {} : { kind }),
    isRestored: false,
    state,
  };
}

async function stateOf(
  run: Run,
  subject: Subject,
): Promise<{ readonly kind: StateKind | undefined; readonly state: StateFound }> {
  const { read, act } = subject;
  const wanted = kindOf(run, subject);
  const seen = await readElement(run, read);
  if (seen.outcome !== "read") return { kind: wanted, state: seen };
  const reading = wanted === undefined
    ? await anyState(run, subject, seen.value)
    : await readState(run, wanted, subject, seen.value);
  if (reading.outcome !== "read") return { kind: wanted, state: reading };
  const was = reading.value;
  return { kind: was.kind, state: { outcome: "read", was, read, act } };
}

/** What the step changes of this element; undefined where that is for the element to say. */
function kindOf(run: Run, { step }: Subject): StateKind | undefined {
  const { action } = step?.args ?? {};
  const kind = typeof action === "string" ? KIND_OF_ACTION[action] : undefined;
  // A control that is in no group of which one is selected is switched on by itself.
  return kind === "page" && groupOf(run, step) === undefined ? undefined : kind;
}

async function readState(
  run: Run,
  kind: StateKind,
  { act, step }: Pick<Subject, "act" | "step">,
  seen: SeenElement,
): Promise<Reading<StateValue>> {
  if (kind === "selection") return await readSelection(run, act, seen);
  if (kind !== "page") {
    return await plainState(run, kind, seen) ?? unreadable(`${nameOf(seen)} has no ${kind}`);
  }
  const members = groupOf(run, step);
  if (step === undefined || members === undefined) return unreadable("It is in no group");
  const selected = await selectedOf(run, step, members);
  return selected.outcome === "read"
    ? { outcome: "read", value: { kind, selected: selected.value } }
    : selected;
}

/** The first state that the element has. What a combo box is there for is which item of it is selected. */
async function anyState(run: Run, subject: Subject, seen: SeenElement): Promise<Reading<StateValue>> {
  const { element } = seen;
  const isChoice = element.controlType === "ComboBox";
  if (isChoice && element.isReadOnly !== false) return await readSelection(run, subject.act, seen);
  for (const kind of isChoice ? ["value"] as const : PLAIN_KINDS) {
    const reading = await plainState(run, kind, seen);
    if (reading !== undefined) return reading;
  }
  if (hasSelection(element)) return await readSelection(run, subject.act, seen);
  return unreadable(`${nameOf(seen)} has no state that could be put back`);
}

function hasSelection({ patterns }: Fields): boolean {
  return Array.isArray(patterns) && patterns.includes("Selection");
}

function nameOf({ element: { controlType, name } }: SeenElement): string {
  return `${typeof controlType === "string" ? controlType : "The element"} ${quotedText(String(name ?? ""))}`;
}
