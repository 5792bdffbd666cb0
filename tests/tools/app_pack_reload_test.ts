import assert from "node:assert/strict";
import { packOf, PackWorld } from "./pack_world.ts";

const ids = (packs: unknown): readonly string[] => (packs as { id: string }[]).map(({ id }) => id);

Deno.test("app_pack_reload: takes what was added, and says what is in use, hidden ones too", async () => {
  using world = new PackWorld({ a: packOf("alpha") });
  assert.deepEqual(ids((await world.door.succeed("app_pack_list")).packs), ["alpha"]);
  world.write("b", packOf("beta", {}, { catalogVisibility: "hidden" }));
  world.write("off", packOf("off", {}, { enabled: false }));
  const { reloaded, loadedPacks, errors } = await world.door.succeed("app_pack_reload");
  assert.deepEqual([reloaded, ids(loadedPacks), errors], [true, ["alpha", "beta"], []]);
});

Deno.test("app_pack_reload: where anything is wrong nothing changes, and all that is wrong is said", async () => {
  using world = new PackWorld({ a: packOf("alpha") });
  await world.door.succeed("app_pack_list");
  world.write("a", packOf("alpha", {}, { version: "2" }));
  world.write("b", packOf("beta", { "pages.json": "{", "controls.json": { controls: {} } }));
  world.write("c", packOf("gamma", { "controls.json": { controls: {} } }));
  world.write("d", packOf("alpha"));
  const { reloaded, loadedPacks, errors } = await world.door.succeed("app_pack_reload");
  assert.deepEqual([reloaded, ids(loadedPacks)], [false, ["alpha"]]);
  assert.equal((loadedPacks as { version: string }[])[0]?.version, "1.2.0");
  const told = errors as { source: string; pack: string; code: string; message: string }[];
  assert.deepEqual(told.map(({ source, pack, code }) => `${source} ${pack} ${code}`), [
    "local b JSON_INVALID",
    "local d PACK_ID_CONFLICT",
    "local c PACK_INVALID",
  ]);
  assert.match(told[0]?.message ?? "", /^"pages.json": It is not JSON/);
  assert.ok(!JSON.stringify(errors).includes(world.place.root));
});

Deno.test("app_pack_reload: two at once and one that lists meanwhile all answer, and agree", async () => {
  using world = new PackWorld({ a: packOf("alpha") });
  world.write("b", packOf("beta"));
  const [one, other, { packs }] = await Promise.all([
    world.door.succeed("app_pack_reload"),
    world.door.succeed("app_pack_reload"),
    world.door.succeed("app_pack_list"),
  ]);
  assert.deepEqual([one, other], [one, one]);
  assert.deepEqual(ids(packs), ["alpha", "beta"]);
});

Deno.test("app_pack_reload: is not there where only looking is allowed", async () => {
  using world = new PackWorld({}, { isReadOnly: true });
  assert.equal((await world.door.fail("app_pack_reload")).code, "PERMISSION_DENIED");
});
