import assert from "node:assert/strict";
import fc from "fast-check";
import type { UiTree } from "../../src/desktop/ui_element.ts";
import { lineOf, quotedOnLine, utf8Bytes } from "../../src/elements/outline_line.ts";
import { type Outline, outline, type OutlineOptions } from "../../src/elements/outline.ts";
import { type Branch, BUTTON, EDIT, el, type Facts, ITEM, listOf, nodeNamed, treeOf } from "./trees.ts";

function outlineOf(tree: UiTree, options: Partial<OutlineOptions> = {}): Outline {
  return outline(tree, { refOf: (node) => `e${node}`, ...options });
}

function textOf(...children: readonly Branch[]): string {
  return outlineOf(treeOf(el("Window", "Main", {}, children))).text.replaceAll(/ \[ref=e\d+\]/g, "");
}

/** The lines below the window's own, without refs. */
function linesOf(...children: readonly Branch[]): readonly string[] {
  return textOf(...children).split("\n").slice(1).map((line) => line.slice(2));
}

function line(controlType: Parameters<typeof el>[0], name: string, facts: Facts = {}): string {
  return lineOf(el(controlType, name, facts).element, { ref: "e1" });
}

for (
  const [expected, controlType, name, facts] of [
    ['button "Save" [ref=e1] disabled', "Button", "Save", { enabled: false }],
    ['checkBox "Bold" [ref=e1] checked', "CheckBox", "Bold", { toggleState: "On" }],
    ['checkBox "Bold" [ref=e1] unchecked', "CheckBox", "Bold", { toggleState: "Off" }],
    ['checkBox "Bold" [ref=e1] mixed', "CheckBox", "Bold", { toggleState: "Indeterminate" }],
    ['listItem "Red" [ref=e1] selected', "ListItem", "Red", { selected: true }],
    ['listItem "Red" [ref=e1]', "ListItem", "Red", { selected: false }],
    ['treeItem "Src" [ref=e1] expanded', "TreeItem", "Src", { expandCollapseState: "Expanded" }],
    ['treeItem "Src" [ref=e1] partly expanded', "TreeItem", "Src", {
      expandCollapseState: "PartiallyExpanded",
    }],
    ['treeItem "Src" [ref=e1]', "TreeItem", "Src", { expandCollapseState: "LeafNode" }],
    ['edit "Name" [ref=e1] focused value="Ann"', "Edit", "Name", { hasKeyboardFocus: true, value: "Ann" }],
    ['edit "Name" [ref=e1] readonly', "Edit", "Name", { isReadOnly: true, value: "" }],
    ['edit "PIN" [ref=e1] password', "Edit", "PIN", {
      isPassword: true,
      valueProtected: true,
      value: "1234",
    }],
    ['edit "PIN" [ref=e1]', "Edit", "PIN", { valueProtected: true, value: "1234" }],
    ['comboBox "Red" [ref=e1] collapsed', "ComboBox", "Red", {
      expandCollapseState: "Collapsed",
      value: "Red",
    }],
    ['menuItem "File" [ref=e1]', "MenuItem", "File", { expandCollapseState: "Collapsed" }],
    ['menuItem "File" [ref=e1] expanded', "MenuItem", "File", { expandCollapseState: "Expanded" }],
    ['slider "Volume" [ref=e1] value=30 of 0..100', "Slider", "Volume", {
      range: { value: 30, minimum: 0, maximum: 100, smallChange: 1, largeChange: 10 },
    }],
    ['button #"btnClose" [ref=e1] offscreen', "Button", "", { automationId: "btnClose", offscreen: true }],
    ["button [ref=e1]", "Button", "", {}],
  ] as [string, Parameters<typeof el>[0], string, Facts][]
) {
  Deno.test(`lineOf(): ${expected}`, () => assert.equal(line(controlType, name, facts), expected));
}

Deno.test("lineOf() shows the beginning of a long value and how long it is", () => {
  assert.match(
    line("Document", "Text", { value: "word ".repeat(400) }),
    /value="word .*…" \(of 2000 characters\)$/,
  );
});

Deno.test("lineOf() shows more of a text than of a name, since it is there to be read", () => {
  const words = "word ".repeat(50);
  assert.ok(line("Text", words).includes(words));
  assert.match(line("Button", words), /word .*…" \[ref=e1\]$/);
});

Deno.test("quotedOnLine() is one bounded line, whatever the text holds", () => {
  assert.equal(quotedOnLine('a"b\r\n\u0007\u001b[31m\u2028x'), '"a\\"b\\r\\n\\u0007\\u001b[31m\\u2028x"');
  assert.equal(quotedOnLine("override \u202egnp.exe"), '"override \\u202egnp.exe"');
  assert.equal(quotedOnLine("שלום עולם"), '"שלום עולם"');
  assert.equal(quotedOnLine("emoji 😀 and 👩‍💻"), '"emoji 😀 and 👩‍💻"');
  assert.equal(quotedOnLine("lone \ud83d."), '"lone \ufffd."');
  assert.ok(quotedOnLine("x".repeat(32_000)).length <= 102);
});

Deno.test("utf8Bytes() counts as the encoder does", () => {
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 50 }), (text) => {
    assert.equal(utf8Bytes(text), new TextEncoder().encode(text).length);
  }));
  assert.equal(utf8Bytes("\ud800"), 3);
  for (const text of ["\ud800\uff01", "\uff01\udc00", "漢\udc00", "\ud800\ud800", "\ud800é"]) {
    assert.equal(utf8Bytes(text), new TextEncoder().encode(text).length);
  }
  assert.equal(utf8Bytes("\udc00x\ud83d"), 7);
});

Deno.test("outline() is one indented line an element, with refs", () => {
  const tree = treeOf(el("Window", "Main", {}, [
    el("Group", "Size", {}, [
      el("RadioButton", "Small", { patterns: ["SelectionItem"], selected: true }),
      el("RadioButton", "Large", { patterns: ["SelectionItem"], selected: false }),
    ]),
    el("Button", "OK", { ...BUTTON, enabled: false }),
  ]));
  const { text, bytes, shown, leftOut, folded } = outlineOf(tree);
  assert.equal(
    text,
    [
      'window "Main" [ref=e0]',
      '  group "Size" [ref=e1]',
      '    radioButton "Small" [ref=e2] selected',
      '    radioButton "Large" [ref=e3]',
      '  button "OK" [ref=e4] disabled',
    ].join("\n"),
  );
  assert.deepEqual({ bytes, shown, leftOut, folded }, {
    bytes: utf8Bytes(text),
    shown: 5,
    leftOut: 0,
    folded: 0,
  });
});

for (
  const [title, branches, expected] of [
    ["what only arranges, so that its content moves up", [
      el("Pane", "", {}, [el("Group", "", {}, [el("Button", "OK", BUTTON)])]),
    ], ['button "OK"']],
    ["a pane of the window's own name", [el("Pane", "Main", {}, [el("Button", "OK", BUTTON)])], [
      'button "OK"',
    ]],
    ["nothing of a window in a window, whatever its title", [
      el("Window", "Main", {}, [el("Button", "Yes", BUTTON)]),
      el("Window", "", {}, [el("Button", "No", BUTTON)]),
    ], ['window "Main"', '  button "Yes"', "window", '  button "No"']],
    ["scroll bars and what is in them", [
      el("List", "L", {}, [
        el("ListItem", "a", ITEM),
        el("ScrollBar", "Vertical", { patterns: ["RangeValue"] }, [
          el("Button", "Line up", BUTTON),
          el("Thumb", "Position"),
        ]),
      ]),
    ], ['list "L"', '  listItem "a"']],
    ["the caption that Windows draws", [el("TitleBar", "", {}, [el("Button", "Close", BUTTON)])], []],
    ["separators, pictures without a name", [el("Separator", "x"), el("Image", ""), el("Thumb", "t")], []],
    ["a text that repeats what it is in", [el("Button", "OK", BUTTON, [el("Text", "OK")])], ['button "OK"']],
    ["a label that Windows named the next thing after", [el("Text", "Name:"), el("Edit", "Name:", EDIT)], [
      'edit "Name:"',
    ]],
    ["buttons that nothing sets stay", [
      el("Slider", "S", { range: null }, [el("Button", "Page up", BUTTON)]),
    ], ['slider "S"', '  button "Page up"']],
    ["nothing of a text with something in it, or before another text", [
      el("Text", "Name:", {}, [el("Hyperlink", "more", BUTTON)]),
      el("Edit", "Name:", EDIT),
      el("Text", "x"),
      el("Text", "x"),
    ], ['text "Name:"', '  hyperlink "more"', 'edit "Name:"', 'text "x"', 'text "x"']],
    ["a row whose cell has something in it is none", [
      el("DataItem", "a", ITEM, [el("Text", "b", {}, [el("Hyperlink", "c", BUTTON)])]),
    ], ['dataItem "a"', '  text "b"', '    hyperlink "c"']],
    ["nothing of a text that stands alone", [el("Text", "Ready"), el("Edit", "Name:", EDIT)], [
      'text "Ready"',
      'edit "Name:"',
    ]],
    ["unnamed things that can be used stay", [
      el("Edit", "", EDIT),
      el("Button", "", { ...BUTTON, automationId: "x" }),
    ], [
      "edit",
      'button #"x"',
    ]],
    ["unnamed containers stay", [el("List", "", {}, [el("ListItem", "a", ITEM)]), el("ToolBar", "")], [
      "list",
      '  listItem "a"',
      "toolBar",
    ]],
    ["a pane that has the focus stays", [el("Pane", "", { hasKeyboardFocus: true })], ["pane focused"]],
    ["a closed drop-down list is one line", [
      el("ComboBox", "Choice", {
        patterns: ["Value", "ExpandCollapse"],
        expandCollapseState: "Collapsed",
        value: "Red",
      }, [
        el("List", "Choice", {}, [el("ListItem", "Red", ITEM), el("ListItem", "Blue", ITEM)]),
        el("Button", "Open", BUTTON),
      ]),
    ], ['comboBox "Choice" collapsed value="Red" (+2 inside)']],
    ["a closed drop-down list keeps the edit that alone can be set", [
      el(
        "ComboBox",
        "",
        { patterns: ["ExpandCollapse"], expandCollapseState: "Collapsed", isReadOnly: true },
        [
          el("List", "", {}, [el("ListItem", "Red", ITEM)]),
          el("Button", "Open", BUTTON),
          el("Edit", "", { ...EDIT, value: "Red" }),
        ],
      ),
      el("ComboBox", "Set itself", { expandCollapseState: "Collapsed", isReadOnly: false }, [
        el("Edit", "Set itself", { ...EDIT, value: "Red" }),
      ]),
    ], ["comboBox collapsed", '  edit value="Red"', 'comboBox "Set itself" collapsed']],
    ["an open drop-down list shows its items", [
      el("ComboBox", "Choice", { patterns: ["ExpandCollapse"], expandCollapseState: "Expanded" }, [
        el("List", "Choice", {}, [el("ListItem", "Red", ITEM)]),
      ]),
    ], ['comboBox "Choice" expanded', '  list "Choice"', '    listItem "Red"']],
    ["a row's cells are on its line", [
      el("DataGrid", "Files", {}, [
        el("DataItem", "a.txt", ITEM, [
          el("Text", "a.txt"),
          el("Edit", "12 KB", { isReadOnly: true }),
          el("Text", ""),
          el("Text", "Size", { value: "text" }),
        ]),
      ]),
    ], ['dataGrid "Files"', '  dataItem "a.txt": "12 KB", "text"']],
    ["a row with something to use in it is none", [
      el("DataItem", "a", ITEM, [el("Text", "b"), el("Button", "Open", BUTTON)]),
    ], ['dataItem "a"', '  text "b"', '  button "Open"']],
    ["the columns of a header are on its line", [
      el("Header", "Header Control", {}, [
        el("HeaderItem", "Name", BUTTON),
        el("HeaderItem", "Size", BUTTON),
      ]),
    ], ['header "Header Control": "Name", "Size"']],
    ["what the columns are comes before the rows, wherever it is", [
      el("DataGrid", "Files", {}, [
        el("DataItem", "a", ITEM),
        el("Header", "Header Control", {}, [el("HeaderItem", "Name", BUTTON)]),
      ]),
    ], ['dataGrid "Files"', '  header "Header Control": "Name"', '  dataItem "a"']],
    ["a window that says nothing of itself is shown by its class where it holds nothing", [
      el("Pane", "", { automationId: "7", className: "Canvas", nativeWindowHandle: 5n }),
      el("Pane", "", { className: "Holder", nativeWindowHandle: 6n }, [
        el("Pane", "", { className: "Hidden", nativeWindowHandle: 7n, offscreen: true }),
        el("Pane", "", { className: "Empty", nativeWindowHandle: 8n, screenRect: null }),
        el("Custom", "", { className: "a\nb", nativeWindowHandle: 9n }),
      ]),
    ], ['pane #"7" class="Canvas"', 'custom class="a\\nb"']],
    ["the buttons of a number that can be set itself", [
      el(
        "Slider",
        "Volume",
        { range: { value: 3, minimum: 0, maximum: 9, smallChange: 1, largeChange: 2 } },
        [
          el("Button", "Page up", BUTTON),
          el("Thumb", "Position"),
        ],
      ),
      el("Spinner", "Amount", {}, [el("Button", "More", BUTTON)]),
    ], ['slider "Volume" value=3 of 0..9', 'spinner "Amount"', '  button "More"']],
    ["disabled is said once", [
      el("Group", "G", { enabled: false }, [
        el("CheckBox", "a", { ...BUTTON, enabled: false, toggleState: "On" }),
        el("Button", "b", { ...BUTTON, enabled: true }),
      ]),
    ], ['group "G" disabled', '  checkBox "a" checked', '  button "b"']],
    ["a window without a title is a window, and enabled in the one that it disables", [
      el("Window", "Save As", { enabled: false }, [
        el("Window", "", {}, [el("Text", "Path does not exist"), el("Button", "OK", BUTTON)]),
        el("Button", "Save", { ...BUTTON, enabled: false }),
      ]),
    ], [
      'window "Save As" disabled',
      "  window",
      '    text "Path does not exist"',
      '    button "OK"',
      '  button "Save"',
    ]],
    ["off-screen is said once", [
      el("List", "L", { offscreen: true }, [el("ListItem", "a", { ...ITEM, offscreen: true })]),
    ], ['list "L" offscreen', '  listItem "a"']],
  ] as [string, Branch[], string[]][]
) {
  Deno.test(`outline() folds: ${title}`, () => assert.deepEqual(linesOf(...branches), expected));
}

Deno.test("outline() keeps a title bar that the program draws itself", () => {
  const bar = el("TitleBar", "", { frameworkId: "XAML" }, [
    el("Button", "Back", { ...BUTTON, frameworkId: "XAML" }),
  ]);
  assert.deepEqual(linesOf(bar), ['button "Back"']);
});

Deno.test("outline() of a long list has its first page, its count and how to go on", () => {
  const tree = treeOf(
    el("Window", "Main", {}, [
      listOf(500, { cut: { by: "children", total: 10_000 } }),
      el("Button", "OK", BUTTON),
    ]),
  );
  const { text, bytes } = outlineOf(tree);
  assert.ok(bytes <= 8_000, `${bytes} bytes`);
  const lines = text.split("\n");
  const last = lines.findIndex((line) => line.includes("…"));
  assert.match(
    lines[last] ?? "",
    /^ {4}… 9\d{3} more of 10000 \(listItem\); go on with ref e1, firstItem \d{2,3}$/,
  );
  const next = Number(/firstItem (\d+)/.exec(lines[last] ?? "")?.[1]);
  assert.match(lines[last - 1] ?? "", new RegExp(`"Line 0*${next}"`));
  assert.match(lines[last] ?? "", new RegExp(`… ${10_000 - next} more`));
  assert.ok(lines.some((line) => line.includes('button "OK"')), "what is behind the list is there");
  assert.match(text, /\(\d+ of 503 elements left out for want of room/);
  assert.doesNotMatch(text, /not everything was read/);
});

Deno.test("outline() goes on in a list where the last one ended", () => {
  const rows = listOf(5, { cut: { by: "children", total: 100 }, firstChild: 20 });
  const tree = treeOf(el("Window", "Main", {}, [rows]));
  const { text } = outlineOf(tree, { scope: 1 });
  assert.equal(
    text.split("\n").slice(0, 3).join("\n"),
    'list "Many lines" [ref=e1]\n  … 20 before\n  listItem "Line 00001" [ref=e2]',
  );
  assert.match(text, / {2}… 75 more of 100 \(listItem\); go on with ref e1, firstItem 25/);
});

Deno.test("outline() says what was not read where nothing of it is known", () => {
  const tree = treeOf(el("Window", "Main", {}, [el("Pane", "deep", { cut: { by: "depth", total: null } })]));
  assert.match(
    outlineOf(tree).text,
    /pane "deep" \[ref=e1\] \(more not read\)\n\(not everything was read: 1 element at the depth/,
  );
  const skipped = treeOf(el("Window", "Main", {}, [el("Button", "x", BUTTON)]), { skipped: 3 });
  assert.match(outlineOf(skipped).text, /\n\(3 elements could not be read\)$/);
});

Deno.test("outline() shows every level before it shows all of one", () => {
  const tree = treeOf(
    el("Window", "Main", {}, [
      listOf(400),
      listOf(400),
      el("Group", "end", {}, [el("Button", "OK", BUTTON)]),
    ]),
  );
  const { text, leftOut } = outlineOf(tree, { maxBytes: 2_000 });
  assert.ok(leftOut > 700);
  assert.equal(text.match(/list "Many lines"/g)?.length, 2);
  assert.match(text, /button "OK"/);
  assert.equal(text.match(/…/g)?.length, 2);
});

Deno.test("outline() of one element shows what is folded on its line elsewhere", () => {
  const row = el("DataItem", "a", ITEM, [el("Text", "b")]);
  const combo = el("ComboBox", "c", { expandCollapseState: "Collapsed" }, [el("ListItem", "Red", ITEM)]);
  const tree = treeOf(el("Window", "Main", {}, [row, combo]));
  assert.equal(outlineOf(tree, { scope: 1 }).text, 'dataItem "a" [ref=e1]\n  text "b" [ref=e2]');
  assert.equal(
    outlineOf(tree, { scope: 3 }).text,
    'comboBox "c" [ref=e3] collapsed\n  listItem "Red" [ref=e4]',
  );
});

Deno.test("outline() gives everything that a window is made of its lines before it gives rows more", () => {
  const tree = treeOf(el("Window", "Main", {}, [
    ...Array.from({ length: 12 }, () => listOf(100)),
    el("Tree", "Places", {}, [el("TreeItem", "Home", ITEM)]),
    ...Array.from({ length: 30 }, (_, index) => el("Button", `Button ${index}`, BUTTON)),
  ]));
  const { text } = outlineOf(tree);
  assert.equal(text.match(/list "Many lines"/g)?.length, 12);
  assert.equal(text.match(/button "/g)?.length, 30);
  assert.match(text, /treeItem "Home"/);
  assert.equal(text.match(/Line 00001/g)?.length, 12);
});

Deno.test("outline() shows all windows of the program", () => {
  const tree = treeOf(el("Window", "Main"), {}, [el("Menu", "", {}, [el("MenuItem", "Copy", BUTTON)])]);
  assert.equal(outlineOf(tree).text, 'window "Main" [ref=e0]\nmenu [ref=e1]\n  menuItem "Copy" [ref=e2]');
  assert.equal(outlineOf(tree, { scope: 1 }).text, 'menu [ref=e1]\n  menuItem "Copy" [ref=e2]');
});

Deno.test("outline() of a window without an element is empty", () => {
  const tree = treeOf(el("Window", "Main"));
  const [root] = tree.roots;
  const nothing = { ...tree, nodes: [], roots: [{ ...(root ?? assert.fail()), node: -1 }] };
  assert.equal(outlineOf(nothing).text, "(1 element could not be read)");
});

Deno.test("outline() bounds names and values of 32,000 characters", () => {
  const tree = treeOf(el("Window", "W".repeat(32_000), {}, [
    el("Edit", "N".repeat(32_000), { ...EDIT, value: "V".repeat(32_000) }),
    el("Text", "\u0001".repeat(32_000)),
  ]));
  const { text, bytes, leftOut } = outlineOf(tree);
  assert.ok(bytes < 3_000, `${bytes} bytes`);
  assert.equal(leftOut, 0);
  assert.equal(text.split("\n").length, 3);
});

const branch: fc.Memo<Branch> = fc.memo((depth) =>
  fc.tuple(
    fc.constantFrom("Pane", "Button", "List", "ListItem", "Edit", "Text", "Group", "TitleBar", "ComboBox"),
    fc.oneof(
      fc.constant(""),
      fc.string({ unit: "binary", maxLength: 12 }),
      fc.constant("a\nb\u202e\u2028"),
      fc.constant("漢".repeat(200)),
    ),
    fc.record({
      offscreen: fc.boolean(),
      patterns: fc.constantFrom([], ["Invoke"], ["Value"]),
      value: fc.constantFrom(null, "v\r\nw", "x".repeat(300)),
      expandCollapseState: fc.constantFrom(null, "Collapsed", "Expanded"),
      firstChild: fc.constantFrom(undefined, undefined, 20),
      ...(depth > 2
        ? { cut: fc.constantFrom(undefined, { by: "children", total: 90 }, { by: "depth", total: null }) }
        : {}),
    }),
    depth <= 1 ? fc.constant([]) : fc.array(branch(depth - 1), { maxLength: 8 }),
  ).map(([type, name, { cut, ...facts }, children]) =>
    el(type as "Pane", name, { ...facts, ...(cut === undefined ? {} : { cut }) } as Facts, children)
  )
);

Deno.test("outline() keeps to its budget, never cuts a line, and counts what it left out", () => {
  fc.assert(
    fc.property(branch(4), fc.integer({ min: 400, max: 6_000 }), (root, maxBytes) => {
      const tree = treeOf(root);
      const all = outlineOf(tree, { maxBytes: 1_000_000 });
      const { text, bytes, shown, leftOut } = outlineOf(tree, { maxBytes });
      assert.ok(bytes <= maxBytes, `${bytes} of ${maxBytes}`);
      assert.equal(bytes, new TextEncoder().encode(text).length);
      assert.equal(all.leftOut, 0);
      assert.equal(shown + leftOut, all.shown);
      const lines = text.split("\n");
      const elements = lines.filter((one) => /^ *\w+ .*\[ref=e\d+\]/.test(one));
      assert.equal(elements.length, shown);
      for (const one of lines) {
        assert.match(one, /^ *(\w+ (?:#?"(?:[^"\\]|\\.)*" )?\[ref=e\d+\]|… |\()/);
      }
      // Every line is one of the whole outline, but for what it says of what is missing.
      const whole = new Set(all.text.split("\n").map((one) => /\[ref=e\d+\]/.exec(one)?.[0]));
      for (const one of elements) assert.ok(whole.has(/\[ref=e\d+\]/.exec(one)?.[0]));
    }),
    { numRuns: 150 },
  );
});

Deno.test("outline() of a dialog is a fifth of its JSON, or less", () => {
  const fields = Array.from({ length: 40 }, (_, index) => [
    el("Text", `Field ${index}`, { className: "Static" }),
    el("Edit", `Field ${index}`, {
      ...EDIT,
      className: "Edit",
      automationId: String(index),
      value: "some value",
    }),
  ]).flat();
  const tree = treeOf(el("Window", "Dialog", {}, [...fields, el("Button", "OK", BUTTON)]));
  const json = JSON.stringify(tree.nodes, (_, value) => typeof value === "bigint" ? String(value) : value);
  assert.ok(outlineOf(tree).bytes * 5 <= utf8Bytes(json));
  assert.equal(outlineOf(tree).leftOut, 0);
  assert.ok(nodeNamed(tree, "OK") > 0);
});
