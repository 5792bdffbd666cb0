/** Steps that each act on a control of one pack, and what they are as calls. */
import * as z from "zod";
import { once } from "../core/once.ts";
import { expectSchema } from "../packs/schema/expect.ts";
import { exportsSchema, retrySchema } from "../packs/schema/steps.ts";
import { stepIdSchema } from "../packs/schema/texts.ts";
import type { Capture, Step, StepList } from "../steps/step.ts";
import type { StepTools } from "../steps/step_tools.ts";
import { namesTarget } from "../targets/resolve_target.ts";
import { fallbackFields } from "./element_act_output.ts";

/** The tool that each of them is a call of. */
const TOOL = "profile_action";

/** One such step. */
export const controlStepSchema = once(() =>
  z.strictObject({
    id: stepIdSchema().optional(),
    control: z.string().min(1).max(256),
    action: z.string().min(1).max(64),
    value: z.string().max(4_000).optional(),
    index: z.int().min(0).max(1_000_000).optional(),
    rangeValue: z.number().optional(),
    ...fallbackFields(),
    exports: exportsSchema().optional(),
    expect: z.union([z.literal(false), expectSchema()]).optional(),
    retry: retrySchema().optional(),
  })
);

/** See {@link controlStepSchema}. */
export type ControlStep = z.output<ReturnType<typeof controlStepSchema>>;

/** Steps of this kind, with what is read before them. */
export interface ControlSteps {
  readonly steps: readonly ControlStep[];
  readonly finally: readonly ControlStep[];
  readonly captureBefore?: readonly Capture[] | undefined;
}

/** The program that they are about. */
export interface ControlSubject {
  readonly profile: string;
  readonly targetRef: string;
  /** Where the call says `auto`, which beats what the pack says. */
  readonly interactionMode?: "auto";
}

/** The steps as calls on one program; what is read before them is read of that program too, unless it names another. */
export function callsOfControls(
  { steps, finally: last, captureBefore }: ControlSteps,
  subject: ControlSubject,
  tools: StepTools,
): StepList {
  return {
    steps: steps.map((step) => callOf(step, subject)),
    finally: last.map((step) => callOf(step, subject)),
    captureBefore: captureBefore?.map((capture) => ofSubject(capture, subject, tools)),
  };
}

function callOf({ id, exports, expect, retry, ...args }: ControlStep, subject: ControlSubject): Step {
  // What was left out is no argument.
  return {
    id,
    tool: TOOL,
    args: { ...subject, ...JSON.parse(JSON.stringify(args)) },
    exports,
    expect,
    retry,
  };
}

function ofSubject(capture: Capture, { profile, targetRef }: ControlSubject, tools: StepTools): Capture {
  const { read } = capture;
  const tool = read === undefined ? undefined : tools.tool(read.tool);
  if (read === undefined || tool?.takes("targetRef") !== true) return capture;
  const { args } = read;
  if (args.targetRef !== undefined || args.ref !== undefined || namesTarget(args)) return capture;
  const own = tool.takes("profile") && args.profile === undefined ? { profile } : {};
  return { ...capture, read: { ...read, args: { ...own, ...args, targetRef } } };
}
