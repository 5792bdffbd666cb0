/** What a lane holds of UI Automation. */
import { enterMultithreadedApartment } from "../../../../ffi/com/apartment.ts";
import { Variant } from "../../../../ffi/com/variant.ts";
import { HresultError } from "../../../../ffi/result.ts";
import { type AutomationTimeouts, setTimeouts, UIAutomation } from "../../../../ffi/uia/automation.ts";
import type { UIAutomationCacheRequest } from "../../../../ffi/uia/cache_request.ts";
import type { UIAutomationCondition } from "../../../../ffi/uia/condition.ts";
import { ELEMENT_MODE, PROPERTY_CONDITION, TREE_SCOPE } from "../../../../ffi/uia/enums.ts";
import { CONTROL_TYPE, PROPERTY } from "../../../../ffi/uia/ids.ts";
import type { UIAutomationTreeWalker } from "../../../../ffi/uia/tree_walker.ts";
import { ToolError } from "../../../core/errors.ts";
import type { ControlType } from "../../ui_element.ts";
import { controlTypeOf } from "./element_facts.ts";
import { FETCHED } from "./fetched_properties.ts";
import { OwnTrees } from "./own_tree.ts";
import { RequestTime } from "./request_time.ts";

/** How long a program may take to be reached, and to answer one request: a person would not wait longer. */
export const READING_TIMEOUTS = { connectionTimeoutMs: 1_000, transactionTimeoutMs: 2_000 };

/** Types whose elements have little inside them, whatever program they are of: fetched together with all of it. */
const COMPACT_TYPES: readonly number[] = [
  CONTROL_TYPE.UIA_ButtonControlTypeId,
  CONTROL_TYPE.UIA_CheckBoxControlTypeId,
  CONTROL_TYPE.UIA_EditControlTypeId,
  CONTROL_TYPE.UIA_HeaderItemControlTypeId,
  CONTROL_TYPE.UIA_HyperlinkControlTypeId,
  CONTROL_TYPE.UIA_ImageControlTypeId,
  CONTROL_TYPE.UIA_ProgressBarControlTypeId,
  CONTROL_TYPE.UIA_RadioButtonControlTypeId,
  CONTROL_TYPE.UIA_ScrollBarControlTypeId,
  CONTROL_TYPE.UIA_SeparatorControlTypeId,
  CONTROL_TYPE.UIA_SliderControlTypeId,
  CONTROL_TYPE.UIA_SpinnerControlTypeId,
  CONTROL_TYPE.UIA_TextControlTypeId,
  CONTROL_TYPE.UIA_ThumbControlTypeId,
  CONTROL_TYPE.UIA_TitleBarControlTypeId,
];

const COMPACT_NAMES: ReadonlySet<ControlType> = new Set(COMPACT_TYPES.map(controlTypeOf));

/** Whether an element of this type is fetched together with all that is inside it. */
export function isCompact(type: ControlType): boolean {
  return COMPACT_NAMES.has(type);
}

/** The client, and what every reading uses again. All of it belongs to the thread that opened it. */
export class ElementClient implements Disposable {
  readonly automation: UIAutomation;
  /** How long programs may take over requests. */
  readonly time: RequestTime;
  /** Steps through the raw view, where all elements are. */
  readonly walker: UIAutomationTreeWalker;
  readonly anyElement: UIAutomationCondition;
  readonly compactElement: UIAutomationCondition;
  /** Fetches nothing; finds in the raw view. */
  readonly plain: UIAutomationCacheRequest;
  /** Fetches the element, which can be asked further. */
  readonly element: UIAutomationCacheRequest;
  /** Fetches the element and everything below it; only the element itself is certain to be askable further. */
  readonly subtree: UIAutomationCacheRequest;
  /** The same, and nothing can be asked further: much cheaper for Windows. */
  readonly deadSubtree: UIAutomationCacheRequest;
  /** What programs have been found to have; it is asked of each once. */
  readonly ownTrees: OwnTrees = new OwnTrees();
  readonly #owned: DisposableStack;

  private constructor(owned: DisposableStack, timeouts: AutomationTimeouts) {
    this.#owned = owned;
    owned.use(enterMultithreadedApartment());
    const automation = owned.use(UIAutomation.create(timeouts));
    this.automation = automation;
    this.time = new RequestTime((left) => setTimeouts(automation, left), timeouts);
    this.walker = owned.use(automation.viewWalker("Raw"));
    this.anyElement = owned.use(automation.trueCondition());
    this.compactElement = owned.use(typeCondition(automation, COMPACT_TYPES));
    using rawView = automation.viewCondition("Raw");
    const request = (
      properties: readonly number[],
      scope: number,
      mode: number,
    ): UIAutomationCacheRequest => {
      const made = owned.use(automation.cacheRequest());
      for (const id of properties) made.addProperty(id);
      made.setTreeFilter(rawView);
      made.setTreeScope(scope);
      made.setElementMode(mode);
      return made;
    };
    const { TreeScope_Element, TreeScope_Subtree } = TREE_SCOPE;
    const { AutomationElementMode_Full, AutomationElementMode_None } = ELEMENT_MODE;
    this.plain = request([], TreeScope_Element, AutomationElementMode_Full);
    this.element = request(FETCHED, TreeScope_Element, AutomationElementMode_Full);
    this.subtree = request(FETCHED, TreeScope_Subtree, AutomationElementMode_Full);
    this.deadSubtree = request(FETCHED, TreeScope_Subtree, AutomationElementMode_None);
  }

  /**
   * Opens the client on this thread.
   *
   * @throws {ToolError} UIA_ASSEMBLY_UNAVAILABLE where Windows has none, or one that lacks what is needed
   */
  static open(timeouts: AutomationTimeouts = READING_TIMEOUTS): ElementClient {
    const owned = new DisposableStack();
    try {
      return new ElementClient(owned, timeouts);
    } catch (error) {
      owned.dispose();
      if (!(error instanceof HresultError)) throw error;
      throw new ToolError("UIA_ASSEMBLY_UNAVAILABLE", `UI Automation cannot be used: ${error.message}`);
    }
  }

  [Symbol.dispose](): void {
    this.#owned.dispose();
  }
}

/** An element of any of these types; the condition is owned by the caller. */
export function typeCondition(automation: UIAutomation, types: readonly number[]): UIAutomationCondition {
  using parts = new DisposableStack();
  const ofType = (type: number): UIAutomationCondition => {
    using value = Variant.ofInt(type);
    const { PropertyConditionFlags_None } = PROPERTY_CONDITION;
    return parts.use(
      automation.propertyCondition(PROPERTY.UIA_ControlTypePropertyId, value, PropertyConditionFlags_None),
    );
  };
  return types.map(ofType)
    .reduce((former, latter) => parts.use(automation.orCondition(former, latter)))
    .addReference();
}
