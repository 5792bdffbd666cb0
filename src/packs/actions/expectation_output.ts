/** What was seen of an expectation, for results and the details of errors. */
import * as z from "zod";
import { once } from "../../core/once.ts";
import { CONDITIONS } from "../../elements/condition.ts";
import { elementState, type elementStateSchema } from "../../elements/projection.ts";
import type { Judged } from "./judge.ts";

/** An expectation of a pack, and whether it was seen to hold. */
export const expectationSchema = once(() =>
  z.strictObject({
    profileControl: z.string().optional(),
    condition: z.enum(CONDITIONS),
    isMet: z.boolean(),
    reason: z.string().optional(),
  })
);

/** {@link expectationSchema} of what was judged. */
export function expectationOutput(
  { expectation: { profileControl, condition }, isMet, reason }: Judged,
): z.output<ReturnType<typeof expectationSchema>> {
  return {
    ...(profileControl === undefined ? {} : { profileControl }),
    condition,
    isMet,
    ...(reason === undefined ? {} : { reason }),
  };
}

/** What was last seen where something did not hold: an element, a count, or nothing. */
export function lastObservation(
  { element, count }: Judged,
): z.input<ReturnType<typeof elementStateSchema>> | { readonly count: number } | null {
  if (element !== undefined) return elementState(element);
  return count === undefined ? null : { count };
}
