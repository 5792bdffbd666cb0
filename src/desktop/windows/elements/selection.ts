/** The items of a container that are selected. */
import { Variant } from "../../../../ffi/com/variant.ts";
import { UIAutomationElement } from "../../../../ffi/uia/element.ts";
import type { UIAutomationElementArray } from "../../../../ffi/uia/element_array.ts";
import { TREE_SCOPE } from "../../../../ffi/uia/enums.ts";
import { PROPERTY } from "../../../../ffi/uia/ids.ts";
import { UIAutomationSelectionPattern } from "../../../../ffi/uia/patterns/selection.ts";
import { MOST_SELECTED, type UiSelection, type UiSubject } from "../../ui_act.ts";
import { actClient } from "./act.ts";
import type { ActClient } from "./act_client.ts";
import { readFacts } from "./element_facts.ts";
import { findLoosely, unlessGone } from "./find_subject.ts";

/** See the port. */
export function uiSelection(container: UiSubject, timeoutMs: number): UiSelection {
  const client = actClient();
  client.elements.time.begin(timeoutMs);
  using from = findLoosely(client, container);
  if (from === undefined) return { outcome: "gone" };
  return unlessGone(() => ofContainer(client, from) ?? ofItems(client, from)) ?? { outcome: "gone" };
}

/** What the container itself says; undefined where it is none. It knows rows that nobody has read. */
function ofContainer(client: ActClient, from: UIAutomationElement): UiSelection | undefined {
  client.elements.time.next();
  using pattern = from.pattern("Current", UIAutomationSelectionPattern);
  if (pattern === undefined) return undefined;
  client.elements.time.next();
  using found = pattern.selection("Current");
  return seen(client, found, true);
}

function ofItems(client: ActClient, from: UIAutomationElement): UiSelection {
  const { automation, time } = client.elements;
  using isSelected = client.equals(PROPERTY.UIA_SelectionItemIsSelectedPropertyId, Variant.ofBool(true));
  using condition = automation.andCondition(isSelected, client.anyItem);
  time.next();
  using found = from.findAll(TREE_SCOPE.TreeScope_Descendants, condition, client.elements.plain);
  if (found !== undefined && found.length() > 0) return seen(client, found, true);
  time.next();
  using any = from.findFirst(TREE_SCOPE.TreeScope_Descendants, client.anyItem, client.elements.plain);
  return { outcome: "seen", items: [], count: 0, hasItems: any !== undefined };
}

function seen(
  client: ActClient,
  found: UIAutomationElementArray | undefined,
  hasItems: boolean,
): UiSelection {
  const count = found?.length() ?? 0;
  const items = Array.from({ length: Math.min(count, MOST_SELECTED) }, (_, index) => {
    using plain = found?.element(UIAutomationElement, index);
    client.elements.time.next();
    using element = plain?.buildUpdatedCache(client.acting);
    return element === undefined ? [] : [readFacts(element)];
  }).flat();
  return { outcome: "seen", items, count, hasItems };
}
