/** What the doctor learns of a real system, looked at by other means. */
import assert from "node:assert/strict";
import { collectFacts } from "../../src/cli/doctor_facts.ts";
import { type Library, missingFunctions, type SymbolTable } from "../../ffi/library.ts";
import { noPacks } from "../fakes/no_packs.ts";
import { FixtureRun, ignore, needsFixture } from "./fixture_run.ts";
import { createRealDoor } from "./real_door.ts";

const isWindows = Deno.build.os === "windows";

function library(fileName: string, ...names: readonly string[]): Library<SymbolTable> {
  const table = Object.fromEntries(names.map((name) => [name, { parameters: [], result: "void" } as const]));
  return { fileName, table, symbols: {} };
}

Deno.test({
  name: "missingFunctions() names what a DLL lacks, and tells a DLL that is not there",
  ignore: !isWindows,
  fn() {
    assert.deepEqual(missingFunctions(library("user32.dll", "EnumWindows")), []);
    assert.deepEqual(missingFunctions(library("user32.dll", "EnumWindows", "NoSuchThing")), ["NoSuchThing"]);
    assert.equal(missingFunctions(library("no-such-thing.dll", "EnumWindows")), undefined);
  },
});

Deno.test({
  name: "doctor: the system is what the runtime says it is, every lane starts and no DLL lacks anything",
  ignore: !isWindows,
  async fn() {
    using door = createRealDoor();
    const { system, lanes, libraries, displays, clipboard } = await collectFacts(
      door.desktop,
      door.settings,
      noPacks(),
    );
    assert.ok("value" in system && "value" in lanes && "value" in libraries && "value" in displays);
    const { major, minor, build } = system.value.windowsVersion;
    assert.equal(`${major}.${minor}.${build}`, Deno.osRelease());
    assert.equal(system.value.wineVersion !== undefined, Deno.env.has("WINEPREFIX"));
    assert.equal(system.value.inputDesktop, system.value.ownDesktop);
    assert.equal(system.value.perMonitorAware, true);
    assert.ok(lanes.value.length >= 5);
    assert.deepEqual(lanes.value.filter(({ startedInMs }) => startedInMs === undefined), []);
    assert.deepEqual(clipboard, { value: "open" });
    assert.deepEqual(libraries.value.filter(({ missing }) => missing?.length !== 0), []);
    assert.equal(new Set(libraries.value.map(({ fileName }) => fileName)).size, libraries.value.length);
    assert.ok(displays.value.displays.length > 0);
  },
});

Deno.test({
  name: needsFixture("doctor: a window that hangs in front keeps nothing from being looked at"),
  ignore,
  async fn() {
    using door = createRealDoor();
    await using _other = await FixtureRun.start("--borderless", "--noise", "--rect", "300,50,200,150");
    await using hanging = await FixtureRun.start(
      ...["--borderless", "--noise", "--rect", "40,50,200,150"],
      ...["--hang-after-ms", "500", "--hang-ms", "120000"],
    );
    assert.ok(await hanging.until(({ event }) => event === "hang", 20_000));
    const { captures, system } = await collectFacts(door.desktop, door.settings, noPacks());
    assert.ok("value" in system);
    // The screen shows the other one whole, whatever hangs.
    assert.deepEqual(captures.screen, { value: "captured" });
  },
});
