/** Pipelines over the real tools, right and wrong, whose references follow the output schemas of the tools. */
import fc from "fast-check";
import type { JsonSchema } from "../../src/steps/schema_path.ts";
import type { StepTools } from "../../src/steps/step_tools.ts";
import { MAIN_TEXT } from "./profile_world.ts";

/** A step as a client writes it. */
export type Written = Record<string, unknown>;

/** The steps, and those at the end. */
export interface WrittenPipeline {
  readonly steps: readonly Written[];
  readonly finally: readonly Written[];
}

/** What an argument is about, so that most references mean something. */
type Kind = "hwnd" | "pid" | "text";

/** A place in a result. */
interface Place {
  readonly path: string;
  readonly kind: Kind;
}

/** A step before its references are chosen: how many of them may be earlier steps depends on where it is. */
interface Draft {
  readonly tool: string;
  /** Makes the arguments of what stands for each kind. */
  readonly args: (value: (kind: Kind) => unknown) => Written;
}

const CALLS: readonly Draft[] = [
  { tool: "list_windows", args: () => ({}) },
  { tool: "list_displays", args: () => ({}) },
  { tool: "app_pack_list", args: () => ({}) },
  { tool: "read_clipboard", args: () => ({}) },
  { tool: "write_clipboard", args: (value) => ({ text: value("text") }) },
  { tool: "get_window_state", args: (value) => ({ hwnd: value("hwnd") }) },
  { tool: "get_window_state", args: (value) => ({ pid: value("pid"), titleContains: value("text") }) },
  { tool: "wait_for_window", args: (value) => ({ pid: value("pid"), timeoutMs: 500 }) },
  { tool: "ui_get", args: (value) => ({ hwnd: value("hwnd"), selector: { name: value("text") } }) },
  { tool: "ui_query", args: (value) => ({ pid: value("pid"), selector: { name: value("text") } }) },
  { tool: "ui_snapshot", args: (value) => ({ hwnd: value("hwnd") }) },
  { tool: "ui_locate", args: (value) => ({ hwnd: value("hwnd"), name: value("text") }) },
  {
    tool: "ui_wait",
    args: (value) => ({
      hwnd: value("hwnd"),
      selector: { automationId: "user" },
      condition: "valueEquals",
      expectedValue: value("text"),
      timeoutMs: 500,
    }),
  },
  {
    tool: "ui_action",
    args: (value) => ({
      hwnd: value("hwnd"),
      selector: { automationId: "user" },
      action: "setValue",
      value: value("text"),
    }),
  },
  { tool: "profile_resolve", args: () => ({ profile: "lab", control: "user" }) },
  {
    tool: "profile_action",
    args: (value) => ({
      profile: "lab",
      hwnd: value("hwnd"),
      control: "user",
      action: "setValue",
      value: value("text"),
    }),
  },
  { tool: "type_text", args: (value) => ({ hwnd: value("hwnd"), text: value("text"), timeoutMs: 500 }) },
  { tool: "send_key", args: (value) => ({ pid: value("pid"), key: "enter", timeoutMs: 500 }) },
  { tool: "manage_window", args: (value) => ({ hwnd: value("hwnd"), action: "activate", timeoutMs: 500 }) },
  { tool: "click_window", args: (value) => ({ hwnd: value("hwnd"), x: 1, y: 1, timeoutMs: 500 }) },
  { tool: "tool_contract_describe", args: () => ({ tool: "ui_get" }) },
  // What is sure to fail.
  { tool: "profile_resolve", args: () => ({ profile: "lab", control: "nobody" }) },
  { tool: "get_windw_state", args: () => ({}) },
  { tool: "run_steps", args: () => ({ steps: [] }) },
  { tool: "get_window_state", args: () => ({}) },
  { tool: "ui_get", args: (value) => ({ hwnd: value("hwnd"), slector: {} }) },
  { tool: "type_text", args: (value) => ({ hwnd: value("hwnd"), text: 7 }) },
];

/** So many of them are at the end of {@link CALLS}. */
const SURE_TO_FAIL = 6;

const LITERALS: Readonly<Record<Kind, readonly unknown[]>> = {
  hwnd: [MAIN_TEXT, MAIN_TEXT, MAIN_TEXT, MAIN_TEXT, MAIN_TEXT, "0x0BADF00D", "none"],
  pid: [7, 7, 7, 7, 7, 9_999, 0],
  text: ["Lab", "User", "${env:PATH}", "${no-step}"],
};

const IDS = ["a", "b", "list-1", "step_2", "c-d-e", "window", "x9", "y-", "Z"];
const BAD_IDS = ["vars", "1st", "a.b", "a"];

/** Pipelines whose references follow what these tools give. */
export function pipelines(tools: StepTools): fc.Arbitrary<WrittenPipeline> {
  const section = (maxLength: number): fc.Arbitrary<readonly Parts[]> =>
    fc.array(parts, { minLength: 0, maxLength });
  return fc.record({
    first: parts,
    rest: section(4),
    last: section(2),
    badId: fc.nat(15 * BAD_IDS.length).map((choice) => BAD_IDS[choice]),
  }).map(({ first, rest, last, badId }) => {
    const drafts = [first, ...rest];
    const ids = drafts.map(({ hasId }, index) => hasId ? IDS[index] : undefined);
    if (badId !== undefined && drafts.length > 1) ids[drafts.length - 1] = badId;
    const known: Known[] = drafts.map(({ draft }, index) => ({
      heads: ids[index] === undefined ? [String(index)] : [String(index), ids[index]],
      places: placesOf(tools, draft.tool),
    }));
    return {
      steps: drafts.map((one, index) => written(one, ids[index], known, index)),
      finally: last.map((one) => written(one, undefined, known, known.length)),
    };
  });
}

/** What a step is made of; the numbers choose, so that a smaller one is a simpler pipeline. */
interface Parts {
  readonly draft: Draft;
  readonly hasId: boolean;
  readonly choices: readonly number[];
  readonly expects: number;
  readonly exports: number;
  readonly retries: number;
  readonly ignores: boolean;
}

interface Known {
  /** What it can be called by. */
  readonly heads: readonly string[];
  readonly places: readonly Place[];
}

const parts: fc.Arbitrary<Parts> = fc.record({
  draft: fc.oneof(
    { weight: 40, arbitrary: fc.constantFrom(...CALLS.slice(0, -SURE_TO_FAIL)) },
    { weight: 1, arbitrary: fc.constantFrom(...CALLS.slice(-SURE_TO_FAIL)) },
  ),
  hasId: fc.boolean(),
  choices: fc.array(fc.nat(10_000), { minLength: 8, maxLength: 8 }),
  expects: fc.nat(12),
  exports: fc.nat(4),
  retries: fc.nat(6),
  ignores: fc.boolean(),
});

function written(
  { draft, choices, expects, exports, retries, ignores }: Parts,
  id: string | undefined,
  known: readonly Known[],
  index: number,
): Written {
  let used = 0;
  const next = (): number => choices[used++ % choices.length] ?? 0;
  const value = (kind: Kind): unknown => valueOf(kind, known, index, next);
  const places = known[index]?.places ?? [];
  return {
    ...(id === undefined ? {} : { id }),
    tool: draft.tool,
    args: draft.args(value),
    ...(exports === 0 || places.length === 0 ? {} : { exports: { out: exportOf(places, exports, next) } }),
    ...expectOf(expects, draft.tool, value),
    ...(retries === 0 ? { retry: { maxAttempts: 2, delayMs: 10 } } : {}),
    ...(ignores && next() % 4 === 0 ? { ignoreCodes: ["WINDOW_NOT_FOUND", "ELEMENT_NOT_FOUND"] } : {}),
    ...(index < known.length && next() % 9 === 0
      ? {
        captureBefore: {
          saveAs: "before",
          read: { tool: "ui_get", args: { hwnd: value("hwnd"), selector: { name: "User" } } },
        },
      }
      : {}),
  };
}

/** A literal, or a reference: mostly to what an earlier step has of this kind. */
function valueOf(kind: Kind, known: readonly Known[], index: number, next: () => number): unknown {
  const literals = LITERALS[kind];
  const literal = literals[weighted(next(), literals.length)];
  const target = known[next() % Math.max(1, known.length)];
  const isFirst = index === 0 && next() % 20 !== 0;
  if (target === undefined || isFirst || next() % 3 === 0) return literal;
  const chosen = index === 0 || next() % 25 === 0 ? target : known[next() % Math.max(1, index)] ?? target;
  const fitting = chosen.places.filter((place) => place.kind === kind);
  const head = chosen.heads[next() % chosen.heads.length] ?? "0";
  if (fitting.length === 0 && next() % 20 !== 0) return literal;
  if (fitting.length === 0 || next() % 40 === 0) {
    const any = chosen.places[next() % Math.max(1, chosen.places.length)]?.path ?? "nothing";
    return next() % 2 === 0 ? `\${${head}.${any}}` : `\${${head}.no_such_field}`;
  }
  const path = fitting[next() % fitting.length]?.path ?? "";
  return kind === "text" && next() % 3 === 0 ? `is \${${head}.${path}}!` : `\${${head}.${path}}`;
}

/** Mostly one of the first. */
function weighted(choice: number, length: number): number {
  return choice % 5 === 0 ? choice % length : choice % 2;
}

function exportOf(places: readonly Place[], exports: number, next: () => number): string {
  if (exports === 1 && next() % 8 === 0) return "no.such.field";
  // A number by itself means no item of a list here.
  const all = places.filter(({ path }) => !/^\d/.test(path));
  return (all[next() % Math.max(1, all.length)] ?? { path: "$" }).path;
}

/** Mostly about a window that the step names: of other steps a few will do. */
function expectOf(expects: number, tool: string, value: (kind: Kind) => unknown): Written {
  if (expects === 0) return { expect: false };
  const isAboutWindow = /^(ui|profile)_/.test(tool) || expects === 7;
  if (!isAboutWindow) return {};
  if (expects <= 3) {
    const selector = { automationId: "user" };
    return { expect: { condition: "valueContains", selector, expectedValue: value("text"), timeoutMs: 100 } };
  }
  return tool.startsWith("profile_") || expects === 7
    ? { expect: { condition: "exists", profileControl: "user", timeoutMs: 100 } }
    : {};
}

/** Everything in a result of the tool that an argument may be taken from. */
function placesOf(tools: StepTools, name: string): readonly Place[] {
  const tool = tools.tool(name);
  if (tool === undefined) return [];
  const found = [...leaves(tool.outputSchema, [])];
  const short = found.filter(({ path }) => path.startsWith("items.0."))
    .map(({ path, kind }) => ({ path: path.replace("items.0.", "0."), kind }));
  return [...found, ...short];
}

const MOST_DEPTH = 4;

function* leaves(schema: JsonSchema, path: readonly string[]): Generator<Place> {
  if (path.length > MOST_DEPTH) return;
  const { properties, items, anyOf, type } = schema as Record<string, JsonSchema & JsonSchema[]>;
  if (Array.isArray(anyOf)) {
    for (const one of anyOf) yield* leaves(one, path);
  } else if (properties !== undefined) {
    for (const [name, property] of Object.entries(properties)) {
      yield* leaves(property as JsonSchema, [...path, name]);
    }
  } else if (items !== undefined) {
    yield* leaves(items, [...path, "0"]);
  } else {
    const last = path.at(-1);
    const kind = last === "hwnd" ? "hwnd" : last === "pid" ? "pid" : "text";
    if (kind !== "text" || String(type) === "string") yield { path: path.join("."), kind };
  }
}
