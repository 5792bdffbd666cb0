/** Acting on what windows show in a fake: elements change as the port promises, or as a test has them misbehave. */
import type {
  UiActRequest,
  UiActResult,
  UiGlance,
  UiItem,
  UiItemQuery,
  UiItems,
  UiLook,
  UiSelection,
  UiSubject,
  UiVerb,
} from "../../src/desktop/ui_act.ts";
import { MOST_SELECTED, VERB_PATTERN, verbRefusal, wantedNumber } from "../../src/desktop/ui_act.ts";
import type { ControlType, UiElement } from "../../src/desktop/ui_element.ts";
import { identityDifferences, identityFrom, marksOf, runtimeKey } from "../../src/desktop/ui_identity.ts";
import type { Branch } from "../elements/trees.ts";
import type { FakeElements } from "./fake_elements.ts";

/** What a program does with a verb instead of what it should; nothing of it changes the element. */
export type Misbehaviour =
  | "ignores"
  | "isSlowToReturn"
  | "refuses"
  | "failsOnTheWay"
  | "surelyHasItNot";

const ITEM_TYPES: readonly ControlType[] = ["ListItem", "TreeItem", "TabItem", "DataItem", "MenuItem"];
const REFUSED = "0x80131509";
const FAILED = "0x80004005";
const MOST_LISTED = 50;

interface Place {
  readonly branch: Branch;
  readonly parent: Branch | undefined;
}

/** See the head of this file. */
export class FakeActs {
  /** Runs when a verb reaches an element, before the element changes; says how it misbehaves, if it does. */
  onVerb: ((verb: UiVerb, element: UiElement) => Misbehaviour | void) | undefined;
  /** Answers looks while it is set. */
  silent = false;
  readonly #elements: FakeElements;

  constructor(elements: FakeElements) {
    this.#elements = elements;
  }

  act({ subject, verbs, allowsPassword }: UiActRequest): UiActResult {
    const place = this.#compared(subject);
    if ("outcome" in place) return place;
    const before = place.branch.element;
    for (const verb of verbs) {
      const pattern = VERB_PATTERN[verb.verb];
      if (pattern !== null && !before.patterns.includes(pattern)) continue;
      const refusal = verbRefusal(verb, before, allowsPassword);
      if (refusal !== undefined) return { outcome: refusal, before };
      if (verb.verb === "look" || verb.verb === "read") return { outcome: "already", verb, before };
      if (verb.verb === "toggleTo" && before.toggleState === verb.state) {
        return { outcome: "already", verb, before };
      }
      if (verb.verb === "stepRangeValue" && wantedNumber(verb, before) === before.range?.value) {
        return { outcome: "atLimit", verb, before };
      }
      const misbehaviour = this.onVerb?.(verb, before);
      if (misbehaviour === "surelyHasItNot") continue;
      if (misbehaviour === "refuses") return { outcome: "refused", verb, before, hresult: REFUSED };
      if (misbehaviour === "failsOnTheWay") return { outcome: "unknown", verb, before, hresult: FAILED };
      if (misbehaviour === "isSlowToReturn") return { outcome: "running", verb, before };
      if (misbehaviour !== "ignores") this.change(place.branch, changed(verb, before), place.parent);
      const isSeen = verb.verb === "selectText" || verb.verb === "scroll" || verb.verb === "scrollTo";
      return isSeen
        ? { outcome: "done", verb, before, isSeen: misbehaviour !== "ignores" }
        : { outcome: "done", verb, before };
    }
    return { outcome: "notSupported", before };
  }

  look(subject: UiSubject): UiLook {
    if (this.silent) return { outcome: "silent" };
    const place = this.#find(subject);
    return place === undefined ? { outcome: "gone" } : { outcome: "seen", element: place.branch.element };
  }

  glance(subject: UiSubject): UiGlance {
    if (this.silent) return { outcome: "silent" };
    const place = this.#compared(subject);
    return "outcome" in place ? place : { outcome: "same", element: place.branch.element };
  }

  items({ container, wanted }: UiItemQuery): UiItems {
    const place = this.#find(container);
    if (place === undefined) return { outcome: "gone" };
    const all = [...placesIn(place.branch)].filter(({ branch }) =>
      ITEM_TYPES.includes(branch.element.controlType)
    );
    const fitting = all.filter(({ branch }, index) =>
      "name" in wanted ? branch.element.name === wanted.name : index === wanted.index
    );
    const items = fitting.slice(0, 10).map(({ branch, parent }): UiItem => ({
      element: branch.element,
      subject: {
        identity: identityFrom(branch.element, parent?.element, container.identity.window),
        host: container.host,
      },
    }));
    if (fitting.length > 0) return { outcome: "seen", items, matches: fitting.length };
    const names = all.slice(0, MOST_LISTED).map(({ branch }) => branch.element.name);
    return { outcome: "seen", items, matches: 0, total: all.length, names };
  }

  selection(container: UiSubject): UiSelection {
    const place = this.#find(container);
    if (place === undefined) return { outcome: "gone" };
    const all = [...placesIn(place.branch)].map(({ branch }) => branch.element)
      .filter(({ controlType }) => ITEM_TYPES.includes(controlType));
    const selected = all.filter((item) => item.selected === true);
    return {
      outcome: "seen",
      items: selected.slice(0, MOST_SELECTED),
      count: selected.length,
      hasItems: all.length > 0 || place.branch.element.patterns.includes("Selection"),
    };
  }

  /** Changes facts of an element; what is selected alone takes that from its brothers. */
  change(branch: Branch, facts: Partial<UiElement>, parent?: Branch): void {
    const write = (to: Branch, what: Partial<UiElement>): void => {
      (to as { element: UiElement }).element = { ...to.element, ...what };
    };
    const isAlone = facts.selected === true && parent?.element.controlType !== undefined;
    if (isAlone) { for (const brother of parent?.children ?? []) write(brother, { selected: false }); }
    write(branch, facts);
    if (isAlone && parent !== undefined && parent.element.value !== null) {
      write(parent, { value: branch.element.name });
    }
  }

  /** The element, or why it is not surely the same. */
  #compared(subject: UiSubject): Place | Extract<UiGlance, { readonly outcome: "gone" | "stale" }> {
    const place = this.#find(subject);
    if (place === undefined) return { outcome: "gone" };
    const { element } = place.branch;
    const { identity } = subject;
    const now = identityFrom(element, place.parent?.element, identity.window, marksOf(identity));
    const differs = identityDifferences(identity, now);
    return differs.length > 0 ? { outcome: "stale", differs } : place;
  }

  #find({ identity, host }: UiSubject): Place | undefined {
    const root = this.#elements.windows.get(identity.window.hwnd);
    if (root === undefined) return undefined;
    if (identity.runtimeId === "" && identity.parent === null && host.levels === 0) {
      return { branch: root, parent: undefined };
    }
    for (const place of [{ branch: root, parent: undefined }, ...placesIn(root)]) {
      if (runtimeKey(place.branch.element) === identity.runtimeId) return place;
    }
    return undefined;
  }
}

function* placesIn(parent: Branch): Generator<Place> {
  for (const branch of parent.children) {
    yield { branch, parent };
    yield* placesIn(branch);
  }
}

/** What a verb changes in an element that does as it should. */
function changed(verb: UiVerb, element: UiElement): Partial<UiElement> {
  switch (verb.verb) {
    case "toggle":
    case "toggleTo": {
      const next = { Off: "On", On: "Off", Indeterminate: "Off" } as const;
      return { toggleState: next[element.toggleState ?? "Off"] };
    }
    case "select":
      return { selected: true };
    case "addToSelection":
      return { selected: true };
    case "removeFromSelection":
      return { selected: false };
    case "expand":
      return { expandCollapseState: "Expanded" };
    case "collapse":
      return { expandCollapseState: "Collapsed" };
    case "setValue":
      return element.isPassword ? {} : { value: verb.text };
    case "appendValue":
      return { value: `${element.value ?? ""}${verb.text}` };
    case "setRangeValue":
    case "stepRangeValue":
      return element.range === null
        ? {}
        : { range: { ...element.range, value: wantedNumber(verb, element) ?? element.range.value } };
    case "scrollIntoView":
      return { offscreen: false };
    case "focus":
      return { hasKeyboardFocus: true };
    default:
      return {};
  }
}
