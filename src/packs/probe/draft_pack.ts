/** A pack to begin with, from a program that runs: how its window is known, and the controls that are surely found again. */
import type { UiTree } from "../../desktop/ui_element.ts";
import type { CatalogControl } from "../../elements/catalog.ts";
import { find } from "../../elements/find.ts";
import { escapePattern } from "../../elements/pattern.ts";
import { lastSegment } from "../../elements/recommend_selector.ts";
import { MOST_SELECTOR_UNITS, type Selector } from "../../elements/selector.ts";
import { ancestorsOf, elementAt } from "../../elements/tree.ts";
import { controlNames } from "./control_names.ts";
import { isValid } from "./is_valid.ts";
import { Labels } from "./labels.ts";
import { hasAnyOf, isPassing, titleParts } from "./user_data.ts";

/** More than this is more than anybody reads through. */
const MOST_CONTROLS = 40;

/** Each costs looks through the whole tree; some may turn out to have no place in a pack. */
const MOST_TRIED = 2 * MOST_CONTROLS;

const PROBE_ID = "probe-draft";

/** What was seen of the program. */
export interface ProbedProgram {
  readonly pid: number;
  /** Empty where it is not known. */
  readonly processName: string;
  readonly title: string;
  readonly className: string;
  /** What was read of its windows; undefined where nothing could be. */
  readonly tree: UiTree | undefined;
  readonly controls: readonly CatalogControl[];
}

/** The files of a pack, as they may be written. */
export interface DraftPack {
  readonly profile: Readonly<Record<string, unknown>>;
  readonly controls: Readonly<Record<string, unknown>>;
}

/** The order in which controls are worth a name: what is used comes before what only holds others. */
const USEFUL_TYPES = [
  "Button",
  "Edit",
  "Document",
  "ComboBox",
  "CheckBox",
  "RadioButton",
  "TabItem",
  "MenuItem",
  "List",
  "DataGrid",
  "Table",
  "Tree",
  "Slider",
  "Spinner",
  "SplitButton",
  "Hyperlink",
];

/** Of these a window often has a single one, with nothing written on it: the text area, the list. */
const SINGLE_TYPES: ReadonlySet<string> = new Set([
  "DataGrid",
  "Document",
  "Edit",
  "List",
  "Tab",
  "Table",
  "Tree",
]);

const FRAME_TYPES: ReadonlySet<string> = new Set(["ScrollBar", "TitleBar", "Thumb"]);

/** What a file can be called on Windows. */
const FILE_NAME = /^[^<>:"/\\|?*\p{Cc}]{1,200}$/u;

/** See the head of this file. What it makes is valid as it is. */
export function draftPack(program: ProbedProgram, id = PROBE_ID): DraftPack {
  const profile = profileOf(program, id);
  return { profile, controls: { controls: controlsOf(program, profile) } };
}

function profileOf(
  { pid, processName, title, className }: ProbedProgram,
  id: string,
): Readonly<Record<string, unknown>> {
  const plain = processName.replace(/\.exe$/i, "");
  const nameless = `pid-${pid}`;
  const known = FILE_NAME.test(plain) ? plain : nameless;
  const { own, others } = titleParts(title, processName);
  const isOwnClass = className !== "" && !isPassing(className) &&
    !hasAnyOf(className, others, { asWords: true });
  const mainWindow = {
    ...(own === undefined ? {} : { title: own, titleMatch: "contains" }),
    ...(isOwnClass ? { className } : {}),
  };
  const simple = (name: string) => ({ id, displayName: name, executableNames: [`${name}.exe`] });
  const profile = {
    ...simple(known),
    displayName: own ?? known,
    ...(Object.keys(mainWindow).length === 0 ? {} : { mainWindow }),
    launch: { reuseIfRunning: true, waitForWindow: true, timeoutMs: 30_000 },
    security: { requiresAsInvoker: false },
  };
  return [profile, simple(known)].find((one) => isValid(one)) ?? simple(nameless);
}

function controlsOf(
  program: ProbedProgram,
  profile: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const { tree } = program;
  if (tree === undefined) return {};
  const labels = new Labels(tree, titleParts(program.title, program.processName).others);
  const found: { readonly control: CatalogControl; readonly selector: Selector }[] = [];
  for (const control of program.controls.toSorted((one, other) => rankOf(one) - rankOf(other))) {
    const selector = selectorOf(tree, control, labels);
    if (selector !== undefined) found.push({ control, selector });
    if (found.length === MOST_TRIED) break;
  }
  const names = controlNames(found.map(({ control }) => ({
    controlType: control.controlType,
    automationId: labels.isOwnId(control) ? control.automationId : "",
    label: labels.of(control),
  })));
  const entries = found.map(({ control, selector }, index) =>
    [names[index] ?? `control.${index + 1}`, entryOf(control, selector, labels)] as const
  );
  return Object.fromEntries(
    entries.filter(([name, entry]) => isValid(profile, { [name]: entry })).slice(0, MOST_CONTROLS),
  );
}

function entryOf(
  control: CatalogControl,
  selector: Selector,
  labels: Labels,
): Readonly<Record<string, unknown>> {
  const label = labels.of(control);
  return {
    selectors: [selector],
    confidence: selector.className === undefined ? "source-derived" : "fragile",
    description: `${control.controlType}${label === "" ? "" : ` ${label}`}`,
    ...(label === "" ? {} : { aliases: [label] }),
  };
}

/** Less is better: an id is surer than a name, and what can be used is wanted before what holds it. */
function rankOf({ selectorConfidence, controlType, supportedActions }: CatalogControl): number {
  const type = USEFUL_TYPES.indexOf(controlType);
  return (selectorConfidence === "stable" ? 0 : 1_000) + (supportedActions.length > 0 ? 0 : 500) +
    (type < 0 ? USEFUL_TYPES.length : type);
}

/** Every window has these around it: captions with their buttons, bars to scroll by. */
function isOfFrame(tree: UiTree, { node, controlType }: CatalogControl): boolean {
  return FRAME_TYPES.has(controlType) ||
    [...ancestorsOf(tree, node)].some((ancestor) => FRAME_TYPES.has(elementAt(tree, ancestor).controlType));
}

function isUsable(text: string): boolean {
  return text.length <= MOST_SELECTOR_UNITS;
}

/** A selector that fits this control alone, and has nothing of the user's in it; undefined where there is none. */
function selectorOf(
  tree: UiTree,
  control: CatalogControl,
  labels: Labels,
): Selector | undefined {
  if (isOfFrame(tree, control)) return undefined;
  const { node, automationId, controlType, className } = control;
  const label = labels.of(control);
  const type = controlType === "Unknown" ? {} : { controlType };
  const tries: Selector[] = [];
  if (labels.isOwnId(control) && isUsable(automationId)) {
    const last = lastSegment(automationId);
    if (last !== automationId && last !== "") {
      tries.push({ automationId: `${escapePattern(last)}$`, match: "regex", ...type });
    }
    tries.push({ automationId, ...type });
  }
  if (label !== "") tries.push({ name: label, ...type });
  if (SINGLE_TYPES.has(controlType) && className !== "" && !isPassing(className) && isUsable(className)) {
    tries.push({ className, controlType });
  }
  return tries.find((selector) => {
    const { matches } = find(tree, selector);
    return matches.length === 1 && matches[0] === node;
  });
}
