import { once } from "../core/once.ts";
/** The part of a window that a call lists everything of: the element of its ref, and in it what `rootSelector` fits. */
import { missingError } from "../elements/explain.ts";
import { find } from "../elements/find.ts";
import { partOf } from "../elements/inspect.ts";
import type { Selector } from "../elements/selector.ts";
import type { ToolContext } from "./tool.ts";
import { likeSelectorField } from "./ui_fields.ts";
import { refsOf, type WindowReading } from "./ui_reading.ts";

/** The argument `rootSelector` of such tools. */
export const rootSelectorField = once(() =>
  likeSelectorField(
    "Only what fits it, with all inside.",
  )
);

/** A part of a reading, as the functions that list one take it. */
export interface Part {
  readonly scope?: number;
  readonly rootSelector?: Selector;
}

/**
 * The part that a call means.
 *
 * @throws {ToolError} ELEMENT_NOT_FOUND when nothing fits the root selector; QUERY_TRUNCATED or UI_NOT_EXPOSED where that
 * cannot be known
 */
export function requirePart(
  context: ToolContext,
  reading: WindowReading,
  rootSelector: Selector | undefined,
): Part {
  const { tree, scope } = reading;
  const within = scope === undefined ? {} : { scope };
  if (rootSelector === undefined) return within;
  const part = { ...within, rootSelector };
  if (partOf(tree, part).includes(true)) return part;
  const own = ownFields(rootSelector);
  throw missingError(tree, own, find(tree, own, within), { ...within, refOf: refsOf(context, reading) });
}

function ownFields(selector: Selector): Selector {
  const { ancestor: _ancestor, path: _path, index: _index, ...own } = selector;
  return own;
}
