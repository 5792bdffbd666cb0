/** What every tool that reads elements does about its target, its time and its ref. */
import assert from "node:assert/strict";
import { ToolError } from "../../src/core/errors.ts";
import { BUTTON, EDIT, el } from "../elements/trees.ts";
import { fakeWindow } from "../fakes/fake_window.ts";
import {
  drawnProgram,
  HWND,
  HWND_TEXT,
  listOfObjects,
  listProgram,
  objectOf,
  openProgram,
  type UiWorld,
} from "./ui_world.ts";

/** Each tool with arguments that it succeeds with in the world of these tests. */
const TOOLS: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ["ui_query", { selector: { name: "OK" } }],
  ["ui_get", { selector: { automationId: "ok" } }],
  ["ui_inspect_tree", {}],
  ["ui_catalog", {}],
];

async function refOfUser(world: UiWorld): Promise<unknown> {
  const output = await world.succeed("ui_get", { hwnd: HWND_TEXT, selector: { automationId: "user" } });
  return objectOf(output.element).ref;
}

/** What each situation is answered with. */
const SITUATIONS: readonly {
  readonly what: string;
  readonly code: string;
  readonly args?: Readonly<Record<string, unknown>>;
  spoil?(world: UiWorld): void;
}[] = [
  { what: "no target", code: "TARGET_REQUIRED", args: {} },
  { what: "a handle of no window", code: "WINDOW_NOT_FOUND", args: { hwnd: "0x99" } },
  { what: "a title that no window has", code: "WINDOW_NOT_FOUND", args: { titleContains: "nowhere" } },
  { what: "a handle that is none", code: "INVALID_PARAMS", args: { hwnd: "main" } },
  {
    what: "two windows that are equally good",
    code: "WINDOW_AMBIGUOUS",
    args: { titleContains: "Main" },
    spoil: ({ desktop }) => void desktop.windows.push(fakeWindow({ hwnd: 0x20n, pid: 8, title: "Main 2" })),
  },
  {
    what: "a program with higher rights",
    code: "TARGET_ELEVATED",
    spoil: ({ desktop }) => windowOf(desktop).elevated = true,
  },
  {
    what: "a window that Windows has given up",
    code: "WINDOW_HUNG",
    spoil: ({ desktop }) => windowOf(desktop).hung = true,
  },
  {
    what: "a window that stays busy",
    code: "WINDOW_NOT_RESPONDING",
    args: { hwnd: HWND_TEXT, timeoutMs: 500 },
    spoil: ({ desktop }) => windowOf(desktop).responding = "no",
  },
  {
    what: "a window on another desktop",
    code: "WINDOW_ON_OTHER_DESKTOP",
    spoil: ({ desktop }) => windowOf(desktop).onOtherDesktop = true,
  },
  {
    what: "a window that goes meanwhile",
    code: "STALE_WINDOW_HANDLE",
    spoil: ({ desktop }) => desktop.before("targetCondition", () => desktop.removeWindow(HWND)),
  },
  {
    what: "a window that gives no element",
    code: "UIA_ROOT_UNAVAILABLE",
    spoil: ({ desktop }) => desktop.elements.windows.clear(),
  },
  ...(["UIA_ASSEMBLY_UNAVAILABLE", "PROVIDER_BUSY", "TIMEOUT"] as const).map((code) => ({
    what: `the port says ${code}`,
    code,
    spoil: ({ desktop }: UiWorld) => desktop.fail("readUiTree", new ToolError(code, "so it is")),
  })),
  { what: "a ref that never was", code: "ELEMENT_STALE", args: { ref: "e999" } },
];

function windowOf(desktop: UiWorld["desktop"]): NonNullable<ReturnType<UiWorld["desktop"]["window"]>> {
  return desktop.window(HWND) ?? assert.fail("no window");
}

for (const [tool, own] of TOOLS) {
  for (const { what, code, args = { hwnd: HWND_TEXT }, spoil } of SITUATIONS) {
    Deno.test(`${tool}: ${code} for ${what}`, async () => {
      const world = openProgram();
      spoil?.(world);
      assert.equal((await world.fail(tool, { ...own, ...args })).code, code);
    });
  }

  Deno.test(`${tool}: CANCELLED before and while it reads`, async () => {
    const world = openProgram();
    const early = new AbortController();
    early.abort();
    const args = { ...own, hwnd: HWND_TEXT };
    const refused = await world.call(tool, args, early.signal);
    assert.equal(refused.ok || refused.error.code, "CANCELLED");
    assert.equal(world.requests().length, 0);
    const late = new AbortController();
    world.desktop.before("readUiTree", () => late.abort());
    const stopped = await world.call(tool, args, late.signal);
    assert.equal(stopped.ok || stopped.error.code, "CANCELLED");
  });

  Deno.test(`${tool}: a ref stands alone, and its element must surely be the same`, async () => {
    const world = openProgram();
    const ref = await refOfUser(world);
    const both = await world.fail(tool, { ...own, ref, hwnd: HWND_TEXT });
    assert.deepEqual([both.code, listOfObjects(both.details?.violations)[0]?.path], [
      "INVALID_PARAMS",
      "ref",
    ]);
    const renamed = drawnProgram();
    world.desktop.elements.windows.set(HWND, renamed);
    const stale = await world.fail(tool, { ...own, ref });
    assert.equal(stale.code, "ELEMENT_STALE");
    assert.match(String(objectOf(stale.details?.successor).ref), /^e\d+$/);
  });

  Deno.test(`${tool}: ELEMENT_STALE for a ref whose window is gone or another program's`, async () => {
    for (const isReused of [false, true]) {
      const world = openProgram();
      const ref = await refOfUser(world);
      world.desktop.removeWindow(HWND);
      if (isReused) world.desktop.windows.push(fakeWindow({ hwnd: HWND, pid: 8 }));
      assert.equal((await world.fail(tool, { ...own, ref })).code, "ELEMENT_STALE");
    }
  });

  Deno.test(`${tool}: reads a window that is hidden, minimised or cloaked, changes nothing and names the window`, async () => {
    const world = openProgram(drawnProgram(), { visible: false, minimized: true, cloaked: true });
    const output = await world.succeed(tool, { ...own, hwnd: HWND_TEXT });
    assert.deepEqual([output.hwnd, output.title, output.pid], [HWND_TEXT, "Main", 7]);
    const asked = new Set(world.desktop.calls.map(({ method }) => method));
    for (const method of asked) {
      assert.ok(["windowState", "listWindows", "targetCondition", "readUiTree"].includes(method), method);
    }
  });

  Deno.test(`${tool}: asks for what the call allows, and no more time than is left`, async () => {
    const world = openProgram(
      undefined,
      { responding: "no" },
      fakeWindow({ hwnd: 0x11n, pid: 7, title: "" }),
    );
    world.desktop.before("targetCondition", () => {
      if (world.clock.now() >= 200) windowOf(world.desktop).responding = "yes";
    });
    const args = { ...own, hwnd: HWND_TEXT, maxDepth: 3, maxNodes: 40, timeoutMs: 900 };
    await world.succeed(tool, { ...args, includeProcessPopups: false });
    const [request] = world.requests();
    assert.deepEqual([request?.maxDepth, request?.maxNodes, request?.windows.length], [3, 40, 1]);
    assert.ok(request !== undefined && request.timeoutMs <= 900);
    await world.succeed(tool, args);
    assert.equal(world.requests()[1]?.windows.length, 2);
  });

  Deno.test(`${tool}: is a read tool of the ui toolset that needs no foreground`, () => {
    const contract = openProgram().tools.contract(tool);
    assert.deepEqual(
      [contract?.effect, contract?.toolset, contract?.backgroundPolicy],
      ["read", "ui", "safe"],
    );
  });
}

Deno.test("ui_get: QUERY_TRUNCATED for a ref that has moved behind the children that are read", async () => {
  const rows = Array.from({ length: 900 }, (_, row) => el("ListItem", `Row ${row}`, { ...BUTTON }));
  const world = openProgram(el("Window", "Main", {}, [el("List", "Rows", { automationId: "rows" }, rows)]));
  const output = await world.succeed("ui_query", { hwnd: HWND_TEXT, selector: { name: "Row 499" } });
  const { ref } = objectOf(listOfObjects(output.elements)[0]);
  // Another hundred rows before it.
  const more = Array.from({ length: 100 }, (_, row) => el("ListItem", `New ${row}`, BUTTON));
  const [list] = world.desktop.elements.windows.get(HWND)?.children ?? [];
  assert.ok(list !== undefined);
  const root = world.desktop.elements.windows.get(HWND) ?? assert.fail();
  world.desktop.elements.windows.set(HWND, {
    ...root,
    children: [{ ...list, children: [...more, ...rows] }],
  });
  assert.equal((await world.fail("ui_get", { ref })).code, "QUERY_TRUNCATED");
});

/** A window with two groups, and in one of them an element that has a ref. */
async function openWithRef(): Promise<{ world: UiWorld; ref: unknown }> {
  const world = openProgram();
  const ref = await refOfUser(world);
  return { world, ref };
}

Deno.test("ui_get: of the window of a ref only the way to its element is read, and what is inside that", async () => {
  const { world, ref } = await openWithRef();
  const output = await world.succeed("ui_get", { ref });
  assert.deepEqual([output.found, output.status, output.complete], [true, "found", true]);
  assert.equal(objectOf(output.element).automationId, "user");
  // The two lists have five items, which nobody asked for.
  assert.equal(world.requests().at(-1)?.along?.length, 2);
  assert.equal(output.visitedNodes, 9);
  assert.equal(world.requests().length, 2);
});

Deno.test("ui_get: what became of an element that is not where it was, the whole window tells", async () => {
  const { world, ref } = await openWithRef();
  const user = el("Edit", "User", { ...EDIT, automationId: "user" });
  world.desktop.elements.windows.set(
    HWND,
    el("Window", "Main", { nativeWindowHandle: HWND }, [el("Group", "Other", {}, [user])]),
  );
  const error = await world.fail("ui_get", { ref });
  assert.equal(error.code, "ELEMENT_STALE");
  assert.equal(objectOf(error.details?.successor).automationId, "user");
  assert.deepEqual(world.requests().slice(-2).map(({ along }) => along === undefined), [false, true]);
});

Deno.test("ui_query: an empty element is empty, not hidden, where the window shows its content elsewhere", async () => {
  const empty = el("Pane", "Empty");
  const world = openProgram(
    el("Window", "Main", {}, [el("Pane", "Full", {}, [el("Button", "OK", BUTTON)]), empty]),
  );
  const [pane] = listOfObjects(
    (await world.succeed("ui_query", { hwnd: HWND_TEXT, selector: { name: "Empty" } })).elements,
  );
  const output = await world.succeed("ui_query", { ref: pane?.ref, selector: { name: "OK" } });
  assert.equal(output.status, "empty-but-accessible");
});

Deno.test("ui_catalog: whether a selector finds one control alone, the whole window decides", async () => {
  const world = openProgram();
  const group = await world.succeed("ui_get", { hwnd: HWND_TEXT, selector: { automationId: "login" } });
  const output = await world.succeed("ui_catalog", { ref: objectOf(group.element).ref });
  const ok = listOfObjects(output.controls).find(({ automationId }) => automationId === "loginOk");
  assert.deepEqual([ok?.selectorVerified, world.requests().at(-1)?.along], [true, undefined]);
});

Deno.test("ui_snapshot: since the snapshot of a ref compares what is inside that", async () => {
  const world = openProgram();
  const group = await world.succeed("ui_get", { hwnd: HWND_TEXT, selector: { automationId: "login" } });
  const part = await world.succeed("ui_snapshot", { ref: objectOf(group.element).ref });
  const user = world.desktop.elements.windows.get(HWND)?.children[2]?.children[0] ?? assert.fail();
  Object.assign(user, { element: { ...user.element, value: "bob" } });
  const answer = await world.succeed("ui_snapshot", { since: part.snapshotId });
  assert.deepEqual([answer.added, answer.removed, answer.changed, answer.newlyRead], [0, 0, 1, 0]);
  assert.match(String(answer.outline), /User.*bob/);
  assert.equal(world.requests().at(-1)?.along?.length, 1);
});

Deno.test("ui_get: a row far down a list is met again without the hundreds of rows before it", async () => {
  const world = openProgram(listProgram(900));
  const output = await world.succeed("ui_query", { hwnd: HWND_TEXT, selector: { controlType: "List" } });
  const list = listOfObjects(output.elements)[0]?.ref;
  const page = await world.succeed("ui_snapshot", { ref: list, firstItem: 700 });
  const row = /"Line 0*750" \[ref=(e\d+)\]/.exec(String(page.outline))?.[1];
  const got = await world.succeed("ui_get", { ref: row });
  assert.match(String(objectOf(got.element).name), /Line 0*750/);
  assert.ok(Number(got.visitedNodes) < 120, `${got.visitedNodes} elements`);
});
