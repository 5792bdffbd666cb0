import assert from "node:assert/strict";
import * as z from "zod";
import { PackRegistry, readPackSet } from "../../src/packs/registry.ts";
import { targetFields } from "../../src/tools/target_fields.ts";
import { defineTool, type Tool, type ToolContext } from "../../src/tools/tool.ts";
import { FakeDesktop } from "../fakes/fake_desktop.ts";
import { fakeProcess, fakeWindow } from "../fakes/fake_window.ts";
import { createTestDoor, type TestDoor } from "../fakes/test_door.ts";
import { PackPlace } from "../packs/load/pack_place.ts";
import { smallPack } from "./pack_world.ts";

type Seen = { args: Readonly<Record<string, unknown>>; bound: ToolContext["bound"] };

/** A tool that may be called with a profile alone. */
function profileTool(seen: Seen[]): Tool {
  return defineTool({
    name: "touch_profile",
    title: "Touch",
    description: "Touches.",
    effect: "act",
    toolset: "packs",
    backgroundPolicy: "safe",
    input: () => ({
      ...targetFields(),
      profile: z.string().describe("A pack."),
      ref: z.string().optional().describe("An element."),
    }),
    output: () => ({}),
    handler(args, { bound }) {
      seen.push({ args, bound });
      return Promise.resolve({});
    },
  });
}

/** A run with the pack `notes`, and one such program for each pid. */
async function withPrograms(pids: readonly number[], test: (door: TestDoor, seen: Seen[]) => Promise<void>) {
  using place = new PackPlace();
  place.write("packs/notes", smallPack("notes"));
  const packs = new PackRegistry(() => readPackSet([{ source: "local", folder: `${place.root}/packs` }]));
  const seen: Seen[] = [];
  const desktop = new FakeDesktop({
    windows: pids.flatMap((pid) => [
      fakeWindow({ hwnd: BigInt(pid), pid, title: "One" }),
      fakeWindow({ hwnd: BigInt(pid + 1), pid, title: "Two" }),
    ]),
    processes: pids.map((pid) => fakeProcess({ pid, name: "notes" })),
  });
  await test(createTestDoor({ packs, desktop, tools: [profileTool(seen)] }), seen);
}

Deno.test("a profile alone means the one program of it that runs, whatever windows it has", async () => {
  await withPrograms([40], async (door, seen) => {
    const output = await door.succeed("touch_profile", { profile: "notes" });
    const session = {
      targetRef: "target_notes_40_40",
      pid: 40,
      hwnd: "0x00000028",
      title: "One",
      rebound: false,
    };
    assert.deepEqual(output.session, session);
    assert.deepEqual(seen[0]?.args, { profile: "notes", hwnd: "0x00000028" });
    assert.equal(seen[0]?.bound?.startedByMcp, false);
    assert.equal(door.sessions.find("target_notes_40_40")?.operations.entries()[0]?.tool, "touch_profile");
    // The name it got is good for later calls.
    await door.succeed("touch_profile", { profile: "notes", targetRef: "target_notes_40_40" });
  });
});

Deno.test("a profile alone is TARGET_AMBIGUOUS where several programs of it run", async () => {
  await withPrograms([40, 50], async (door, seen) => {
    const { code, details } = await door.fail("touch_profile", { profile: "notes" });
    assert.deepEqual([code, details?.candidateCount, seen], ["TARGET_AMBIGUOUS", 2, []]);
  });
});

Deno.test("a profile beside another target, without a program, or that nobody knows binds nothing", async () => {
  await withPrograms([40], async (door, seen) => {
    for (const more of [{ hwnd: "0x29" }, { pid: 40 }, { titleContains: "Two" }, { ref: "e1" }]) {
      const output = await door.succeed("touch_profile", { profile: "notes", ...more });
      assert.deepEqual([output.session, seen.at(-1)?.bound], [undefined, undefined]);
    }
    await door.succeed("touch_profile", { profile: "unknown" });
    door.desktop.windows = [];
    await door.succeed("touch_profile", { profile: "notes" });
    assert.deepEqual(seen.map(({ bound }) => bound).filter((bound) => bound !== undefined), []);
  });
});
