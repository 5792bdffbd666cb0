/** Reads the state of one element, by the call that a capture names. */
import { pollUntil } from "../core/clock.ts";
import { ToolError } from "../core/errors.ts";
import { boundedText } from "../core/text.ts";
import type { Call, StateKind, StateValue } from "./captured_state.ts";
import type { Fields, Run, StepAnswer } from "./pipeline.ts";

/** A program that builds its controls anew has them back within this. */
export const REBUILT_MS = 1_000;
const LOOK_MS = 150;

/** It may be there with the next look. */
const PASSING: ReadonlySet<string> = new Set([
  "ELEMENT_NOT_FOUND",
  "PROFILE_CONTROL_UNRESOLVED",
  "PROVIDER_BUSY",
  "TIMEOUT",
  "UIA_ROOT_UNAVAILABLE",
  "WINDOW_NOT_RESPONDING",
]);

const MOST_REASON_UNITS = 300;

/** An element as a tool shows it. */
export interface SeenElement {
  readonly element: Fields;
  /** Undefined where the tool gives none. */
  readonly ref: string | undefined;
}

/** What became of reading something, or why it could not be read. */
export type Reading<T> =
  | { readonly outcome: "read"; readonly value: T }
  | { readonly outcome: "protected" }
  | { readonly outcome: "unreadable"; readonly reason: string };

/** The element that a call reads; one that is not there is looked for a moment longer, unless that is of no use. */
export async function readElement(
  run: Run,
  read: Call,
  patienceMs: number = REBUILT_MS,
): Promise<Reading<SeenElement>> {
  const look = async (): Promise<{ readonly reading: Reading<SeenElement>; readonly isFinal: boolean }> => {
    const answer = await run.invoke(read.tool, read.args);
    if (!answer.ok) {
      const reading = unreadable(failureWords(read.tool, answer));
      return { reading, isFinal: !PASSING.has(answer.error.code) };
    }
    const { element } = answer.output;
    if (isFields(element)) return { reading: seen(answer.output, element), isFinal: true };
    const why = "element" in answer.output ? "it is not there" : `${read.tool} gives no element`;
    return { reading: unreadable(why), isFinal: !("element" in answer.output) };
  };
  let last: Reading<SeenElement> = unreadable("There was no time to look");
  await untilOver(run, patienceMs, async () => {
    const { reading, isFinal } = await look();
    last = reading;
    return isFinal;
  });
  return last;
}

/** The kinds that the element alone tells. */
export type PlainKind = Exclude<StateKind, "selection" | "page">;

/** The state of one kind; undefined where the element has no such thing. */
export async function plainState(
  run: Run,
  kind: PlainKind,
  { element, ref }: SeenElement,
): Promise<Reading<StateValue> | undefined> {
  const { value, toggleState, rangeValue, expandCollapseState } = element;
  switch (kind) {
    case "toggle":
      return typeof toggleState === "string" ? known({ kind, toggleState }) : undefined;
    case "range":
      return typeof rangeValue === "number" ? known({ kind, number: rangeValue }) : undefined;
    case "expanded":
      return typeof expandCollapseState === "string"
        ? known({ kind, isExpanded: expandCollapseState === "Expanded" })
        : undefined;
    case "value":
      if (typeof value !== "string") return undefined;
      return isCut(element) ? await wholeText(run, ref) : known({ kind, text: value });
  }
}

/** Results show the beginning of a long text; the element itself shows more of it than a list of them. */
async function wholeText(run: Run, ref: string | undefined): Promise<Reading<StateValue>> {
  const tooLong = unreadable("The text is longer than what results show: it could not be put back whole");
  if (ref === undefined) return tooLong;
  const reading = await readElement(run, { tool: "ui_get", args: { ref } });
  if (reading.outcome !== "read") return reading;
  const { element } = reading.value;
  return typeof element.value === "string" && !isCut(element)
    ? known({ kind: "value", text: element.value })
    : tooLong;
}

/**
 * Asks until the answer is yes: at once, and again for so long after the first answer, however long that took; no longer
 * than the run has time, and not when it is cancelled.
 */
export async function untilOver(run: Run, timeoutMs: number, ask: () => Promise<boolean>): Promise<void> {
  if (await ask() || timeoutMs === 0) return;
  const { clock, signal } = run.time;
  const most = Math.min(timeoutMs, run.time.leftMs());
  let isAsked = true;
  try {
    await pollUntil(clock, { timeoutMs: most, intervalMs: LOOK_MS, signal }, async () => {
      if (!isAsked) return await ask() || undefined;
      isAsked = false;
    });
  } catch (error) {
    if (!(error instanceof ToolError) || error.code !== "CANCELLED") throw error;
  }
}

/** Why a call failed, in a sentence; what it says may be another program's words. */
export function failureWords(what: string, answer: Extract<StepAnswer, { readonly ok: false }>): string {
  const { code, message } = answer.error;
  return `${what} failed with ${code}: ${boundedText(message, MOST_REASON_UNITS)}`;
}

/** A reading that told nothing. */
export function unreadable(reason: string): { readonly outcome: "unreadable"; readonly reason: string } {
  return { outcome: "unreadable", reason };
}

/** A state that was read. */
export function known<T>(value: T): { readonly outcome: "read"; readonly value: T } {
  return { outcome: "read", value };
}

/** Whether data is an object with fields. */
export function isFields(data: unknown): data is Fields {
  return typeof data === "object" && data !== null && !Array.isArray(data);
}

function seen(output: Fields, element: Fields): Reading<SeenElement> {
  if (element.isPassword === true || element.valueProtected === true) return { outcome: "protected" };
  const ref = output.ref ?? element.ref;
  return known({ element, ref: typeof ref === "string" ? ref : undefined });
}

function isCut({ cutTexts }: Fields): boolean {
  return Array.isArray(cutTexts) && cutTexts.includes("value");
}
