import assert from "node:assert/strict";
import fc from "fast-check";
import { CONTROL_TYPES, type UiTree } from "../../../src/desktop/ui_element.ts";
import { catalog } from "../../../src/elements/catalog.ts";
import { find } from "../../../src/elements/find.ts";
import { loadPack, type Pack } from "../../../src/packs/load/load_pack.ts";
import { type DraftPack, draftPack } from "../../../src/packs/probe/draft_pack.ts";
import { validatePack } from "../../../src/packs/validate/validate_pack.ts";
import { type Branch, BUTTON, EDIT, el, ITEM, treeOf } from "../../elements/trees.ts";
import { PackPlace } from "../load/pack_place.ts";

function draftFrom(
  tree: UiTree,
  given: { readonly title?: string; readonly processName?: string; readonly className?: string } = {},
): DraftPack {
  const { controls } = catalog(tree, { visibleOnly: true, enabledOnly: false, summaryOnly: false });
  const { title = "Main", processName = "program", className = "Program" } = given;
  return draftPack({ pid: 7, processName, title, className, tree, controls });
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

Deno.test("draftPack() has nothing of the user in it that is in ids, keys, rows, tabs and titles inside", () => {
  const tree = treeOf(el("Window", "Secret plan - Program", {}, [
    el("Button", "Go", { ...BUTTON, automationId: "doc.Secret plan" }),
    el("Pane", "", { automationId: "view_Secret plan" }),
    el("TreeItem", "wedding", { ...ITEM, automationId: "wedding" }),
    el("ListItem", "Ann", { ...ITEM, automationId: "contact_Ann" }, [el("Button", "Call Ann", BUTTON)]),
    el("Edit", "Dear Bob", { ...EDIT, value: "Dear Bob, I write" }),
    el("Edit", "", { ...EDIT, automationId: "66022" }),
    el("Tab", "", {}, [
      el("TabItem", "taxes", ITEM, [el("Button", "Shut", BUTTON)]),
      el("TabItem", "poems", { ...ITEM, automationId: "tab_poems" }),
    ]),
    el("Window", "budget", { patterns: ["Window"] }),
    el("Hyperlink", "Carol", BUTTON),
    el("StatusBar", "Dan is online", {}),
    el("Tab", "", { automationId: "pages" }, [el("TabItem", "General", ITEM)]),
  ]));
  const text = JSON.stringify(draftFrom(tree, { title: "Secret plan - Program" }));
  const secrets = ["Secret", "wedding", "Ann", "Bob", "66022", "taxes", "poems", "budget", "Carol", "Dan"];
  for (const secret of secrets) {
    assert.ok(!text.toLowerCase().includes(secret.toLowerCase()), `${secret} in ${text}`);
  }
  for (const own of ["button.go", "tabitem.general"]) assert.ok(text.includes(`"${own}"`), text);
});

Deno.test("draftPack() leaves out what the validator would refuse, and keeps the rest", async () => {
  const tree = treeOf(el("Window", "Program", {}, [
    el("Button", "", { ...BUTTON, automationId: ".a:(" }),
    el("Button", "OK", BUTTON),
  ]));
  const { controls } = await loaded(draftFrom(tree));
  assert.deepEqual([...controls.keys()], ["button.ok"]);
});

Deno.test("draftPack() knows a window by no class that another run does not have, and no title of a document", async () => {
  const className = "HwndWrapper[Program.exe;;8b1c3f0e-1111-2222-3333-444455556666]";
  const seen = { pid: 7, processName: "program", title: "taxes", tree: undefined, controls: [] };
  const { profile } = await loaded(draftPack({ ...seen, className }));
  assert.deepEqual([profile.displayName, profile.mainWindow], ["program", undefined]);
});

Deno.test("draftPack() without anything read is a pack all the same", async () => {
  const none = { pid: 7, processName: "", title: "", className: "", tree: undefined, controls: [] };
  const pack = await loaded(draftPack(none));
  assert.deepEqual([pack.controls.size, pack.profile.executableNames], [0, ["pid-7.exe"]]);
});

Deno.test("draftPack() of any program at all is valid as it is written, and finds what it names", async () => {
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 600 }),
    fc.string({ unit: fc.constantFrom(..."aB.\\/$(_1é -=:\0", "𝒳", "\ud800", "\udc00"), maxLength: 200 }),
    fc.constantFrom(
      "OK",
      "a.b.c",
      "C:\\x",
      "\\\\s\\h",
      ".a:(",
      "https://x//y",
      "btn\\d+",
      "x".repeat(400),
      "__proto__",
      "constructor",
      "password=hunter22",
      `eyJhbGciOiJIUzI1NiJ9.${"a".repeat(40)}.${"b".repeat(40)}`,
    ),
  );
  const type = fc.constantFrom(...CONTROL_TYPES, "Unknown" as const);
  const { branch } = fc.letrec<{ branch: Branch }>((tie) => ({
    branch: fc.tuple(
      type,
      fc.record({ name: text, automationId: text, className: text }),
      fc.boolean(),
      fc.oneof({ depthSize: "small" }, fc.constant([]), fc.array(tie("branch"), { maxLength: 5 })),
    ).map(([controlType, { name, automationId, className }, isEdit, inside]) =>
      el(controlType, name, { ...(isEdit ? EDIT : BUTTON), automationId, className }, inside)
    ),
  }));
  await fc.assert(
    fc.asyncProperty(
      fc.array(branch, { maxLength: 50 }),
      fc.record({ title: text, processName: text, className: text }),
      async (branches, { title, processName, className }) => {
        const tree = treeOf(el("Window", title, {}, branches));
        const { controls } = await loaded(draftFrom(tree, { title, processName, className }));
        assert.ok(controls.size <= 40);
        for (const { selectors } of controls.values()) {
          for (const selector of selectors) assert.equal(find(tree, selector).matches.length, 1);
        }
      },
    ),
    { numRuns: 150 },
  );
});
