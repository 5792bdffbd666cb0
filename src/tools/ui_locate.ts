import * as z from "zod";
import { pollUntil } from "../core/clock.ts";
import { ERROR_TABLE, invalidParameter, ToolError } from "../core/errors.ts";
import { waitNotice } from "../interaction/wait_notice.ts";
import { type LocateArguments, locateOnce } from "./locate_once.ts";
import { type LocateAnswer, locateShape } from "./locate_output.ts";
import { defineTool, type ToolContext } from "./tool.ts";
import { boundedField, uiTargetFields } from "./ui_fields.ts";

const POLL_MS = 250;

/** From a name to a point that is sure to be the element. */
export const uiLocateTool = defineTool({
  name: "ui_locate",
  title: "Locate an element on the screen",
  description:
    "Finds an element by its name, in a window or all of them, and a point of the screen where looking " +
    "showed that element. Status: found, ambiguous, offscreen, not-found, not-exposed, inconclusive, truncated; only " +
    "found has a point.",
  effect: "read",
  toolset: "ui",
  backgroundPolicy: "safe",
  input: () => ({
    name: z.string().min(1).max(1_000).optional()
      .describe("Its name, else a part of it; any case. Needless with ref."),
    controlType: z.string().min(1).max(64).optional().describe("A part of its type, e.g. button."),
    index: z.int().min(0).max(100_000).optional().describe("Which, where several fit; from 0."),
    ...uiTargetFields(),
    ref: uiTargetFields().ref.describe("Instead: this element; with name also what is in it."),
    waitMs: boundedField([0, 120_000], 0, "Looks again until found or ambiguous."),
    timeoutMs: boundedField([500, 120_000], 10_000, "Of one look."),
  }),
  output: locateShape,
  rules: requireName,
  async handler(args, context) {
    requireName(args);
    const answer = await lookUntilClear(context, args, args.waitMs);
    if (answer.hwnd !== undefined) context.setTarget(answer.hwnd);
    return answer;
  },
});

function requireName(
  { name, ref, controlType }: Partial<Record<"name" | "ref" | "controlType", unknown>>,
): void {
  if (name === undefined && ref === undefined) {
    throw invalidParameter("name", "is needed, or the ref of an element");
  }
  if (name === undefined && controlType !== undefined) {
    throw invalidParameter("controlType", "goes with name: a ref alone is the element itself");
  }
}

/**
 * Looks until the answer is one that waiting does not change.
 *
 * @throws {ToolError} what the last look threw
 */
async function lookUntilClear(
  context: ToolContext,
  args: LocateArguments,
  waitMs: number,
): Promise<LocateAnswer> {
  const notice = waitNotice(context, "the element to be there");
  let last: LocateAnswer | undefined;
  let failure: unknown;
  const clear = await pollUntil(
    context.clock,
    { timeoutMs: waitMs, intervalMs: POLL_MS, signal: context.signal },
    async () => {
      notice();
      last = undefined;
      try {
        last = await locateOnce(context, args);
      } catch (error) {
        if (!mayPass(error)) throw error;
        failure = error;
        return undefined;
      }
      return last.status === "found" || last.status === "ambiguous" ? last : undefined;
    },
  );
  const answer = clear ?? last;
  if (answer === undefined) throw failure;
  return answer;
}

/** Whether the same look may go well a moment later: a window that is being built goes through most failures. */
function mayPass(error: unknown): boolean {
  if (!(error instanceof ToolError) || error.code === "CANCELLED") return false;
  return ERROR_TABLE[error.code].retryable || error.code === "WINDOW_NOT_FOUND";
}
