/** Reads little of long lists first, and more of them only where what is looked for was not met. */
import type { UiTree } from "../desktop/ui_element.ts";
import { gapsOf } from "../elements/status.ts";
import type { ActContext } from "./act_context.ts";
import type { ReadLimits } from "./read_elements.ts";

/** So many rows are seen without scrolling; each may cost a request, and mostly what is looked for is no row. */
const FIRST_CHILDREN = 100;

/** What widening changes between two readings. */
export type Width = Pick<ReadLimits, "maxChildren" | "timeoutMs">;

/**
 * Reads, and once more where a list was longer than what was read of it and nothing in that is enough. A second reading
 * for which the time was not enough is worth less than the first.
 *
 * @param limits of both readings together
 */
export async function readWidening<T extends { readonly tree: UiTree }>(
  { clock }: Pick<ActContext, "clock">,
  limits: Width,
  isEnough: (tree: UiTree) => boolean,
  read: (width: Width) => Promise<T>,
): Promise<T> {
  const endsAt = clock.now() + limits.timeoutMs;
  const maxChildren = Math.min(FIRST_CHILDREN, limits.maxChildren);
  const first = await read({ ...limits, maxChildren });
  const isCutShort = maxChildren < limits.maxChildren && gapsOf(first.tree).children > 0;
  if (!isCutShort || isEnough(first.tree)) return first;
  const timeoutMs = Math.round(endsAt - clock.now());
  if (timeoutMs <= 0) return first;
  const second = await read({ ...limits, timeoutMs });
  return second.tree.reading.cutByTime && !first.tree.reading.cutByTime ? first : second;
}
