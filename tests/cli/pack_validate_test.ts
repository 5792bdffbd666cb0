import assert from "node:assert/strict";
import { UsageError } from "../../src/cli/options.ts";
import { validatePacks } from "../../src/cli/pack_validate.ts";
import { fakeTerminal } from "../fakes/fake_terminal.ts";
import { PackPlace } from "../packs/load/pack_place.ts";
import { packOf, smallPack } from "../tools/pack_world.ts";

async function validate(folder: string, isJson = false): Promise<{ code: number; text: string }> {
  const terminal = fakeTerminal();
  const code = await validatePacks({ folder, isJson }, terminal);
  return { code, text: terminal.printed.join("") };
}

Deno.test("pack validate: one good pack is one line, and the end is 0", async () => {
  using place = new PackPlace();
  const { code, text } = await validate(place.write("lab", packOf("lab")));
  assert.equal(code, 0);
  assert.match(text, /^valid +lab: controls:4, actions:2, /);
  assert.doesNotMatch(text, /error/);
});

Deno.test("pack validate: what is wrong by file and place, with what to do, and the end is 1", async () => {
  using place = new PackPlace();
  const { code, text } = await validate(
    place.write("lab", packOf("lab", { "controls.json": { controls: {} } })),
  );
  assert.equal(code, 1);
  assert.match(text, /^invalid {2}lab: /);
  assert.match(text, /^ {2}error {4}pages\.json pages\[0\]\.navigationControl: There is no control/m);
  assert.match(text, /^ {11}-> Correct the name, or add what it names\.$/m);
  for (const line of text.split("\n")) assert.ok(line.length <= 100, line);
});

Deno.test("pack validate: warnings alone end with 0", async () => {
  using place = new PackPlace();
  const contract = { control: "settings.open", action: "invoke", idempotent: true, defaultExpect: false };
  const { code, text } = await validate(
    place.write("lab", packOf("lab", { "actions.json": { contracts: [contract, contract] } })),
  );
  assert.equal(code, 0);
  assert.match(text, /^ {2}warning {2}actions\.json contracts\[1\]: /m);
});

Deno.test("pack validate: a folder of packs, each in its turn, twice the same id among them", async () => {
  using place = new PackPlace();
  place.write("packs/a", smallPack("same"));
  place.write("packs/b", smallPack("same"));
  place.write("packs/c", smallPack("other"));
  place.write("packs/no pack", { "notes.txt": "x" });
  const { code, text } = await validate(`${place.root}/packs`);
  assert.equal(code, 1);
  assert.deepEqual(text.match(/^(in)?valid .*?:/gm), [
    'valid  same (folder "a"):',
    'invalid  same (folder "b"):',
    'valid  other (folder "c"):',
  ]);
  assert.match(text, /manifest\.json id: Another pack here is "same" too \(PACK_ID_CONFLICT\)/);
});

Deno.test("pack validate --json: one object with a report for each pack", async () => {
  using place = new PackPlace();
  place.write("packs/a", smallPack("one"));
  place.write("packs/b", packOf("two", { "pages.json": "{" }));
  const { code, text } = await validate(`${place.root}/packs`, true);
  assert.equal(code, 1);
  assert.equal(text.indexOf("\n"), text.length - 1);
  const { valid, packs } = JSON.parse(text);
  assert.equal(valid, false);
  assert.deepEqual(packs[0], {
    folder: "a",
    pack: "one",
    valid: true,
    errors: [],
    warnings: [],
    checked: packs[0].checked,
  });
  assert.deepEqual([packs[1].folder, packs[1].pack, packs[1].errors[0].code], ["b", "two", "JSON_INVALID"]);
});

Deno.test("pack validate: a folder that is no pack and holds none is invalid", async () => {
  using place = new PackPlace();
  const { code, text } = await validate(place.root);
  assert.equal(code, 1);
  assert.match(text, /MANIFEST_UNREADABLE/);
});

Deno.test("pack validate: no folder is wrong use", async () => {
  using place = new PackPlace();
  Deno.writeTextFileSync(`${place.root}/file`, "");
  for (const name of ["none", "file"]) {
    await assert.rejects(validate(`${place.root}/${name}`), UsageError);
  }
});

Deno.test("pack validate: nothing that stands in a pack orders the terminal about", async () => {
  using place = new PackPlace();
  const { text } = await validate(
    place.write("lab", packOf("lab", { "pages.json": { pages: [{ id: "\u001b[31m" }] } }, {})),
  );
  assert.ok(!text.includes("\u001b"), text);
});
