import assert from "node:assert/strict";
import { checkPacks } from "../../src/cli/doctor_pack_checks.ts";
import { logPacks } from "../../src/cli/log_packs.ts";
import { createLog } from "../../src/core/log.ts";
import { PackRegistry, readPackSet } from "../../src/packs/registry.ts";
import { PackPlace } from "../packs/load/pack_place.ts";
import { packOf, smallPack } from "../tools/pack_world.ts";

/** Packs of every kind, and a source that is no folder. */
function everyKind(place: PackPlace): PackRegistry {
  place.write("packs/broken", packOf("broken", { "pages.json": "{", "controls.json": "[" }));
  place.write("packs/good", packOf("good"));
  place.write("packs/off", packOf("off", {}, { enabled: false }));
  place.write("packs/secret", packOf("secret", {}, { catalogVisibility: "hidden" }));
  place.write("packs/small", smallPack("small", { a: { automationId: "a" } }));
  Deno.writeTextFileSync(`${place.root}/file`, "");
  return new PackRegistry(() =>
    readPackSet([
      { source: "cli", folder: `${place.root}/file` },
      { source: "local", folder: `${place.root}/packs` },
    ])
  );
}

async function logged(registry: PackRegistry): Promise<readonly string[]> {
  const lines: string[] = [];
  await logPacks(registry, createLog("debug", (line) => lines.push(line)));
  return lines;
}

Deno.test("checkPacks(): what is used with its source and counts, and a row for each that is not", async () => {
  using place = new PackPlace();
  const checks = checkPacks({ value: await everyKind(place).current() });
  const [used, source, broken, off] = checks;
  assert.deepEqual([used?.name, used?.status, used?.says], [
    "App Packs",
    "good",
    "3: good (local, 4 controls, 1 workflow); secret (hidden, local, 4 controls, 1 workflow); " +
    "small (local, 1 control, 0 workflows).",
  ]);
  assert.match(source?.says ?? "", /^Folder "file" \(cli\): The folder cannot be looked into: /);
  assert.deepEqual([source?.status, broken?.status, off?.status], ["degraded", "degraded", "good"]);
  assert.match(
    broken?.says ?? "",
    /^Folder "broken" \(local\) is not used\. JSON_INVALID: .*; and 1 more\.$/,
  );
  assert.match(broken?.doNext ?? "", /casement pack validate/);
  assert.equal(off?.says, 'Folder "off" (local) is not used. Its manifest says enabled: false.');
  assert.equal(checks.length, 4);
  assert.ok(!JSON.stringify(checks).includes(place.root));
});

Deno.test("checkPacks(): none at all is nothing wrong; what cannot be looked at is told", () => {
  const nothing = { packs: new Map(), findings: new Map(), leftOut: [], issues: [] };
  assert.deepEqual(checkPacks({ value: nothing }), [{
    name: "App Packs",
    status: "good",
    says: "There are none.",
  }]);
  const [failed] = checkPacks({ failure: "no answer within 20 s" });
  assert.deepEqual([failed?.status, /20 s/.test(failed?.says ?? "")], ["degraded", true]);
});

Deno.test("checkPacks(): of many that are not used the first are shown", async () => {
  using place = new PackPlace();
  for (let index = 10; index < 22; index++) place.write(`packs/p${index}`, { "manifest.json": "{" });
  const set = await readPackSet([{ source: "env", folder: `${place.root}/packs` }]);
  const checks = checkPacks({ value: set });
  assert.equal(checks.length, 12);
  assert.equal(checks.at(-1)?.says, "2 more are not used.");
});

Deno.test("logPacks() writes one line: ids of what is loaded, folders and codes of what is not, no path", async () => {
  using place = new PackPlace();
  const lines = await logged(everyKind(place));
  assert.equal(lines.length, 1);
  assert.match(
    lines[0] ?? "",
    /warning.* App Packs: good, secret, small; left out: broken \(JSON_INVALID\), off \(switched off\), file \(SOURCE_UNREADABLE\)/,
  );
  assert.ok(!lines[0]?.includes(place.root));
});

Deno.test("a named folder of packs that is not there is a warning at start, and a row of the doctor", async () => {
  using place = new PackPlace();
  const registry = new PackRegistry(() => readPackSet([{ source: "cli", folder: `${place.root}/typo` }]));
  const [line, ...more] = await logged(registry);
  assert.match(line ?? "", /warning.* no App Packs; left out: typo \(SOURCE_UNREADABLE\)/);
  assert.deepEqual(more, []);
  const [, missing] = checkPacks({ value: await registry.current() });
  assert.equal(missing?.status, "degraded");
  assert.equal(missing?.says, 'Folder "typo" (cli): There is no such folder.');
});

Deno.test("logPacks(): without packs it says so, and a failure is one line as well", async () => {
  assert.match((await logged(new PackRegistry(() => readPackSet([]))))[0] ?? "", /info.* no App Packs/);
  const lines = await logged(new PackRegistry(() => Promise.reject(new Error("odd"))));
  assert.deepEqual([lines.length, /error.* App Packs could not be read: odd/.test(lines[0] ?? "")], [
    1,
    true,
  ]);
});
