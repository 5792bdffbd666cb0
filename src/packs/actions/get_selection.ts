/** What is selected in a control. */
import { boundedText } from "../../core/text.ts";
import { MOST_SELECTED } from "../../desktop/ui_act.ts";
import type { UiElement } from "../../desktop/ui_element.ts";
import { find } from "../../elements/find.ts";
import { staleElementError } from "../../interaction/element_act_errors.ts";
import { elementAt } from "../../elements/tree.ts";
import { readElements } from "../../interaction/read_elements.ts";
import type { CompositeCall } from "./composite_call.ts";
import type { GetSelectionResult } from "./composite_results.ts";

const MOST_TEXT_UNITS = 100;

/**
 * The selected items of the control. Where it has no items itself, as a button that opens a list, those of lists in the
 * windows of its program; a combo box whose list is not made yet is known by its value. Never a value that is protected.
 *
 * @throws {ToolError} ELEMENT_STALE where the control is gone, and what reading throws
 */
export async function getSelection(call: CompositeCall): Promise<GetSelectionResult> {
  const { context, control: { target } } = call;
  const own = await context.desktop.uiSelection(target.subject, target.timeoutMs, context.signal);
  if (own.outcome === "gone") throw staleElementError(target.subject, ["gone"]);
  if (own.hasItems) return resultOf("SelectionPattern", own.items, own.count);
  const element = elementAt(call.control.tree, call.control.node);
  if (element.controlType === "ComboBox") return ofValue(element);
  const items = await selectedAnywhere(call);
  return resultOf("SelectionItemPattern", items, items.length);
}

async function selectedAnywhere(call: CompositeCall): Promise<readonly UiElement[]> {
  const limits = { ...call.limits, includeProcessPopups: true };
  const tree = await readElements(call.context, call.window, limits);
  return find(tree, { controlType: "ListItem" }).matches.map((node) => elementAt(tree, node))
    .filter(({ selected }) => selected === true);
}

function ofValue({ value, isPassword, valueProtected }: UiElement): GetSelectionResult {
  const isShown = value !== null && value !== "" && !isPassword && !valueProtected;
  return resultOf("ValuePattern", isShown ? [{ name: value, automationId: "" }] : [], isShown ? 1 : 0);
}

function resultOf(
  method: string,
  items: readonly Pick<UiElement, "name" | "automationId">[],
  count: number,
): GetSelectionResult {
  return {
    success: true,
    method,
    verified: "yes",
    physicalCursorMoved: false,
    selected: items.slice(0, MOST_SELECTED).map(({ name, automationId }) => ({
      name: boundedText(name, MOST_TEXT_UNITS),
      automationId: boundedText(automationId, MOST_TEXT_UNITS),
    })),
    count,
  };
}
