import * as z from "zod";
import { once } from "../core/once.ts";
import { invalidParameter } from "../core/errors.ts";
import { formatHwnd } from "../core/hwnd.ts";
import type { UiElement } from "../desktop/ui_element.ts";
import { type ConditionName, CONDITIONS, type ConditionVerdict } from "../elements/condition.ts";
import { elementState } from "../elements/projection.ts";
import { MOST_READ } from "../elements/reading_limits.ts";
import { readingVerdict } from "../elements/status.ts";
import { waitNotice } from "../interaction/wait_notice.ts";
import { listedConditionSchema, reasonSchema, requireAskable, requireRoom } from "./condition_fields.ts";
import { defineTool, type ToolContext } from "./tool.ts";
import { boundedField, uiTargetFields } from "./ui_fields.ts";
import { refsOf } from "./ui_reading.ts";
import { type AskedCondition, judgeGone, judgeReading } from "./judged_reading.ts";
import { LAST_LOOK_MS, lookUntil, Streak, WatchedWindow } from "./watched_window.ts";
import { judgeWindow, type WindowExpectation, windowExpectationSchema } from "./window_expectation.ts";

const verdictSchema = once(() => z.enum(["satisfied", "unsatisfied", "unknown"]));
const WORDS = { yes: "satisfied", no: "unsatisfied", unknown: "unknown" } as const;

/** Each thing that was expected, as the last look saw it. */
const checkSchema = once(() =>
  z.strictObject({
    what: z.enum([...CONDITIONS, "windowShown", "windowTitle", "windowRect"]),
    index: z.int().optional().describe("Which of the conditions."),
    verdict: verdictSchema(),
    reason: reasonSchema().optional(),
    count: z.int().optional().describe("How many elements fit."),
    ref: z.string().optional().describe("The element."),
    actual: z.unknown().optional().describe("What it is really like."),
  })
);

type Check = z.input<ReturnType<typeof checkSchema>>;

/** Between two looks: long enough for a program to change its mind. */
const INTERVAL_MS = 250;

/** Says whether a program is as expected, and what is otherwise. */
export const uiVerifyTool = defineTool({
  name: "ui_verify",
  title: "Verify what a program shows",
  description:
    "Whether all is as expected, and stays: satisfied, unsatisfied, or unknown, which is no pass. Looks " +
    "until it is, at most timeoutMs.",
  effect: "read",
  toolset: "ui",
  backgroundPolicy: "safe",
  input: () => ({
    targetRef: uiTargetFields().targetRef,
    hwnd: uiTargetFields().hwnd,
    ref: uiTargetFields().ref.describe("Instead: what conditions without selector are about."),
    conditions: z.array(listedConditionSchema()).max(20).optional()
      .describe("{selector, condition, expectedValue …} as in ui_wait.")
      .meta({ published: { type: "array", items: { type: "object" } } }),
    window: windowExpectationSchema().optional()
      .describe("{title, titleContains, x, y, width, height, tolerancePx}")
      .meta({ published: { type: "object" } }),
    stableSamples: boundedField([1, 5], 2, "In a row."),
    timeoutMs: boundedField([500, 120_000], 5_000, "In all."),
  }),
  output: () => ({
    verdict: verdictSchema(),
    checks: z.array(checkSchema()).describe("In the last look."),
    elapsedMs: z.int(),
    looks: z.int(),
    streak: z.int().describe("Looks in a row, up to the last, in which everything held."),
    required: z.int(),
    hwnd: z.string().describe("Handle of the window."),
    windowGone: z.literal(true).optional(),
    hints: z.array(z.string()).optional(),
  }),
  isMiss: ({ verdict }) => verdict !== "satisfied",
  rules: requireAllAskable,
  async handler(args, context) {
    requireAllAskable(args);
    const { clock } = context;
    const { conditions = [], stableSamples, timeoutMs } = args;
    const startedAt = clock.now();
    const endsAt = startedAt + timeoutMs;
    const window = await WatchedWindow.of(context, {
      ...args,
      includeProcessPopups: true,
      maxDepth: MOST_READ.depth,
      maxNodes: MOST_READ.nodes,
      isAboutRef: conditions.every(({ selector }) => selector === undefined),
    });
    const streak = new Streak(stableSamples, 0);
    const notice = waitNotice(context, "a program to be as expected");
    let last: Sample = { checks: [], hints: [`Nothing could be seen within ${timeoutMs} ms.`] };
    let looks = 0;
    const satisfied = await lookUntil(context, { endsAt, pauseMs: () => INTERVAL_MS }, async (looking) => {
      const sample = await sampleOf(context, window, { conditions, window: args.window }, {
        looking,
        leftMs: endsAt - clock.now(),
      });
      if (looking.aborted) return undefined;
      notice();
      looks++;
      last = sample;
      return streak.add(verdictOf(sample) === "satisfied", clock.now()) ? true : undefined;
    });
    return {
      verdict: finalVerdict(satisfied, last),
      checks: [...last.checks],
      elapsedMs: Math.round(clock.now() - startedAt),
      looks,
      streak: streak.length,
      required: stableSamples,
      hwnd: formatHwnd(window.hwnd),
      ...(last.isWindowGone ? { windowGone: true as const } : {}),
      ...(last.hints.length === 0 ? {} : { hints: [...last.hints] }),
    };
  },
});

/** @throws {ToolError} INVALID_PARAMS where there is nothing to look for, or no time to */
function requireAllAskable(
  args: {
    readonly conditions?: readonly AskedCondition[] | undefined;
    readonly window?: unknown;
    readonly ref?: string | undefined;
    readonly stableSamples: number;
    readonly timeoutMs: number;
  },
): void {
  const { conditions = [] } = args;
  if (conditions.length === 0 && args.window === undefined) {
    throw invalidParameter("conditions", "give conditions, or window, or both");
  }
  for (const [index, asked] of conditions.entries()) {
    requireAskable(asked, args.ref, `conditions[${index}]`);
  }
  requireRoom(args, INTERVAL_MS, LAST_LOOK_MS);
}

/** What one look saw. */
interface Sample {
  readonly checks: readonly Check[];
  readonly hints: readonly string[];
  readonly isWindowGone?: boolean;
}

/** What is expected. */
interface Expected {
  readonly conditions: readonly AskedCondition[];
  readonly window?: WindowExpectation | undefined;
}

/** What was seen too few times in a row is not decided. */
function finalVerdict(isStable: boolean, last: Sample): z.output<ReturnType<typeof verdictSchema>> {
  if (isStable) return "satisfied";
  const verdict = verdictOf(last);
  return verdict === "satisfied" ? "unknown" : verdict;
}

/** One that fails fails all; without that, one that is not decided leaves all undecided. */
function verdictOf({ checks }: Sample): z.output<ReturnType<typeof verdictSchema>> {
  if (checks.some(({ verdict }) => verdict === "unsatisfied")) return "unsatisfied";
  const isDecided = checks.length > 0 && checks.every(({ verdict }) => verdict === "satisfied");
  return isDecided ? "satisfied" : "unknown";
}

async function sampleOf(
  context: ToolContext,
  window: WatchedWindow,
  expected: Expected,
  { looking, leftMs }: { readonly looking: AbortSignal; readonly leftMs: number },
): Promise<Sample> {
  const inside = expected.conditions.length === 0
    ? { checks: [], hints: [] }
    : await elementSample(context, window, expected, { looking, leftMs });
  if (expected.window === undefined) return inside;
  const state = await context.desktop.windowState(window.hwnd, 0);
  const isWindowGone = !window.isStill(state);
  const checks = judgeWindow(expected.window, isWindowGone ? undefined : state)
    .map(({ what, verdict, actual }): Check => ({ what, ...verdictFields(verdict), actual }));
  return { ...inside, checks: [...inside.checks, ...checks], isWindowGone };
}

async function elementSample(
  context: ToolContext,
  window: WatchedWindow,
  { conditions }: Expected,
  { looking, leftMs }: { readonly looking: AbortSignal; readonly leftMs: number },
): Promise<Sample> {
  const look = await window.look(looking, leftMs);
  const checksFrom = (judge: (asked: AskedCondition) => Omit<Check, "what" | "index">): readonly Check[] =>
    conditions.map((asked, index) => ({ what: asked.condition, index, ...judge(asked) }));
  switch (look.kind) {
    case "windowGone":
    case "elementGone": {
      const checks = checksFrom((asked) => verdictFields(judgeGone(asked, look.kind)));
      return { checks, hints: [`${look.error.message}.`], isWindowGone: look.kind === "windowGone" };
    }
    case "blocked":
      return { checks: checksFrom(() => verdictFields(UNPROVEN)), hints: [`${look.error.message}.`] };
  }
  const { reading } = look;
  const refOf = refsOf(context, reading);
  const checks = checksFrom((asked) => {
    const { verdict, count, node, element } = judgeReading(context, reading, asked);
    return {
      ...verdictFields(verdict),
      ...(asked.selector === undefined || count === undefined ? {} : { count }),
      ...(node === undefined ? {} : { ref: refOf(node) }),
      ...(element === undefined ? {} : actualOf(element, asked.condition)),
    };
  });
  const isUnproven = checks.some(({ reason }) => reason === "unproven");
  return { checks, hints: isUnproven ? readingVerdict(reading.tree, reading.scope).hints : [] };
}

const UNPROVEN: ConditionVerdict = { verdict: "unknown", reason: "unproven" };

function verdictFields(verdict: ConditionVerdict): Pick<Check, "verdict" | "reason"> {
  return verdict.verdict === "yes"
    ? { verdict: "satisfied" }
    : { verdict: WORDS[verdict.verdict], reason: verdict.reason };
}

/** The fact that a condition is about; a password is not shown. */
function actualOf(element: UiElement, condition: ConditionName): Pick<Check, "actual"> {
  const { enabled, offscreen, value, toggleState, selected, expandCollapseState } = elementState(element);
  switch (condition) {
    case "visible":
    case "hidden":
      return { actual: offscreen ? "off the screen" : "shown" };
    case "enabled":
    case "disabled":
      return { actual: enabled };
    case "valueEquals":
    case "valueContains":
      return { actual: value };
    case "toggleStateEquals":
      return { actual: toggleState };
    case "selected":
    case "notSelected":
      return { actual: selected };
    case "expanded":
    case "collapsed":
      return { actual: expandCollapseState };
    default:
      return {};
  }
}
