import assert from "node:assert/strict";
import { ToolError } from "../../src/core/errors.ts";
import type { Rect } from "../../src/core/geometry.ts";
import type { Hwnd } from "../../src/core/hwnd.ts";
import type { UiReadRequest } from "../../src/desktop/ui_element.ts";
import { type Branch, BUTTON, el } from "../elements/trees.ts";
import { type FakeWindow, fakeWindow } from "../fakes/fake_window.ts";
import type { TestDoor } from "../fakes/test_door.ts";
import { HWND, HWND_TEXT, listOfObjects, objectOf, openProgram, type UiWorld } from "./ui_world.ts";

const TARGET = { hwnd: HWND_TEXT };
/** Where the fake windows lie: 100,80 and 400 by 300. */
const at = (x: number, y: number): { screenRect: Rect } => ({ screenRect: { x, y, width: 80, height: 20 } });
const WHOLE = { screenRect: { x: 100, y: 80, width: 400, height: 300 } };

const save = el("Button", "Save", { ...BUTTON, ...at(120, 120), automationId: "save" });
const saveAs = el("Button", "Save As", { ...BUTTON, ...at(220, 120) });
const saved = el("Text", "Saved", at(320, 120));
const main = el("Window", "Main", { ...WHOLE, nativeWindowHandle: HWND }, [save, saveAs, saved]);

async function locate(
  door: TestDoor,
  name: string,
  args: Record<string, unknown> = TARGET,
): Promise<Readonly<Record<string, unknown>>> {
  const answer = await door.succeed("ui_locate", { name, ...args });
  // Whatever else it says: a point only where it is sure.
  assert.equal("screenPoint" in answer, answer.status === "found");
  assert.equal("click" in answer, answer.status === "found");
  return answer;
}

/** Another program's window with this in it, at the same place. */
function openBeside(
  world: UiWorld,
  hwnd: Hwnd,
  drawn: Branch | undefined,
  facts: Partial<FakeWindow> = {},
): void {
  world.desktop.windows.push(
    fakeWindow({ hwnd, pid: Number(hwnd), title: `Program ${hwnd}`, className: "Program", ...facts }),
  );
  if (drawn !== undefined) world.desktop.elements.windows.set(hwnd, drawn);
}

function programOf(hwnd: Hwnd, ...children: readonly Branch[]): Branch {
  return el("Window", `Program ${hwnd}`, { ...WHOLE, nativeWindowHandle: hwnd }, children);
}

Deno.test("ui_locate: found, with a point, and how to click it", async () => {
  const world = openProgram(main);
  const answer = await locate(world, "save");
  assert.deepEqual(answer, {
    success: true,
    status: "found",
    screenPoint: { x: 160, y: 130 },
    click: { hwnd: HWND_TEXT, x: 160, y: 130, coordinateSpace: "screen" },
    element: {
      ref: "e1",
      index: 0,
      controlType: "Button",
      name: "Save",
      automationId: "save",
      className: "",
      enabled: true,
      offscreen: false,
      screenRect: { x: 120, y: 120, width: 80, height: 20 },
      uiPath: ["Button:Save", "Window:Main"],
    },
    matched: 1,
    matchedBy: "exact",
    hwnd: HWND_TEXT,
    title: "Main",
    pid: 7,
    complete: true,
    truncated: false,
    visitedNodes: 4,
    elapsedMs: 0,
    fetched: "oneRequest",
  });
  assert.deepEqual(world.requests()[0]?.windows.map(({ hwnd }) => hwnd), [HWND]);
});

Deno.test("ui_locate: the click that it offers is one that click_window takes", async () => {
  const world = openProgram(main);
  const { click } = await locate(world, "Save");
  const { screenPoint } = await world.succeed("click_window", click);
  assert.deepEqual(screenPoint, { x: 160, y: 130 });
});

Deno.test("ui_locate: the ref that it gives is one that the other tools take", async () => {
  const world = openProgram(main);
  const { ref } = objectOf((await locate(world, "Save")).element);
  assert.equal((await world.succeed("ui_snapshot", { ref })).outline, `button "Save" [ref=${ref}]`);
});

Deno.test("ui_locate: ambiguous names what fits; an index or a type chooses", async () => {
  const world = openProgram(main);
  const answer = await locate(world, "ave");
  assert.deepEqual([answer.status, answer.matched, answer.matchedBy], ["ambiguous", 3, "contains"]);
  assert.deepEqual(
    listOfObjects(answer.candidates).map(({ index, name }) => [index, name]),
    [[0, "Save"], [1, "Save As"], [2, "Saved"]],
  );
  assert.match(String(listOfObjects(answer.candidates)[0]?.ref), /^e\d+$/);
  const chosen = await locate(world, "ave", { ...TARGET, index: 1 });
  assert.deepEqual([chosen.status, objectOf(chosen.element).name, objectOf(chosen.element).index], [
    "found",
    "Save As",
    1,
  ]);
  assert.equal(
    objectOf((await locate(world, "ave", { ...TARGET, controlType: "text" })).element).name,
    "Saved",
  );
});

Deno.test("ui_locate: an index beyond what fits is INVALID_PARAMS with the range", async () => {
  const { code, message } = await openProgram(main).fail("ui_locate", { name: "ave", ...TARGET, index: 3 });
  assert.deepEqual([code, message], ["INVALID_PARAMS", "index: must be 0 to 2: so many elements fit"]);
});

Deno.test("ui_locate: many candidates are the first five and their number", async () => {
  const many = Array.from({ length: 30 }, (_, row) => el("Button", `Save ${row}`, BUTTON));
  const answer = await locate(openProgram(el("Window", "Main", {}, many)), "save");
  assert.deepEqual([answer.matched, listOfObjects(answer.candidates).length], [30, 5]);
});

Deno.test("ui_locate: a ref is searched inside alone", async () => {
  const box = el("Group", "Box", { screenRect: { x: 200, y: 200, width: 100, height: 100 } }, [
    el("Button", "Save", { ...BUTTON, ...at(210, 210) }),
  ]);
  const world = openProgram(el("Window", "Main", WHOLE, [save, box]));
  const { ref } = objectOf((await locate(world, "Box")).element);
  const answer = await locate(world, "Save", { ref });
  assert.deepEqual([answer.status, answer.screenPoint], ["found", { x: 250, y: 220 }]);
  assert.equal((await locate(world, "none", { ref })).status, "not-found");
  const itself = await locate(world, "box", { ref });
  assert.deepEqual([itself.status, objectOf(itself.element).ref], ["found", ref]);
  assert.deepEqual((await world.succeed("ui_locate", { ref })).screenPoint, itself.screenPoint);
  assert.equal((await world.fail("ui_locate", TARGET)).code, "INVALID_PARAMS");
});

for (
  const [what, facts, drawn, reason] of [
    ["is minimised", { minimized: true }, main, "notShown"],
    ["is hidden", { visible: false }, main, "notShown"],
    ["is cloaked", { cloaked: true }, main, "notShown"],
    [
      "shows another part",
      {},
      el("Window", "Main", WHOLE, [el("Button", "Save", at(120, 900))]),
      "outsideWindow",
    ],
    [
      "lies outside of all screens",
      { screenRect: { x: 5_000, y: 80, width: 400, height: 300 } },
      el("Window", "Main", {}, [el("Button", "Save", at(5_100, 120))]),
      "outsideWindow",
    ],
    [
      "gives it no rectangle",
      {},
      el("Window", "Main", WHOLE, [el("Button", "Save", { screenRect: null })]),
      "notShown",
    ],
    [
      "has it scrolled away",
      {},
      el("Window", "Main", WHOLE, [
        el("Button", "Save", { ...at(120, 120), offscreen: true }),
      ]),
      "notShown",
    ],
  ] as const
) {
  Deno.test(`ui_locate: offscreen where the window ${what}`, async () => {
    const world = openProgram(drawn, facts);
    const answer = await locate(world, "Save");
    assert.deepEqual([answer.status, answer.reason], ["offscreen", reason]);
    assert.equal(objectOf(answer.element).name, "Save");
    assert.match(String((answer.hints as readonly string[])[0]), /It is not shown|It lies outside/);
  });
}

Deno.test("ui_locate: offscreen where something lies over it, which is named", async () => {
  const world = openProgram(main);
  const tip = el("Window", "Tip", { nativeWindowHandle: 0x77n, className: "Tips" });
  world.desktop.elements.onTop = () => [tip.element];
  const answer = await locate(world, "Save");
  assert.deepEqual([answer.status, answer.reason], ["offscreen", "covered"]);
  assert.deepEqual(answer.coveredBy, {
    hwnd: "0x00000077",
    controlType: "Window",
    name: "Tip",
    className: "Tips",
  });
  assert.equal(world.desktop.callsOf("uiElementsAt").length, 5);
});

Deno.test("ui_locate: where its middle is covered, another point of it is found", async () => {
  const world = openProgram(main);
  const tip = el("Window", "Tip");
  world.desktop.elements.onTop = ({ screenPoint: { x } }) => x >= 155 ? [tip.element] : undefined;
  const answer = await locate(world, "Save");
  assert.deepEqual([answer.status, answer.screenPoint], ["found", { x: 140, y: 125 }]);
});

Deno.test("ui_locate: a strip beside a window that covers the rest is found", async () => {
  const list = el("List", "Rows", { screenRect: { x: 120, y: 100, width: 300, height: 200 } });
  const world = openProgram(el("Window", "Main", WHOLE, [list]));
  const over = el("Window", "Over", { screenRect: { x: 100, y: 90, width: 310, height: 290 } });
  world.desktop.elements.onTop = ({ screenPoint: { x } }) => x < 410 ? [over.element] : undefined;
  const answer = await locate(world, "Rows");
  assert.deepEqual([answer.status, answer.screenPoint], ["found", { x: 415, y: 200 }]);
});

Deno.test("ui_locate: a sibling over it covers it", async () => {
  const over = el("Button", "Other", { ...BUTTON, ...at(120, 120) });
  const answer = await locate(openProgram(el("Window", "Main", WHOLE, [save, over])), "Save");
  assert.deepEqual([answer.reason, objectOf(answer.coveredBy).name], ["covered", "Other"]);
});

Deno.test("ui_locate: what acts inside it at its only points is named", async () => {
  const box = el("Group", "Box", at(120, 120), [el("Button", "Go", { ...BUTTON, ...at(120, 120) })]);
  const answer = await locate(openProgram(el("Window", "Main", WHOLE, [box])), "Box");
  assert.deepEqual([answer.status, objectOf(answer.inside).name], ["found", "Go"]);
  assert.match(String((answer.hints as readonly string[])[0]), /gets what is done there/);
});

Deno.test("ui_locate: a disabled element is found and said to be disabled", async () => {
  const answer = await locate(
    openProgram(el("Window", "Main", WHOLE, [
      el("Button", "Save", { ...BUTTON, ...at(120, 120), enabled: false }),
    ])),
    "Save",
  );
  assert.equal(objectOf(answer.element).enabled, false);
  assert.match(String((answer.hints as readonly string[])[0]), /disabled/);
});

Deno.test("ui_locate: inconclusive where it cannot be learnt what lies there", async () => {
  const world = openProgram(main);
  world.desktop.elements.at = () => undefined;
  const answer = await locate(world, "Save");
  assert.equal(answer.status, "inconclusive");
  assert.equal(objectOf(answer.element).name, "Save");
  // A program that does not answer is not asked everywhere.
  assert.equal(world.desktop.callsOf("uiElementsAt").length, 2);
});

Deno.test("ui_locate: what keeps anything from being looked at is told", async () => {
  const world = openProgram(main);
  world.desktop.fail("uiElementsAt", new ToolError("UIA_ASSEMBLY_UNAVAILABLE", "x"));
  assert.equal(
    (await world.fail("ui_locate", { name: "Save", ...TARGET })).code,
    "UIA_ASSEMBLY_UNAVAILABLE",
  );
});

for (
  const [status, drawn, reading] of [
    ["not-found", main, {}],
    ["not-exposed", el("Window", "Main", {}, [el("Pane")]), {}],
    ["inconclusive", el("Window", "Main"), {}],
    ["inconclusive", main, { skipped: 1 }],
    ["truncated", main, { cutByNodes: true }],
  ] as const
) {
  Deno.test(`ui_locate: ${status} where nothing has the name and ${JSON.stringify(reading)} was read`, async () => {
    const world = openProgram(drawn);
    world.desktop.elements.reading = reading;
    const answer = await locate(world, "nowhere");
    assert.deepEqual([answer.status, answer.matched, answer.element], [status, 0, undefined]);
  });
}

for (
  const [status, reading] of [["truncated", { cutByNodes: true }], ["inconclusive", { skipped: 1 }]] as const
) {
  Deno.test(`ui_locate: ${status} where only a part of a name fits and ${JSON.stringify(reading)} was read`, async () => {
    const world = openProgram(main);
    world.desktop.elements.reading = reading;
    const answer = await locate(world, "save a");
    assert.deepEqual([answer.status, answer.matched, answer.matchedBy], [status, 1, "contains"]);
    assert.equal(objectOf(answer.element).name, "Save As", "it is named");
    assert.match(String((answer.hints as readonly string[])[0]), /part of its name.*index 0/);
    assert.deepEqual(world.desktop.callsOf("uiElementsAt"), [], "nothing is looked at");
    assert.equal((await locate(world, "save a", { ...TARGET, index: 0 })).status, "found");
    assert.equal((await locate(world, "save as")).status, "found");
  });
}

Deno.test("ui_locate: where only a part of a name fits, a window that was not read may have the whole one", async () => {
  const world = openProgram(main);
  openBeside(world, 0x23n, programOf(0x23n, el("Pane")));
  assert.equal((await locate(world, "save a", {})).status, "found", "what shows nothing has no names");
  openBeside(world, 0x21n, programOf(0x21n), { hung: true });
  assert.equal((await locate(world, "save a", {})).status, "inconclusive");
});

Deno.test("ui_locate: an element of a menu lies in the menu's own window", async () => {
  const world = openProgram(main);
  const copy = el("MenuItem", "Copy", { ...BUTTON, ...at(700, 500) });
  const search = el("Edit", "Search", at(700, 520));
  const menu = el("Menu", "", {
    screenRect: { x: 690, y: 490, width: 200, height: 90 },
    nativeWindowHandle: 0x99n,
  }, [
    copy,
    search,
  ]);
  openBeside(world, 0x99n, menu, {
    pid: 7,
    title: "",
    screenRect: { x: 690, y: 490, width: 200, height: 90 },
  });
  const answer = await world.succeed("ui_locate", { ...TARGET, name: "Copy" });
  assert.deepEqual([answer.status, answer.hwnd, answer.screenPoint], ["found", "0x00000099", {
    x: 740,
    y: 510,
  }]);
  // A menu takes no clicks by message; what else is in its window does.
  assert.equal(answer.click, undefined);
  assert.match(String(answer.hints), /ui_action expand or invoke/);
  assert.equal(objectOf((await locate(world, "Search")).click).hwnd, "0x00000099");
});

Deno.test("ui_locate: an element of a control is in the top-level window around that", async () => {
  const field = el("Edit", "Field", { ...at(120, 160), nativeWindowHandle: 0x55n });
  const world = openProgram(el("Window", "Main", { ...WHOLE, nativeWindowHandle: HWND }, [field]));
  world.desktop.windows.push(fakeWindow({ hwnd: 0x55n, root: HWND, pid: 7 }));
  assert.equal(objectOf((await locate(world, "Field")).click).hwnd, HWND_TEXT);
});

Deno.test("ui_locate: STALE_WINDOW_HANDLE where the element's window ends while it is looked for", async () => {
  const world = openProgram(main);
  world.desktop.before("readUiTree", () => world.desktop.removeWindow(HWND));
  assert.equal((await world.fail("ui_locate", { name: "Save", ...TARGET })).code, "STALE_WINDOW_HANDLE");
});

Deno.test("ui_locate: waitMs looks again through everything but found and ambiguous", async () => {
  const stages: readonly ((world: UiWorld) => void)[] = [
    (world) => world.desktop.elements.windows.set(HWND, el("Window", "Main")),
    (world) => world.desktop.elements.windows.set(HWND, el("Window", "Main", {}, [el("Pane")])),
    (world) => world.desktop.elements.windows.set(HWND, el("Window", "Main", WHOLE, [saved])),
    (world) => world.desktop.elements.reading = { cutByTime: true },
    (world) => {
      world.desktop.elements.reading = {};
      world.desktop.elements.windows.set(
        HWND,
        el("Window", "Main", WHOLE, [
          el("Button", "Open", { ...BUTTON, ...at(120, 900) }),
        ]),
      );
    },
    (world) =>
      world.desktop.elements.windows.set(
        HWND,
        el("Window", "Main", WHOLE, [
          el("Button", "Open", { ...BUTTON, ...at(120, 120) }),
        ]),
      ),
  ];
  const world = openProgram(main);
  let stage = 0;
  world.desktop.before("targetCondition", () => stages[stage++]?.(world));
  const answer = await locate(world, "Open", { ...TARGET, waitMs: 20_000 });
  assert.equal(answer.status, "found");
  assert.equal(stage, stages.length);
});

Deno.test("ui_locate: waitMs ends with what was seen last", async () => {
  const world = openProgram(main);
  const answer = await locate(world, "nowhere", { ...TARGET, waitMs: 1_000 });
  assert.equal(answer.status, "not-found");
  assert.equal(world.requests().length, 5);
  assert.equal((await locate(world, "nowhere")).status, "not-found");
  assert.equal(world.requests().length, 6);
});

Deno.test("ui_locate: waitMs waits for a window too, and ends with the error where none comes", async () => {
  const world = openProgram(main, { visible: false, title: "Later" });
  const [window] = world.desktop.windows.splice(0, 1);
  assert.ok(window);
  const byTitle = { titleContains: "later" };
  assert.equal(
    (await world.fail("ui_locate", { name: "Save", ...byTitle, waitMs: 1_000 })).code,
    "WINDOW_NOT_FOUND",
  );
  let looks = 0;
  world.desktop.before("listWindows", () => {
    if (++looks === 3) world.desktop.windows.push({ ...window, visible: true });
  });
  assert.equal((await locate(world, "Save", { ...byTitle, waitMs: 5_000 })).status, "found");
});

Deno.test("ui_locate: errors that waiting does not heal come at once, and so does cancelling", async () => {
  const world = openProgram(main, { elevated: true });
  const begun = world.clock.now();
  assert.equal(
    (await world.fail("ui_locate", { name: "Save", ...TARGET, waitMs: 9_000 })).code,
    "TARGET_ELEVATED",
  );
  assert.equal(world.clock.now(), begun);
  const controller = new AbortController();
  const other = openProgram(main);
  other.desktop.before("readUiTree", () => controller.abort());
  const answer = await other.call(
    "ui_locate",
    { name: "nowhere", ...TARGET, waitMs: 9_000 },
    controller.signal,
  );
  assert.equal(answer.ok || answer.error.code, "CANCELLED");
});

Deno.test("ui_locate: without a target all windows are searched, their own names too", async () => {
  const world = openProgram(main);
  openBeside(world, 0x20n, programOf(0x20n, el("Button", "Print", { ...BUTTON, ...at(120, 120) })));
  openBeside(world, 0x21n, programOf(0x21n, el("Button", "Taskbar", BUTTON)), { className: "Shell_TrayWnd" });
  openBeside(world, 0x22n, programOf(0x22n, el("Button", "Ghostly", BUTTON)), { cloaked: true });
  const answer = await locate(world, "Print", {});
  assert.deepEqual([answer.status, answer.hwnd, answer.pid, answer.unread], [
    "found",
    "0x00000020",
    32,
    undefined,
  ]);
  assert.equal((await locate(world, "Program 32", {})).status, "found");
  assert.equal((await locate(world, "nowhere", {})).status, "not-found");
  for (const name of ["Taskbar", "Ghostly"]) {
    assert.equal((await locate(world, name, {})).status, "not-found");
  }
});

Deno.test("ui_locate: the same name in two programs is ambiguous", async () => {
  const world = openProgram(main);
  openBeside(world, 0x20n, programOf(0x20n, el("Button", "Save", { ...BUTTON, ...at(120, 120) })));
  const answer = await locate(world, "Save", {});
  assert.deepEqual([answer.status, answer.matched, answer.hwnd], ["ambiguous", 2, undefined]);
  assert.deepEqual(listOfObjects(answer.candidates).map(({ uiPath }) => (uiPath as string[])[1]), [
    "Window:Main",
    "Window:Program 32",
  ]);
});

Deno.test("ui_locate: a window that could not be read is named, and absence is not claimed then", async () => {
  const world = openProgram(main);
  openBeside(world, 0x20n, undefined);
  openBeside(world, 0x21n, programOf(0x21n), { hung: true });
  openBeside(world, 0x22n, programOf(0x22n), { elevated: true });
  openBeside(world, 0x23n, programOf(0x23n, el("Pane")));
  openBeside(world, 0x24n, programOf(0x24n, save), { responding: "no" });
  const answer = await locate(world, "nowhere", {});
  assert.equal(answer.status, "inconclusive");
  assert.deepEqual(
    listOfObjects(answer.unread).map(({ hwnd, reason }) => [hwnd, reason]),
    [
      ["0x00000020", "UIA_ROOT_UNAVAILABLE"],
      ["0x00000021", "WINDOW_HUNG"],
      ["0x00000022", "TARGET_ELEVATED"],
      ["0x00000023", "notExposed"],
      ["0x00000024", "WINDOW_NOT_RESPONDING"],
    ],
  );
  assert.equal(answer.complete, false);
  assert.match(String((answer.hints as readonly string[]).at(-1)), /^5 windows could not be read/);
  // What is found elsewhere is found all the same.
  assert.equal((await locate(world, "Save As", {})).status, "found");
});

Deno.test("ui_locate: more than ten unread windows are counted", async () => {
  const world = openProgram(main);
  for (let hwnd = 0x20n; hwnd < 0x2Cn; hwnd++) openBeside(world, hwnd, undefined, { hung: true });
  const answer = await locate(world, "nowhere", {});
  assert.deepEqual([listOfObjects(answer.unread).length, answer.unreadCount], [10, 12]);
});

Deno.test("ui_locate: a window that ends meanwhile is neither unread nor an error", async () => {
  const world = openProgram(main);
  openBeside(world, 0x20n, programOf(0x20n, save));
  world.desktop.before("readUiTree", ([request]) => {
    if ((request as UiReadRequest).windows[0]?.hwnd === 0x20n) {
      throw new ToolError("STALE_WINDOW_HANDLE", "x");
    }
  });
  const answer = await locate(world, "nowhere", {});
  assert.deepEqual([answer.status, answer.unread], ["not-found", undefined]);
});

Deno.test("ui_locate: a slow window costs its own time, is named, and four are waited for at once", async () => {
  const world = openProgram(main);
  for (let hwnd = 0x20n; hwnd < 0x28n; hwnd++) openBeside(world, hwnd, programOf(hwnd, saved));
  let running = 0;
  let most = 0;
  world.desktop.before("readUiTree", async ([request]) => {
    const { windows, timeoutMs } = request as UiReadRequest;
    most = Math.max(most, ++running);
    assert.ok(timeoutMs <= 3_333, `${timeoutMs} ms`);
    await world.clock.sleep(windows[0]?.hwnd === 0x20n ? 3_000 : 50);
    running--;
    if (windows[0]?.hwnd === 0x20n) throw new ToolError("TIMEOUT", "x");
  });
  const begun = world.clock.now();
  const answer = await locate(world, "nowhere", {});
  assert.equal(most, 4);
  assert.equal(world.clock.now() - begun, 3_000);
  assert.deepEqual(listOfObjects(answer.unread).map(({ hwnd, reason }) => [hwnd, reason]), [[
    "0x00000020",
    "TIMEOUT",
  ]]);
});

Deno.test("ui_locate: what was read in part is slow; what had no time left was not read", async () => {
  const world = openProgram(main);
  for (let hwnd = 0x20n; hwnd < 0x26n; hwnd++) openBeside(world, hwnd, programOf(hwnd, saved));
  world.desktop.elements.reading = { cutByTime: true };
  world.desktop.before("readUiTree", () => world.clock.sleep(480));
  const answer = await locate(world, "nowhere", { timeoutMs: 500 });
  assert.equal(answer.status, "truncated");
  assert.deepEqual(listOfObjects(answer.unread).map(({ reason }) => reason), [
    ...["slow", "slow", "slow", "slow"],
    ...["TIMEOUT", "TIMEOUT", "TIMEOUT"],
  ]);
});

Deno.test("ui_locate: no accessibility interface is an error, not seven unread windows", async () => {
  const world = openProgram(main);
  world.desktop.fail("readUiTree", new ToolError("UIA_ASSEMBLY_UNAVAILABLE", "x"));
  assert.equal((await world.fail("ui_locate", { name: "Save" })).code, "UIA_ASSEMBLY_UNAVAILABLE");
});

for (
  const [args, words] of [
    [{}, /name/],
    [{ name: "" }, /name/],
    [{ name: "x", index: -1 }, /index/],
    [{ name: "x", waitMs: 120_001 }, /waitMs/],
    [{ name: "x", ref: "e1", hwnd: HWND_TEXT }, /ref: names its window itself/],
    [{ ref: "e1", controlType: "button" }, /controlType: goes with name/],
  ] as const
) {
  Deno.test(`ui_locate: INVALID_PARAMS for ${JSON.stringify(args)}`, async () => {
    const { code, message } = await openProgram(main).fail("ui_locate", args);
    assert.equal(code, "INVALID_PARAMS");
    assert.match(message, words);
  });
}

Deno.test("ui_locate: errors of the target are handed on", async () => {
  const world = openProgram(main);
  assert.equal((await world.fail("ui_locate", { name: "x", pid: 1 })).code, "WINDOW_NOT_FOUND");
  assert.equal((await world.fail("ui_locate", { name: "x", ref: "e77" })).code, "ELEMENT_STALE");
  world.desktop.elements.windows.clear();
  assert.equal((await world.fail("ui_locate", { name: "x", ...TARGET })).code, "UIA_ROOT_UNAVAILABLE");
});
