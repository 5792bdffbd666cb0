import assert from "node:assert/strict";
import { BUTTON, el, listOf } from "../elements/trees.ts";
import { fakeWindow } from "../fakes/fake_window.ts";
import {
  deepProgram,
  HWND_TEXT,
  listOfObjects,
  listProgram,
  objectOf,
  openProgram,
  SECRET,
} from "./ui_world.ts";

const TARGET = { hwnd: HWND_TEXT };

/** `id<parent depth Type:name` of every node. */
function linesOf(output: Readonly<Record<string, unknown>>): readonly string[] {
  return listOfObjects(output.nodes).map(({ nodeId, parentNodeId, depth, controlType, name }) =>
    `${nodeId}<${parentNodeId} ${depth} ${controlType}:${name}`
  );
}

Deno.test("ui_inspect_tree: lists every element in document order with its parent, its window first", async () => {
  const output = await openProgram().succeed("ui_inspect_tree", TARGET);
  assert.deepEqual(linesOf(output).slice(0, 6), [
    "1<null 0 Window:Main",
    "2<1 1 Button:OK",
    "3<1 1 Button:Apply",
    "4<1 1 Group:Login",
    "5<4 2 Edit:User",
    "6<4 2 Edit:Password",
  ]);
  assert.deepEqual(
    [output.returnedNodes, output.visitedNodes, output.complete, output.maxDepth, output.maxNodes],
    [14, 14, true, 10, 1_500],
  );
  assert.deepEqual(output.roots, [{
    hwnd: HWND_TEXT,
    title: "Main",
    className: "Program",
    processId: 7,
    isMain: true,
    isPopup: false,
    rootIndex: 0,
  }]);
  assert.ok(!JSON.stringify(output).includes(SECRET));
});

Deno.test("ui_inspect_tree: what an element does not have is left out; a ref of each goes on", async () => {
  const world = openProgram();
  const output = await world.succeed("ui_inspect_tree", TARGET);
  const [, ok] = listOfObjects(output.nodes);
  const { ref, ...rest } = objectOf(ok);
  assert.deepEqual(rest, {
    nodeId: 2,
    parentNodeId: 1,
    depth: 1,
    rootHwnd: HWND_TEXT,
    rootIndex: 0,
    automationId: "ok",
    name: "OK",
    controlType: "Button",
    className: "",
    frameworkId: "Win32",
    processId: 42,
    enabled: true,
    offscreen: false,
    focusable: true,
    boundingRect: { x: 10, y: 20, width: 100, height: 30, coordinateSpace: "screen" },
    patterns: ["Invoke"],
  });
  assert.equal(objectOf((await world.succeed("ui_get", { ref })).element).automationId, "ok");
  const password = listOfObjects(output.nodes).find(({ name }) => name === "Password");
  assert.deepEqual([password?.isPassword, password?.valueProtected, password?.value], [
    true,
    true,
    undefined,
  ]);
  assert.equal(objectOf(listOfObjects(output.nodes)[0]).nativeWindowHandle, HWND_TEXT);
});

Deno.test("ui_inspect_tree: filters hide elements, not what is inside them", async () => {
  const world = openProgram();
  const types = await world.succeed("ui_inspect_tree", {
    ...TARGET,
    controlTypes: ["ControlType.Window", "list item"],
  });
  assert.deepEqual(linesOf(types), [
    "1<null 0 Window:Main",
    "2<1 2 ListItem:apple",
    "3<1 2 ListItem:pear",
    "4<1 2 ListItem:pineapple",
    "5<1 2 ListItem:apple",
    "6<1 2 ListItem:leek",
  ]);
  const interactive = await world.succeed("ui_inspect_tree", { ...TARGET, interactiveOnly: true });
  assert.deepEqual(listOfObjects(interactive.nodes).map(({ name }) => name), [
    "OK",
    "User",
    "Password",
    "OK",
  ]);
  const named = await world.succeed("ui_inspect_tree", { ...TARGET, automationIdOnly: true });
  assert.deepEqual(listOfObjects(named.nodes).length, 7);
  const shown = await world.succeed("ui_inspect_tree", { ...TARGET, includeOffscreen: false });
  assert.ok(!JSON.stringify(shown).includes("pineapple"));
});

Deno.test("ui_inspect_tree: a filter that lets nothing through says so, and names types that do not exist", async () => {
  const output = await openProgram().succeed("ui_inspect_tree", { ...TARGET, controlTypes: ["Buton"] });
  assert.deepEqual([output.returnedNodes, output.status], [0, "found"]);
  assert.deepEqual(output.hints, [
    "The filters hide every element that was read.",
    'No control type is called "Buton" (did you mean "Button"?).',
  ]);
});

Deno.test("ui_inspect_tree: fields keeps the place of each node, and its ref", async () => {
  const output = await openProgram().succeed("ui_inspect_tree", {
    ...TARGET,
    fields: ["name", "value", "hue"],
  });
  assert.deepEqual(Object.keys(objectOf(listOfObjects(output.nodes)[0])).sort(), [
    "depth",
    "name",
    "nodeId",
    "parentNodeId",
    "ref",
    "rootHwnd",
    "rootIndex",
    "value",
  ]);
  assert.deepEqual(output.hints, ["No element has these fields: hue."]);
  const plain = await openProgram().succeed("ui_inspect_tree", { ...TARGET, includePatterns: false });
  assert.ok(!("patterns" in objectOf(listOfObjects(plain.nodes)[1])));
});

Deno.test("ui_inspect_tree: a part by rootSelector or ref begins with the element itself", async () => {
  const world = openProgram();
  const lists = await world.succeed("ui_inspect_tree", { ...TARGET, rootSelector: { controlType: "List" } });
  assert.deepEqual(linesOf(lists).filter((line) => line.includes("null")), [
    "1<null 1 List:Fruit",
    "5<null 1 List:Vegetables",
  ]);
  const { ref } = objectOf(listOfObjects(lists.nodes)[4]);
  assert.deepEqual(linesOf(await world.succeed("ui_inspect_tree", { ref })), [
    "1<null 1 List:Vegetables",
    "2<1 2 ListItem:apple",
    "3<1 2 ListItem:leek",
  ]);
  const inBoth = await world.succeed("ui_inspect_tree", { ref, rootSelector: { name: "apple" } });
  assert.deepEqual(linesOf(inBoth), ["1<null 2 ListItem:apple"]);
});

Deno.test("ui_inspect_tree: a rootSelector that nothing fits is an error, with what comes nearest", async () => {
  const world = openProgram();
  const { code, details } = await world.fail("ui_inspect_tree", {
    ...TARGET,
    rootSelector: { name: "Fruits" },
  });
  assert.equal(code, "ELEMENT_NOT_FOUND");
  const nearest = objectOf(listOfObjects(details?.nearest)[0]);
  assert.deepEqual([nearest.name, nearest.differs], [
    "Fruit",
    [{ field: "name", wanted: "Fruits", actual: "Fruit" }],
  ]);
  assert.match(String(nearest.ref), /^e\d+$/);
});

Deno.test("ui_inspect_tree: QUERY_TRUNCATED and UI_NOT_EXPOSED where the rootSelector may be there", async () => {
  const rootSelector = { name: "Deep" };
  const cut = await openProgram(deepProgram(20)).fail("ui_inspect_tree", { ...TARGET, rootSelector });
  assert.equal(cut.code, "QUERY_TRUNCATED");
  const dark = openProgram(el("Window", "Main", {}, [el("Pane")]));
  assert.equal((await dark.fail("ui_inspect_tree", { ...TARGET, rootSelector })).code, "UI_NOT_EXPOSED");
});

Deno.test("ui_inspect_tree: parts of a rootSelector that are not looked at are named", async () => {
  const rootSelector = { name: "Fruit", index: 0, ancestor: { name: "nowhere" } };
  const output = await openProgram().succeed("ui_inspect_tree", { ...TARGET, rootSelector });
  assert.equal(output.returnedNodes, 4);
  assert.deepEqual(output.hints, ["Not looked at: rootSelector.ancestor, rootSelector.index."]);
});

Deno.test("ui_inspect_tree: says where it stopped and what to raise", async () => {
  const deep = await openProgram(deepProgram(20)).succeed("ui_inspect_tree", { ...TARGET, maxDepth: 3 });
  assert.deepEqual([deep.truncated, deep.complete, deep.gaps], [true, false, { depth: 1 }]);
  assert.match(String(deep.hints), /raise maxDepth/);
  const many = await openProgram(listProgram(700)).succeed("ui_inspect_tree", {
    ...TARGET,
    fields: ["name"],
  });
  assert.deepEqual([many.truncated, many.gaps, many.returnedNodes], [true, { children: 1 }, 502]);
});

Deno.test("ui_inspect_tree: other windows of the program are roots of their own", async () => {
  const world = openProgram(
    undefined,
    {},
    fakeWindow({ hwnd: 0x11n, pid: 7, title: "", className: "#32768" }),
  );
  world.desktop.elements.windows.set(0x11n, el("Menu", "", {}, [el("MenuItem", "Copy", BUTTON)]));
  const output = await world.succeed("ui_inspect_tree", { ...TARGET, controlTypes: ["MenuItem"] });
  assert.deepEqual(
    listOfObjects(output.roots).map(({ rootIndex, isMain, isPopup }) => [rootIndex, isMain, isPopup]),
    [[0, true, false], [1, false, true]],
  );
  const [item] = listOfObjects(output.nodes);
  assert.deepEqual([item?.name, item?.rootHwnd, item?.rootIndex], ["Copy", "0x00000011", 1]);
});

Deno.test("ui_inspect_tree: TREE_OUTPUT_TOO_LARGE above 1 MiB, and says when an answer is large", async () => {
  const long = "n".repeat(480);
  const rows = (count: number) =>
    Array.from({ length: count }, (_, row) => el("Group", `${row}${long}`, { className: long }));
  const wide = el("Window", "Main", {}, [0, 1, 2].map((part) => el("Group", `${part}`, {}, rows(400))));
  const world = openProgram(wide);
  const fields = ["name", "className"];
  const { code, details, suggestion } = await world.fail("ui_inspect_tree", { ...TARGET, fields });
  assert.deepEqual([code, details?.count], ["TREE_OUTPUT_TOO_LARGE", 1_204]);
  assert.match(String(suggestion), /ui_query/);
  const smaller = await world.succeed("ui_inspect_tree", { ...TARGET, fields: ["controlType"] });
  assert.match(
    String(listOfObjects(smaller.hints)),
    /The list takes \d+ kB: fields, filters or a rootSelector/,
  );
});

Deno.test("ui_inspect_tree: without fields a long list says of each element only what it is, and that it does", async () => {
  const keys = async (rows: number, args: object = {}): Promise<readonly string[]> => {
    const groups = Array.from({ length: 4 }, () => listOf(rows / 4));
    const output = await openProgram(el("Window", "Main", {}, groups)).succeed("ui_inspect_tree", {
      ...TARGET,
      ...args,
    });
    assert.deepEqual([output.returnedNodes, output.complete], [rows + 5, true]);
    const said = listOfHints(output).some((hint) =>
      /^Of so many elements only automationId, name/.test(hint)
    );
    const names = Object.keys(objectOf(listOfObjects(output.nodes).at(-1)));
    assert.equal(said, !names.includes("boundingRect") && !("fields" in args));
    return names;
  };
  assert.ok((await keys(400)).includes("boundingRect"));
  const place = ["nodeId", "parentNodeId", "depth", "rootHwnd", "rootIndex", "ref"];
  assert.deepEqual(await keys(1_200), [...place, "automationId", "name", "controlType"]);
  assert.deepEqual(await keys(1_200, { fields: ["enabled"] }), [...place, "enabled"]);
});

function listOfHints({ hints }: Readonly<Record<string, unknown>>): readonly string[] {
  return Array.isArray(hints) ? hints : [];
}

for (
  const [args, path] of [
    [{ rootSelector: {} }, "rootSelector"],
    [{ rootSelector: { name: "[", match: "regex" } }, "rootSelector.name"],
    [{ controlTypes: ["", "Button"] }, "controlTypes[0]"],
    [{ fields: [5] }, "fields[0]"],
    [{ maxNodes: 5_001 }, "maxNodes"],
    [{ timeoutMs: 499 }, "timeoutMs"],
    [{ selector: { name: "x" } }, "selector"],
  ] as const
) {
  Deno.test(`ui_inspect_tree: INVALID_PARAMS names ${path} of ${JSON.stringify(args)}`, async () => {
    const { code, details } = await openProgram().fail("ui_inspect_tree", { ...TARGET, ...args });
    assert.deepEqual([code, listOfObjects(details?.violations)[0]?.path], ["INVALID_PARAMS", path]);
  });
}
