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
  assert.deepEqual([...findings].map(([{ folder }, found]) => [folder, found.length > 5]), [
    ["good", false],
    ["wrong", true],
  ]);
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
  const { isReloaded, issues, inUse } = await registry.reload();
  assert.deepEqual([isReloaded, issues], [true, []]);
  assert.equal(inUse, await registry.current());
  assert.deepEqual([...before.packs.keys()], ["one"]);
  assert.deepEqual([...(await registry.current()).packs.keys()], ["one", "two"]);
  assert.deepEqual(inUse.leftOut.map(({ folder, issues }) => [folder, issues]), [["three", []]]);
});

Deno.test("PackRegistry.reload(): two at once read one after the other, and the later reading stays", async () => {
  const [one, two, three] = await Promise.all([readPackSet([]), readPackSet([]), readPackSet([])]);
  const sets = [one, two, three];
  let reading = 0;
  let mostAtOnce = 0;
  const registry = new PackRegistry(async () => {
    mostAtOnce = Math.max(mostAtOnce, ++reading);
    const set = sets.shift();
    // The first takes longest.
    for (let turn = 0; turn < 10 * sets.length; turn++) await Promise.resolve();
    reading--;
    return set ?? one;
  });
  const before = registry.current();
  const [first, second] = await Promise.all([registry.reload(), registry.reload()]);
  assert.equal(mostAtOnce, 1);
  assert.deepEqual([await before, first.inUse, second.inUse], [one, two, three]);
  assert.equal(await registry.current(), three);
});

Deno.test("PackRegistry.reload() before anything was read leaves in use what can be used", async () => {
  using place = new PackPlace();
  place.write("packs/good", packOf("good"));
  place.write("packs/broken", packOf("broken", { "pages.json": "{" }));
  const { isReloaded, inUse } = await registryOf(place).reload();
  assert.deepEqual([isReloaded, [...inUse.packs.keys()]], [false, ["good"]]);
});

Deno.test("PackRegistry reads again where a reading failed", async () => {
  const set = await readPackSet([]);
  let isFirst = true;
  const registry = new PackRegistry(() => {
    if (!isFirst) return Promise.resolve(set);
    isFirst = false;
    return Promise.reject(new Error("odd"));
  });
  await assert.rejects(registry.current(), /odd/);
  assert.equal(await registry.current(), set);
});
