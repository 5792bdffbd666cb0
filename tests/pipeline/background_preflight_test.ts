import assert from "node:assert/strict";
import { ToolError } from "../../src/core/errors.ts";
import type { InteractionMode } from "../../src/interaction/modes.ts";
import type { Pack } from "../../src/packs/load/load_pack.ts";
import {
  policyOfStep,
  policyOfSteps,
  type PolicyScope,
  requireBackgroundSafe,
} from "../../src/pipeline/background_preflight.ts";
import type { Step, StepList } from "../../src/steps/step.ts";
import { createTools } from "../../src/tools/index.ts";
import { stepToolsOf } from "../../src/tools/step_tools.ts";
import { packWith, set } from "../packs/changed_pack.ts";

const tools = stepToolsOf(createTools());
const NO_PACKS = { packs: new Map(), findings: new Map(), leftOut: [], issues: [] };
const BARE: PolicyScope = { tools, packs: NO_PACKS };

const step = (tool: string, args: Step["args"] = {}, more: Partial<Step> = {}): Step => ({
  tool,
  args,
  ...more,
});
const READ = step("get_window_state", { pid: 7 });
const TYPE = step("type_text", { pid: 7, text: "a" });
const REGION = step("capture_screen_region", { region: { x: 0, y: 0, width: 9, height: 9 } });

/** Pressing in this pack needs the foreground, selecting does not. */
async function packScope(): Promise<PolicyScope & { readonly pack: Pack }> {
  const pack = await packWith((files) => {
    set(files, "actions.json", "contracts/1/backgroundPolicy", "foregroundRequired");
  });
  return { tools, pack, packs: { ...NO_PACKS, packs: new Map([[pack.manifest.id, pack]]) } };
}
const invoke = (profile: string): Step =>
  step("profile_action", { profile, control: "settings.open", action: "invoke" });

/** The details of the refusal; undefined for none. */
function refusal(
  list: Partial<StepList>,
  scope: PolicyScope = BARE,
  { mode = "background", startAt = 0 }: { mode?: InteractionMode; startAt?: number } = {},
): Readonly<Record<string, unknown>> | undefined {
  try {
    requireBackgroundSafe({ steps: [], finally: [], ...list }, mode, scope, startAt);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof ToolError);
    assert.equal(error.code, "PIPELINE_NOT_BACKGROUND_SAFE");
    return error.details;
  }
}

for (
  const [name, expected] of [
    ["get_window_state", "safe"],
    ["type_text", "bestEffort"],
    ["capture_screen_region", "foregroundRequired"],
    ["no_such_tool", undefined],
  ] as const
) {
  Deno.test(`policyOfStep() has ${expected ?? "nothing"} to say of ${name}, which no pack is about`, () => {
    assert.equal(policyOfStep(step(name), BARE), expected);
  });
}

Deno.test("policyOfStep() believes the pack that the step names, else the one that it runs with", async () => {
  const { pack, packs } = await packScope();
  const { id } = pack.manifest;
  const named = policyOfStep(invoke(id), { tools, packs });
  const byReference = policyOfStep(invoke("${pack.id}"), { tools, pack, packs: NO_PACKS });
  const ofAnother = policyOfStep(invoke("another"), { tools, pack, packs });
  assert.deepEqual(
    [named, byReference, ofAnother],
    ["foregroundRequired", "foregroundRequired", "bestEffort"],
  );
});

Deno.test("policyOfStep() lets a pack lessen what a tool says, of its own actions alone", async () => {
  const scope = await packScope();
  const select = { control: "channel.one", action: "ensureSelected" };
  assert.equal(
    policyOfStep(step("profile_action", { profile: "sensor-lab", ...select }), scope),
    "safe",
  );
  // It has no control: what it types goes where it goes.
  assert.equal(policyOfStep(step("type_text", { ...select, text: "a" }), scope), "bestEffort");
});

Deno.test("policyOfSteps() is that of the step that needs the foreground most, the last ones too", () => {
  const of = (steps: readonly Step[], last: readonly Step[] = []) =>
    policyOfSteps({ steps, finally: last }, BARE);
  assert.equal(of([READ]), "safe");
  assert.equal(of([READ, TYPE]), "bestEffort");
  assert.equal(of([READ], [TYPE]), "bestEffort");
  assert.equal(of([TYPE], [REGION]), "foregroundRequired");
});

Deno.test("a run in the background passes with steps that may work there", () => {
  assert.equal(refusal({ steps: [READ, TYPE], finally: [step("close_app", { pid: 7 })] }), undefined);
});

Deno.test("a run in the background is refused for one step that needs the foreground, at the end too", () => {
  assert.deepEqual(refusal({ steps: [READ, { ...REGION, id: "look" }], finally: [REGION] }), {
    requestedMode: "background",
    effectiveMode: "background",
    reason: "Every step of a run in the background must be able to work there.",
    suggestedMode: "foregroundDemo",
    unsafeSteps: [
      {
        stepId: "look",
        section: "steps",
        backgroundPolicy: "foregroundRequired",
        suggestedMode: "foregroundDemo",
      },
      {
        index: 0,
        section: "finally",
        backgroundPolicy: "foregroundRequired",
        suggestedMode: "foregroundDemo",
      },
    ],
  });
});

Deno.test("a run in the background is refused for a step that asks for the foreground itself", () => {
  const asking = step("type_text", { pid: 7, text: "a", interactionMode: "foregroundDemo" });
  assert.deepEqual(refusal({ steps: [READ, asking] })?.unsafeSteps, [{
    index: 1,
    section: "steps",
    requestedMode: "foregroundDemo",
    suggestedMode: "foregroundDemo",
  }]);
});

Deno.test("a run in the background is refused for what is read beforehand, too", () => {
  const captureBefore = [{ saveAs: "before" }, { saveAs: "screen", read: REGION }];
  const unsafe = { backgroundPolicy: "foregroundRequired", suggestedMode: "foregroundDemo" };
  assert.deepEqual(refusal({ captureBefore })?.unsafeSteps, [
    { index: 1, section: "captureBefore", ...unsafe },
  ]);
  assert.deepEqual(refusal({ steps: [{ ...READ, captureBefore }] })?.unsafeSteps, [
    { index: 0, section: "steps", ...unsafe },
  ]);
});

Deno.test("a run that is gone on with is refused for what is still to be done alone", () => {
  const list = { steps: [REGION, READ, REGION] };
  const unsafe = refusal(list, BARE, { startAt: 1 })?.unsafeSteps as { index: number }[];
  assert.deepEqual(unsafe.map(({ index }) => index), [2]);
  assert.equal(refusal({ steps: [REGION, READ] }, BARE, { startAt: 1 }), undefined);
});

for (const mode of ["auto", "foregroundDemo"] as const) {
  Deno.test(`a run in ${mode} mode promises nothing of the foreground: no step is refused`, () => {
    assert.equal(refusal({ steps: [REGION] }, BARE, { mode }), undefined);
  });
}
