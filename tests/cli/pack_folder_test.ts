import assert from "node:assert/strict";
import { join } from "node:path";
import { writePack } from "../../src/cli/pack_folder.ts";
import { OutputError } from "../../src/cli/terminal.ts";
import { PackPlace } from "../packs/load/pack_place.ts";

function namesIn(folder: string): readonly string[] {
  return [...Deno.readDirSync(folder)].map(({ name }) => name).toSorted();
}

Deno.test("writePack() writes into a folder that is there and empty, and leaves alone one that is not", async () => {
  using place = new PackPlace();
  const folder = join(place.root, "empty");
  Deno.mkdirSync(folder);
  const files = () => Promise.resolve({ "a.json": "{}", "b.json": "[]" });
  assert.equal(await writePack(folder, files), true);
  assert.deepEqual(namesIn(folder), ["a.json", "b.json"]);
  Deno.removeSync(join(folder, "b.json"));
  assert.equal(await writePack(folder, files), false);
  assert.deepEqual(namesIn(folder), ["a.json"]);
});

Deno.test("writePack() takes away what it wrote where not all can be written, but no folder of somebody else", async () => {
  using place = new PackPlace();
  Deno.mkdirSync(join(place.root, "empty"));
  // There is no folder of this name to write into.
  const files = () => Promise.resolve({ "a.json": "{}", "none/b.json": "{}" });
  for (const name of ["empty", "new"]) {
    await assert.rejects(writePack(join(place.root, name), files), OutputError);
  }
  assert.deepEqual(namesIn(place.root), ["empty"]);
  assert.deepEqual(namesIn(join(place.root, "empty")), []);
});

Deno.test("writePack() overwrites no file that came meanwhile, and leaves it there", async () => {
  using place = new PackPlace();
  const folder = join(place.root, "new");
  const files = () => {
    Deno.writeTextFileSync(join(folder, "b.json"), "mine");
    return Promise.resolve({ "a.json": "{}", "b.json": "[]" });
  };
  await assert.rejects(writePack(folder, files), OutputError);
  assert.deepEqual(namesIn(folder), ["b.json"]);
  assert.equal(Deno.readTextFileSync(join(folder, "b.json")), "mine");
});
