import assert from "node:assert/strict";
import { join } from "node:path";
import { UsageError } from "../../src/cli/options.ts";
import { probePack } from "../../src/cli/pack_probe.ts";
import { allStepTools } from "../../src/cli/step_tools.ts";
import { OutputError } from "../../src/cli/terminal.ts";
import { createLog } from "../../src/core/log.ts";
import { reportOnFolder } from "../../src/packs/report.ts";
import { fakeTerminal } from "../fakes/fake_terminal.ts";
import { noPacks } from "../fakes/no_packs.ts";
import { DEFAULT_SETTINGS } from "../fakes/test_door.ts";
import { PackPlace } from "../packs/load/pack_place.ts";
import { openProgram } from "../tools/ui_world.ts";

/** Probes the program of a fake desktop into a folder. */
async function probe(folder: string, pid = 7): Promise<{ readonly code: number; readonly text: string }> {
  const terminal = fakeTerminal();
  const { desktop } = openProgram();
  const log = createLog("error", () => {});
  const options = { settings: DEFAULT_SETTINGS, log, desktop, packs: noPacks() };
  const code = await probePack({ pid, folder }, options, terminal);
  return { code, text: terminal.printed.join("\n") };
}

Deno.test("pack probe writes a pack that is valid as it is, and says how to go on", async () => {
  using place = new PackPlace();
  const folder = join(place.root, "new", "my-lab");
  const { code, text } = await probe(folder);
  assert.equal(code, 0);
  assert.match(text, /holds a pack with \d+ controls\.\n/);
  assert.match(text, /casement pack validate/);
  const report = await reportOnFolder(folder, allStepTools());
  assert.deepEqual([report?.pack, report?.valid, report?.warnings], ["my-lab", true, []]);
  assert.match(Deno.readTextFileSync(join(folder, "README.md")), /^# program\n/);
});

Deno.test("pack probe overwrites nothing", async () => {
  using place = new PackPlace();
  const folder = join(place.root, "lab");
  await probe(folder);
  const before = Deno.readTextFileSync(join(folder, "controls.json"));
  const { code, text } = await probe(folder);
  assert.equal(code, 1);
  assert.match(text, /is there already; nothing was changed/);
  assert.equal(Deno.readTextFileSync(join(folder, "controls.json")), before);
});

Deno.test("pack probe takes an empty folder", async () => {
  using place = new PackPlace();
  const folder = join(place.root, "lab");
  Deno.mkdirSync(folder);
  assert.equal((await probe(folder)).code, 0);
  assert.equal((await reportOnFolder(folder, allStepTools()))?.valid, true);
});

Deno.test("pack probe refuses a folder that no pack can be called by, and a process that is not there", async () => {
  using place = new PackPlace();
  await assert.rejects(probe(join(place.root, "My Lab")), UsageError);
  await assert.rejects(probe(join(place.root, "lab"), 8), (error: Error) => {
    assert.ok(error instanceof OutputError);
    assert.match(error.message, /^PROCESS_NOT_FOUND: /);
    return true;
  });
  assert.deepEqual([...Deno.readDirSync(place.root)], []);
});
