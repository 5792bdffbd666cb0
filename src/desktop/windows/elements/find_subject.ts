/**
 * Finds an element again, with what it has to be compared by, in at most two requests: the way to it begins at the
 * innermost window at or above it, whose element Windows has without a search.
 */
import { Variant } from "../../../../ffi/com/variant.ts";
import { HresultError, isTimeout } from "../../../../ffi/result.ts";
import type { UIAutomationCondition } from "../../../../ffi/uia/condition.ts";
import { UIAutomationElement } from "../../../../ffi/uia/element.ts";
import { TREE_SCOPE } from "../../../../ffi/uia/enums.ts";
import { CONTROL_TYPE, PROPERTY } from "../../../../ffi/uia/ids.ts";
import { ToolError } from "../../../core/errors.ts";
import type { UiSubject } from "../../ui_act.ts";
import { CONTROL_TYPES, type UiElement } from "../../ui_element.ts";
import {
  type ElementIdentity,
  type IdentityDifference,
  identityDifferences,
  identityFrom,
  marksOf,
} from "../../ui_identity.ts";
import { isStillOf } from "../window_reader.ts";
import type { ActClient } from "./act_client.ts";
import { readFacts } from "./element_facts.ts";

/** An element that was found, owned by the caller. */
export interface FoundElement {
  readonly element: UIAutomationElement;
  readonly facts: UiElement;
  readonly parent: UiElement | undefined;
}

/** Everything about a found element that is not as it was. The marks of rows, which neighbours make, are not read here. */
export function differencesNow(
  { facts, parent }: FoundElement,
  { identity, isByWords }: UiSubject,
): readonly IdentityDifference[] {
  const now = identityFrom(facts, parent, identity.window, marksOf(identity));
  if (isByWords !== true || now.parent === null || identity.parent === null) {
    return identityDifferences(identity, now);
  }
  const { runtimeId } = identity.parent;
  return identityDifferences(identity, {
    ...now,
    runtimeId: identity.runtimeId,
    parent: { ...now.parent, runtimeId },
  });
}

/**
 * The element with the subject's runtime id and what it is in; undefined where there is none. Whether it is the same
 * element is for the caller to compare.
 *
 * @throws {ToolError} TIMEOUT where its program did not answer
 */
export function findSubject(client: ActClient, subject: UiSubject): FoundElement | undefined {
  const { identity: { window, parent }, host } = subject;
  if (!isStillOf(window.hwnd, window)) return undefined;
  return unlessGone(() => {
    const { automation, time } = client.elements;
    if (subject.isByWords === true) {
      using root = automation.elementFromHandle(window.hwnd, client.acting);
      time.next();
      return findInside(client, root, { ...subject.identity, runtimeId: "" });
    }
    if (host.levels === 0) return ownWindow(client, subject);
    using around = automation.elementFromHandle(host.hwnd, client.acting);
    time.next();
    if (host.levels === 1) {
      using condition = conditionFor(client, subject.identity);
      const element = around.findFirst(TREE_SCOPE.TreeScope_Children, condition, client.acting);
      return element === undefined
        ? undefined
        : { element, facts: readFacts(element), parent: readFacts(around) };
    }
    const pair = parent === null ? undefined : findPair(client, around, subject.identity);
    time.next();
    return pair ?? findInside(client, around, subject.identity);
  });
}

/** The same without its parent, by one request less where there is no window of its own. */
export function findLoosely(
  client: ActClient,
  { identity, host }: UiSubject,
): UIAutomationElement | undefined {
  if (!isStillOf(identity.window.hwnd, identity.window)) return undefined;
  return unlessGone(() => {
    const around = client.elements.automation.elementFromHandle(host.hwnd, client.acting);
    if (host.levels === 0) return around;
    using from = around;
    client.elements.time.next();
    using condition = conditionFor(client, identity);
    const scope = host.levels === 1 ? TREE_SCOPE.TreeScope_Children : TREE_SCOPE.TreeScope_Descendants;
    return from.findFirst(scope, condition, client.acting);
  });
}

function ownWindow(client: ActClient, { identity, host }: UiSubject): FoundElement {
  const { automation, walker, time } = client.elements;
  const element = automation.elementFromHandle(host.hwnd, client.acting);
  if (identity.parent === null) return { element, facts: readFacts(element), parent: undefined };
  using owned = new DisposableStack();
  owned.use(element);
  time.next();
  using parent = walker.step("Parent", element, client.elements.element);
  const found = {
    element,
    facts: readFacts(element),
    parent: parent === undefined ? undefined : readFacts(parent),
  };
  owned.move();
  return found;
}

/** Both at once: in a view that holds nothing else, the element is the only child of its parent. */
function findPair(
  client: ActClient,
  around: UIAutomationElement,
  identity: ElementIdentity,
): FoundElement | undefined {
  if (identity.parent === null || identity.parent.runtimeId === "" || identity.runtimeId === "") {
    return undefined;
  }
  using isParent = client.hasRuntimeId(numbersOf(identity.parent.runtimeId));
  using view = client.either([
    client.hasRuntimeId(numbersOf(identity.parent.runtimeId)),
    client.hasRuntimeId(numbersOf(identity.runtimeId)),
  ]);
  const { TreeScope_Element, TreeScope_Children, TreeScope_Descendants } = TREE_SCOPE;
  using request = client.request(view, TreeScope_Element | TreeScope_Children);
  using parent = around.findFirst(TreeScope_Descendants, isParent, request);
  using children = parent?.cachedChildren();
  if (parent === undefined || children === undefined || children.length() !== 1) return undefined;
  const element = children.element(UIAutomationElement, 0);
  return { element, facts: readFacts(element), parent: readFacts(parent) };
}

function findInside(
  client: ActClient,
  around: UIAutomationElement,
  identity: ElementIdentity,
): FoundElement | undefined {
  using condition = conditionFor(client, identity);
  const element = around.findFirst(TREE_SCOPE.TreeScope_Descendants, condition, client.acting);
  if (element === undefined) return undefined;
  using owned = new DisposableStack();
  owned.use(element);
  client.elements.time.next();
  using parent = client.elements.walker.step("Parent", element, client.elements.element);
  const facts = readFacts(element);
  owned.move();
  return { element, facts, parent: parent === undefined ? undefined : readFacts(parent) };
}

/** By its runtime id; what has none, by what is written on it. */
function conditionFor(client: ActClient, identity: ElementIdentity): UIAutomationCondition {
  if (identity.runtimeId !== "") return client.hasRuntimeId(numbersOf(identity.runtimeId));
  const type = CONTROL_TYPES.findIndex((name) => name === identity.controlType);
  return client.all([
    client.equals(
      PROPERTY.UIA_ControlTypePropertyId,
      Variant.ofInt(CONTROL_TYPE.UIA_ButtonControlTypeId + type),
    ),
    client.equals(PROPERTY.UIA_AutomationIdPropertyId, Variant.ofText(identity.automationId)),
    client.equals(PROPERTY.UIA_NamePropertyId, Variant.ofText(identity.name)),
  ]);
}

function numbersOf(runtimeId: string): readonly number[] {
  return runtimeId.split(".").map(Number);
}

/** What has gone, or will not be reached, is not found; a program that does not answer is another matter. */
export function unlessGone<T>(request: () => T | undefined): T | undefined {
  try {
    return request();
  } catch (error) {
    if (isTimeout(error)) {
      throw new ToolError("TIMEOUT", "The program did not answer in time; nothing was done");
    }
    if (error instanceof HresultError) return undefined;
    throw error;
  }
}
