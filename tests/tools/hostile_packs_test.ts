/** What a model is told of packs that somebody made to do harm, or by mistake; the good one beside them is always there. */
import assert from "node:assert/strict";
import { inferPack } from "../../src/packs/infer_profile.ts";
import { packOf, PackWorld, smallPack } from "./pack_world.ts";

const PLAIN = { automationId: "a" };
const manyControls = (count: number): object =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`c${index}`, PLAIN]));
const nested = (depth: number): object => {
  let selector: object = PLAIN;
  for (let level = 0; level < depth; level++) selector = { name: "x", ancestor: selector };
  return selector;
};
const utf16 = (text: string): Uint8Array =>
  new Uint8Array([0xFF, 0xFE, ...[...text].flatMap((unit) => [unit.charCodeAt(0), 0])]);
const mark = (text: string): Uint8Array => new TextEncoder().encode(`\uFEFF${text}`);
const controls = (data: object): string => JSON.stringify({ controls: data });
const otherFile = (pagesFile: string) => packOf("odd", {}, { pagesFile });
const small = (controlsFile: unknown) => ({ ...smallPack("odd"), "controls.json": controlsFile });

type Told = readonly [file: string, path: string, code: string, message: RegExp];

const REFUSED: readonly (readonly [string, Readonly<Record<string, unknown>>, Told])[] = [
  ["1,001 controls", small(controls(manyControls(1_001))), [
    "controls.json",
    "controls",
    "SCHEMA_INVALID",
    /^At most 1000 controls$/,
  ]],
  ["a file of 10 MB", small(`{"controls": {}}${" ".repeat(10_000_000)}`), [
    "controls.json",
    "",
    "FILE_TOO_LARGE",
    /has 10000016 bytes; 2097152 are allowed$/,
  ]],
  ["UTF-16", small(utf16('{"controls": {}}')), [
    "controls.json",
    "",
    "JSON_INVALID",
    /^It is written in UTF-16: save it as UTF-8$/,
  ]],
  ["a key twice", small('{"controls": {"a": {"name": "x"}, "a": {"name": "y"}}}'), [
    "controls.json",
    "",
    "JSON_INVALID",
    /^controls\.a is there twice$/,
  ]],
  ["__proto__ for a control", small('{"controls": {"__proto__": {"name": "x"}}}'), [
    "controls.json",
    "",
    "JSON_INVALID",
    /^controls\.__proto__ cannot be the name of anything$/,
  ]],
  ["nesting without end", small(`{"controls": ${'{"a":'.repeat(100_000)}`), [
    "controls.json",
    "",
    "JSON_INVALID",
    /^It is not JSON: /,
  ]],
  ["deep nesting", small(`{"controls": ${"[".repeat(5_000)}${"]".repeat(5_000)}}`), [
    "controls.json",
    "",
    "JSON_INVALID",
    /^It nests deeper than 64 levels$/,
  ]],
  ["a regular expression that is none", small(controls({ a: { name: "(", match: "regex" } })), [
    "controls.json",
    "controls.a.name",
    "SCHEMA_INVALID",
    /./,
  ]],
  ["a file elsewhere", otherFile("../../../etc/passwd"), [
    "../../../etc/passwd",
    "",
    "PATH_ESCAPE",
    /leads out of the folder of the pack$/,
  ]],
  ["a file on a share", otherFile("\\\\server\\share\\pages.json"), [
    "\\\\server\\share\\pages.json",
    "",
    "PATH_ESCAPE",
    /leads out of the folder/,
  ]],
  ["a device", otherFile("CON"), ["CON", "", "PATH_ESCAPE", /is the name of a device$/]],
];

for (const [what, files, [file, path, code, message]] of REFUSED) {
  Deno.test(`app_pack_validate, app_pack_list: ${what}`, async () => {
    using world = new PackWorld({ good: packOf("good"), odd: files });
    const { pack, valid, errors } = await world.door.succeed("app_pack_validate", {
      packPath: world.folder("odd"),
    });
    const told = errors as { file: string; path: string; code: string; message: string }[];
    assert.deepEqual([pack, valid, told.map((one) => [one.file, one.path, one.code])], ["odd", false, [[
      file,
      path,
      code,
    ]]]);
    assert.match(told[0]?.message ?? "", message);
    assert.ok(!JSON.stringify(told).includes(world.place.root));
    const { packs } = await world.door.succeed("app_pack_list");
    const listed = (packs as { id: string; valid: boolean; error?: string }[]).map(({ id, valid, error }) => [
      id,
      valid,
      error?.split(":")[0],
    ]);
    assert.deepEqual(listed, [["good", true, undefined], ["odd", false, code]]);
  });
}

Deno.test("app_pack_list: of 65 packs the last is one too many, and says so", async () => {
  const packs = Object.fromEntries(
    Array.from({ length: 65 }, (_, index) => [`p${String(index).padStart(2, "0")}`, smallPack(`p${index}`)]),
  );
  using world = new PackWorld(packs);
  const listed = (await world.door.succeed("app_pack_list")).packs as Record<string, unknown>[];
  assert.deepEqual(listed.filter(({ valid }) => valid === true).length, 64);
  assert.deepEqual(listed.at(-1), {
    id: "p64",
    displayName: "p64",
    version: "1",
    source: "local",
    catalogVisibility: "session",
    controls: 0,
    workflows: 0,
    valid: false,
    error: "TOO_MANY_PACKS: There are 64 packs already, which is as many as there may be",
  });
});

Deno.test("app_pack_validate: a byte-order mark, 1,000 controls and ancestors 12 deep are no fault", async () => {
  using world = new PackWorld();
  const good = {
    marked: small(mark(controls({ a: PLAIN }))),
    many: small(controls(manyControls(1_000))),
    deep: small(controls({ a: nested(12) })),
  };
  for (const [folder, files] of Object.entries(good)) {
    const { valid, errors } = await world.door.succeed("app_pack_validate", {
      packPath: world.write(folder, files),
    });
    assert.deepEqual([valid, errors], [true, []], folder);
  }
});

Deno.test("app_pack_validate: names that objects have of themselves are names like any other", async () => {
  using world = new PackWorld({
    odd: small(controls({ constructor: PLAIN, toString: PLAIN, hasOwnProperty: PLAIN })),
  });
  const { controls: described } = await world.door.succeed("app_pack_describe", { pack: "odd" });
  assert.deepEqual((described as { name: string }[]).map(({ name }) => name), [
    "constructor",
    "toString",
    "hasOwnProperty",
  ]);
});

Deno.test("app_pack_validate: regular expressions that backtrack for ever elsewhere are compared in no time", async () => {
  const evil = { name: "^(?:a+)+$", match: "regex" };
  const files = {
    ...smallPack("odd", { a: evil }),
    "profile.json": {
      id: "odd",
      executableNames: ["odd.exe"],
      mainWindow: { title: "^(?:(?:a+)+)+$", titleMatch: "regex" },
    },
  };
  using world = new PackWorld({ odd: files });
  assert.equal((await world.door.succeed("app_pack_validate", { pack: "odd" })).valid, true);
  const pack = (await world.door.packs.current()).packs.get("odd") ?? assert.fail("not loaded");
  const isMeant = (titleContains: string): boolean => inferPack([pack], { titleContains }) === pack;
  assert.deepEqual([isMeant(`${"a".repeat(5_000)}!`), isMeant("aaaa")], [false, true]);
});

Deno.test({
  name: "app_pack_validate: a link that leads out of the folder is not followed",
  ignore: Deno.build.os === "windows",
  async fn() {
    using world = new PackWorld({ good: packOf("good") });
    const packPath = world.write("odd", packOf("odd", { "pages.json": undefined }));
    Deno.symlinkSync(`${world.folder("good")}/pages.json`, `${packPath}/pages.json`);
    const { errors } = await world.door.succeed("app_pack_validate", { packPath });
    assert.deepEqual(errors, [{
      file: "pages.json",
      path: "",
      code: "PATH_ESCAPE",
      message: '"pages.json" is a link that leads out of the folder of the pack',
      suggestion: "Put the file into the folder of the pack.",
    }]);
  },
});

Deno.test("resolve_semantic_control: Chinese aliases with full-width digits, blanks and parentheses", async () => {
  const control = (alias: string): object => ({ selectors: [PLAIN], aliases: [alias] });
  using world = new PackWorld({
    lab: smallPack("lab", {
      one: control("通道１（温度）"),
      two: control("通道 2 (温度)"),
      three: control("ﾁｬﾝﾈﾙ３"),
    }),
  });
  for (
    const [query, expected] of [
      ["通道1(温度)", "one"],
      ["通道１（温度）", "one"],
      ["通道２（温度）", "two"],
      ["チャンネル3", "three"],
    ] as const
  ) {
    const { matches } = await world.door.succeed("resolve_semantic_control", { profile: "lab", query });
    const [best] = matches as { control: string; score: number }[];
    assert.deepEqual([best?.control, best?.score], [expected, 1], query);
  }
});
