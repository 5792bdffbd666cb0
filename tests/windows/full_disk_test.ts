import assert from "node:assert/strict";
import { fixture, FixtureRun } from "./fixture_run.ts";
import { createRealDoor } from "./real_door.ts";

/** The lab gives each run a disk of 16 KB. */
const disk = Deno.env.get("CASEMENT_TINY_DISK");
const skipped = "skipped" in fixture
  ? fixture.skipped
  : disk === undefined
  ? "there is no tiny disk here"
  : undefined;

Deno.test({
  name: `full disk: a capture that has no room is OUTPUT_WRITE_FAILED, and nothing is left of it${
    skipped === undefined ? "" : ` (skipped: ${skipped})`
  }`,
  ignore: skipped !== undefined,
  async fn() {
    assert.ok(disk !== undefined);
    using door = createRealDoor({ outputDirs: [disk] });
    await using run = await FixtureRun.start("--borderless", "--noise", "--rect", "40,50,200,150");
    const outputPath = `${disk}\\picture.png`;
    const error = await door.fail("capture_window", { hwnd: run.handle, outputPath });
    assert.equal(error.code, "OUTPUT_WRITE_FAILED");
    assert.deepEqual([...Deno.readDirSync(disk)], []);
    const elsewhere = await door.succeed("capture_window", { hwnd: run.handle });
    assert.ok(Deno.statSync(elsewhere.path).size > 50_000);
  },
});
