import assert from "node:assert/strict";
import type { MouseClick, MouseReceiver } from "../../src/desktop/desktop.ts";
import { FakeDesktop } from "../fakes/fake_desktop.ts";
import { fakeProcess, type FakeWindow, fakeWindow } from "../fakes/fake_window.ts";
import { createTestDoor, type TestDoor } from "../fakes/test_door.ts";

const HWND = 0x10070n;
const OTHER = 0x20000n;
const TARGET = { hwnd: "0x00010070" };
const POINT = { x: 10, y: 20 };

/** A window at 100,80 of 400 x 300 pixels; its client area begins at 108,111. */
function setUp(given: Partial<FakeWindow> = {}): TestDoor & { readonly window: FakeWindow } {
  const window = fakeWindow({ hwnd: HWND, ...given });
  const desktop = new FakeDesktop({
    windows: [fakeWindow({ hwnd: OTHER, pid: 1 }), window],
    processes: [fakeProcess({ pid: 4_200 })],
    foreground: OTHER,
  });
  return { ...createTestDoor({ desktop }), window };
}

function clicksOf({ desktop }: TestDoor): { receiver: MouseReceiver; click: MouseClick }[] {
  // These are what the port takes; the fake records them as they are.
  return desktop.callsOf("postClick").map(([receiver, click]) => ({ receiver, click })) as {
    receiver: MouseReceiver;
    click: MouseClick;
  }[];
}

Deno.test("click_window: posts one click to what lies under the point, and says where that is", async () => {
  const run = setUp({ receiver: { hwnd: 0x333n, className: "Button" } });
  const result = await run.succeed("click_window", { ...TARGET, ...POINT });
  const [{ receiver, click } = { receiver: undefined, click: undefined }, ...more] = clicksOf(run);
  assert.equal(more.length, 0);
  assert.deepEqual(click, { button: "left", isDouble: false, ctrl: false, shift: false });
  assert.equal(receiver?.hwnd, 0x333n);
  assert.deepEqual(result.screenPoint, { x: 118, y: 131 });
  assert.deepEqual(result.windowPoint, { x: 18, y: 51 });
  assert.deepEqual(result.messageTarget, {
    hwnd: "0x00000333",
    className: "Button",
    client: POINT,
    hitTest: "client",
  });
  const { verified, responding, nativeMenu, opened, closed, target } = result;
  assert.deepEqual([verified, responding, nativeMenu], ["unknown", "yes", null]);
  assert.deepEqual([opened, closed, target], [undefined, undefined, "window:0x00010070"]);
  assert.equal(run.desktop.foreground, OTHER);
  assert.equal(run.desktop.callsOf("requestForeground").length, 0);
});

Deno.test("click_window: button, double click and modifiers are passed on", async () => {
  const run = setUp();
  const args = { button: "right", doubleClick: true, modifiers: ["shift", "ctrl"] };
  const result = await run.succeed("click_window", { ...TARGET, ...POINT, ...args });
  assert.deepEqual(clicksOf(run)[0]?.click, { button: "right", isDouble: true, ctrl: true, shift: true });
  assert.deepEqual([result.button, result.doubleClick], ["right", true]);
});

for (
  const [space, point] of [
    ["client", { x: 10, y: 20 }],
    ["window", { x: 18, y: 51 }],
    ["screen", { x: 118, y: 131 }],
  ] as const
) {
  Deno.test(`click_window: the same point in the space ${space}`, async () => {
    const result = await setUp().succeed("click_window", { ...TARGET, ...point, coordinateSpace: space });
    assert.deepEqual(result.screenPoint, { x: 118, y: 131 });
  });
}

Deno.test("click_window: coordinates may be negative where the window lies there", async () => {
  const { succeed, fail } = setUp({
    screenRect: { x: -500, y: -40, width: 400, height: 300 },
    clientScreenRect: { x: -492, y: -9, width: 384, height: 261 },
  });
  const result = await succeed("click_window", { ...TARGET, x: -480, y: -5, coordinateSpace: "screen" });
  assert.deepEqual(result.windowPoint, { x: 20, y: 35 });
  // The caption lies above the client area.
  assert.deepEqual((await succeed("click_window", { ...TARGET, x: 5, y: -20 })).screenPoint, {
    x: -487,
    y: -29,
  });
  const error = await fail("click_window", { ...TARGET, x: -9, y: 0 });
  assert.equal(error.code, "POINT_OUTSIDE_TARGET");
});

Deno.test("click_window: a point of a downscaled picture is the pixel under it, and its window the target", async () => {
  const { succeed, fail, frames, window } = setUp();
  const frameId = frames.add({
    window: { hwnd: HWND, pid: window.pid, screenRect: window.screenRect },
    screenRect: window.screenRect,
    imageSize: { width: 100, height: 75 },
  });
  window.screenRect = { ...window.screenRect, x: 300 };
  const image = { coordinateSpace: "image", frameId, x: 10, y: 20 };
  const result = await succeed("click_window", image);
  assert.deepEqual(result.screenPoint, { x: 342, y: 162 });
  assert.equal(result.hwnd, TARGET.hwnd);
  const other = await fail("click_window", { ...image, hwnd: "0x00020000" });
  assert.equal(other.code, "INVALID_PARAMS");
  assert.equal((await fail("click_window", { ...image, x: 100 })).code, "INVALID_PARAMS");
  window.screenRect = { ...window.screenRect, width: 401 };
  assert.equal((await fail("click_window", image)).code, "FRAME_STALE");
});

Deno.test("click_window: a control of the window that the frame shows may be the target", async () => {
  const { succeed, frames, window, desktop } = setUp();
  desktop.windows.push(fakeWindow({
    hwnd: 0x333n,
    root: HWND,
    screenRect: { x: 110, y: 120, width: 50, height: 30 },
    clientScreenRect: { x: 110, y: 120, width: 50, height: 30 },
  }));
  const frameId = frames.add({
    window: { hwnd: HWND, pid: window.pid, screenRect: window.screenRect },
    screenRect: window.screenRect,
    imageSize: { width: 400, height: 300 },
  });
  const result = await succeed("click_window", {
    hwnd: "0x333",
    coordinateSpace: "image",
    frameId,
    x: 12,
    y: 45,
  });
  assert.deepEqual(result.windowPoint, { x: 2, y: 5 });
});

Deno.test("click_window: the frame of a window whose handle another program has now is stale", async () => {
  const { fail, frames, window, desktop } = setUp();
  const frameId = frames.add({
    window: { hwnd: HWND, pid: window.pid + 1, screenRect: window.screenRect },
    screenRect: window.screenRect,
    imageSize: { width: 100, height: 75 },
  });
  for (const target of [{}, TARGET]) {
    const error = await fail("click_window", { ...target, coordinateSpace: "image", frameId, x: 10, y: 20 });
    assert.equal(error.code, "FRAME_STALE");
  }
  assert.deepEqual(desktop.callsOf("postClick"), []);
});

Deno.test("click_window: the frame of a window that is gone is stale", async () => {
  const { fail, frames, window, desktop } = setUp();
  const frameId = frames.add({
    window: { hwnd: HWND, pid: window.pid, screenRect: window.screenRect },
    screenRect: window.screenRect,
    imageSize: { width: 100, height: 75 },
  });
  desktop.removeWindow(HWND);
  assert.equal(
    (await fail("click_window", { x: 1, y: 1, coordinateSpace: "image", frameId })).code,
    "FRAME_STALE",
  );
});

Deno.test("click_window: a frame of the screen needs a target, which its points may lie in", async () => {
  const { succeed, fail, frames } = setUp();
  const screenRect = { x: 0, y: 0, width: 800, height: 600 };
  const frameId = frames.add({ window: null, screenRect, imageSize: { width: 400, height: 300 } });
  const image = { x: 60, y: 70, coordinateSpace: "image", frameId };
  assert.equal((await fail("click_window", image)).code, "TARGET_REQUIRED");
  assert.deepEqual((await succeed("click_window", { ...TARGET, ...image })).screenPoint, { x: 121, y: 141 });
});

for (
  const [title, args, path] of [
    ["image without frameId", { coordinateSpace: "image" }, "frameId"],
    ["frameId without image", { frameId: "frame_1" }, "frameId"],
    ["a modifier that no message carries", { modifiers: ["alt"] }, "modifiers[0]"],
    ["half a pixel", { x: 1.5 }, "x"],
  ] as const
) {
  Deno.test(`click_window: ${title} is INVALID_PARAMS`, async () => {
    const run = setUp();
    const error = await run.fail("click_window", { ...TARGET, ...POINT, ...args });
    assert.equal(error.code, "INVALID_PARAMS");
    assert.equal((error.details?.violations as { path: string }[])[0]?.path, path);
    assert.equal(clicksOf(run).length, 0);
  });
}

const BAR = { part: "verticalScrollBar" } as const;

for (
  const [title, receiver, args, code] of [
    ["a disabled control", { disabled: 0x333n }, {}, "CONTROL_DISABLED"],
    ["a window behind its dialog", { disabled: HWND, dialog: 0x444n }, {}, "CONTROL_DISABLED"],
    ["a point under an open list", { coveredBy: 0x555n }, {}, "POINT_OUTSIDE_TARGET"],
    ["a part that lets clicks through", { part: "nowhere" }, {}, "POINT_OUTSIDE_TARGET"],
    ["a point too far for a message", { clientPoint: { x: 5, y: 40_000 } }, {}, "POINT_OUTSIDE_TARGET"],
    ["the menu bar", { part: "menuBar" }, {}, "POINT_NOT_CLICKABLE"],
    ["an open menu", { className: "#32768" }, {}, "POINT_NOT_CLICKABLE"],
    ["the caption", { part: "caption", systemCommand: "maximize" }, {}, "POINT_NOT_CLICKABLE"],
    ["the system menu", { part: "systemMenu", systemCommand: "close" }, {}, "POINT_NOT_CLICKABLE"],
    ["the border", { part: "border" }, {}, "POINT_NOT_CLICKABLE"],
    ["the help button", { part: "helpButton" }, {}, "POINT_NOT_CLICKABLE"],
    ["the thumb of a scroll bar", { ...BAR, scrollStep: "thumb" }, {}, "POINT_NOT_CLICKABLE"],
    ["a scroll bar of unknown state", { ...BAR, scrollStep: "unknown" }, {}, "POINT_NOT_CLICKABLE"],
    ["a scroll bar, right", { ...BAR, scrollStep: "lineBack" }, { button: "right" }, "POINT_NOT_CLICKABLE"],
    [
      "a close button, twice",
      { part: "closeButton", systemCommand: "close" },
      { doubleClick: true },
      "POINT_NOT_CLICKABLE",
    ],
    [
      "a close button, right",
      { part: "closeButton", systemCommand: "close" },
      { button: "right" },
      "POINT_NOT_CLICKABLE",
    ],
    ["a grey maximise button", { part: "maximizeButton" }, {}, "CONTROL_DISABLED"],
    ["the caption of a fixed window, twice", { part: "caption" }, { doubleClick: true }, "CONTROL_DISABLED"],
  ] as const
) {
  Deno.test(`click_window: ${title} is refused with ${code}, and nothing is sent`, async () => {
    const run = setUp({ receiver });
    const error = await run.fail("click_window", { ...TARGET, ...POINT, ...args });
    assert.equal(error.code, code);
    assert.equal(clicksOf(run).length, 0);
  });
}

Deno.test("click_window: the dialog that disables a window, and the list that covers a point, are named", async () => {
  const modal = await setUp({ receiver: { disabled: HWND, dialog: 0x444n } })
    .fail("click_window", { ...TARGET, ...POINT });
  assert.equal(modal.details?.dialog, "0x00000444");
  const covered = await setUp({ receiver: { coveredBy: 0x555n } }).fail("click_window", {
    ...TARGET,
    ...POINT,
  });
  assert.equal(covered.details?.coveredBy, "0x00000555");
});

for (
  const [part, systemCommand, change, verified, args] of [
    ["closeButton", "close", (run: FakeDesktop) => run.removeWindow(HWND), "yes", {}],
    ["closeButton", "close", () => {}, "no", {}],
    [
      "minimizeButton",
      "minimize",
      (_: FakeDesktop, window: FakeWindow) => window.minimized = true,
      "yes",
      {},
    ],
    [
      "maximizeButton",
      "maximize",
      (_: FakeDesktop, window: FakeWindow) => window.maximized = true,
      "yes",
      {},
    ],
    ["caption", "maximize", () => {}, "no", { doubleClick: true }],
    ["caption", "restore", () => {}, "yes", { doubleClick: true }],
  ] as const
) {
  Deno.test(`click_window: ${part} is verified ${verified} by looking at the window (${systemCommand})`, async () => {
    const run = setUp({ receiver: { part, systemCommand } });
    run.desktop.onMouse = () => change(run.desktop, run.window);
    assert.equal((await run.succeed("click_window", { ...TARGET, ...POINT, ...args })).verified, verified);
  });
}

for (
  const [title, before, after, args, verified] of [
    ["a check box that changes", { isRadio: false, state: 0 }, { isRadio: false, state: 1 }, {}, "yes"],
    ["a check box that does not", { isRadio: false, state: 1 }, { isRadio: false, state: 1 }, {}, "no"],
    ["a check box that is gone", { isRadio: false, state: 1 }, undefined, {}, "unknown"],
    ["a check box, twice", { isRadio: false, state: 1 }, { isRadio: false, state: 1 }, {
      doubleClick: true,
    }, "unknown"],
    ["a radio button that was on", { isRadio: true, state: 1 }, { isRadio: true, state: 1 }, {}, "yes"],
    ["a radio button that stays off", { isRadio: true, state: 0 }, { isRadio: true, state: 0 }, {}, "no"],
  ] as const
) {
  Deno.test(`click_window: ${title} is verified ${verified}`, async () => {
    const { desktop, succeed } = setUp();
    desktop.checkMarks.set(HWND, before);
    desktop.onMouse = () => {
      if (after === undefined) desktop.checkMarks.delete(HWND);
      else desktop.checkMarks.set(HWND, after);
    };
    assert.equal((await succeed("click_window", { ...TARGET, ...POINT, ...args })).verified, verified);
  });
}

Deno.test("click_window: the close button of a window that this server runs in is not clicked", async () => {
  const run = setUp({ pid: 400, receiver: { part: "closeButton", systemCommand: "close" } });
  run.desktop.processes.push(
    fakeProcess({ pid: 500, parentPid: 400 }),
    fakeProcess({ pid: 400, parentPid: 0 }),
  );
  assert.equal((await run.fail("click_window", { ...TARGET, ...POINT })).code, "PROTECTED_PROCESS");
  assert.equal(clicksOf(run).length, 0);
});

Deno.test("click_window: a program that does not answer after the click is no failure, and is said", async () => {
  const { desktop, window, succeed, clock } = setUp();
  desktop.onMouse = () => {
    window.responding = "no";
  };
  const startedAt = clock.now();
  const result = await succeed("click_window", { ...TARGET, ...POINT });
  assert.deepEqual([result.clicked, result.responding], [true, "no"]);
  assert.equal(clock.now() - startedAt < 1_000, true);
});

Deno.test("click_window: a window that the click closed, and what it opened, are told", async () => {
  const { desktop, succeed } = setUp();
  desktop.onMouse = () => {
    desktop.windows.push(fakeWindow({ hwnd: 0x777n, title: "Save as", className: "#32770" }));
    desktop.windows.push(fakeWindow({ hwnd: 0x888n, pid: 77 }));
    desktop.removeWindow(HWND);
  };
  const result = await succeed("click_window", { ...TARGET, ...POINT });
  assert.deepEqual([result.closed, result.responding], [true, "unknown"]);
  assert.deepEqual(result.opened, [{ hwnd: "0x00000777", title: "Save as", className: "#32770" }]);
});

Deno.test("click_window: a busy program is asked again, then WINDOW_NOT_RESPONDING", async () => {
  const { fail, window, clock, desktop } = setUp({ receiver: "busy" });
  const startedAt = clock.now();
  const error = await fail("click_window", { ...TARGET, ...POINT, timeoutMs: 400 });
  assert.equal(error.code, "WINDOW_NOT_RESPONDING");
  assert.equal(clock.now() - startedAt >= 400, true);
  assert.equal(desktop.callsOf("mouseReceiver").length > 3, true);
  window.receiver = undefined;
});

for (
  const [title, prepare, code] of [
    ["a full queue", (run: TestDoor) => run.desktop.mousePosts = "refused", "INPUT_DELIVERY_FAILED"],
    [
      "a control destroyed before the click",
      (run: TestDoor) => run.desktop.mousePosts = "gone",
      "STALE_WINDOW_HANDLE",
    ],
    [
      "a window destroyed while it is looked at",
      (run: TestDoor) => run.desktop.before("mouseReceiver", () => run.desktop.removeWindow(HWND)),
      "STALE_WINDOW_HANDLE",
    ],
  ] as const
) {
  Deno.test(`click_window: ${title} is ${code}`, async () => {
    const run = setUp();
    prepare(run);
    assert.equal((await run.fail("click_window", { ...TARGET, ...POINT })).code, code);
  });
}

Deno.test("click_window: a minimised window is not clicked, but shown first in foregroundDemo", async () => {
  const run = setUp({ minimized: true });
  assert.equal((await run.fail("click_window", { ...TARGET, ...POINT })).code, "WINDOW_MINIMIZED");
  assert.equal(clicksOf(run).length, 0);
  const shown = await run.succeed("click_window", { ...TARGET, ...POINT, interactionMode: "foregroundDemo" });
  const interaction = shown.interaction as Record<string, unknown>; // the output schema has been checked
  assert.deepEqual([interaction.targetActivated, interaction.foregroundRestored], [true, true]);
  assert.equal(run.desktop.foreground, OTHER);
});

Deno.test("click_window: a control that takes the foreground gives it back in auto mode, unless it opened something", async () => {
  const taking = setUp();
  taking.desktop.onMouse = () => taking.desktop.setForeground(HWND);
  const result = await taking.succeed("click_window", { ...TARGET, ...POINT });
  assert.equal(taking.desktop.foreground, OTHER);
  const interaction = result.interaction as Record<string, unknown>; // the output schema has been checked
  assert.deepEqual([interaction.targetActivated, interaction.foregroundRestored], [false, true]);

  const opening = setUp();
  opening.desktop.onMouse = () => {
    opening.desktop.windows.push(fakeWindow({ hwnd: 0x777n }));
    opening.desktop.setForeground(0x777n);
  };
  await opening.succeed("click_window", { ...TARGET, ...POINT });
  assert.equal(opening.desktop.foreground, 0x777n);
});

Deno.test("click_window: a dialog of the program that was in front already stays in front", async () => {
  const { succeed, desktop } = setUp();
  desktop.setForeground(HWND);
  desktop.onMouse = () => {
    desktop.windows.push(fakeWindow({ hwnd: 0x777n }));
    desktop.setForeground(0x777n);
  };
  await succeed("click_window", { ...TARGET, ...POINT, interactionMode: "background" });
  assert.equal(desktop.foreground, 0x777n);
});

Deno.test("click_window: a call cancelled after the click says that it was sent", async () => {
  const { call, desktop, clock } = setUp();
  const controller = new AbortController();
  desktop.onMouse = () => void clock.sleep(2_000).then(() => controller.abort());
  const result = await call("click_window", { ...TARGET, ...POINT, delayMs: 10_000 }, controller.signal);
  assert.ok(!result.ok);
  assert.equal(result.error.code, "CANCELLED");
  assert.equal(result.error.details?.clickSent, true);
  assert.equal(result.error.details?.mayHaveHadEffect, true);
});
