/** Selectors that find an element again. */
import type { UiElement, UiTree } from "../desktop/ui_element.ts";
import { candidatesOf, find } from "./find.ts";
import { MOST_SELECTOR_UNITS, type Selector } from "./selector.ts";
import { gapsOf, isCut, isPart } from "./status.ts";
import { elementAt } from "./tree.ts";

/** How far a selector can be trusted to find the same control another day. */
export type SelectorConfidence = "stable" | "conditionally-stable" | "fragile" | "unsupported";

/** A selector that finds a control. */
export interface Recommendation {
  /** Empty where there is nothing to go by. */
  readonly selector: Selector | Readonly<Record<string, never>>;
  readonly confidence: SelectorConfidence;
  /** It fits this control alone, in a tree that was read to its end. */
  readonly verified: boolean;
  /** How many elements of the tree it fits. */
  readonly matchCount: number;
}

/** The last part of a dotted automation id: what is above it may be renamed. */
export function lastSegment(automationId: string): string {
  return automationId.slice(automationId.lastIndexOf(".") + 1);
}

/** Recommends selectors for the elements of a tree. Whatever it recommends can be used as it is. */
export class Recommender {
  readonly #tree: UiTree;
  readonly #isWhole: boolean;
  /** How many elements have the same facts, by the key of a selector. */
  readonly #counts = new Map<string, number>();

  constructor(tree: UiTree) {
    this.#tree = tree;
    const gaps = gapsOf(tree);
    this.#isWhole = !isCut(gaps) && gaps.unreadable === 0 && !isPart(tree);
    for (const node of candidatesOf(tree, undefined)) {
      for (const fields of COUNTED) {
        const key = keyOf(elementAt(tree, node), fields);
        this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
      }
    }
  }

  recommend(element: UiElement): Recommendation {
    const { automationId } = element;
    const hasId = automationId !== "";
    if (hasId && this.#count(element, ["automationId"]) === 1) {
      return isUsable(automationId)
        ? this.#exact(element, ["automationId"], "stable")
        : this.#overlong(element);
    }
    const hasName = isUsable(element.name);
    const isIdUsable = isUsable(automationId);
    if (isIdUsable && hasName && this.#count(element, ["automationId", "name"]) === 1) {
      return this.#exact(element, ["automationId", "name", "controlType"], "conditionally-stable");
    }
    if (hasName && this.#count(element, ["name", "controlType"]) === 1) {
      return this.#exact(element, ["name", "controlType"], "conditionally-stable");
    }
    if (isIdUsable) return this.#exact(element, ["automationId", "controlType"], "fragile");
    if (hasName) return this.#exact(element, ["name", "controlType"], "fragile");
    if (element.controlType !== "Unknown") return this.#exact(element, ["controlType"], "fragile");
    return { selector: {}, confidence: "unsupported", verified: false, matchCount: 0 };
  }

  /** An automation id of its own that is too long for a selector: its last part, or the name. */
  #overlong(element: UiElement): Recommendation {
    const { automationId, name, controlType } = element;
    const segment = lastSegment(automationId);
    const selector: Selector | undefined = isUsable(segment)
      ? { automationId: segment, match: "contains" }
      : isUsable(name)
      ? { name, controlType, match: "contains" }
      : undefined;
    if (selector === undefined) return this.#exact(element, ["controlType"], "fragile");
    const matchCount = find(this.#tree, selector).matches.length;
    return {
      selector,
      // A part may be in other ids too.
      confidence: matchCount === 1 ? "stable" : "fragile",
      verified: matchCount === 1 && this.#isWhole,
      matchCount,
    };
  }

  #exact(element: UiElement, fields: readonly Field[], confidence: SelectorConfidence): Recommendation {
    const matchCount = this.#count(element, fields);
    return {
      selector: Object.fromEntries(fields.map((field) => [field, element[field]])),
      confidence,
      verified: confidence !== "fragile" && matchCount === 1 && this.#isWhole,
      matchCount,
    };
  }

  #count(element: UiElement, fields: readonly Field[]): number {
    return this.#counts.get(keyOf(element, fields)) ?? 0;
  }
}

type Field = "automationId" | "name" | "controlType";

/** Every set of fields that a recommendation may be made of. */
const COUNTED: readonly (readonly Field[])[] = [
  ["automationId"],
  ["automationId", "name"],
  ["automationId", "name", "controlType"],
  ["automationId", "controlType"],
  ["name", "controlType"],
  ["controlType"],
];

/** Equal for two elements that one selector of these fields fits. */
function keyOf(element: UiElement, fields: readonly Field[]): string {
  return fields.map((field) =>
    `${field}=${element[field].toLowerCase().length}:${element[field].toLowerCase()}`
  )
    .join("&");
}

function isUsable(text: string): boolean {
  return text !== "" && text.length <= MOST_SELECTOR_UNITS;
}
