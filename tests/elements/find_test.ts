import assert from "node:assert/strict";
import fc from "fast-check";
import { choose, find, type FindOptions, isMet } from "../../src/elements/find.ts";
import { checksOf, fitsAll } from "../../src/elements/match.ts";
import type { Selector } from "../../src/elements/selector.ts";
import { BUTTON, EDIT, el, ITEM, namesOf, nodeNamed, treeOf } from "./trees.ts";

const tree = treeOf(
  el("Window", "Main", {}, [
    el("Pane", "left", { automationId: "leftPane" }, [
      el("Button", "Save", { ...BUTTON, automationId: "btnSave", className: "Button" }),
      el("Button", "Save As", { ...BUTTON, automationId: "btnSaveAs", enabled: false }),
      el("Group", "inner", {}, [el("Edit", "Name", { ...EDIT, automationId: "name" })]),
    ]),
    el("Pane", "right", { frameworkId: "WPF" }, [
      el("Button", "save", { ...BUTTON, offscreen: true }),
      el("List", "Files", {}, [el("ListItem", "Save", ITEM), el("ListItem", "Öffnen", ITEM)]),
    ]),
  ]),
);

function found(selector: Selector | undefined, options: FindOptions = {}): readonly string[] {
  return find(tree, selector, options).matches.map((node) => {
    const element = tree.nodes[node]?.element;
    return `${element?.controlType} ${element?.name}`;
  });
}

for (
  const [title, selector, expected] of [
    ["exact ignores case", { name: "SAVE" }, ["Button Save", "Button save", "ListItem Save"]],
    ["exact can mind case", { name: "save", caseSensitive: true }, ["Button save"]],
    ["exact ignores case beyond ASCII", { name: "öFFNEN" }, ["ListItem Öffnen"]],
    ["exact takes no part", { name: "Sav" }, []],
    ["contains", { name: "ave", match: "contains", controlType: "Button" }, [
      "Button Save",
      "Button Save As",
      "Button save",
    ]],
    ["contains can mind case", {
      name: "Save",
      match: "contains",
      caseSensitive: true,
      controlType: "Button",
    }, [
      "Button Save",
      "Button Save As",
    ]],
    ["regex fits anywhere", { name: "a.e$", match: "regex", controlType: "Button" }, [
      "Button Save",
      "Button save",
    ]],
    ["regex can mind case", { name: "^S", match: "regex", caseSensitive: true, controlType: "Button" }, [
      "Button Save",
      "Button Save As",
    ]],
    ["a pattern that is none fits nothing", { name: "(", match: "regex" }, []],
    ["the mode is for all texts", { automationId: "^btn", className: "utt", match: "regex" }, [
      "Button Save",
    ]],
    ["the control type is always whole", { controlType: "Butt", match: "contains" }, []],
    ["the control type ignores case always", { controlType: "bUTTON", caseSensitive: true, name: "Save" }, [
      "Button Save",
    ]],
    ["all fields must fit", { name: "Save", automationId: "btnSaveAs" }, []],
    ["frameworkId", { frameworkId: "wpf" }, ["Pane right"]],
    ["visibleOnly", { name: "Save", controlType: "Button", visibleOnly: true }, ["Button Save"]],
    ["enabledOnly", { name: "Save", match: "contains", controlType: "Button", enabledOnly: true }, [
      "Button Save",
      "Button save",
    ]],
    ["false filters nothing", { name: "Save As", enabledOnly: false, visibleOnly: false }, [
      "Button Save As",
    ]],
    ["an ancestor at any height", { controlType: "Edit", ancestor: { automationId: "leftPane" } }, [
      "Edit Name",
    ]],
    ["an ancestor may be the window", { controlType: "Edit", ancestor: { name: "Main" } }, ["Edit Name"]],
    ["an ancestor is not the element itself", { name: "inner", ancestor: { name: "inner" } }, []],
    ["no such ancestor", { name: "Save", ancestor: { name: "nowhere" } }, []],
    [
      "what an ancestor says beside its own fields is not looked at",
      {
        controlType: "Edit",
        ancestor: { name: "left", index: 7, ancestor: { name: "nowhere" }, path: [{ name: "x" }] },
      },
      ["Edit Name"],
    ],
    [
      "an ancestor of nested locators alone fits every parent",
      { controlType: "Edit", ancestor: { ancestor: { name: "nowhere" } } },
      ["Edit Name"],
    ],
    ["a path from the window's children", { path: [{ name: "right" }, { controlType: "List" }] }, [
      "List Files",
    ]],
    ["a path begins at the window's children", { path: [{ controlType: "List" }] }, []],
    ["a path leaves no level out", { path: [{ name: "left" }, { controlType: "Edit" }] }, []],
    ["a path with several ways", { path: [{ controlType: "Pane" }, { controlType: "Button" }] }, [
      "Button Save",
      "Button Save As",
      "Button save",
    ]],
    ["the end of a path must fit the selector too", {
      path: [{ controlType: "Pane" }, { controlType: "Button" }],
      name: "Save As",
    }, ["Button Save As"]],
    ["the end of a path must have the ancestor too", {
      path: [{ controlType: "Pane" }, { controlType: "Button" }],
      ancestor: { name: "right" },
    }, ["Button save"]],
    ["index and ancestor of a segment are not looked at", {
      path: [{ controlType: "Pane", index: 5, ancestor: { name: "nowhere" } }, { name: "Save" }],
    }, ["Button Save", "Button save"]],
    ["the main window is not searched for", { name: "Main" }, []],
  ] as [string, Selector, string[]][]
) {
  Deno.test(`find(): ${title}`, () => assert.deepEqual(found(selector), expected));
}

Deno.test("find() without a selector gives every descendant, inside a scope without the scope itself", () => {
  assert.equal(found(undefined).length, tree.nodes.length - 1);
  assert.deepEqual(found(undefined, { scope: nodeNamed(tree, "Files") }), [
    "ListItem Save",
    "ListItem Öffnen",
  ]);
});

Deno.test("find() combines the constraints of scoped queries", () => {
  const within = [{ name: "right" }, { controlType: "List" }];
  assert.deepEqual(found({ name: "Save" }, { within }), ["ListItem Save"]);
  assert.deepEqual(found(undefined, { within: [{ name: "Files" }] }), ["ListItem Save", "ListItem Öffnen"]);
  assert.deepEqual(found(undefined, { nameContains: "SAVE a" }), ["Button Save As"]);
  assert.deepEqual(found({ controlType: "ListItem" }, { nameContains: "ff" }), ["ListItem Öffnen"]);
});

Deno.test("find() looks for ancestors no higher than it is told", () => {
  const selector = { controlType: "Edit", ancestor: { name: "left" } };
  assert.deepEqual(found(selector, { maxAncestors: 1 }), []);
  assert.deepEqual(found(selector, { maxAncestors: 2 }), ["Edit Name"]);
});

Deno.test("find() goes through the main window, then the others, and counts what both lead to once", () => {
  const shared = el("MenuItem", "Copy", BUTTON);
  const twin = el("MenuItem", "Copy", BUTTON);
  const two = treeOf(el("Window", "Main", {}, [shared]), {}, [el("Menu", "", {}, [shared, twin])]);
  const { matches } = find(two, { name: "Copy" });
  assert.deepEqual(matches.map((node) => two.nodes[node]?.root), [0, 1]);
  assert.deepEqual(matches.map((node) => two.nodes[node]?.element), [shared.element, twin.element]);
});

Deno.test("find() finds another window of the program itself, but does not begin a path there", () => {
  const two = treeOf(el("Window", "Main"), {}, [el("Window", "Save as", {}, [el("Button", "OK", BUTTON)])]);
  assert.deepEqual(namesOf(two, find(two, { controlType: "Window" }).matches), ["Save as"]);
  assert.deepEqual(namesOf(two, find(two, { path: [{ name: "OK" }] }).matches), ["OK"]);
});

Deno.test("find() keeps elements apart that have no runtime id", () => {
  const item = el("MenuItem", "Copy", { runtimeId: [] });
  const two = treeOf(el("Window", "Main", {}, [item]), {}, [el("Menu", "", {}, [item])]);
  assert.equal(find(two, { name: "Copy" }).matches.length, 2);
});

Deno.test("find() counts elements that may fit, as what decides it could not be read", () => {
  const unread = treeOf(el("Window", "Main", {}, [
    el("Button", "", { failed: ["name"] }),
    el("Edit", "", { failed: ["name"] }),
    el("Pane", "", { failed: ["automationId"] }, [el("Button", "Save", {})]),
  ]));
  assert.equal(find(unread, { name: "Save", controlType: "Button" }).unsure, 1);
  assert.equal(find(unread, { name: "Save", ancestor: { automationId: "x" } }).unsure, 1);
  assert.equal(find(unread, { path: [{ automationId: "x" }, { name: "Save" }] }).unsure, 1);
  assert.equal(find(unread, { className: "x" }).unsure, 0);
});

Deno.test("choose() takes the only one, or the one of the index", () => {
  const buttons: Selector = { name: "save" };
  const result = find(tree, buttons);
  assert.equal(choose(tree, result, buttons).kind, "ambiguous");
  assert.deepEqual(choose(tree, result, { ...buttons, index: 1 }), { kind: "one", node: result.matches[1] });
  assert.equal(choose(tree, result, { ...buttons, index: 3 }).kind, "indexBeyond");
  assert.equal(choose(tree, find(tree, { name: "x" }), { name: "x" }).kind, "none");
  assert.equal(choose(tree, find(tree, { name: "x" }), { name: "x", index: 0 }).kind, "none");
  const only = find(tree, { name: "Save As" });
  assert.deepEqual(choose(tree, only, { name: "Save As" }), { kind: "one", node: only.matches[0] });
});

Deno.test("choose() takes a field for its label, and a button or a row for its words", () => {
  const labelled = treeOf(el("Window", "Main", {}, [
    el("Text", "Name:"),
    el("Edit", "Name:", {}),
    el("DataItem", "a.txt", {}, [el("Text", "a.txt"), el("Text", "12 KB")]),
    el("Button", "Save", {}, [el("Pane", "", {}, [el("Text", "Save")])]),
    el("Text", "Twice"),
    el("Edit", "Twice", {}),
    el("Edit", "Twice", {}),
    el("Text", "Size"),
    el("Text", "Size"),
  ]));
  const chosen = (selector: Selector): string => {
    const choice = choose(labelled, find(labelled, selector), selector);
    return choice.kind === "one" ? labelled.nodes[choice.node]?.element.controlType ?? "" : choice.kind;
  };
  assert.equal(chosen({ name: "Name:" }), "Edit");
  assert.equal(chosen({ name: "a.txt" }), "DataItem");
  assert.equal(chosen({ name: "Save" }), "Button");
  assert.equal(chosen({ name: "Twice" }), "ambiguous");
  assert.equal(chosen({ name: "Size" }), "ambiguous");
  // Whoever asks for the label gets it.
  assert.equal(chosen({ name: "Name:", controlType: "Text" }), "Text");
  assert.equal(chosen({ name: "Name:", index: 0 }), "Text");
});

Deno.test("a text always fits itself exactly, and every part of it as contained", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary", minLength: 1, maxLength: 20 }),
      fc.boolean(),
      (name, caseSensitive) => {
        const { element } = el("Text", name);
        assert.ok(fitsAll(checksOf({ name, caseSensitive }), element));
        const part = name.slice(0, 1 + Math.floor(name.length / 2));
        assert.ok(fitsAll(checksOf({ name: part, caseSensitive: true, match: "contains" }), element));
      },
    ),
  );
});

Deno.test("isMet() wants all of a list read before a row of it is taken for the only one", () => {
  const cut = { by: "children", total: 300 } as const;
  const tree = treeOf(el("Window", "Main", {}, [
    el("Button", "Push"),
    el("List", "long", { cut }, [el("ListItem", "row", {}, [el("Text", "cell")])]),
    el("List", "short", {}, [el("ListItem", "other")]),
  ]));
  const met = ["Push", "other", "row", "cell", "none"].map((name) => isMet(tree, { name }));
  assert.deepEqual(met, [true, true, false, false, false]);
  assert.equal(isMet(tree, { name: "Push", index: 0 }), false);
});
