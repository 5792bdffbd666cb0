import * as z from "zod";
import { once } from "../core/once.ts";
import { ToolError } from "../core/errors.ts";
import { formatHwnd } from "../core/hwnd.ts";
import { type ConditionReason, CONDITIONS, isAboutPresence } from "../elements/condition.ts";
import { find } from "../elements/find.ts";
import { elementState } from "../elements/projection.ts";
import { searchVerdict } from "../elements/status.ts";
import { waitNotice } from "../interaction/wait_notice.ts";
import { operandFields, reasonSchema, requireAskable, requireRoom } from "./condition_fields.ts";
import { defineTool, type ToolContext } from "./tool.ts";
import { longListHints, nearestOutput, nearestSchema } from "./ui_elements.ts";
import { boundedField, likeSelectorField, uiElementSchema, uiTargetFields, walkFields } from "./ui_fields.ts";
import { refsOf } from "./ui_reading.ts";
import { type AskedCondition, findOptions, type Observation } from "./judged_reading.ts";
import { WatchedCondition } from "./watched_condition.ts";
import { LAST_LOOK_MS, lookUntil, Streak, WatchedWindow } from "./watched_window.ts";

/** The element, or how many there are. */
const observationSchema = once(() =>
  z.strictObject({ count: z.int().optional(), ...uiElementSchema().partial().shape })
);

/** Waits until an element is as it is wanted. */
export const uiWaitTool = defineTool({
  name: "ui_wait",
  title: "Wait for an element",
  description:
    "Waits for a condition; time out: matched false. Which element must be unambiguous, unless it is about presence.",
  effect: "read",
  toolset: "ui",
  backgroundPolicy: "safe",
  input: () => ({
    ...uiTargetFields(),
    selector: likeSelectorField("As in ui_query."),
    condition: z.enum(CONDITIONS).describe("Waited for."),
    ...operandFields(),
    stableSamples: boundedField([1, 10], 1, "In a row."),
    ...walkFields({ maxDepth: 15, maxNodes: 2_000, timeoutMs: 10_000 }),
    pollIntervalMs: boundedField([50, 10_000], 200, "Pause."),
  }),
  output: () => ({
    matched: z.boolean(),
    condition: z.enum(CONDITIONS),
    timedOut: z.boolean(),
    elapsedMs: z.int(),
    timeoutMs: z.int(),
    pollIntervalMs: z.int(),
    hwnd: z.string().describe("Handle of the window."),
    windowGone: z.literal(true).optional().describe("The window is gone, and with it the element."),
    lastObservation: observationSchema().nullable()
      .describe("The element or the count as last seen; null where no element was there."),
    reason: reasonSchema().optional(),
    hints: z.array(z.string()).optional(),
    nearest: nearestSchema().optional(),
  }),
  isMiss: ({ matched }) => !matched,
  rules(args) {
    requireAskable(args, args.ref);
    requireRoom(args, args.pollIntervalMs, LAST_LOOK_MS);
  },
  async handler(args, context) {
    const { clock, desktop } = context;
    const { condition, timeoutMs, pollIntervalMs, stableSamples } = args;
    requireAskable(args, args.ref);
    requireRoom(args, pollIntervalMs, LAST_LOOK_MS);
    const startedAt = clock.now();
    const endsAt = startedAt + timeoutMs;
    const window = await WatchedWindow.of(context, { ...args, isAboutRef: args.selector === undefined });
    const watched = new WatchedCondition(context, window, args, pollIntervalMs);
    const streak = new Streak(stableSamples, pollIntervalMs);
    const notice = waitNotice(context, `an element: ${condition}`);
    let last: Observation | undefined;
    let blockedBy: ToolError | undefined;
    const look = async (looking: AbortSignal): Promise<true | undefined> => {
      const seen = await watched.look(looking, endsAt - clock.now());
      if (looking.aborted) return undefined;
      notice();
      if (seen instanceof ToolError) blockedBy = seen;
      else last = seen;
      return streak.add(isMatch(seen), clock.now()) ? true as const : undefined;
    };
    const matched = await lookUntil(context, {
      endsAt,
      // Looks that have to agree follow one another as the caller says.
      pauseMs: () => streak.length > 0 ? Math.min(pollIntervalMs, watched.pauseMs) : watched.pauseMs,
      wokenBy: (wake) =>
        desktop.watchChanges({ about: "anything", pid: window.program }, (places) => {
          if (places?.length === 0) return;
          watched.hear(places);
          wake();
        }),
    }, look);
    if (last === undefined) throw blockedBy ?? neverReadError(timeoutMs);
    return {
      matched,
      condition,
      timedOut: !matched,
      elapsedMs: Math.round(clock.now() - startedAt),
      timeoutMs,
      pollIntervalMs,
      hwnd: formatHwnd(window.hwnd),
      ...(last.isWindowGone ? { windowGone: true as const } : {}),
      lastObservation: observed(context, args, last),
      ...(matched ? {} : whyNot(context, args, last, streak, blockedBy)),
    };
  },
});

/** @throws {ToolError} PASSWORD_FIELD for what can never be compared */
function isMatch(seen: Observation | ToolError): boolean {
  if (seen instanceof ToolError) return false;
  const { verdict, element } = seen;
  if (verdict.verdict === "unknown" && verdict.reason === "protected" && element?.isPassword === true) {
    throw new ToolError(
      "PASSWORD_FIELD",
      "The value of a password field is never read, so it cannot be compared",
      {
        suggestion: "Wait for another condition.",
      },
    );
  }
  return verdict.verdict === "yes";
}

function neverReadError(timeoutMs: number): ToolError {
  return new ToolError("TIMEOUT", `The window could not be read once within ${timeoutMs} ms`);
}

function observed(
  context: ToolContext,
  asked: AskedCondition,
  { element, reading, node, count = 0, isWindowGone }: Observation,
): z.input<ReturnType<typeof observationSchema>> | null {
  if (isAboutPresence(asked) && asked.selector !== undefined) return isWindowGone ? null : { count };
  if (element === undefined || reading === undefined || node === undefined) return null;
  return { ref: refsOf(context, reading)(node), ...elementState(element) };
}

/** What is known of why the time ran out. */
function whyNot(
  context: ToolContext,
  asked: AskedCondition,
  { verdict, reading, node }: Observation,
  streak: Streak,
  blockedBy: ToolError | undefined,
): {
  readonly reason?: ConditionReason;
  readonly hints?: string[];
  readonly nearest?: z.input<ReturnType<typeof nearestSchema>>;
} {
  const hints: string[] = [];
  if (verdict.verdict === "yes") {
    hints.push(`It held at the end, in ${streak.length} of ${streak.needed} looks.`);
  }
  if (blockedBy !== undefined) hints.push(`Some looks saw nothing: ${blockedBy.message}.`);
  let nearest;
  const { selector } = asked;
  if (reading !== undefined && selector !== undefined && node === undefined) {
    const options = findOptions(context, reading);
    const found = find(reading.tree, selector, options);
    hints.push(...searchVerdict(reading.tree, { ...found, matches: [] }, options.scope).hints);
    hints.push(...longListHints(reading.tree, options.scope, options.refOf));
    if (found.matches.length === 0 && asked.condition !== "notExists") {
      nearest = nearestOutput(reading.tree, selector, options);
    }
  }
  return {
    ...(verdict.verdict === "yes" ? {} : { reason: verdict.reason }),
    ...(hints.length === 0 ? {} : { hints }),
    ...(nearest === undefined ? {} : { nearest }),
  };
}
