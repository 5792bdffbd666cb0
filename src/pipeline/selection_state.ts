/** Which item of a container is selected: its real name and place, never what a step asks for. */
import type { Call, StateValue } from "./captured_state.ts";
import type { Fields, Run } from "./pipeline.ts";
import { isFields, known, type Reading, type SeenElement, unreadable } from "./state_reading.ts";

/** `ui_query` lists no more. */
const MOST_ITEMS = 100;

/** A name that long may have been cut, and one that long cannot be asked for. */
const MOST_NAME_UNITS = 500;
/** `getSelection` cuts names here. */
const MOST_TOLD_NAME_UNITS = 100;

/** What the items of a container are. */
const ITEM_TYPES: Readonly<Record<string, string>> = {
  ComboBox: "ListItem",
  DataGrid: "DataItem",
  List: "ListItem",
  Tab: "TabItem",
  Tree: "TreeItem",
};

type Selection = Extract<StateValue, { readonly kind: "selection" }>;

/** What can be seen of the items of a container. */
interface Items {
  readonly names: readonly string[];
  /** Places of those that are selected. */
  readonly selected: readonly number[];
  /** There are no others. */
  readonly isComplete: boolean;
}

/** The one item that is selected. Several, or none, cannot be put back by selecting one. */
export async function readSelection(
  run: Run,
  act: Call | undefined,
  seen: SeenElement,
): Promise<Reading<Selection>> {
  const { element } = seen;
  const items = await itemsIn(run, seen);
  const { selected: [index, ...others], names } = items;
  if (others.length > 0) return SEVERAL;
  const shown = element.controlType === "ComboBox" ? textOf(element.value) : undefined;
  if (shown !== undefined) {
    // A text that was typed is no item, whichever was chosen before.
    const isItem = index !== undefined && names[index] === shown;
    if (isItem || element.isReadOnly !== false) {
      return known(selectionOf(items, shown, isItem ? index : undefined));
    }
    return known({ kind: "selection", name: shown, isTypable: true });
  }
  if (index !== undefined) {
    const isAlone = items.isComplete || await countSelected(run, act, element) !== "several";
    return isAlone ? known(selectionOf(items, names[index], index)) : SEVERAL;
  }
  if (items.isComplete && names.length > 0) return NONE;
  return await tellSelected(run, act, items, element);
}

/** The same item is selected. */
export function isSameSelection(was: Selection, now: Selection): boolean {
  return was.name === undefined ? was.index === now.index : was.name === now.name;
}

const SEVERAL = unreadable("Several items are selected, which selecting one would not bring back");
const NONE = unreadable("No item is selected, which selecting one would not bring back");

/** The name counts only where no other item has it. */
function selectionOf({ names }: Items, name: string | undefined, index: number | undefined): Selection {
  const isName = name !== undefined && name !== "" && name.length < MOST_NAME_UNITS &&
    names.filter((one) => one === name).length <= 1;
  return {
    kind: "selection",
    ...(name !== undefined && (isName || index === undefined) ? { name } : {}),
    ...(index === undefined ? {} : { index }),
  };
}

async function itemsIn(run: Run, { element, ref }: SeenElement): Promise<Items> {
  const none = { names: [], selected: [], isComplete: false };
  if (ref === undefined) return none;
  const controlType = ITEM_TYPES[String(element.controlType)];
  const answer = await run.invoke("ui_query", {
    ref,
    ...(controlType === undefined ? {} : { selector: { controlType } }),
    fields: ["name", "selected"],
    includePatterns: false,
    maxResults: MOST_ITEMS,
  });
  if (!answer.ok || !Array.isArray(answer.output.elements)) return none;
  const { elements, count, truncated } = answer.output;
  // What can be selected at all counts, as it does for whoever selects by place.
  const items = elements.filter(isFields).filter(({ selected }) => typeof selected === "boolean");
  return {
    names: items.map(({ name }) => typeof name === "string" ? name : ""),
    selected: items.flatMap(({ selected }, index) => selected === true ? [index] : []),
    isComplete: truncated !== true && typeof count === "number" && count <= elements.length,
  };
}

/** What the container itself tells where its selected item was not met. */
async function tellSelected(
  run: Run,
  act: Call | undefined,
  items: Items,
  element: Fields,
): Promise<Reading<Selection>> {
  const { selectedName, selectedIndex } = element;
  const name = textOf(selectedName);
  if (name !== undefined && typeof selectedIndex === "number") {
    if (await countSelected(run, act, element) === "several") return SEVERAL;
    return known(selectionOf(items, name, selectedIndex));
  }
  const told = await getSelection(run, act, element);
  if (told === undefined) return unreadable("Which item is selected is not to be seen");
  if (told.count !== 1) return told.count === 0 ? NONE : SEVERAL;
  return told.name !== undefined && told.name.length < MOST_TOLD_NAME_UNITS
    ? known({ kind: "selection", name: told.name })
    : unreadable("The name of the selected item is not to be seen");
}

async function countSelected(
  run: Run,
  act: Call | undefined,
  element: Fields,
): Promise<"one" | "several" | "unknown"> {
  const told = await getSelection(run, act, element);
  return told === undefined ? "unknown" : told.count > 1 ? "several" : "one";
}

/** A control of a pack can be asked itself, however many items it has. */
async function getSelection(
  run: Run,
  act: Call | undefined,
  { patterns }: Fields,
): Promise<{ readonly count: number; readonly name: string | undefined } | undefined> {
  if (act?.tool !== "profile_action" || !Array.isArray(patterns) || !patterns.includes("Selection")) {
    return undefined;
  }
  const answer = await run.invoke(act.tool, { ...act.args, action: "getSelection", expect: false });
  const result = answer.ok ? answer.output.result : undefined;
  if (!isFields(result) || typeof result.count !== "number" || !Array.isArray(result.selected)) {
    return undefined;
  }
  const first: unknown = result.selected[0];
  return { count: result.count, name: isFields(first) ? textOf(first.name) : undefined };
}

function textOf(data: unknown): string | undefined {
  return typeof data === "string" && data !== "" ? data : undefined;
}
