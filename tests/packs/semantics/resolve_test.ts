import assert from "node:assert/strict";
import type { Pack } from "../../../src/packs/load/load_pack.ts";
import { loadPack } from "../../../src/packs/load/load_pack.ts";
import {
  type SemanticAnswer,
  SemanticIndex,
  type SemanticQuery,
} from "../../../src/packs/semantics/resolve.ts";
import { PackPlace } from "../load/pack_place.ts";
import { samplePack } from "../sample_pack.ts";

/** What a control says beside its selector. */
interface Named {
  readonly aliases?: readonly string[];
  readonly page?: string;
  readonly parent?: string;
  readonly group?: string;
  readonly controlState?: object;
  readonly supportedActions?: readonly string[];
  readonly menu?: object;
}

interface Parts {
  readonly controls: Readonly<Record<string, Named>>;
  readonly pages?: object;
  readonly components?: object;
}

async function packOf({ controls, pages, components }: Parts): Promise<Pack> {
  using place = new PackPlace();
  const sample = samplePack();
  const written = Object.entries(controls).map((
    [id, named],
  ) => [id, { selectors: [{ automationId: id }], ...named }]);
  const loaded = await loadPack(
    place.write("lab", {
      "manifest.json": sample["manifest.json"],
      "profile.json": sample["profile.json"],
      "controls.json": { controls: Object.fromEntries(written) },
      "pages.json": pages,
      "components.json": components,
    }),
    "local",
  );
  assert.ok(loaded.kind === "loaded", JSON.stringify(loaded));
  return loaded.pack;
}

async function ask(parts: Parts, query: string, more: Partial<SemanticQuery> = {}): Promise<SemanticAnswer> {
  const answer = new SemanticIndex(await packOf(parts)).resolve({ query, limit: 10, ...more });
  assert.ok(answer !== undefined);
  return answer;
}

const named = ({ matches }: SemanticAnswer): readonly string[] =>
  matches.map(({ control, score }) => `${control} ${score}`);

/** Channels and sensors in groups of their own, on a page with a bar. */
const LAB: Parts = {
  controls: {
    open: { aliases: ["Settings"] },
    root: { aliases: ["settings page"] },
    bar: { page: "settings" },
    ch1: {
      aliases: ["channel 1", "通道1"],
      page: "settings",
      group: "channels",
      controlState: { any: [{ condition: "selected" }] },
    },
    ch2: { aliases: ["channel 2", "通道2"], page: "settings", group: "channels" },
    sensor: { aliases: ["sensor settings", "传感器配置"], page: "settings", group: "kinds" },
    limits: { aliases: ["limits"], page: "settings", group: "kinds" },
    barley: { aliases: ["grain"] },
  },
  pages: {
    pages: [{
      id: "settings",
      displayName: "Settings",
      navigationControl: "open",
      rootControl: "root",
      components: ["tabs"],
    }],
    selectionGroups: [
      { id: "channels", parent: "tabs", members: ["ch1", "ch2"] },
      { id: "kinds", parent: "tabs", members: ["sensor", "limits"] },
    ],
  },
  components: { components: [{ id: "tabs", rootControl: "bar", children: ["ch1", "ch2"] }] },
};

Deno.test("SemanticIndex: a whole label is better than one that holds the word, and that than one that it holds", async () => {
  const controls = {
    a: { aliases: ["Volume"] },
    b: { aliases: ["Volume slider"] },
    c: { aliases: ["vol"] },
    d: {},
  };
  assert.deepEqual(named(await ask({ controls }, "volume")), ["a 1", "b 0.8", "c 0.6"]);
  assert.deepEqual(named(await ask({ controls }, "nothing here")), []);
});

Deno.test("SemanticIndex: words add up, however they are parted and written", async () => {
  const controls = { one: { aliases: ["Channel (1)", "Limits"] }, two: { aliases: ["channel（２）"] } };
  for (
    const query of ["channel(1) limits", "CHANNEL（１），limits", "channel(1)、limits", "channel(1)/limits"]
  ) {
    assert.deepEqual(named(await ask({ controls }, query)), ["one 2"], query);
  }
  assert.deepEqual(named(await ask({ controls }, "channel（2）")), ["two 1"]);
});

Deno.test("SemanticIndex says which labels fitted, and of an id alone that it was the id", async () => {
  const answer = await ask({ controls: { save: { aliases: ["Store"] }, other: {} } }, "store");
  assert.equal(answer.matches[0]?.reason, 'alias match: "Store"');
  assert.equal((await ask({ controls: { save: {} } }, "save")).matches[0]?.reason, "id match");
});

Deno.test("SemanticIndex: two groups that the words name in turn are the way, in that order", async () => {
  const answer = await ask(LAB, "通道1 传感器配置");
  assert.deepEqual(named(answer), ["ch1 1", "sensor 1"]);
  assert.deepEqual([answer.pathAmbiguous, answer.suggestedPath], [false, [
    "open",
    "root",
    "bar",
    "ch1",
    "sensor",
  ]]);
  assert.equal(answer.matches[0]?.recommendedAction, "ensureSelected");
  assert.equal(answer.matches[1]?.recommendedAction, undefined);
});

Deno.test("SemanticIndex: the way to a control is by its page and component, each once", async () => {
  const { suggestedPath, relationshipEvidence } = await ask(LAB, "channel2");
  assert.deepEqual(suggestedPath, ["open", "root", "bar", "ch2"]);
  const relations = relationshipEvidence.map(({ from, to, relation }) => `${from.id} ${relation} ${to.id}`);
  assert.ok(relations.includes("tabs component.children ch2"), `${relations}`);
  assert.deepEqual((await ask(LAB, "grain")).suggestedPath, ["barley"]);
  assert.deepEqual((await ask(LAB, "nothing")).suggestedPath, []);
});

Deno.test("SemanticIndex: groups that the same word names leave the way open", async () => {
  const controls = {
    a: { aliases: ["Temp"], group: "g1" },
    b: { aliases: ["Temp B"], group: "g1" },
    c: { aliases: ["Temp"], group: "g2" },
    d: { aliases: ["other"], group: "g2" },
  };
  const pages = {
    pages: [{ id: "p", displayName: "P" }],
    selectionGroups: [{ id: "g1", members: ["a", "b"] }, { id: "g2", members: ["c", "d"] }],
  };
  const answer = await ask({ controls, pages }, "temp b");
  assert.deepEqual([answer.pathAmbiguous, answer.suggestedPath], [true, ["b"]]);
});

Deno.test("SemanticIndex: equals are in the order of their ids, and no more than asked for", async () => {
  const controls = { c: { aliases: ["x"] }, a: { aliases: ["x"] }, b: { aliases: ["x"] } };
  assert.deepEqual(named(await ask({ controls }, "x")), ["a 1", "b 1", "c 1"]);
  assert.deepEqual(named(await ask({ controls }, "x", { limit: 2 })), ["a 1", "b 1"]);
});

Deno.test("SemanticIndex: within takes what is below, by relations and not by how ids begin", async () => {
  const inTabs = await ask(LAB, "channel 1 bar", { within: "tabs" });
  assert.deepEqual(inTabs.matches.map(({ control }) => control).sort(), ["bar", "ch1", "ch2"]);
  assert.deepEqual(inTabs.scope, { within: "tabs", resolved: true });
  assert.deepEqual(named(await ask(LAB, "sensor limits", { within: "channels" })), []);
  assert.deepEqual((await ask(LAB, "channel", { within: "ch1" })).matches.map(({ control }) => control), [
    "ch1",
  ]);
  assert.equal(
    new SemanticIndex(await packOf(LAB)).resolve({ query: "x", within: "none", limit: 1 }),
    undefined,
  );
});

Deno.test("SemanticIndex: page leaves out what is on another one, not what is on none", async () => {
  const controls = {
    a: { aliases: ["x"], page: "one" },
    b: { aliases: ["x"], page: "two" },
    c: { aliases: ["x"] },
  };
  const pages = { pages: [{ id: "one", displayName: "1" }, { id: "two", displayName: "2" }] };
  assert.deepEqual(named(await ask({ controls, pages }, "x", { page: "one" })), ["a 1", "c 1"]);
});

Deno.test("SemanticIndex recommends ensureSelected for what says that it can be selected", async () => {
  const controls = {
    a: { aliases: ["x"], supportedActions: ["ensureSelected"] },
    b: { aliases: ["x"], supportedActions: ["invoke"] },
  };
  const { matches } = await ask({ controls }, "x");
  assert.deepEqual(matches.map(({ recommendedAction }) => recommendedAction), ["ensureSelected", undefined]);
});

Deno.test("SemanticIndex: circles do no harm", async () => {
  const controls = { a: { aliases: ["x"], parent: "b", page: "p" }, b: { parent: "a" } };
  const pages = { pages: [{ id: "p", displayName: "P", rootControl: "b" }] };
  const answer = await ask({ controls, pages }, "x", { within: "p" });
  assert.deepEqual([named(answer), answer.suggestedPath], [["a 1"], ["b", "a"]]);
});

Deno.test("the way to a page that a menu's command shows opens the menus first", async () => {
  const menu = { menu: { opensSubmenu: true } };
  const answer = await ask({
    controls: {
      edit: menu,
      more: { parent: "edit", ...menu },
      find: { parent: "more" },
      dialog: {},
      words: { aliases: ["what to find"], page: "find", parent: "dialog" },
    },
    pages: {
      pages: [{ id: "find", displayName: "Find", navigationControl: "find", rootControl: "dialog" }],
    },
  }, "what to find");
  assert.deepEqual(answer.suggestedPath, ["edit", "more", "find", "dialog", "words"]);
});

Deno.test("SemanticIndex: what fits as well as the best leaves the way open, unless it lies on the way", async () => {
  const controls = {
    menu: { aliases: ["search"] },
    down: { aliases: ["downwards"], parent: "menu", page: "p" },
    find: { aliases: ["search"] },
  };
  const pages = { pages: [{ id: "p", displayName: "P", rootControl: "menu" }] };
  const onTheWay = await ask({ controls: { ...controls, find: {} }, pages }, "search downwards");
  assert.deepEqual([onTheWay.suggestedPath, onTheWay.pathAmbiguous], [["menu", "down"], false]);
  const beside = await ask({ controls, pages }, "search downwards");
  assert.deepEqual([beside.suggestedPath, beside.pathAmbiguous], [["menu", "down"], true]);
});
