import assert from "node:assert/strict";
import fc from "fast-check";
import type { UiTree } from "../../../src/desktop/ui_element.ts";
import { catalog } from "../../../src/elements/catalog.ts";
import { find } from "../../../src/elements/find.ts";
import { loadPack, type Pack } from "../../../src/packs/load/load_pack.ts";
import { type DraftPack, draftPack } from "../../../src/packs/probe/draft_pack.ts";
import { validatePack } from "../../../src/packs/validate/validate_pack.ts";
import { type Branch, BUTTON, EDIT, el, ITEM, treeOf } from "../../elements/trees.ts";
import { PackPlace } from "../load/pack_place.ts";

function draftFrom(
  tree: UiTree,
  given: { readonly title?: string; readonly processName?: string } = {},
): DraftPack {
  const { controls } = catalog(tree, { visibleOnly: true, enabledOnly: false, summaryOnly: false });
  const { title = "Main", processName = "program" } = given;
  return draftPack({ pid: 7, processName, title, className: "Program", tree, controls });
}

/** The draft as it is loaded from a folder; nothing may be wrong with it. */
async function loaded({ profile, controls }: DraftPack): Promise<Pack> {
  using place = new PackPlace();
  const folder = place.write("draft", {
    "manifest.json": { schemaVersion: 1, id: "probe-draft", displayName: "Draft", version: "1" },
    "profile.json": profile,
    "controls.json": controls,
  });
  const read = await loadPack(folder, "local");
  assert.ok(read.kind === "loaded", JSON.stringify(read));
  assert.deepEqual(validatePack(read.pack), []);
  return read.pack;
}

Deno.test("draftPack() names what is surely found again, by its id before by its name", async () => {
  const tree = treeOf(el("Window", "Secret plan.txt - Program", {}, [
    el("Group", "Login", { automationId: "login" }, [
      el("Edit", "User", { ...EDIT, automationId: "login.user" }),
    ]),
    el("Button", "OK", BUTTON),
    el("Button", "Find Next", { ...BUTTON, automationId: "1.2" }),
    el("Button", "Twice", BUTTON),
    el("Button", "Twice", BUTTON),
  ]));
  const { controls } = await loaded(draftFrom(tree));
  assert.deepEqual([...controls.keys()], ["button.find_next", "user", "button.ok"]);
  for (const [name, { selectors }] of controls) {
    for (const selector of selectors) assert.equal(find(tree, selector).matches.length, 1, name);
  }
  assert.deepEqual(controls.get("user")?.selectors[0], {
    automationId: "user$",
    match: "regex",
    controlType: "Edit",
  });
});

Deno.test("draftPack() takes the only one of a kind by its class, where nothing is written on it", async () => {
  const tree = treeOf(el("Window", "Main", {}, [
    el("Edit", "", { ...EDIT, className: "Edit" }),
    el("Button", "", { ...BUTTON, className: "Button" }),
  ]));
  const { controls } = await loaded(draftFrom(tree));
  assert.deepEqual([...controls].map(([name, { selectors, confidence }]) => [name, selectors, confidence]), [
    ["edit", [{ className: "Edit", controlType: "Edit" }], "fragile"],
  ]);
});

Deno.test("draftPack() has nothing of the user in it", () => {
  const tree = treeOf(el("Window", "Secret plan.txt - Program", {}, [
    el("Edit", "Secret plan.txt", { ...EDIT, value: "my words" }),
    el("Edit", "my words", { ...EDIT, value: "my words", automationId: "field" }),
    el("List", "Files", { automationId: "files" }, [
      el("ListItem", "wedding", ITEM),
      el("ListItem", "taxes", ITEM),
    ]),
    el("Button", "Close Secret plan.txt", BUTTON),
    el("Button", "ann@example.org", { ...BUTTON, automationId: "account" }),
    el("Text", "balance due", { automationId: "0a1b2c3d-1234-4321-9999-abcdefabcdef" }),
  ]));
  const text = JSON.stringify(draftFrom(tree, { title: "Secret plan.txt - Program" }));
  for (const secret of ["Secret", "my words", "wedding", "taxes", "ann@", "balance", "0a1b2c3d"]) {
    assert.ok(!text.includes(secret), `${secret} in ${text}`);
  }
  assert.ok(text.includes('"title":"Program"'));
});

Deno.test("draftPack() without anything read is a pack all the same", async () => {
  const none = { pid: 7, processName: "", title: "", className: "", tree: undefined, controls: [] };
  const pack = await loaded(draftPack(none));
  assert.deepEqual([pack.controls.size, pack.profile.executableNames], [0, ["pid-7.exe"]]);
});

Deno.test("draftPack() of any program at all is valid as it is written", async () => {
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 300 }),
    fc.constantFrom(
      "OK",
      "a.b.c",
      "C:\\x",
      "\\\\s\\h",
      "https://x//y",
      "btn\\d+",
      "x".repeat(400),
      "__proto__",
      "constructor",
    ),
  );
  const type = fc.constantFrom("Button", "Edit", "MenuItem", "ListItem", "Unknown", "Pane");
  const leaf: fc.Arbitrary<Branch> = fc.tuple(type, text, text).map(([controlType, name, automationId]) =>
    el(controlType, name, { ...BUTTON, automationId })
  );
  await fc.assert(
    fc.asyncProperty(fc.array(leaf, { maxLength: 12 }), text, text, async (leaves, title, processName) => {
      await loaded(draftFrom(treeOf(el("Window", title, {}, leaves)), { title, processName }));
    }),
    { numRuns: 60 },
  );
});
