import assert from "node:assert/strict";
import { set } from "../packs/changed_pack.ts";
import { samplePack } from "../packs/sample_pack.ts";
import { PackWorld } from "./pack_world.ts";
import { listOfObjects } from "./ui_world.ts";

const READ = { tool: "get_window_state", args: { pid: 1 } };
const TYPE = { tool: "type_text", args: { pid: 1, text: "a" } };
const REGION = {
  id: "look",
  tool: "capture_screen_region",
  args: { region: { x: 0, y: 0, width: 9, height: 9 } },
};
const PRESS = {
  tool: "profile_action",
  args: { profile: "${pack.id}", control: "settings.open", action: "invoke" },
  expect: false,
};

/** A pack whose workflows are these. */
function worldOf(
  workflows: readonly object[],
  change: (files: Record<string, Record<string, unknown>>) => void = () => {},
): PackWorld {
  const files = samplePack();
  set(files, "workflows.json", "workflows", workflows);
  change(files);
  return new PackWorld({ lab: files });
}

const catalog = async (world: PackWorld) =>
  listOfObjects((await world.door.succeed("workflow_catalog", { pack: "sensor-lab" })).workflows);

Deno.test("workflow_catalog: tells what each workflow needs, and what becomes of it in the background", async () => {
  using world = new PackWorld();
  assert.deepEqual(await world.door.succeed("workflow_catalog", { pack: "sensor-lab" }), {
    success: true,
    defaultInteractionMode: "background",
    workflows: [{
      id: "set_limit",
      description: "Sets the limit of a channel.",
      safe: true,
      tested: true,
      restoresState: true,
      requiredInputs: ["limit"],
      inputs: { limit: { type: "number" } },
      visibility: "session",
      interactionMode: "background",
      backgroundPolicy: "bestEffort",
      foregroundRequiredSteps: [],
    }],
  });
});

Deno.test("workflow_catalog: a hidden workflow is not listed", async () => {
  using world = worldOf([
    { id: "shown", steps: [READ] },
    { id: "secret", visibility: "hidden", steps: [READ] },
  ]);
  assert.deepEqual((await catalog(world)).map(({ id }) => id), ["shown"]);
});

for (
  const [steps, last, policy, unsafe] of [
    [[READ], [], "safe", []],
    [[READ, TYPE], [], "bestEffort", []],
    [[READ], [TYPE], "bestEffort", []],
    [[READ, REGION], [TYPE], "foregroundRequired", ["look steps"]],
    [[READ], [TYPE, { ...REGION, id: undefined }], "foregroundRequired", ["1 finally"]],
  ] as const
) {
  const tools = [...steps, ...last].map(({ tool }) => tool).join(", ");
  Deno.test(`workflow_catalog: ${tools} is ${policy}, and run so`, async () => {
    using world = worldOf([{ id: "flow", steps, finally: last }]);
    const [flow] = await catalog(world);
    assert.equal(flow?.backgroundPolicy, policy);
    assert.deepEqual(
      listOfObjects(flow.foregroundRequiredSteps).map(({ stepId, index, section }) =>
        `${stepId ?? index} ${section}`
      ),
      unsafe,
    );
    const answer = await world.door.call("run_steps", {
      steps,
      finally: last,
      interactionMode: "background",
    });
    const isRefused = !answer.ok && answer.error.code === "PIPELINE_NOT_BACKGROUND_SAFE";
    assert.equal(isRefused, policy === "foregroundRequired");
  });
}

Deno.test("workflow_catalog: what a pack says of an action counts", async () => {
  using world = worldOf([{ id: "flow", steps: [PRESS] }], (files) => {
    set(files, "actions.json", "contracts/1/backgroundPolicy", "foregroundRequired");
  });
  assert.equal((await catalog(world))[0]?.backgroundPolicy, "foregroundRequired");
  using safe = worldOf([{ id: "flow", steps: [PRESS] }], (files) => {
    set(files, "actions.json", "contracts/1/backgroundPolicy", "safe");
  });
  assert.equal((await catalog(safe))[0]?.backgroundPolicy, "safe");
});

Deno.test("workflow_catalog: a pack without workflows has none, and one that is not there is refused", async () => {
  using world = worldOf([]);
  assert.deepEqual(await catalog(world), []);
  const error = await world.door.fail("workflow_catalog", { pack: "sensor-lob" });
  assert.equal(error.code, "PACK_NOT_FOUND");
  assert.equal(error.details?.didYouMean, "sensor-lab");
});
