import assert from "node:assert/strict";
import { createTestDoor } from "../fakes/test_door.ts";
import { packOf, PackWorld } from "./pack_world.ts";

Deno.test("app_pack_list: packs in one line each, the order that of their folders", async () => {
  using world = new PackWorld({ b: packOf("beta"), a: packOf("alpha", { "workflows.json": undefined }) });
  const { packs } = await world.door.succeed("app_pack_list");
  const common = {
    displayName: "Sensor Lab",
    version: "1.2.0",
    source: "local",
    catalogVisibility: "session",
    controls: 4,
    valid: true,
  };
  assert.deepEqual(packs, [
    { id: "alpha", ...common, workflows: 0 },
    { id: "beta", ...common, workflows: 1 },
  ]);
});

Deno.test("app_pack_list: one bad pack takes no other down, and is there with what is wrong with it", async () => {
  using world = new PackWorld({
    bad: packOf("bad", { "controls.json": { controls: {} } }),
    good: packOf("good"),
    half: packOf("half", { "pages.json": "{", "components.json": { components: [] } }),
    nameless: { "manifest.json": "no JSON" },
    off: packOf("off", {}, { enabled: false }),
    second: packOf("good"),
  });
  const { packs } = await world.door.succeed("app_pack_list");
  const shown = (packs as { id: string; valid: boolean; controls: number; error?: string }[])
    .map(({ id, valid, controls, error = "" }) => [id, valid, controls, error.replace(/:? .*$/, "")]);
  assert.deepEqual(shown, [
    ["good", true, 4, ""],
    ["half", false, 0, "JSON_INVALID"],
    ["nameless", false, 0, "MANIFEST_UNREADABLE"],
    ["off", false, 0, "Its"],
    ["good", false, 4, "PACK_ID_CONFLICT"],
    ["bad", false, 0, "PACK_INVALID"],
  ]);
  assert.match(JSON.stringify(packs), /JSON_INVALID: \\"pages.json\\": It is not JSON: [^"]*; and 1 more"/);
  assert.ok(!JSON.stringify(packs).includes(world.place.root), "no folder of the machine");
});

Deno.test("app_pack_list: what is hidden is not listed, broken or not", async () => {
  const hidden = { catalogVisibility: "hidden" };
  using world = new PackWorld({
    a: packOf("a", {}, hidden),
    b: packOf("b", { "pages.json": "{" }, hidden),
    c: packOf("c"),
  });
  const { packs } = await world.door.succeed("app_pack_list");
  assert.deepEqual((packs as { id: string }[]).map(({ id }) => id), ["c"]);
});

Deno.test("app_pack_list: none at all is an empty list", async () => {
  assert.deepEqual(await createTestDoor().succeed("app_pack_list"), { success: true, packs: [] });
});
