/** Puts one state back, and reads again whether it is so: what was kept proves nothing. */
import type { ErrorCode } from "../core/errors.ts";
import { boundedText } from "../core/text.ts";
import { normalizeLineEnds } from "../interaction/text_expectation.ts";
import type { Call, RestoreResult, StateFound, StateValue } from "./captured_state.ts";
import { isSelected } from "./page_state.ts";
import type { Fields, Run } from "./pipeline.ts";
import { isSameSelection, readSelection } from "./selection_state.ts";
import {
  failureWords,
  isFields,
  known,
  plainState,
  readElement,
  type Reading,
  unreadable,
  untilOver,
} from "./state_reading.ts";

/** How long a control may take to show what was done to it. */
const EFFECT_MS = 1_500;

/** As much as an action takes at once. */
const MOST_VALUE_UNITS = 4_000;

/** As much of a text as a report shows. */
const MOST_SHOWN_UNITS = 500;

/** A state that was read. */
type Kept = Extract<StateFound, { readonly outcome: "read" }>;

/** What a report says of having tried. */
type Attempt = Omit<RestoreResult, "key" | "stepId" | "kind" | "valueCaptured" | "skipped">;

/** See the head of this file. Where it is as it was already, nothing is done. */
export async function restoreState(run: Run, kept: Kept): Promise<Attempt> {
  const { was, act } = kept;
  const before = await readNow(run, kept);
  if (before.outcome === "protected") return blocked();
  if (isAsWas(was, before)) return { ...DONE, method: "noop" };
  if (act === undefined) {
    return failed("RESTORE_STATE_UNAVAILABLE", "Nothing is known that acts on what was read");
  }
  let last: Tried | undefined;
  for (const actions of waysBack(was)) {
    const tried = await tryWay(run, kept, act, actions);
    if (tried.now.outcome === "protected") return { ...blocked(), ...tried.told };
    if (isAsWas(was, tried.now)) return { ...DONE, ...tried.told, ...messageOf(tried) };
    last = tried;
    if (tried.failure !== undefined && was.kind !== "selection") break;
  }
  return notAsWas(was, last);
}

const DONE = { attempted: true, success: true, verified: true } as const;

/** What became of one way of putting a state back. */
interface Tried {
  /** For the report. */
  readonly told: Pick<RestoreResult, "method" | "interaction">;
  /** Undefined where the action itself succeeded. */
  readonly failure: string | undefined;
  /** How it is afterwards. */
  readonly now: Reading<StateValue>;
}

async function tryWay(run: Run, kept: Kept, act: Call, actions: readonly Fields[]): Promise<Tried> {
  let told: Tried["told"] = {};
  let failure: string | undefined;
  for (const action of actions) {
    const answer = await run.invoke(act.tool, { ...act.args, ...action, ...unasked(act, kept.was) });
    if (!answer.ok) {
      failure = failureWords(String(action.action), answer);
      break;
    }
    told = toldOf(answer.output);
  }
  let now: Reading<StateValue> = unreadable("There was no time to look whether it is so");
  // A program that was not reached shows nothing new.
  await untilOver(run, failure === undefined ? EFFECT_MS : 0, async () => {
    now = await readNow(run, kept);
    return now.outcome === "protected" || isAsWas(kept.was, now);
  });
  return { told, failure, now };
}

/** The ways of putting a state back, each of one or more actions; the next one is for where one has not done it. */
function waysBack(was: StateValue): readonly (readonly Fields[])[] {
  switch (was.kind) {
    case "value": {
      const [first = "", ...rest] = piecesOf(was.text);
      return [[
        { action: "setValue", value: first },
        ...rest.map((value) => ({ action: "appendText", value })),
      ]];
    }
    case "toggle": {
      // Between on and off there is no way but on in turn.
      if (was.toggleState === "Indeterminate") return [[{ action: "toggle" }], [{ action: "toggle" }]];
      return [[{ action: "setChecked", value: `${was.toggleState === "On"}` }]];
    }
    case "range":
      return [[{ action: "setRangeValue", rangeValue: was.number }]];
    case "expanded":
      return [[{ action: was.isExpanded ? "expand" : "collapse" }]];
    case "selection":
      return [
        ...was.name === undefined ? [] : [[{ action: "selectByName", value: was.name }]],
        ...was.index === undefined ? [] : [[{ action: "selectByIndex", index: was.index }]],
        ...was.isTypable === true ? [[{ action: "setValue", value: was.name }]] : [],
      ];
    case "page":
      return [[{ action: "ensureSelected", control: was.selected }]];
  }
}

/** No character is cut in two. */
function piecesOf(text: string): readonly string[] {
  const pieces: string[] = [];
  for (let from = 0; from < text.length;) {
    const last = text.charCodeAt(from + MOST_VALUE_UNITS - 1);
    const isHalf = last >= 0xD800 && last <= 0xDBFF;
    const to = from + MOST_VALUE_UNITS - (isHalf ? 1 : 0);
    pieces.push(text.slice(from, to));
    from = to;
  }
  return pieces;
}

/** What the pack expects after an action may be what the step wanted; a page shows by it that it is there. */
function unasked({ tool }: Call, { kind }: StateValue): Fields {
  return tool === "profile_action" && kind !== "page" ? { expect: false } : {};
}

async function readNow(run: Run, { was, read, act }: Kept): Promise<Reading<StateValue>> {
  if (was.kind === "page") return await pageNow(run, was.selected, act ?? read);
  const seen = await readElement(run, read);
  if (seen.outcome !== "read") return seen;
  if (was.kind === "selection") return await readSelection(run, act, seen.value);
  return await plainState(run, was.kind, seen.value) ?? unreadable("The element has no such state any more");
}

/** The control that was selected is it again only where that of the step is so no longer. */
async function pageNow(run: Run, selected: string, step: Call): Promise<Reading<StateValue>> {
  const own = String(step.args.control);
  const isOwnSelected = await isSelected(run, step, own);
  if (own !== selected && isOwnSelected === true) return known({ kind: "page", selected: own });
  if (await isSelected(run, step, selected) === true) return known({ kind: "page", selected });
  return unreadable("It does not read selected");
}

function isAsWas(was: StateValue, now: Reading<StateValue>): boolean {
  if (now.outcome !== "read") return false;
  const { value } = now;
  switch (was.kind) {
    case "value":
      return value.kind === "value" && normalizeLineEnds(value.text) === normalizeLineEnds(was.text);
    case "toggle":
      return value.kind === "toggle" && value.toggleState === was.toggleState;
    case "range":
      return value.kind === "range" && value.number === was.number;
    case "expanded":
      return value.kind === "expanded" && value.isExpanded === was.isExpanded;
    case "selection":
      return value.kind === "selection" && isSameSelection(was, value);
    case "page":
      return value.kind === "page" && value.selected === was.selected;
  }
}

function notAsWas(was: StateValue, tried: Tried | undefined): Attempt {
  const isSelection = was.kind === "selection";
  const hasNoPlace = isSelection && was.index === undefined;
  const differs = tried?.failure === undefined || isSelection;
  return {
    ...failed(
      hasNoPlace ? "RESTORE_STATE_UNAVAILABLE" : differs ? "RESTORE_VERIFICATION_FAILED" : undefined,
      [
        tried?.failure,
        tried?.now.outcome === "unreadable" ? tried.now.reason : "It reads otherwise than before",
        ...hasNoPlace ? ["The place of the item that was selected is not known"] : [],
      ].filter((part) => part !== undefined).join(". "),
    ),
    ...tried?.told,
    expected: shown(was),
    actual: tried?.now.outcome === "read" ? shown(tried.now.value) : null,
  };
}

/** Failed on the way, and came about all the same. */
function messageOf({ failure }: Tried): Pick<RestoreResult, "message"> {
  return failure === undefined ? {} : { message: `${failure}. It is as it was all the same` };
}

function shown(value: StateValue): unknown {
  switch (value.kind) {
    case "value":
      return boundedText(value.text, MOST_SHOWN_UNITS);
    case "toggle":
      return value.toggleState;
    case "range":
      return value.number;
    case "expanded":
      return value.isExpanded ? "Expanded" : "Collapsed";
    case "selection":
      return value.name === undefined ? value.index : boundedText(value.name, MOST_SHOWN_UNITS);
    case "page":
      return value.selected;
  }
}

function failed(code: ErrorCode | undefined, message: string): Attempt {
  return {
    attempted: true,
    success: false,
    verified: false,
    ...(code === undefined ? {} : { code }),
    message,
  };
}

function blocked(): Attempt {
  return failed(
    "RESTORE_SENSITIVE_STATE_BLOCKED",
    "It is a password or the like by now: nothing was compared",
  );
}

/** The tool that acts tells it itself; that for controls of packs, of what was done. */
function toldOf(output: Fields): Tried["told"] {
  const { result, interaction } = output;
  const method = isFields(result) ? result.method : output.method;
  return {
    ...(typeof method === "string" ? { method } : {}),
    ...(isFields(interaction) ? { interaction } : {}),
  };
}
