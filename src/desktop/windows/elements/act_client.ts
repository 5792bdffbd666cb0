/** What a lane that acts holds of UI Automation, beside what reading needs. */
import { Variant } from "../../../../ffi/com/variant.ts";
import { intArray, VT } from "../../../../ffi/com/safe_array.ts";
import type { AutomationTimeouts } from "../../../../ffi/uia/automation.ts";
import type { UIAutomationCacheRequest } from "../../../../ffi/uia/cache_request.ts";
import type { UIAutomationCondition } from "../../../../ffi/uia/condition.ts";
import type { UIAutomationElement } from "../../../../ffi/uia/element.ts";
import { ELEMENT_MODE, PROPERTY_CONDITION, TREE_SCOPE } from "../../../../ffi/uia/enums.ts";
import { CONTROL_TYPE, PATTERN, PROPERTY } from "../../../../ffi/uia/ids.ts";
import { ElementClient, typeCondition } from "./client.ts";
import { FETCHED } from "./fetched_properties.ts";

/** Patterns that verbs use: fetched with the element, so that getting one costs no request. */
const ACTING_PATTERNS: readonly number[] = [
  PATTERN.UIA_InvokePatternId,
  PATTERN.UIA_TogglePatternId,
  PATTERN.UIA_SelectionItemPatternId,
  PATTERN.UIA_ExpandCollapsePatternId,
  PATTERN.UIA_ValuePatternId,
  PATTERN.UIA_RangeValuePatternId,
  PATTERN.UIA_ScrollItemPatternId,
  PATTERN.UIA_ScrollPatternId,
  PATTERN.UIA_TextPatternId,
  PATTERN.UIA_WindowPatternId,
  PATTERN.UIA_LegacyIAccessiblePatternId,
  PATTERN.UIA_VirtualizedItemPatternId,
  PATTERN.UIA_ItemContainerPatternId,
];

/** One request may look through all rows of a long list. How long a call may take is for its deadline to say. */
const TIMEOUTS = { connectionTimeoutMs: 1_000, transactionTimeoutMs: 20_000 };

const ITEM_TYPES: readonly number[] = [
  CONTROL_TYPE.UIA_ListItemControlTypeId,
  CONTROL_TYPE.UIA_TreeItemControlTypeId,
  CONTROL_TYPE.UIA_TabItemControlTypeId,
  CONTROL_TYPE.UIA_DataItemControlTypeId,
  CONTROL_TYPE.UIA_MenuItemControlTypeId,
];

/** See the head of this file. All of it belongs to the thread that opened it. */
export class ActClient implements Disposable {
  readonly elements: ElementClient;
  /** Fetches an element's facts and its patterns, from the raw view. */
  readonly acting: UIAutomationCacheRequest;
  /** Fetches names alone, of elements that cannot be asked further. */
  readonly names: UIAutomationCacheRequest;
  /** An item of a list, tree, tab or menu. */
  readonly anyItem: UIAutomationCondition;
  /** The element that was acted on last, for looking at it again by one request. */
  readonly kept = new KeptElement();
  readonly #owned: DisposableStack;
  readonly #patterns: readonly number[];

  private constructor(owned: DisposableStack, timeouts: AutomationTimeouts, patterns: readonly number[]) {
    this.#owned = owned;
    this.#patterns = patterns;
    owned.use(this.kept);
    this.elements = owned.use(ElementClient.open(timeouts));
    const { automation } = this.elements;
    using rawView = automation.viewCondition("Raw");
    this.acting = owned.use(this.request(rawView));
    this.names = owned.use(automation.cacheRequest());
    this.names.addProperty(PROPERTY.UIA_NamePropertyId);
    this.names.setTreeFilter(rawView);
    this.names.setElementMode(ELEMENT_MODE.AutomationElementMode_None);
    this.anyItem = owned.use(typeCondition(automation, ITEM_TYPES));
  }

  /**
   * Opens the client on this thread.
   *
   * @param patterns fetched with an element
   * @throws {ToolError} UIA_ASSEMBLY_UNAVAILABLE
   */
  static open(timeouts: AutomationTimeouts = TIMEOUTS, patterns = ACTING_PATTERNS): ActClient {
    const owned = new DisposableStack();
    try {
      return new ActClient(owned, timeouts, patterns);
    } catch (error) {
      owned.dispose();
      throw error;
    }
  }

  /** A request as {@link acting} in another view, with the children of that view where they are asked for. */
  request(
    view: UIAutomationCondition,
    scope: number = TREE_SCOPE.TreeScope_Element,
  ): UIAutomationCacheRequest {
    const made = this.elements.automation.cacheRequest();
    for (const id of FETCHED) made.addProperty(id);
    for (const id of this.#patterns) made.addPattern(id);
    made.setTreeFilter(view);
    made.setTreeScope(scope);
    made.setElementMode(ELEMENT_MODE.AutomationElementMode_Full);
    return made;
  }

  /** A property with this value, of which the condition takes over the variant. */
  equals(propertyId: number, value: Variant): UIAutomationCondition {
    using held = value;
    return this.elements.automation
      .propertyCondition(propertyId, held, PROPERTY_CONDITION.PropertyConditionFlags_None);
  }

  /** An element of this runtime id. */
  hasRuntimeId(runtimeId: readonly number[]): UIAutomationCondition {
    return this.equals(
      PROPERTY.UIA_RuntimeIdPropertyId,
      Variant.ofArray(VT.VT_I4, intArray(runtimeId)),
    );
  }

  /** One of several conditions, which are let go of. */
  either(conditions: readonly UIAutomationCondition[]): UIAutomationCondition {
    return this.#joined(conditions, (one, other) => this.elements.automation.orCondition(one, other));
  }

  /** All of several conditions, which are let go of. */
  all(conditions: readonly UIAutomationCondition[]): UIAutomationCondition {
    return this.#joined(conditions, (one, other) => this.elements.automation.andCondition(one, other));
  }

  [Symbol.dispose](): void {
    this.#owned.dispose();
  }

  #joined(
    [first, ...others]: readonly UIAutomationCondition[],
    join: (one: UIAutomationCondition, other: UIAutomationCondition) => UIAutomationCondition,
  ): UIAutomationCondition {
    if (first === undefined) throw new RangeError("Cannot join no conditions");
    return others.reduce((one, other) => {
      using former = one;
      using latter = other;
      return join(former, latter);
    }, first);
  }
}

/** An element that is held for a while under a key. */
class KeptElement implements Disposable {
  #key: string | undefined;
  #element: UIAutomationElement | undefined;

  /** Takes over an element instead of the one that is held. */
  keep(key: string, element: UIAutomationElement): void {
    this[Symbol.dispose]();
    this.#key = key;
    this.#element = element;
  }

  /** The element of this key, still held. */
  get(key: string): UIAutomationElement | undefined {
    return key === this.#key ? this.#element : undefined;
  }

  [Symbol.dispose](): void {
    this.#element?.[Symbol.dispose]();
    this.#element = undefined;
    this.#key = undefined;
  }
}
