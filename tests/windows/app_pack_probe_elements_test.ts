/** What is drafted from real programs is a pack that finds their controls. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { readPackSet } from "../../src/packs/registry.ts";
import { PackPlace } from "../packs/load/pack_place.ts";
import { elementsTest } from "./elements_run.ts";
import { createRealDoor } from "./real_door.ts";
import { startUiFixture } from "./ui_fixture_run.ts";

/** Each costs a reading of the whole window. */
const MOST_RESOLVED = 6;

/** The pack that is drafted from a process, read back from a folder; controls from all over it are found in the program. */
async function requireDraft(pid: number, expected: readonly string[] = []): Promise<readonly string[]> {
  using door = createRealDoor();
  const { draft, warnings } = await door.succeed("app_pack_probe", { pid });
  assert.deepEqual(warnings, expected);
  using place = new PackPlace();
  place.write("packs/probe-draft", {
    "manifest.json": { schemaVersion: 1, id: "probe-draft", displayName: "Draft", version: "1" },
    "profile.json": draft.profile,
    "controls.json": draft.controls,
  });
  const sources = [{ source: "local" as const, folder: join(place.root, "packs") }];
  const { packs, issues } = await readPackSet(sources);
  assert.deepEqual(issues, []);
  const names = [...packs.get("probe-draft")?.controls.keys() ?? []];
  using packed = createRealDoor({}, sources);
  const step = Math.ceil(names.length / MOST_RESOLVED);
  for (const control of names.filter((_, index) => index % step === 0)) {
    const { found } = await packed.succeed("profile_resolve", { profile: "probe-draft", control, pid });
    assert.equal(found, true, control);
  }
  return names;
}

elementsTest("app_pack_probe: drafted controls of the fixture are found again", async () => {
  await using run = await startUiFixture();
  const names = await requireDraft(run.pid, ["Not everything was read: controls may be missing."]);
  assert.ok(names.length >= 10, names.join());
});

elementsTest(
  "app_pack_probe: a draft of Notepad has its menu and its text area, and nothing of what is written in it",
  async () => {
    using door = createRealDoor();
    const { targetRef, pid } = await door.succeed("profile_launch", { profile: "notepad" });
    try {
      await door.succeed("type_text", {
        targetRef,
        text: "nobody else may read this",
        interactionMode: "background",
      });
      const { draft } = await door.succeed("app_pack_probe", { pid });
      assert.ok(!JSON.stringify(draft).includes("nobody"), JSON.stringify(draft));
      const names = await requireDraft(pid);
      assert.ok(names.some((name) => name.startsWith("menuitem.")), names.join());
      assert.ok(names.includes("edit") || names.includes("document"), names.join());
    } finally {
      await door.succeed("close_app", { pid, force: true });
    }
  },
);
