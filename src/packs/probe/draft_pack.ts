/** A pack to begin with, from a program that runs: how its window is known, and the controls that are surely found again. */
import type { UiTree } from "../../desktop/ui_element.ts";
import type { CatalogControl } from "../../elements/catalog.ts";
import { find } from "../../elements/find.ts";
import { MOST_SELECTOR_UNITS, type Selector } from "../../elements/selector.ts";
import { ancestorsOf, elementAt } from "../../elements/tree.ts";
import { controlsSchema } from "../schema/controls.ts";
import { profileSchema } from "../schema/profile.ts";
import { controlNames } from "./control_names.ts";
import { looksLikeUserData, titleParts } from "./user_data.ts";

/** More than this is more than anybody reads through. */
const MOST_CONTROLS = 40;

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

/** Elements whose names are what the program shows, not what it calls them. */
const CONTENT_TYPES: ReadonlySet<string> = new Set([
  "DataItem",
  "Document",
  "Image",
  "ListItem",
  "Text",
  "TreeItem",
]);

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

/** What was made anew each time it was looked at is no id: a handle, a GUID; and a path is the user's. */
const PASSING_ID = /\d{6}|[0-9a-f]{8}-[0-9a-f]{4}|[\\/]|@/i;

/** See the head of this file. What it makes is valid as it is. */
export function draftPack(program: ProbedProgram, id = PROBE_ID): DraftPack {
  return { profile: profileOf(program, id), controls: { controls: controlsOf(program) } };
}

function profileOf(
  { pid, processName, title, className }: ProbedProgram,
  id: string,
): Readonly<Record<string, unknown>> {
  const plain = processName.replace(/\.exe$/i, "");
  const known = FILE_NAME.test(plain) ? plain : `pid-${pid}`;
  const { own } = titleParts(title, processName);
  const mainWindow = {
    ...(own === undefined ? {} : { title: own, titleMatch: "contains" }),
    ...(className === "" || className.length > 256 ? {} : { className }),
  };
  const profile = {
    id,
    displayName: own ?? known,
    executableNames: [`${known}.exe`],
    ...(Object.keys(mainWindow).length === 0 ? {} : { mainWindow }),
    launch: { reuseIfRunning: true, waitForWindow: true, timeoutMs: 30_000 },
    security: { requiresAsInvoker: false },
  };
  return profileSchema().safeParse(profile).success
    ? profile
    : { id, displayName: known, executableNames: [`${known}.exe`] };
}

function controlsOf(program: ProbedProgram): Readonly<Record<string, unknown>> {
  const { tree } = program;
  if (tree === undefined) return {};
  const { others } = titleParts(program.title, program.processName);
  const isOwn = (text: string): boolean =>
    text !== "" && !looksLikeUserData(text) &&
    !others.some((other) => other.length >= 3 && text.toLowerCase().includes(other.toLowerCase()));
  const found = program.controls
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .flatMap((control) => {
      const selector = selectorOf(tree, control, isOwn);
      return selector === undefined ? [] : [{ control, selector }];
    })
    .slice(0, MOST_CONTROLS);
  const names = controlNames(found.map(({ control }) => ({
    controlType: control.controlType,
    automationId: control.automationId,
    label: isLabel(tree, control) && isOwn(control.name) ? control.name : "",
  })));
  const entries = found.map(({ control, selector }, index) => {
    const label = isLabel(tree, control) && isOwn(control.name) ? control.name : undefined;
    const entry = {
      selectors: [selector],
      confidence: selector.className === undefined ? "source-derived" : "fragile",
      description: `${control.controlType}${label === undefined ? "" : ` ${label}`}`,
      ...(label === undefined ? {} : { aliases: [label] }),
    };
    return [names[index] ?? `control.${index + 1}`, entry] as const;
  });
  return Object.fromEntries(
    entries.filter(([name, entry]) => controlsSchema().safeParse({ controls: { [name]: entry } }).success),
  );
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

/** A name that says what a control is, and not what it shows. */
function isLabel(tree: UiTree, { node, controlType, name }: CatalogControl): boolean {
  const { value, isPassword } = elementAt(tree, node);
  return !isPassword && !CONTENT_TYPES.has(controlType) && name !== value;
}

/** A selector that fits this control alone, and has nothing of the user's in it; undefined where there is none. */
function selectorOf(
  tree: UiTree,
  control: CatalogControl,
  isOwn: (text: string) => boolean,
): Selector | undefined {
  const { node, automationId, controlType, name, className } = control;
  if (isOfFrame(tree, control)) return undefined;
  const type = controlType === "Unknown" ? {} : { controlType };
  const tries: Selector[] = [];
  if (automationId !== "" && !PASSING_ID.test(automationId) && isUsable(automationId)) {
    const last = automationId.split(".").at(-1) ?? "";
    if (last !== automationId && last !== "") {
      tries.push({ automationId: `${escaped(last)}$`, match: "regex", ...type });
    }
    tries.push({ automationId, ...type });
  }
  if (isLabel(tree, control) && isOwn(name)) tries.push({ name, ...type });
  if (
    SINGLE_TYPES.has(controlType) && className !== "" && !PASSING_ID.test(className) && isUsable(className)
  ) {
    tries.push({ className, controlType });
  }
  return tries.find((selector) => {
    const { matches } = find(tree, selector);
    return matches.length === 1 && matches[0] === node;
  });
}

/** A text as a pattern that means it. */
function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
