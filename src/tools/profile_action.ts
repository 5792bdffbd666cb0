import * as z from "zod";
import { once } from "../core/once.ts";
import { ToolError } from "../core/errors.ts";
import { formatHwnd } from "../core/hwnd.ts";
import { quotedText } from "../core/text.ts";
import { afterActing } from "../interaction/after_acting.ts";
import { interactionRequest } from "../interaction/modes.ts";
import { MOST_CHILDREN } from "../interaction/read_elements.ts";
import { areMet, lookUntil, waitingFor } from "../packs/actions/await_state.ts";
import { compositeResultSchema } from "../packs/actions/composites.ts";
import type { ControlSearch } from "../packs/actions/control_call.ts";
import { controlDetails, requireControl } from "../packs/actions/control_errors.ts";
import { ensureSelectedSchema } from "../packs/actions/ensure_selected_result.ts";
import {
  expectationOutput,
  expectationSchema,
  lastObservation,
} from "../packs/actions/expectation_output.ts";
import type { Expectation } from "../packs/actions/judge.ts";
import { type ControlDone, expectationOf, looksItself, runAction } from "../packs/actions/run_action.ts";
import { contractOf } from "../packs/contract_of.ts";
import { CONTROL_ACTIONS } from "../packs/control_actions.ts";
import type { Pack } from "../packs/load/load_pack.ts";
import type { ActionContract } from "../packs/schema/actions.ts";
import { actOnTarget } from "./act_on_target.ts";
import { controlFields, controlOutput, controlShape, controlWindow } from "./control_fields.ts";
import {
  actOptions,
  elementActOutput,
  elementActShape,
  fallbackFields,
  requireActionArguments,
} from "./element_act_output.ts";
import { interactionFields, interactionSchema } from "./interaction_fields.ts";
import { requiredPack } from "./required_pack.ts";
import { defineTool, type ToolContext } from "./tool.ts";
import { walkFields } from "./ui_fields.ts";

/** What was done: as ui_action tells it, or as the action itself does. */
const resultSchema = once(() =>
  z.union([
    z.strictObject({ success: z.literal(true), ...elementActShape() }),
    ensureSelectedSchema(),
    compositeResultSchema(),
  ])
);

const expectSchema = once(() => z.strictObject({ ...expectationSchema().shape, waitedMs: z.int() }));

/** Acts on a control of an App Pack. */
export const profileActionTool = defineTool({
  name: "profile_action",
  title: "Act on a control",
  description:
    "Acts on a control of an App Pack, best by targetRef, never by an old hwnd; waits for what the pack " +
    "expects. controlStateVerified and businessStateVerified both true: no other check is needed.",
  effect: "act",
  toolset: "packs",
  backgroundPolicy: "bestEffort",
  needsExpect: true,
  input: () => ({
    ...controlFields(),
    action: z.enum(CONTROL_ACTIONS).describe("What to do."),
    value: z.string().max(4_000).optional().describe("As in ui_action."),
    rangeValue: z.number().optional().describe("The same."),
    index: z.int().min(0).max(1_000_000).optional().describe("selectByIndex."),
    start: z.int().min(0).max(1_000_000_000).optional().describe("selectText."),
    length: z.int().min(0).max(1_000_000_000).optional().describe("selectText."),
    ...fallbackFields(),
    expect: z.boolean().optional().describe("false: not what the pack expects."),
    ...walkFields({ maxDepth: 15, maxNodes: 2_000, timeoutMs: 15_000 }),
    ...interactionFields(),
  }),
  output: () => ({
    ...controlShape(),
    hwnd: z.string().describe("Handle of the window."),
    result: resultSchema().describe("What was done."),
    expect: expectSchema().optional().describe("What the pack expects after it, and was seen."),
    interaction: interactionSchema().extend({
      backgroundPolicy: z.enum(["safe", "bestEffort", "foregroundRequired"]).optional(),
    }),
  }),
  rules: requireActionArguments,
  async handler({ profile, expect, ...args }, context) {
    const startedAt = context.clock.now();
    const pack = requiredPack(await context.packs.current(), profile, "PROFILE_NOT_FOUND");
    requireControl(pack, args.control);
    requireActionArguments(args);
    const contract = contractOf(pack, args);
    const { mode, restoresForeground, stepDelayMs } = interactionRequest(args, pack.profile.interaction);
    if (mode === "background" && contract?.backgroundPolicy === "foregroundRequired") {
      throw foregroundRequiredError(pack, args);
    }
    const request = { ...args, ignoresExpectation: expect === false, options: actOptions(args) };
    const window = await controlWindow(context, pack, args);
    const { includeProcessPopups, maxDepth, maxNodes, timeoutMs } = args;
    const limits = { includeProcessPopups, maxDepth, maxNodes, timeoutMs, maxChildren: MOST_CHILDREN };
    const { outcome: done, fields: { interaction, hwnd } } = await actOnTarget(
      context,
      {
        hwnd: formatHwnd(window.hwnd),
        timeoutMs,
        interactionMode: mode,
        foregroundDemo: { restorePreviousForeground: restoresForeground, stepDelayMs },
      },
      "input",
      ({ window: now, root }, tracker) => {
        const acting = { window: now, root, mode, tracker, timeoutMs };
        return runAction({ context, pack, window: now, limits, acting }, request);
      },
    );
    const result = resultOf(context, done, startedAt);
    const expected = looksItself(args) ? undefined : expectationOf(pack, request);
    const seen = expected === undefined
      ? undefined
      : await awaitExpected({ context, pack, window, limits }, expected, { ...args, method: done.method });
    return {
      ...controlOutput(context, pack, done.control),
      hwnd,
      result,
      ...(seen === undefined ? {} : { expect: seen }),
      interaction: { ...interaction, ...policyOf(contract) },
    };
  },
});

function policyOf(contract: ActionContract | undefined): Pick<ActionContract, "backgroundPolicy"> {
  return contract?.backgroundPolicy === undefined ? {} : { backgroundPolicy: contract.backgroundPolicy };
}

function resultOf(
  { clock }: ToolContext,
  done: ControlDone,
  startedAt: number,
): z.input<ReturnType<typeof resultSchema>> {
  if (done.kind === "told") return done.result;
  return { success: true, ...elementActOutput(clock, { ...done, startedAt }) };
}

/**
 * Waits for what the pack expects after the action. The turn is over: others may act meanwhile.
 *
 * @throws {ToolError} ACTION_STATE_INCONSISTENT, and what looking throws; each says that the action was done
 */
async function awaitExpected(
  search: ControlSearch,
  expected: Expectation,
  { control, action, method }: { readonly control: string; readonly action: string; readonly method: string },
): Promise<z.output<ReturnType<typeof expectSchema>>> {
  const { context: { clock }, pack } = search;
  const startedAt = clock.now();
  const done = {
    ...controlDetails(pack, control, requireControl(pack, control)),
    action,
    method,
    mayHaveHadEffect: true,
  };
  const { judged: [judged], tree } = await lookUntil(
    search,
    [expected],
    waitingFor([expected]),
    ({ judged }) => areMet(judged),
  ).catch((error) => {
    throw afterActing(error, done);
  });
  const waitedMs = Math.round(clock.now() - startedAt);
  if (judged?.isMet === true) return { ...expectationOutput(judged), waitedMs };
  throw new ToolError(
    "ACTION_STATE_INCONSISTENT",
    `${action} was done to control ${quotedText(control)}; ${expected.condition} was expected and not seen`,
    {
      details: {
        ...done,
        waitedMs,
        ...(tree === undefined ? { windowGone: true } : {}),
        ...(judged === undefined
          ? {}
          : { expect: expectationOutput(judged), lastObservation: lastObservation(judged) }),
      },
    },
  );
}

function foregroundRequiredError(
  pack: Pack,
  { control, action }: { readonly control: string; readonly action: string },
): ToolError {
  return new ToolError(
    "FOREGROUND_REQUIRED",
    `The App Pack says that ${action} of control ${
      quotedText(control)
    } needs the foreground; nothing was done`,
    {
      details: {
        ...controlDetails(pack, control, requireControl(pack, control)),
        requestedMode: "background",
        effectiveMode: "background",
        backgroundPolicy: "foregroundRequired",
        foregroundChanged: false,
        reason: "The contract of this action declares it.",
        suggestedMode: "foregroundDemo",
      },
    },
  );
}
