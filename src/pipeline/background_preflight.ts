/** Whether steps can run in the background, before any of them does. */
import type { BackgroundPolicy } from "../core/background_policy.ts";
import { ToolError } from "../core/errors.ts";
import type { InteractionMode } from "../interaction/modes.ts";
import { contractOf } from "../packs/contract_of.ts";
import type { Pack } from "../packs/load/load_pack.ts";
import type { PackSet } from "../packs/registry.ts";
import { parseTemplate } from "../steps/reference.ts";
import type { Capture, Step, StepList } from "../steps/step.ts";
import type { StepTools } from "../steps/step_tools.ts";
import type { Fields } from "./pipeline.ts";

/** What is known beside the steps. */
export interface PolicyScope {
  readonly tools: StepTools;
  /** The pack that the steps run with. */
  readonly pack?: Pack | undefined;
  readonly packs: PackSet;
}

/** One call that the steps make. */
type PlannedCall = Pick<Step, "tool" | "args">;

/** A step that a run in the background refuses. */
export interface UnsafeStep {
  readonly stepId?: string;
  /** Where it has no id. */
  readonly index?: number;
  readonly section: "steps" | "finally" | "captureBefore";
  /** Undefined where only what the step asks for itself is in the way. */
  readonly backgroundPolicy?: BackgroundPolicy;
  /** The step asks for the foreground itself. */
  readonly requestedMode?: InteractionMode;
  readonly suggestedMode: "foregroundDemo";
}

/**
 * How a call gets along without the foreground: as the pack has it of the action, else as the tool has it. Undefined for
 * a tool that there is not.
 */
export function policyOfStep(
  { tool: name, args }: PlannedCall,
  scope: PolicyScope,
): BackgroundPolicy | undefined {
  const tool = scope.tools.tool(name);
  if (tool === undefined) return undefined;
  // What a pack says is about actions on its controls: no other tool has any.
  const pack = tool.takes("control") && tool.takes("action") ? packOf(args, scope) : undefined;
  const contract = pack === undefined ? undefined : contractOf(pack, args);
  return contract?.backgroundPolicy ?? tool.backgroundPolicy;
}

/** The pack that arguments name; that of the steps where they name none, or by a reference. */
function packOf({ profile }: Fields, { pack, packs }: PolicyScope): Pack | undefined {
  if (typeof profile !== "string") return pack;
  const isReference = parseTemplate(profile, () => true).parts.some((part) => typeof part !== "string");
  return isReference ? pack : packs.packs.get(profile);
}

/** How all steps together get along without the foreground: as the one that needs it most. */
export function policyOfSteps(list: StepList, scope: PolicyScope): BackgroundPolicy {
  if (unsafeSteps(list, scope).length > 0) return "foregroundRequired";
  const steps = [...list.steps, ...list.finally];
  return steps.some((step) => policyOfStep(step, scope) === "bestEffort") ? "bestEffort" : "safe";
}

/**
 * The steps that cannot run in the background, those at the end and what is read beforehand among them. One that asks for
 * the foreground itself is one: what a run promises, it promises of all its steps.
 *
 * @param startAt the first step that is run
 */
export function unsafeSteps(list: StepList, scope: PolicyScope, startAt = 0): readonly UnsafeStep[] {
  const section = (name: "steps" | "finally", first: number): readonly UnsafeStep[] =>
    list[name].flatMap((step, index) => {
      if (index < first) return [];
      const reasons = unsafeReasons([step, ...readsOf(step.captureBefore)], scope);
      return reasons === undefined ? [] : [unsafe(name, index, step.id, reasons)];
    });
  const captures = (list.captureBefore ?? []).flatMap((capture, index) => {
    const reasons = unsafeReasons(readsOf([capture]), scope);
    return reasons === undefined ? [] : [unsafe("captureBefore", index, undefined, reasons)];
  });
  return [...captures, ...section("steps", startAt), ...section("finally", 0)];
}

function readsOf(captures: readonly Capture[] = []): readonly PlannedCall[] {
  return captures.flatMap(({ read }) => read === undefined ? [] : [read]);
}

type UnsafeReasons = Pick<UnsafeStep, "backgroundPolicy" | "requestedMode">;

/** Undefined where all of the calls may work. */
function unsafeReasons(calls: readonly PlannedCall[], scope: PolicyScope): UnsafeReasons | undefined {
  if (calls.some((call) => policyOfStep(call, scope) === "foregroundRequired")) {
    return { backgroundPolicy: "foregroundRequired" };
  }
  const asks = calls.some(({ args }) => args.interactionMode === "foregroundDemo");
  return asks ? { requestedMode: "foregroundDemo" } : undefined;
}

function unsafe(
  section: UnsafeStep["section"],
  index: number,
  stepId: string | undefined,
  reasons: UnsafeReasons,
): UnsafeStep {
  const place = stepId === undefined ? { index } : { stepId };
  return { ...place, section, ...reasons, suggestedMode: "foregroundDemo" };
}

/**
 * Refuses what cannot keep the promise of its mode, before anything is done. Only the background promises something.
 *
 * @param startAt the first step that is run
 * @throws {ToolError} PIPELINE_NOT_BACKGROUND_SAFE
 */
export function requireBackgroundSafe(
  list: StepList,
  mode: InteractionMode,
  scope: PolicyScope,
  startAt = 0,
): void {
  if (mode !== "background") return;
  const unsafe = unsafeSteps(list, scope, startAt);
  if (unsafe.length === 0) return;
  const count = unsafe.length === 1 ? "One step needs" : `${unsafe.length} steps need`;
  throw new ToolError(
    "PIPELINE_NOT_BACKGROUND_SAFE",
    `${count} the foreground, and the run is to stay in the background; nothing was run`,
    {
      details: {
        requestedMode: "background",
        effectiveMode: "background",
        reason: "Every step of a run in the background must be able to work there.",
        suggestedMode: "foregroundDemo",
        unsafeSteps: unsafe,
      },
    },
  );
}
