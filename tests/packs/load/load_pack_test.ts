import assert from "node:assert/strict";
import { loadPack, type Pack } from "../../../src/packs/load/load_pack.ts";
import { MOST_FILE_BYTES } from "../../../src/packs/load/pack_folder.ts";
import { samplePack } from "../sample_pack.ts";
import { PackPlace } from "./pack_place.ts";

/** The pack of the sample with other files; undefined leaves one out, a text is written as it is. */
async function load(changes: Readonly<Record<string, unknown>> = {}): ReturnType<typeof loadPack> {
  using place = new PackPlace();
  return await loadPack(place.write("lab", { ...samplePack(), ...changes }), "local");
}

async function loaded(changes: Readonly<Record<string, unknown>> = {}): Promise<Pack> {
  const result = await load(changes);
  assert.ok(result.kind === "loaded", JSON.stringify(result));
  return result.pack;
}

/** What is wrong, as `CODE file path`. */
async function issues(changes: Readonly<Record<string, unknown>>): Promise<readonly string[]> {
  const result = await load(changes);
  assert.ok(result.kind === "failed", JSON.stringify(result));
  for (const { message, source, folder } of result.issues) {
    assert.ok(message.length > 5);
    assert.deepEqual([source, folder], ["local", "lab"]);
  }
  return result.issues.map(({ code, file = "", path = "" }) => `${code} ${file} ${path}`.trimEnd());
}

Deno.test("loadPack() reads every file of a pack", async () => {
  const { manifest, profile, controls, contracts, workflows, pages, groups, components, folder } =
    await loaded();
  assert.deepEqual([manifest.id, profile.id, folder], ["sensor-lab", "sensor-lab", "lab"]);
  assert.deepEqual([...controls.keys()], ["settings.open", "settings.page", "channel.one", "channel.two"]);
  assert.deepEqual(
    [contracts, workflows, pages, groups, components].map(({ length }) => length),
    [2, 1, 1, 1, 1],
  );
});

Deno.test("loadPack() takes a pack of a manifest and a profile alone", async () => {
  const none = {
    "controls.json": undefined,
    "actions.json": undefined,
    "workflows.json": undefined,
    "pages.json": undefined,
    "components.json": undefined,
  };
  const { controls, contracts, pages } = await loaded(none);
  assert.deepEqual([controls.size, contracts, pages], [0, [], []]);
});

Deno.test("loadPack() finds files where the manifest says they are, and ignores one that is not there", async () => {
  const sample = samplePack();
  const manifest = { ...sample["manifest.json"], controlsFile: "other.json", pagesFile: "none.json" };
  const { controls, pages } = await loaded({
    "manifest.json": manifest,
    "other.json": { controls: { only: { automationId: "a" } } },
  });
  assert.deepEqual([[...controls.keys()], pages], [["only"], []]);
});

Deno.test("loadPack(): a control of whatever name is a control", async () => {
  const { controls } = await loaded({
    "controls.json": { controls: { constructor: { automationId: "c" } } },
  });
  assert.deepEqual(controls.get("constructor")?.selectors, [{ automationId: "c" }]);
  assert.equal(controls.get("toString"), undefined);
});

for (
  const [what, changes, expected] of [
    ["no JSON in the manifest", { "manifest.json": "{" }, ["MANIFEST_UNREADABLE manifest.json"]],
    ["a manifest of another version", { "manifest.json": { schemaVersion: 2 } }, [
      "MANIFEST_INVALID manifest.json schemaVersion",
      "MANIFEST_INVALID manifest.json id",
      "MANIFEST_INVALID manifest.json displayName",
      "MANIFEST_INVALID manifest.json version",
    ]],
    ["no profile", { "profile.json": undefined }, ["PROFILE_MISSING profile.json"]],
    ["no JSON in a file", { "controls.json": "controls" }, ["JSON_INVALID controls.json"]],
    ["a key twice", { "controls.json": '{"controls": {"a": {"name": "x"}, "a": {"name": "y"}}}' }, [
      "JSON_INVALID controls.json",
    ]],
    ["a selector by coordinates", { "controls.json": { controls: { ok: { x: 3, y: 4 } } } }, [
      "SCHEMA_INVALID controls.json controls.ok.x",
      "SCHEMA_INVALID controls.json controls.ok.y",
    ]],
    ["a file that is too large", { "pages.json": " ".repeat(MOST_FILE_BYTES + 1) }, [
      "FILE_TOO_LARGE pages.json",
    ]],
    ["a manifest that is too large", { "manifest.json": " ".repeat(MOST_FILE_BYTES + 1) }, [
      "FILE_TOO_LARGE manifest.json",
    ]],
    [
      "a file outside",
      { "manifest.json": { ...samplePack()["manifest.json"], pagesFile: "../pages.json" } },
      [
        "PATH_ESCAPE ../pages.json",
      ],
    ],
    ["several files", { "controls.json": "{", "pages.json": "{", "profile.json": {} }, [
      "SCHEMA_INVALID profile.json id",
      "SCHEMA_INVALID profile.json executableNames",
      "JSON_INVALID controls.json",
      "JSON_INVALID pages.json",
    ]],
  ] as const
) {
  Deno.test(`loadPack(): ${what} is told of, and the pack is not loaded`, async () => {
    const found = await issues(changes);
    // A selector without anything that locates is a fault as well.
    assert.deepEqual(found.filter((issue) => !/ controls\.ok$/.test(issue)), expected);
  });
}

Deno.test("loadPack() shows five of many faults of a file", async () => {
  const controls = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`c${index}`, { x: index }]));
  assert.equal((await issues({ "controls.json": { controls } })).length, 5);
});

Deno.test("loadPack(): a pack that is switched off is no fault, and a folder without a manifest no pack", async () => {
  const off = { ...samplePack()["manifest.json"], enabled: false };
  const disabled = await load({ "manifest.json": off, "profile.json": "{" });
  assert.equal(disabled.kind === "disabled" && disabled.manifest.id, "sensor-lab");
  assert.deepEqual(await load({ "manifest.json": undefined }), { kind: "none" });
  assert.deepEqual(await loadPack("/no/such/folder", "cli"), { kind: "none" });
});
