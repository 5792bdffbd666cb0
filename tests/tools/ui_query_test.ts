import assert from "node:assert/strict";
import { el } from "../elements/trees.ts";
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

function namesOf(output: Readonly<Record<string, unknown>>): readonly unknown[] {
  return listOfObjects(output.elements).map(({ name }) => name);
}

Deno.test("ui_query: lists everything that fits, each with a ref, and says that it read all", async () => {
  const output = await openProgram().succeed("ui_query", { ...TARGET, selector: { name: "OK" } });
  assert.deepEqual(
    [output.found, output.count, output.status, output.complete, output.truncated],
    [true, 2, "found", true, false],
  );
  const elements = listOfObjects(output.elements);
  assert.deepEqual(elements.map(({ automationId }) => automationId), ["ok", "loginOk"]);
  assert.equal(new Set(elements.map(({ ref }) => ref)).size, 2);
  assert.deepEqual([output.hwnd, output.title, output.pid], [HWND_TEXT, "Main", 7]);
  assert.equal(output.scoped, undefined);
});

Deno.test("ui_query: control types are short names, in whatever spelling they were asked for", async () => {
  for (const controlType of ["Edit", "ControlType.Edit", "edit", "text box"]) {
    const output = await openProgram().succeed("ui_query", { ...TARGET, selector: { controlType } });
    assert.deepEqual(
      listOfObjects(output.elements).map((one) => one.controlType),
      ["Edit", "Edit"],
      controlType,
    );
  }
});

Deno.test("ui_query, ui_get, ui_locate: that nothing fits a type that does not exist is no news of the window", async () => {
  const world = openProgram();
  const hint = 'No control type is called "Buton" (did you mean "Button"?).';
  for (const tool of ["ui_query", "ui_get"]) {
    for (
      const selector of [
        { controlType: "Buton" },
        { name: "OK", ancestor: { controlType: "Buton" } },
        { path: [{ controlType: "Buton" }, { controlType: "Button" }] },
      ]
    ) {
      const output = await world.succeed(tool, { ...TARGET, selector });
      assert.deepEqual([output.found, output.hints], [false, [hint]], tool);
    }
  }
  const scoped = await world.succeed("ui_query", { ...TARGET, rootSelector: { controlType: "Grupp" } });
  assert.match(JSON.stringify(scoped.hints), /No control type is called .*Grupp/);
  const located = await world.succeed("ui_locate", { ...TARGET, name: "OK", controlType: "buton" });
  assert.deepEqual(located.hints, ['No control type has "buton" in its name.']);
  // A part of one is enough for the latter.
  const part = await world.succeed("ui_locate", { ...TARGET, name: "OK", controlType: "butt" });
  assert.doesNotMatch(JSON.stringify(part.hints ?? []), /control type/);
});

Deno.test("ui_query: rootSelector and ancestorSelector both hold, and are not listed themselves", async () => {
  const world = openProgram();
  const list = await world.succeed("ui_query", { ...TARGET, rootSelector: { name: "Fruit" } });
  assert.deepEqual(namesOf(list), ["apple", "pear", "pineapple"]);
  assert.deepEqual([list.scoped, list.maxDepth, list.requestedMaxDepth, list.depthExpanded], [
    true,
    15,
    15,
    false,
  ]);
  const both = await world.succeed("ui_query", {
    ...TARGET,
    selector: { controlType: "ListItem" },
    rootSelector: { name: "Main" },
    ancestorSelector: { name: "Vegetables" },
  });
  assert.deepEqual(namesOf(both), ["apple", "leek"]);
  const neither = await world.succeed("ui_query", {
    ...TARGET,
    selector: { controlType: "ListItem" },
    rootSelector: { name: "Fruit" },
    ancestorSelector: { name: "Vegetables" },
  });
  assert.deepEqual([neither.found, neither.count], [false, 0]);
});

Deno.test("ui_query: nameContains counts before the list is cut, and found agrees with count", async () => {
  const world = openProgram(listProgram(120));
  const rootSelector = { controlType: "List" };
  const output = await world.succeed("ui_query", {
    ...TARGET,
    rootSelector,
    nameContains: "LINE 0011",
    maxResults: 3,
  });
  // 110 to 119: no longer among the first hundred that fit without it.
  assert.deepEqual([output.found, output.count], [true, 10]);
  assert.deepEqual(namesOf(output), ["Line 00110", "Line 00111", "Line 00112"]);
  assert.match(String(listOfObjects(output.hints)), /^7 more fit than are listed/);
  const none = await world.succeed("ui_query", { ...TARGET, rootSelector, nameContains: "no such line" });
  assert.deepEqual([none.found, none.count, none.elements], [false, 0, []]);
});

Deno.test("ui_query: count is of all that fit, the list of at most a hundred", async () => {
  const output = await openProgram(listProgram(300)).succeed("ui_query", {
    ...TARGET,
    selector: { controlType: "ListItem" },
    fields: ["name"],
  });
  assert.equal(output.count, 300);
  const elements = listOfObjects(output.elements);
  assert.equal(elements.length, 100);
  assert.equal(output.projected, true);
  for (const element of elements) assert.deepEqual(Object.keys(element).sort(), ["name", "ref"]);
});

Deno.test("ui_query: fields that no element has are named, and patterns can be left out", async () => {
  const world = openProgram();
  const selector = { automationId: "ok" };
  const output = await world.succeed("ui_query", {
    ...TARGET,
    selector,
    fields: ["name", "colour", "patterns"],
  });
  assert.deepEqual(listOfObjects(output.elements).map(({ name, patterns }) => [name, patterns]), [["OK", [
    "Invoke",
  ]]]);
  assert.deepEqual(output.hints, ["No element has these fields: colour."]);
  const plain = await world.succeed("ui_query", { ...TARGET, selector, includePatterns: false });
  assert.ok(!("patterns" in objectOf(listOfObjects(plain.elements)[0])));
});

Deno.test("ui_query: an index takes one of what fits; beyond them nothing is found, and it says how many there are", async () => {
  const world = openProgram();
  const second = await world.succeed("ui_query", { ...TARGET, selector: { name: "OK", index: 1 } });
  assert.deepEqual([second.count, objectOf(listOfObjects(second.elements)[0]).automationId], [1, "loginOk"]);
  const third = await world.succeed("ui_query", { ...TARGET, selector: { name: "OK", index: 2 } });
  assert.deepEqual([third.found, third.count, third.status], [false, 0, "empty-but-accessible"]);
  assert.deepEqual(third.hints, ["The index is beyond the 2 elements that fit otherwise."]);
});

Deno.test("ui_query: what is not there is said with what comes nearest, and a ref to go on with", async () => {
  const output = await openProgram().succeed("ui_query", {
    ...TARGET,
    selector: { name: "Aply", controlType: "Button" },
  });
  assert.deepEqual([output.found, output.status], [false, "empty-but-accessible"]);
  const nearest = objectOf(listOfObjects(output.nearest)[0]);
  assert.equal(nearest.name, "Apply");
  assert.deepEqual(nearest.differs, [{ field: "name", wanted: "Aply", actual: "Apply" }]);
  assert.match(String(nearest.ref), /^e\d+$/);
});

Deno.test("ui_query: a scope that is not there itself is told, with what comes nearest to it", async () => {
  const output = await openProgram().succeed("ui_query", {
    ...TARGET,
    selector: { name: "apple" },
    rootSelector: { name: "Fruits" },
  });
  assert.deepEqual(output.hints, ["Nothing that was read fits rootSelector itself."]);
  assert.equal(objectOf(listOfObjects(output.nearest)[0]).name, "Fruit");
});

Deno.test("ui_query: what is said of a scope in vain is named", async () => {
  const output = await openProgram().succeed("ui_query", {
    ...TARGET,
    selector: { name: "apple", path: [{ name: "Fruit", index: 1 }, { name: "apple" }] },
    rootSelector: { name: "Main", index: 4 },
    ancestorSelector: { name: "Fruit", ancestor: { name: "nowhere" } },
  });
  assert.equal(output.count, 1);
  assert.deepEqual(output.hints, [
    "Not looked at: selector.path[0].index, rootSelector.index, ancestorSelector.ancestor.",
  ]);
});

Deno.test("ui_query: a scope with nothing inside has nothing near it", async () => {
  const world = openProgram();
  const rootSelector = { automationId: "ok" };
  const output = await world.succeed("ui_query", { ...TARGET, rootSelector });
  assert.deepEqual(
    [output.found, output.status, output.nearest, output.hints],
    [false, "empty-but-accessible", undefined, undefined],
  );
  const named = await world.succeed("ui_query", {
    ...TARGET,
    rootSelector: { name: "Fruit" },
    nameContains: "appel",
  });
  assert.equal(objectOf(listOfObjects(named.nearest)[0]).name, "apple");
});

Deno.test("ui_query: of a long list it says how many rows there are", async () => {
  const world = openProgram(listProgram(900));
  const output = await world.succeed("ui_query", { ...TARGET, selector: { name: "Line 00800" } });
  assert.deepEqual([output.found, output.status, output.gaps], [false, "truncated", { children: 1 }]);
  const [hint] = output.hints as readonly string[];
  const [, ref] =
    /^Of List "Many lines" \(ref (e\d+)\), 500 of 900 children were read; ui_snapshot/.exec(hint ?? "") ??
      assert.fail(hint);
  // As the hint says.
  const page = await world.succeed("ui_snapshot", { ref, firstItem: 500 });
  assert.match(String(page.outline), /"Line 00501"/);
});

Deno.test("ui_query: a large answer says how to make it smaller", async () => {
  const args = { ...TARGET, selector: { controlType: "ListItem" } };
  const output = await openProgram(listProgram(100)).succeed("ui_query", args);
  assert.match(String(output.hints), /^The list takes \d+ kB: fields,/);
});

Deno.test("ui_query: what was not found in a reading that was cut may be there", async () => {
  const output = await openProgram(deepProgram(20)).succeed("ui_query", {
    ...TARGET,
    selector: { name: "Deep" },
  });
  assert.deepEqual(
    [output.found, output.status, output.complete, output.truncated],
    [false, "truncated", false, true],
  );
  assert.deepEqual(output.gaps, { depth: 1 });
  assert.match(String(output.hints), /may still be there; raise maxDepth/);
});

Deno.test("ui_query: depthStrategy auto looks deeper until something is found", async () => {
  const world = openProgram(deepProgram(20));
  const selector = { name: "Deep" };
  const output = await world.succeed("ui_query", { ...TARGET, selector, depthStrategy: "auto" });
  assert.deepEqual(
    [output.found, output.maxDepth, output.requestedMaxDepth, output.depthExpanded],
    [true, 24, null, true],
  );
  assert.deepEqual(world.requests().map(({ maxDepth }) => maxDepth), [16, 24]);
});

Deno.test("ui_query: depthStrategy auto escalates on what is left after nameContains", async () => {
  const drawn = el("Window", "Main", {}, [el("Group", "Login", {}, [deepProgram(18)])]);
  const world = openProgram(drawn);
  const rootSelector = { name: "Login" };
  const output = await world.succeed("ui_query", {
    ...TARGET,
    rootSelector,
    nameContains: "deep",
    depthStrategy: "auto",
    maxDepth: 8,
  });
  assert.deepEqual(namesOf(output), ["Deep"]);
  assert.deepEqual(world.requests().map(({ maxDepth }) => maxDepth), [8, 16, 24]);
});

Deno.test("ui_query: depthStrategy auto does not read again what was read to its end", async () => {
  const world = openProgram();
  const output = await world.succeed("ui_query", {
    ...TARGET,
    selector: { name: "none" },
    depthStrategy: "auto",
  });
  assert.deepEqual([output.status, output.maxDepth], ["empty-but-accessible", 16]);
  assert.equal(world.requests().length, 1);
});

Deno.test("ui_query: depthStrategy auto ends with its limit, and with the time of the call", async () => {
  const limited = openProgram(deepProgram(29));
  const selector = { name: "Deep" };
  await limited.succeed("ui_query", { ...TARGET, selector, depthStrategy: "auto", maxDepthAutoLimit: 18 });
  assert.deepEqual(limited.requests().map(({ maxDepth }) => maxDepth), [16, 18]);
  const slow = openProgram(deepProgram(29));
  slow.desktop.before("readUiTree", () => slow.clock.sleep(600));
  const output = await slow.succeed("ui_query", {
    ...TARGET,
    selector,
    depthStrategy: "auto",
    timeoutMs: 500,
  });
  assert.equal(slow.requests().length, 1);
  assert.deepEqual([output.elapsedMs, output.status], [600, "truncated"]);
});

Deno.test("ui_query: a ref is a scope, alone or with a selector, and reads its own window only", async () => {
  const world = openProgram(undefined, {}, fakeWindow({ hwnd: 0x11n, pid: 7, title: "" }));
  const fruit = await world.succeed("ui_query", { ...TARGET, selector: { name: "Vegetables" } });
  const ref = objectOf(listOfObjects(fruit.elements)[0]).ref;
  assert.deepEqual(namesOf(await world.succeed("ui_query", { ref })), ["apple", "leek"]);
  assert.deepEqual(world.requests().at(-1)?.windows.map(({ hwnd }) => hwnd), [0x10n]);
  const one = await world.succeed("ui_query", { ref, selector: { name: "apple" } });
  assert.deepEqual([one.count, one.scoped], [1, true]);
  const none = await world.succeed("ui_query", { ref, selector: { name: "pear" } });
  assert.deepEqual([none.found, none.status], [false, "empty-but-accessible"]);
});

Deno.test("ui_query: maxDepth is counted from the element of a ref", async () => {
  const world = openProgram(deepProgram(6));
  const group = await world.succeed("ui_query", { ...TARGET, selector: { name: "Level 4" } });
  const { ref } = objectOf(listOfObjects(group.elements)[0]);
  const output = await world.succeed("ui_query", { ref, maxDepth: 1 });
  assert.deepEqual(namesOf(output), ["Level 5"]);
  assert.deepEqual([output.maxDepth, output.gaps], [1, { depth: 1 }]);
  assert.equal(world.requests().at(-1)?.maxDepth, 5);
});

Deno.test("ui_query: no password comes through, whatever is asked for", async () => {
  const world = openProgram();
  for (const extra of [{}, { fields: ["value", "name"] }]) {
    const output = await world.succeed("ui_query", { ...TARGET, rootSelector: { name: "Main" }, ...extra });
    assert.ok(!JSON.stringify(output).includes(SECRET));
    assert.ok(JSON.stringify(output).includes("ann"));
  }
});

Deno.test("ui_query: what an element did not give is named", async () => {
  const drawn = el("Window", "Main", {}, [el("Button", "OK", { failed: ["className"], automationId: "ok" })]);
  const output = await openProgram(drawn).succeed("ui_query", {
    ...TARGET,
    selector: { className: "Button" },
  });
  assert.deepEqual([output.found, output.status, output.complete], [false, "inconclusive", false]);
  assert.deepEqual(output.gaps, { failedProperties: { className: 1 } });
});

for (
  const [args, path] of [
    [{ ...TARGET }, "selector"],
    [{ ...TARGET, nameContains: "x" }, "selector"],
    [{ ...TARGET, selector: {} }, "selector"],
    [{ ...TARGET, selector: { index: 1 } }, "selector"],
    [{ ...TARGET, selector: { name: "(", match: "regex" } }, "selector.name"],
    [{ ...TARGET, selector: { nam: "x" } }, "selector.nam"],
    [{ ...TARGET, selector: { name: "x", ancestor: { name: 5 } } }, "selector.ancestor.name"],
    [{ ...TARGET, rootSelector: { name: "" } }, "rootSelector.name"],
    [{ ...TARGET, selector: "OK" }, "selector"],
    [{ ...TARGET, selector: { name: "OK", nameContains: "x" } }, "selector.nameContains"],
    [{ ...TARGET, selector: { name: "x" }, maxDepth: 31 }, "maxDepth"],
    [{ ...TARGET, selector: { name: "x" }, maxResults: 0 }, "maxResults"],
    [{ ref: "e1", ...TARGET }, "ref"],
    [{ ref: "first" }, "ref"],
  ] as const
) {
  Deno.test(`ui_query: INVALID_PARAMS names ${path} of ${JSON.stringify(args)}`, async () => {
    const { code, details } = await openProgram().fail("ui_query", args);
    assert.equal(code, "INVALID_PARAMS");
    assert.equal(listOfObjects(details?.violations)[0]?.path, path);
  });
}
