import assert from "node:assert/strict";
import { join } from "node:path";
import { newPack } from "../../src/cli/pack_new.ts";
import { UsageError } from "../../src/cli/options.ts";
import { shippedFolder } from "../../src/cli/shipped_folder.ts";
import { OutputError } from "../../src/cli/terminal.ts";
import { loadPack } from "../../src/packs/load/load_pack.ts";
import { allStepTools } from "../../src/cli/step_tools.ts";
import { reportOnFolder } from "../../src/packs/report.ts";
import { fakeTerminal } from "../fakes/fake_terminal.ts";
import { PackPlace } from "../packs/load/pack_place.ts";

/** Every text of a folder's files by their names. */
function texts(folder: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...Deno.readDirSync(folder)].map(({ name }) => [name, Deno.readTextFileSync(join(folder, name))]),
  );
}

Deno.test("every template is a valid pack as it is written, without a warning", async () => {
  const templates = shippedFolder("app-packs/templates");
  const names = [...Deno.readDirSync(templates)].map(({ name }) => name);
  assert.deepEqual(names, ["basic"]);
  for (const name of names) {
    const { valid, errors, warnings, checked } =
      await reportOnFolder(join(templates, name), allStepTools()) ??
        assert.fail(name);
    assert.deepEqual([valid, errors, warnings], [true, [], []]);
    assert.ok(checked.includes("controls:3"), checked.join());
  }
});

Deno.test("pack new makes a valid pack of the name, in folders that it makes, and says how to go on", async () => {
  using place = new PackPlace();
  const terminal = fakeTerminal();
  const parentFolder = join(place.root, "a", "b");
  assert.equal(await newPack({ name: "sensor-lab", parentFolder }, terminal), 0);
  const folder = join(parentFolder, "sensor-lab");
  assert.deepEqual(
    await reportOnFolder(folder, allStepTools()).then((
      report,
    ) => [report?.pack, report?.valid, report?.warnings]),
    [
      "sensor-lab",
      true,
      [],
    ],
  );
  const loaded = await loadPack(folder, "local");
  assert.ok(loaded.kind === "loaded");
  assert.deepEqual([loaded.pack.profile.executableNames, loaded.pack.profile.mainWindow?.title], [
    ["sensor-lab.exe"],
    "Sensor Lab",
  ]);
  const written = texts(folder);
  assert.ok("README.md" in written);
  // Nothing of the template's name is left, and no way to schemas that are not there.
  assert.doesNotMatch(Object.values(written).join(), /my-app|My App|\$schema/);
  assert.match(terminal.printed.join(""), /pack validate ".*sensor-lab"\n$/);
});

Deno.test("pack new overwrites nothing, whatever has the name", async () => {
  using place = new PackPlace();
  place.write("mine", { "manifest.json": "mine" });
  Deno.writeTextFileSync(join(place.root, "file"), "mine");
  for (const name of ["mine", "file"]) {
    const terminal = fakeTerminal();
    assert.equal(await newPack({ name, parentFolder: place.root }, terminal), 1);
    assert.match(terminal.printed.join(""), /is there already; nothing was changed/);
  }
  assert.deepEqual(texts(join(place.root, "mine")), { "manifest.json": "mine" });
});

Deno.test("pack new takes an empty folder of the name", async () => {
  using place = new PackPlace();
  const folder = join(place.root, "lab");
  Deno.mkdirSync(folder);
  assert.equal(await newPack({ name: "lab", parentFolder: place.root }, fakeTerminal()), 0);
  assert.equal((await reportOnFolder(folder, allStepTools()))?.valid, true);
});

for (const name of ["Sensor", "1st", "", "a/b", "..", "a b", "con", "nul.json", "a."]) {
  Deno.test(`pack new refuses the name ${JSON.stringify(name)} and makes nothing`, async () => {
    using place = new PackPlace();
    const parentFolder = join(place.root, "packs");
    await assert.rejects(newPack({ name, parentFolder }, fakeTerminal()), UsageError);
    assert.deepEqual([...Deno.readDirSync(place.root)], []);
  });
}

Deno.test("pack new says in a sentence what cannot be written", async () => {
  using place = new PackPlace();
  Deno.writeTextFileSync(join(place.root, "file"), "");
  const parentFolder = join(place.root, "file", "packs");
  await assert.rejects(newPack({ name: "a", parentFolder }, fakeTerminal()), (error) => {
    assert.ok(error instanceof OutputError);
    assert.match(error.message, /^The pack could not be written: /);
    return true;
  });
});
