/** What the pack of a program says counts for calls on it that name no pack. */
import assert from "node:assert/strict";
import { MAIN_TEXT, ProfileWorld } from "./profile_world.ts";
import { listOfObjects, objectOf } from "./ui_world.ts";

/** The program, bound; its captures go to a folder of their own. */
async function open(): Promise<Disposable & { readonly world: ProfileWorld; readonly targetRef: string }> {
  const dir = Deno.makeTempDirSync({ prefix: "casement" });
  const world = new ProfileWorld({
    profile: { interaction: { defaultMode: "background" } },
    controls: {
      second: { automationId: "tab2" },
      "second.too": { automationId: "tab2" },
      user: [{ name: "User" }, { automationId: "user", controlType: "Edit" }],
      both: { automationId: "both$", match: "regex" },
    },
    settings: { capturesDir: dir, outputDirs: [dir] },
  });
  const { session } = await world.door.succeed("profile_resolve", { profile: "lab", control: "user" });
  return {
    world,
    targetRef: String(objectOf(session).targetRef),
    [Symbol.dispose]() {
      world.door.pictures.close();
      world[Symbol.dispose]();
      Deno.removeSync(dir, { recursive: true });
    },
  };
}

Deno.test("capture_window: the mode of the program's pack, where the call says none and names the program", async () => {
  using opened = await open();
  const modeOf = async (args: object): Promise<unknown> =>
    objectOf((await opened.world.door.succeed("capture_window", args)).interaction).requestedMode;
  assert.equal(await modeOf({ targetRef: opened.targetRef }), "background");
  assert.equal(await modeOf({ processName: "LAB.exe" }), "background");
  assert.equal(await modeOf({ targetRef: opened.targetRef, interactionMode: "auto" }), "auto");
  assert.equal(await modeOf({ hwnd: MAIN_TEXT }), "auto");
});

Deno.test("ui_catalog: what the program's pack calls a control, by its automation id as it is", async () => {
  using opened = await open();
  const labelled = async (args: object): Promise<Readonly<Record<string, unknown>>> => {
    const { controls } = await opened.world.door.succeed("ui_catalog", args);
    return Object.fromEntries(
      listOfObjects(controls).filter(({ profileControl }) => profileControl !== undefined)
        .map(({ automationId, profileControl }) => [String(automationId), profileControl]),
    );
  };
  const expected = { tab2: "second", user: "user" };
  assert.deepEqual(await labelled({ targetRef: opened.targetRef }), expected);
  assert.deepEqual(await labelled({ processName: "lab" }), expected);
  assert.deepEqual(await labelled({ targetRef: opened.targetRef, fields: ["profileControl"] }), expected);
  assert.deepEqual(await labelled({ pid: 7 }), {});
});
