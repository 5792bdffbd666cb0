import assert from "node:assert/strict";
import { packOf, PackWorld } from "./pack_world.ts";

interface Told {
  readonly file: string;
  readonly path: string;
  readonly code: string;
  readonly message: string;
  readonly suggestion?: string;
}

const short = (found: unknown): readonly string[] =>
  (found as Told[]).map(({ file, path, code }) => `${file} ${path} ${code}`);

Deno.test("app_pack_validate: of a good pack, by its id or by its folder", async () => {
  using world = new PackWorld({ lab: packOf("lab") });
  const byId = await world.door.succeed("app_pack_validate", { pack: "lab" });
  assert.deepEqual([byId.pack, byId.valid, byId.errors], ["lab", true, []]);
  assert.ok((byId.checked as string[]).includes("controls:4"), JSON.stringify(byId.checked));
  assert.ok((byId.checked as string[]).includes("semantic:pages:1,groups:1,components:1"));
  // The folder goes first.
  const byFolder = await world.door.succeed("app_pack_validate", {
    pack: "other",
    packPath: world.folder("lab"),
  });
  // What the steps of workflows do is looked into with the tools, which the packs of this run were read without.
  assert.deepEqual(short(byFolder.warnings), [
    "workflows.json workflows[0].steps[0].exports.shown OPTIONAL_OUTPUT_PATH",
  ]);
  assert.deepEqual({ ...byFolder, warnings: [] }, byId);
});

Deno.test("app_pack_validate: a folder that is a broken pack gives what is wrong, file by file", async () => {
  using world = new PackWorld();
  const packPath = world.write(
    "broken",
    packOf("broken", { "controls.json": { controls: { a: { x: 1 } } }, "pages.json": "{" }),
  );
  const { pack, valid, errors, checked } = await world.door.succeed("app_pack_validate", { packPath });
  assert.deepEqual([pack, valid, checked], ["broken", false, []]);
  assert.deepEqual(short(errors), [
    "controls.json controls.a.x SCHEMA_INVALID",
    "pages.json  JSON_INVALID",
  ]);
});

Deno.test("app_pack_validate: a folder without a manifest, or with one that is no JSON, is told of as such", async () => {
  using world = new PackWorld();
  for (const [name, manifest] of [["none", undefined], ["broken", "{"]] as const) {
    const packPath = world.write(name, { "manifest.json": manifest, "profile.json": {} });
    const { pack, errors } = await world.door.succeed("app_pack_validate", { packPath });
    assert.deepEqual([pack, short(errors)], [name, ["manifest.json  MANIFEST_UNREADABLE"]]);
  }
});

Deno.test("app_pack_validate: names the file that the manifest names, and says what to do", async () => {
  using world = new PackWorld();
  const pack = packOf("renamed", { "controls.json": undefined, "map/all.json": undefined }, {
    pagesFile: "map.json",
  });
  const packPath = world.write("renamed", {
    ...pack,
    "map.json": pack["pages.json"],
    "pages.json": undefined,
  });
  const { valid, errors } = await world.door.succeed("app_pack_validate", { packPath });
  assert.equal(valid, false);
  const told = (errors as Told[]).find(({ code }) => code === "UNKNOWN_NAVIGATION_CONTROL");
  assert.deepEqual(told, {
    file: "map.json",
    path: "pages[0].navigationControl",
    code: "UNKNOWN_NAVIGATION_CONTROL",
    message: 'There is no control "settings.open"',
    suggestion: "Correct the name, or add what it names.",
  });
});

Deno.test("app_pack_validate: one that is switched off is checked as any other", async () => {
  using world = new PackWorld();
  const packPath = world.write("off", packOf("off", {}, { enabled: false }));
  assert.equal((await world.door.succeed("app_pack_validate", { packPath })).valid, true);
});

Deno.test("app_pack_validate: warnings leave a pack valid", async () => {
  using world = new PackWorld();
  const contract = { control: "settings.open", action: "invoke", idempotent: true, defaultExpect: false };
  const packPath = world.write(
    "twice",
    packOf("twice", { "actions.json": { contracts: [contract, contract] } }),
  );
  const { valid, warnings } = await world.door.succeed("app_pack_validate", { packPath });
  assert.equal(valid, true);
  assert.ok(
    short(warnings).includes("actions.json contracts[1] DUPLICATE_CONTRACT"),
    JSON.stringify(warnings),
  );
});

Deno.test("app_pack_validate: a pack that was left out is known by its id all the same", async () => {
  using world = new PackWorld({
    bad: packOf("bad", { "controls.json": { controls: {} } }),
    half: packOf("half", { "pages.json": "{" }),
  });
  const bad = await world.door.succeed("app_pack_validate", { pack: "bad" });
  assert.equal(bad.valid, false);
  assert.ok(short(bad.errors).includes("pages.json pages[0].navigationControl UNKNOWN_NAVIGATION_CONTROL"));
  const half = await world.door.succeed("app_pack_validate", { pack: "half" });
  assert.deepEqual(short(half.errors), ["pages.json  JSON_INVALID"]);
});

Deno.test("app_pack_validate: PACK_NOT_FOUND names the packs there are, hidden ones not", async () => {
  using world = new PackWorld({
    lab: packOf("lab"),
    secret: packOf("secret", {}, { catalogVisibility: "hidden" }),
  });
  const error = await world.door.fail("app_pack_validate", { pack: "lob" });
  assert.deepEqual([error.code, error.message, error.details], [
    "PACK_NOT_FOUND",
    'There is no App Pack "lob"; did you mean "lab"?',
    { didYouMean: "lab", loaded: ["lab"] },
  ]);
  assert.equal((await world.door.succeed("app_pack_validate", { pack: "secret" })).valid, true);
});

Deno.test("app_pack_validate: PACK_FOLDER_NOT_FOUND where there is no folder", async () => {
  using world = new PackWorld();
  for (const packPath of [world.folder("none"), `${world.folder("lab")}/manifest.json`]) {
    assert.equal((await world.door.fail("app_pack_validate", { packPath })).code, "PACK_FOLDER_NOT_FOUND");
  }
});

Deno.test("app_pack_validate: asks no server for a folder, and needs one of the two", async () => {
  using world = new PackWorld();
  for (const args of [{ packPath: "\\\\server\\share" }, { packPath: "//server/share" }, {}]) {
    assert.equal((await world.door.fail("app_pack_validate", args)).code, "INVALID_PARAMS");
  }
});
