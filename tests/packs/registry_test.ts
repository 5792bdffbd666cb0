import assert from "node:assert/strict";
import { PackRegistry, readPackSet } from "../../src/packs/registry.ts";
import { PackPlace } from "./load/pack_place.ts";
import { samplePack } from "./sample_pack.ts";

/** A pack of this id with some files replaced. */
function packOf(
  id: string,
  changes: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  const sample = samplePack();
  return {
    ...sample,
    "manifest.json": { ...sample["manifest.json"], id },
    "profile.json": { ...sample["profile.json"], id },
    ...changes,
  };
}

/** Its controls are named by other files, and are not there. */
const CONTRADICTORY = { "controls.json": { controls: {} } };

function registryOf(place: PackPlace): PackRegistry {
  return new PackRegistry(() => readPackSet([{ source: "local", folder: `${place.root}/packs` }]));
}

Deno.test("PackRegistry.current() uses the packs that are good, and tells of the others", async () => {
  using place = new PackPlace();
  place.write("packs/good", packOf("good"));
  place.write("packs/broken", packOf("broken", { "pages.json": "{" }));
  place.write("packs/wrong", packOf("wrong", CONTRADICTORY));
  const registry = registryOf(place);
  const { packs, issues, findings } = await registry.current();
  assert.deepEqual([...packs.keys()], ["good"]);
  assert.deepEqual(issues.map(({ code, folder }) => `${code} ${folder}`), [
    "JSON_INVALID broken",
    "PACK_INVALID wrong",
  ]);
  assert.match(issues[1]?.message ?? "", /^Pack wrong has \d+ things wrong/);
  assert.deepEqual(findings.get("good"), []);
  assert.ok((findings.get("wrong")?.length ?? 0) > 5);
  assert.equal((await registry.current()).packs, packs);
});

for (
  const [what, change] of [
    [
      "a file that is no JSON",
      (place: PackPlace) => place.write("packs/one", packOf("one", { "pages.json": "{" })),
    ],
    [
      "a pack that contradicts itself",
      (place: PackPlace) => place.write("packs/one", packOf("one", CONTRADICTORY)),
    ],
    ["a second pack of the same id", (place: PackPlace) => place.write("packs/two", packOf("one"))],
  ] as const
) {
  Deno.test(`PackRegistry.reload() changes nothing because of ${what}, and says so`, async () => {
    using place = new PackPlace();
    place.write("packs/one", packOf("one"));
    const registry = registryOf(place);
    const before = await registry.current();
    change(place);
    const { isReloaded, issues } = await registry.reload();
    assert.deepEqual([isReloaded, issues.length > 0], [false, true]);
    assert.equal(await registry.current(), before);
  });
}

Deno.test("PackRegistry.reload() takes another set; whoever has the old one keeps it", async () => {
  using place = new PackPlace();
  place.write("packs/one", packOf("one"));
  const registry = registryOf(place);
  const before = await registry.current();
  place.write("packs/two", packOf("two"));
  const off = { ...samplePack()["manifest.json"], id: "three", enabled: false };
  place.write("packs/three", packOf("three", { "manifest.json": off }));
  assert.deepEqual(await registry.reload(), { isReloaded: true, issues: [] });
  assert.deepEqual([...before.packs.keys()], ["one"]);
  assert.deepEqual([...(await registry.current()).packs.keys()], ["one", "two"]);
  assert.deepEqual((await registry.current()).disabled.map(({ id }) => id), ["three"]);
});
