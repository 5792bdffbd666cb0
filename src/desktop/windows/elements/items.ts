/** The items of a container that are meant, by their name or place. */
import { Variant } from "../../../../ffi/com/variant.ts";
import { UIAutomationElement } from "../../../../ffi/uia/element.ts";
import { TREE_SCOPE } from "../../../../ffi/uia/enums.ts";
import { PROPERTY } from "../../../../ffi/uia/ids.ts";
import { UIAutomationItemContainerPattern } from "../../../../ffi/uia/patterns/item_container.ts";
import { UIAutomationVirtualizedItemPattern } from "../../../../ffi/uia/patterns/virtualized_item.ts";
import type { UiItem, UiItemQuery, UiItems } from "../../ui_act.ts";
import { identityFrom } from "../../ui_identity.ts";
import type { ActClient } from "./act_client.ts";
import { actClient } from "./act.ts";
import { readFacts } from "./element_facts.ts";
import { findLoosely, unlessGone } from "./find_subject.ts";

/** As many of several that are meant as somebody can choose from. */
const MOST_ITEMS = 10;
/** As many names as an error can show. */
const MOST_NAMES = 50;

/** See the port. */
export function uiItems({ container, wanted, timeoutMs }: UiItemQuery): UiItems {
  const client = actClient();
  client.elements.time.begin(timeoutMs);
  using from = findLoosely(client, container);
  if (from === undefined) return { outcome: "gone" };
  const found = unlessGone(() =>
    "name" in wanted
      ? named(client, from, container, wanted.name)
      : numbered(client, from, container, wanted.index)
  );
  return found ?? { outcome: "gone" };
}

function named(
  client: ActClient,
  from: UIAutomationElement,
  container: UiItemQuery["container"],
  name: string,
): UiItems {
  using hasName = client.equals(PROPERTY.UIA_NamePropertyId, Variant.ofText(name));
  using condition = client.elements.automation.andCondition(hasName, client.anyItem);
  client.elements.time.next();
  using found = from.findAll(TREE_SCOPE.TreeScope_Descendants, condition, client.acting);
  const matches = found?.length() ?? 0;
  if (found === undefined || matches === 0) {
    const virtual = virtualItem(client, from, container, name);
    return virtual === undefined ? others(client, from) : { outcome: "seen", items: [virtual], matches: 1 };
  }
  const items = Array.from({ length: Math.min(matches, MOST_ITEMS) }, (_, index) => {
    using element = found.element(UIAutomationElement, index);
    return itemOf(client, element, container);
  });
  return { outcome: "seen", items, matches };
}

function numbered(
  client: ActClient,
  from: UIAutomationElement,
  container: UiItemQuery["container"],
  index: number,
): UiItems {
  client.elements.time.next();
  using all = from.findAll(TREE_SCOPE.TreeScope_Descendants, client.anyItem, client.elements.plain);
  if (all === undefined || index >= all.length()) return others(client, from);
  client.elements.time.next();
  using plain = all.element(UIAutomationElement, index);
  using element = plain.buildUpdatedCache(client.acting);
  return { outcome: "seen", items: [itemOf(client, element, container)], matches: 1 };
}

/** An item that a container knows of and has not made: it is made, so that it can be acted on. */
function virtualItem(
  client: ActClient,
  from: UIAutomationElement,
  container: UiItemQuery["container"],
  name: string,
): UiItem | undefined {
  using pattern = from.pattern("Cached", UIAutomationItemContainerPattern);
  if (pattern === undefined) return undefined;
  using value = Variant.ofText(name);
  client.elements.time.next();
  using placeholder = pattern.findItemByProperty(undefined, PROPERTY.UIA_NamePropertyId, value);
  if (placeholder === undefined) return undefined;
  using virtual = placeholder.pattern("Current", UIAutomationVirtualizedItemPattern);
  virtual?.realize();
  using element = placeholder.buildUpdatedCache(client.acting);
  return itemOf(client, element, container);
}

function itemOf(
  client: ActClient,
  element: UIAutomationElement,
  { identity: { window } }: UiItemQuery["container"],
): UiItem {
  client.elements.time.next();
  using parent = client.elements.walker.step("Parent", element, client.elements.element);
  const facts = readFacts(element);
  const above = parent === undefined ? undefined : readFacts(parent);
  const host = facts.nativeWindowHandle !== 0n
    ? { hwnd: facts.nativeWindowHandle, levels: 0 }
    : above !== undefined && above.nativeWindowHandle !== 0n
    ? { hwnd: above.nativeWindowHandle, levels: 1 }
    : { hwnd: window.hwnd, levels: 2 };
  return { element: facts, subject: { identity: identityFrom(facts, above, window), host } };
}

function others(client: ActClient, from: UIAutomationElement): UiItems {
  client.elements.time.next();
  using all = from.findAll(TREE_SCOPE.TreeScope_Descendants, client.anyItem, client.names);
  const total = all?.length() ?? 0;
  const names = Array.from({ length: Math.min(total, MOST_NAMES) }, (_, index) => {
    using element = all?.element(UIAutomationElement, index);
    return element?.name("Cached") ?? "";
  });
  return { outcome: "seen", items: [], matches: 0, total, names };
}
