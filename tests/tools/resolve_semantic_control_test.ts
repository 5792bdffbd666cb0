import assert from "node:assert/strict";
import { packOf, PackWorld, smallPack } from "./pack_world.ts";

Deno.test("resolve_semantic_control: what fits, why, how to get there and what says so", async () => {
  using world = new PackWorld();
  const answer = await world.door.succeed("resolve_semantic_control", {
    profile: "sensor-lab",
    query: "通道１",
    limit: 1,
  });
  assert.deepEqual(answer, {
    success: true,
    profile: "sensor-lab",
    query: "通道１",
    matches: [{
      control: "channel.one",
      score: 1,
      reason: 'alias match: "通道1"',
      group: "channels",
      recommendedAction: "ensureSelected",
    }],
    suggestedPath: ["settings.open", "settings.page", "channel.one"],
    pathAmbiguous: false,
    scope: { resolved: false },
    relationshipEvidence: [
      { from: "channels", to: "channel.one", relation: "group.members" },
      { from: "channels-bar", to: "channel.one", relation: "component.children" },
      { from: "settings.page", to: "channel.one", relation: "control.parent" },
      { from: "channels", to: "channel.one", relation: "control.group" },
    ],
  });
});

Deno.test("resolve_semantic_control: ties stay ties, however few are asked for", async () => {
  const tied = { selectors: [{ automationId: "x" }], aliases: ["save"] };
  using world = new PackWorld({ lab: smallPack("lab", { b: tied, a: tied, c: { automationId: "c" } }) });
  for (const limit of [1, 10]) {
    const { suggestedPath, pathAmbiguous } = await world.door.succeed("resolve_semantic_control", {
      profile: "lab",
      query: "save",
      limit,
    });
    assert.deepEqual([suggestedPath, pathAmbiguous], [["a"], true]);
  }
  const clear = await world.door.succeed("resolve_semantic_control", { profile: "lab", query: "c" });
  assert.equal(clear.pathAmbiguous, false);
});

Deno.test("resolve_semantic_control: nothing that fits is an answer", async () => {
  using world = new PackWorld();
  const { matches, suggestedPath } = await world.door.succeed("resolve_semantic_control", {
    profile: "sensor-lab",
    query: " ，、/ ",
  });
  assert.deepEqual([matches, suggestedPath], [[], []]);
});

Deno.test("resolve_semantic_control: SEMANTIC_SCOPE_NOT_FOUND says what scopes there are", async () => {
  using world = new PackWorld();
  const asked = { profile: "sensor-lab", query: "channel 1", within: "chanels" };
  const { code, message, details } = await world.door.fail("resolve_semantic_control", asked);
  assert.equal(code, "SEMANTIC_SCOPE_NOT_FOUND");
  assert.match(message, /no page, component, control or group "chanels"; did you mean "channels"\?/);
  assert.deepEqual(details, {
    didYouMean: "channels",
    pages: ["settings"],
    components: ["channels-bar"],
    groups: ["channels"],
  });
  const { scope } = await world.door.succeed("resolve_semantic_control", { ...asked, within: "channels" });
  assert.deepEqual(scope, { within: "channels", resolved: true });
});

Deno.test("resolve_semantic_control: PACK_NOT_FOUND, with the reason where the pack was left out", async () => {
  using world = new PackWorld({ bad: packOf("bad", { "pages.json": "{" }), good: packOf("good") });
  const none = await world.door.fail("resolve_semantic_control", { profile: "none", query: "x" });
  assert.deepEqual([none.code, none.details], ["PACK_NOT_FOUND", { loaded: ["good"] }]);
  const bad = await world.door.fail("resolve_semantic_control", { profile: "bad", query: "x" });
  assert.equal(bad.code, "PACK_NOT_FOUND");
  assert.match(bad.message, /^App Pack "bad" is not loaded: JSON_INVALID: "pages.json": /);
});

Deno.test("resolve_semantic_control: a reload is seen by the next call", async () => {
  using world = new PackWorld({ lab: smallPack("lab", { old: { automationId: "x" } }) });
  const ask = () => world.door.succeed("resolve_semantic_control", { profile: "lab", query: "new" });
  assert.deepEqual((await ask()).suggestedPath, []);
  world.write("lab", smallPack("lab", { new: { automationId: "x" } }));
  await world.door.succeed("app_pack_reload");
  assert.deepEqual((await ask()).suggestedPath, ["new"]);
});
