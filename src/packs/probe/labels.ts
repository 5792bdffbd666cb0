/** What is written on the controls of a program by the program itself, and what their ids say of them. */
import type { UiTree } from "../../desktop/ui_element.ts";
import type { CatalogControl } from "../../elements/catalog.ts";
import { ancestorsOf, elementAt } from "../../elements/tree.ts";
import { hasAnyOf, isPassing, looksLikeUserData } from "./user_data.ts";

/** Rows: what is in them is what the program shows, too. */
const ROW_TYPES: ReadonlySet<string> = new Set(["DataItem", "ListItem", "TreeItem"]);

/** Elements whose names are what the program shows, not what it calls them. */
const CONTENT_TYPES: ReadonlySet<string> = new Set([
  ...ROW_TYPES,
  "Custom",
  "Document",
  "Hyperlink",
  "Image",
  "StatusBar",
  "Text",
  "Unknown",
  "Window",
]);

/** Names and ids of a program's controls, as far as they are its own. */
export class Labels {
  /** Strips of tabs that are documents, by their node. */
  readonly #documentTabs: ReadonlySet<number>;

  /** @param titles parts of the title that may be the user's */
  constructor(readonly tree: UiTree, readonly titles: readonly string[]) {
    this.#documentTabs = documentTabsOf(tree, (name) => this.#isContent(name));
  }

  /** What a control is called; empty where that may be what it shows. */
  of({ node, controlType, name }: Pick<CatalogControl, "node" | "controlType" | "name">): string {
    const { value, isPassword } = elementAt(this.tree, node);
    if (name === "" || isPassword || CONTENT_TYPES.has(controlType)) return "";
    if (value !== null && (name === value || hasAnyOf(name, [value]) || hasAnyOf(value, [name]))) return "";
    if (this.#isDocumentTab(node, controlType) || this.#isInRow(node) || this.#isContent(name)) return "";
    return name;
  }

  /** Whether the automation id was given by the program: it is neither of one run, nor made of what is shown. */
  isOwnId({ node, automationId, controlType }: CatalogControl): boolean {
    if (automationId === "" || isPassing(automationId)) return false;
    const { name, value } = elementAt(this.tree, node);
    const isShown = CONTENT_TYPES.has(controlType) || this.#isDocumentTab(node, controlType);
    const shown = [...this.titles, value ?? "", ...(isShown ? [name] : [])];
    return !shown.includes(automationId) && !hasAnyOf(automationId, shown, { asWords: true });
  }

  #isDocumentTab(node: number, controlType: string): boolean {
    return controlType === "TabItem" && this.#documentTabs.has(parentOf(this.tree, node));
  }

  #isContent(text: string): boolean {
    return looksLikeUserData(text) || hasAnyOf(text, this.titles);
  }

  #isInRow(node: number): boolean {
    return [...ancestorsOf(this.tree, node)].some((ancestor) =>
      ROW_TYPES.has(elementAt(this.tree, ancestor).controlType)
    );
  }
}

/** Tabs that can be closed one by one are documents, and so are all that stand beside one. */
function documentTabsOf(tree: UiTree, isContent: (name: string) => boolean): ReadonlySet<number> {
  const strips = new Set<number>();
  for (const [node, { element, parent }] of tree.nodes.entries()) {
    if (element.controlType === "TabItem" && isContent(element.name)) strips.add(parentOf(tree, node));
    const isInTab = parent >= 0 && elementAt(tree, parent).controlType === "TabItem";
    if (element.controlType === "Button" && isInTab) strips.add(parentOf(tree, parent));
  }
  return strips;
}

function parentOf(tree: UiTree, node: number): number {
  return tree.nodes[node]?.parent ?? -1;
}
