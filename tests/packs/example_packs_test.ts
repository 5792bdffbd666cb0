/** The packs that come with Casement, the templates, and one as packs were written at first. */
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { allStepTools } from "../../src/cli/step_tools.ts";
import { loadPack, type Pack } from "../../src/packs/load/load_pack.ts";
import { type PackSet, readPackSet } from "../../src/packs/registry.ts";
import { SemanticIndex } from "../../src/packs/semantics/resolve.ts";
import { validatePack } from "../../src/packs/validate/validate_pack.ts";

const EXAMPLES = folder("../../app-packs/examples");
const TEMPLATES = folder("../../app-packs/templates");
const LEGACY = folder("./legacy_pack");

function folder(place: string): string {
  return fileURLToPath(new URL(place, import.meta.url));
}

const read = (from: string): Promise<PackSet> =>
  readPackSet([{ source: "examples", folder: from }], allStepTools());

async function example(id: string): Promise<Pack> {
  const pack = (await read(EXAMPLES)).packs.get(id);
  assert.ok(pack !== undefined, `there is no pack ${id}`);
  return pack;
}

async function legacy(): Promise<Pack> {
  const loaded = await loadPack(LEGACY, "local");
  assert.ok(loaded.kind === "loaded", JSON.stringify(loaded));
  return loaded.pack;
}

for (const [name, from] of [["example", EXAMPLES], ["template", TEMPLATES]] as const) {
  Deno.test(`every ${name} pack is read, without an error or a warning`, async () => {
    const { packs, findings, issues } = await read(from);
    const folders = [...Deno.readDirSync(from)].filter(({ isDirectory }) => isDirectory);
    assert.ok(folders.length > 0);
    assert.deepEqual(issues, []);
    assert.equal(packs.size, folders.length);
    for (const [{ manifest }, found] of findings) assert.deepEqual(found, [], manifest.id);
  });

  Deno.test(`the folder of a ${name} pack holds JSON and a README, and nothing else`, () => {
    for (const { name: pack, isDirectory } of Deno.readDirSync(from)) {
      if (!isDirectory) continue;
      const files = [...Deno.readDirSync(`${from}/${pack}`)];
      assert.ok(files.some(({ name: file }) => file === "README.md"), pack);
      for (const { name: file, isFile } of files) {
        assert.ok(isFile && (file === "README.md" || file.endsWith(".json")), `${pack}/${file}`);
      }
    }
  });
}

Deno.test("the examples are these", async () => {
  assert.deepEqual([...(await read(EXAMPLES)).packs.keys()], [
    "casement-fixture",
    "generic-qt",
    "notepad",
    "regedit",
  ]);
});

Deno.test("no two controls of an example are called the same", async () => {
  for (const [id, { controls }] of (await read(EXAMPLES)).packs) {
    const called = new Map<string, string>();
    for (const [control, { aliases }] of controls) {
      for (const alias of aliases.map((each) => each.toLowerCase())) {
        assert.equal(called.get(alias), undefined, `${id}: ${control} is called "${alias}"`);
        called.set(alias, control);
      }
    }
  }
});

Deno.test("every control of an example says what it is, and what it is called", async () => {
  for (const [id, { controls }] of (await read(EXAMPLES)).packs) {
    for (const [control, { aliases, description }] of controls) {
      assert.ok(aliases.length > 0 && description !== undefined, `${id}: ${control}`);
    }
  }
});

for (
  const [id, query, path] of [
    ["notepad", "find what", ["menu.search", "search.find", "find.dialog", "find.text"]],
    ["notepad", "查找内容", ["menu.search", "search.find", "find.dialog", "find.text"]],
    ["notepad", "Suchbegriff", ["menu.search", "search.find", "find.dialog", "find.text"]],
    ["notepad", "另存为", ["menu.file", "file.saveAs"]],
    ["notepad", "Speichern unter", ["menu.file", "file.saveAs"]],
    ["notepad", "replace all", ["menu.search", "search.replace", "replace.dialog", "replace.all"]],
    ["notepad", "file name", ["menu.file", "file.saveAs", "save.dialog", "save.fileName"]],
    ["notepad", "file to open", ["menu.file", "file.open", "open.dialog", "open.file"]],
    ["regedit", "HKCU", ["tree", "key.hkcu"]],
    ["regedit", "当前用户", ["tree", "key.hkcu"]],
    ["regedit", "新建字符串值", ["menu.edit", "edit.new", "new.string"]],
    ["regedit", "Schlüssel durchsuchen", ["menu.edit", "edit.find", "find.dialog", "find.keys"]],
    ["casement-fixture", "show details", ["tab.details", "details.page", "details.show"]],
    ["casement-fixture", "显示详细信息", ["tab.details", "details.page", "details.show"]],
    ["casement-fixture", "Einzelheiten anzeigen", ["tab.details", "details.page", "details.show"]],
    ["casement-fixture", "第一个最近文件", ["menu.file", "file.recent", "recent.first"]],
    ["generic-qt", "语言", [
      "titleBar.menu",
      "menu.file",
      "menu.file.settings",
      "settings.dialog",
      "settings.language",
    ]],
  ] as const
) {
  Deno.test(`in ${id}, "${query}" leads to ${path.at(-1)}`, async () => {
    const answer = new SemanticIndex(await example(id)).resolve({ query, limit: 10 });
    assert.ok(answer !== undefined);
    assert.equal(answer.matches[0]?.control, path.at(-1));
    assert.equal(answer.pathAmbiguous, false);
    assert.deepEqual(answer.suggestedPath, path);
  });
}

Deno.test("a pack of the first kind is read as it is, without an error", async () => {
  const pack = await legacy();
  assert.deepEqual(validatePack(pack, allStepTools()).filter(({ severity }) => severity === "error"), []);
  assert.equal(pack.pages.length, 0);
  const selectors = (name: string): number | undefined => pack.controls.get(name)?.selectors.length;
  assert.deepEqual([selectors("start"), selectors("mode"), selectors("mode.fast")], [1, 2, 1]);
  assert.equal(pack.controls.get("start")?.selectors[0]?.automationId, "btn\\d+\\.start$");
  assert.equal(pack.controls.get("start")?.selectors[0]?.controlType, "Button");
});
