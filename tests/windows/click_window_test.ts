import assert from "node:assert/strict";
import { type FixtureEvent, FixtureRun, ignore, needsFixture, waitFor } from "./fixture_run.ts";
import {
  bringToFront,
  childOf,
  controlOf,
  exists,
  foreground,
  minimize,
  moveTo,
  placeOver,
  pointer,
  post,
  resizeTo,
  sendNumber,
  textOf,
} from "./observe.ts";
import { createRealDoor, type RealDoor } from "./real_door.ts";
import { clientRect, outerRect } from "./screen.ts";

const EDIT = 100;
const DISABLED_EDIT = 104;
const COUNT = 110;
const COUNTER = 111;
const HANG = 112;
const AGREE = 120;
const LIST = 130;
const COMBO = 140;
const CANVAS = 150;
const ABOUT = 231;

const WM_COMMAND = 0x111;
const BM_GETCHECK = 0xF0;
const LB_GETTOPINDEX = 0x18E;
const LB_GETCURSEL = 0x188;
const CB_GETCURSEL = 0x147;

function test(title: string, body: () => Promise<void>): void {
  Deno.test({ name: needsFixture(`click_window: ${title}`), ignore, fn: body });
}

type XY = { readonly x: number; readonly y: number };

/** The middle of a control on the screen. */
function middleOf(control: bigint): XY {
  const { x, y, width, height } = outerRect(control);
  return { x: x + Math.floor(width / 2), y: y + Math.floor(height / 2) };
}

/** A point of the screen from the corner of a window's client area. */
function inClient(hwnd: bigint, { x, y }: XY): XY {
  const client = clientRect(hwnd);
  return { x: x - client.x, y: y - client.y };
}

function control(run: FixtureRun, id: number): bigint {
  return controlOf(run.hwnd, id);
}

/** Waits until a control shows a text. */
async function showsText(hwnd: bigint, text: string): Promise<void> {
  await waitFor(() => textOf(hwnd) === text ? true : undefined);
  assert.equal(textOf(hwnd), text);
}

/** What of the mouse reached a control of the fixture, up to the last message that is waited for. */
async function mouseEvents(run: FixtureRun, id: number, last: string): Promise<string[]> {
  const isMouse = ({ event, id: at }: { event: string; id?: unknown }) => event === "mouse" && at === id;
  await run.until((one) => isMouse(one) && one.kind === last);
  return (await run.events()).filter(isMouse).map(({ kind, x, y, keys }) => `${kind} ${x},${y} ${keys}`);
}

/** The n-th button of a caption, counted from the right. */
function buttonPlace(run: FixtureRun, n: 1 | 2): XY {
  const { x, y, width } = outerRect(run.hwnd);
  return { x: x + width - (n === 1 ? 18 : 40), y: y + 12 };
}

/** The buttons that went down or up in the program; the real pointer may rest over it and move. */
async function buttonEvents(run: FixtureRun): Promise<FixtureEvent[]> {
  return (await run.events()).filter(({ event, kind }) => event === "mouse" && kind !== "move");
}

async function clickAt(door: RealDoor, run: FixtureRun, id: number, more: object = {}) {
  const point = inClient(run.hwnd, middleOf(control(run, id)));
  return await door.succeed("click_window", { hwnd: run.handle, ...point, ...more });
}

test("a covered button is clicked in the background, and neither pointer nor foreground change", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start("--rect", "40,40,680,500");
  await using other = await FixtureRun.start("--title", "In front", "--rect", "20,20,760,560");
  bringToFront(other.hwnd);
  await waitFor(() => foreground() === other.hwnd ? true : undefined);
  await door.succeed("get_window_state", { hwnd: run.handle });
  const pointerBefore = pointer();

  const result = await clickAt(door, run, COUNT);

  await showsText(control(run, COUNTER), "1");
  assert.equal(result.messageTarget.className, "Button");
  assert.equal(BigInt(result.messageTarget.hwnd), control(run, COUNT));
  assert.equal(result.messageTarget.hitTest, "client");
  assert.deepEqual(result.screenPoint, middleOf(control(run, COUNT)));
  assert.deepEqual([result.verified, result.responding], ["unknown", "yes"]);
  assert.equal(result.interaction.method, "post_message");
  // A button takes the focus, and under Wine its window the foreground with it.
  assert.equal(result.interaction.foregroundChanged, false);
  assert.equal(foreground(), other.hwnd);
  assert.deepEqual(pointer(), pointerBefore);
  assert.deepEqual(await buttonEvents(other), []);
});

test("ten clicks at once are all counted", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start();
  await Promise.all(Array.from({ length: 10 }, () => clickAt(door, run, COUNT)));
  await showsText(control(run, COUNTER), "10");
  await new Promise((resolve) => setTimeout(resolve, 300));
  assert.equal(textOf(control(run, COUNTER)), "10");
});

test("one point is the same in every coordinate space, and follows a window that has moved", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start("--rect", "30,40,680,500");
  const captured = await door.succeed("capture_window", { hwnd: run.handle });
  const halved = door.frames.add({
    window: { hwnd: run.hwnd, pid: run.pid, screenRect: outerRect(run.hwnd) },
    screenRect: outerRect(run.hwnd),
    imageSize: { width: 340, height: 250 },
  });
  moveTo(run.hwnd, 110, 90);
  await waitFor(() => outerRect(run.hwnd).x === 110 ? true : undefined);
  const canvas = middleOf(control(run, CANVAS));
  const frame = outerRect(run.hwnd);
  const inFrame = { x: canvas.x - frame.x, y: canvas.y - frame.y };
  const hwnd = run.handle;
  const halfway = { x: Math.floor(inFrame.x / 2), y: Math.floor(inFrame.y / 2) };
  const calls = [
    { hwnd, ...inClient(run.hwnd, canvas) },
    { hwnd, ...inClient(run.hwnd, canvas), coordinateSpace: "client" },
    { hwnd, ...inFrame, coordinateSpace: "window" },
    { hwnd, ...canvas, coordinateSpace: "screen" },
    { ...inFrame, coordinateSpace: "image", frameId: captured.frameId },
    { ...halfway, coordinateSpace: "image", frameId: halved },
  ];
  for (const call of calls) await door.succeed("click_window", call);
  await waitFor(async () =>
    (await run.events()).filter(({ kind, id }) => kind === "leftUp" && id === CANVAS).length === calls.length
      ? true
      : undefined
  );
  const downs = (await run.events()).filter(({ kind }) => kind === "leftDown");
  const { x, y } = clientRect(control(run, CANVAS));
  const exact = { x: canvas.x - x, y: canvas.y - y };
  const doubled = { x: frame.x + 2 * halfway.x + 1 - x, y: frame.y + 2 * halfway.y + 1 - y };
  const wanted = [exact, exact, exact, exact, exact, doubled];
  assert.deepEqual(downs.map((down) => ({ x: down.x, y: down.y })), wanted);
});

for (
  const [title, args, wanted] of [
    ["left", {}, ["move 20,30 0", "leftDown 20,30 1", "leftUp 20,30 0"]],
    ["right", { button: "right" }, ["move 20,30 0", "rightDown 20,30 2", "rightUp 20,30 0"]],
    ["middle", { button: "middle" }, ["move 20,30 0", "middleDown 20,30 16", "middleUp 20,30 0"]],
    ["double", { doubleClick: true }, [
      "move 20,30 0",
      "leftDown 20,30 1",
      "leftUp 20,30 0",
      "leftDouble 20,30 1",
      "leftUp 20,30 0",
    ]],
    ["with modifiers", { modifiers: ["ctrl", "shift"] }, [
      "move 20,30 12",
      "leftDown 20,30 13",
      "leftUp 20,30 12",
    ]],
  ] as const
) {
  test(`a click that is ${title} arrives as the messages of one`, async () => {
    using door = createRealDoor();
    await using run = await FixtureRun.start();
    const canvas = clientRect(control(run, CANVAS));
    const point = inClient(run.hwnd, { x: canvas.x + 20, y: canvas.y + 30 });
    await door.succeed("click_window", { hwnd: run.handle, ...point, ...args });
    const last = wanted.at(-1)?.split(" ")[0] ?? "";
    const arrived = await mouseEvents(run, CANVAS, last);
    // The real pointer may rest over the window and move before.
    assert.deepEqual(arrived.slice(arrived.indexOf(wanted[0])), [...wanted]);
  });
}

test("a window of a class without double clicks gets two clicks", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start("--color", "336699");
  await door.succeed("click_window", { hwnd: run.handle, x: 5, y: 6, doubleClick: true });
  await waitFor(async () =>
    (await run.events()).filter(({ kind }) => kind === "leftUp").length === 2 ? true : undefined
  );
  const kinds = (await buttonEvents(run)).map(({ kind }) => kind);
  assert.deepEqual(kinds, ["leftDown", "leftUp", "leftDown", "leftUp"]);
});

test("check box, list and the list of a combo box do what they do for a person", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start();
  bringToFront(run.hwnd); // lists of combo boxes close when their window is not active
  await waitFor(() => foreground() === run.hwnd ? true : undefined);
  const agree = control(run, AGREE);
  assert.equal((await clickAt(door, run, AGREE)).verified, "yes");
  assert.equal(sendNumber(agree, BM_GETCHECK), 1);
  assert.equal((await clickAt(door, run, AGREE)).verified, "yes");
  assert.equal(sendNumber(agree, BM_GETCHECK), 0);

  const list = control(run, LIST);
  const { x, y } = clientRect(list);
  const third = inClient(run.hwnd, { x: x + 10, y: y + 36 });
  await door.succeed("click_window", { hwnd: run.handle, ...third });
  await waitFor(() => sendNumber(list, LB_GETCURSEL) === 2 ? true : undefined);
  assert.equal(sendNumber(list, LB_GETCURSEL), 2);

  const combo = control(run, COMBO);
  const box = outerRect(combo);
  const arrow = inClient(run.hwnd, { x: box.x + box.width - 8, y: box.y + 10 });
  const opened = await door.succeed("click_window", { hwnd: run.handle, ...arrow });
  assert.equal(opened.opened?.[0]?.className, "ComboLBox");
  const dropped = { hwnd: opened.opened[0].hwnd, x: 10, y: 24 };
  const listRect = outerRect(BigInt(dropped.hwnd));
  const behind = inClient(run.hwnd, { x: listRect.x + 10, y: listRect.y + 26 });
  const covered = await door.fail("click_window", { hwnd: run.handle, ...behind });
  assert.equal(covered.code, "POINT_OUTSIDE_TARGET");
  assert.equal(covered.details?.coveredBy, dropped.hwnd);
  await door.succeed("click_window", dropped);
  await waitFor(() => sendNumber(combo, CB_GETCURSEL) === 1 ? true : undefined);
  assert.equal(textOf(combo), "Green");
});

test("the arrows of a scroll bar scroll", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start();
  const list = control(run, LIST);
  const { x, y, width, height } = clientRect(list);
  const arrow = { x: x + width + 5, y: y + height - 5 };
  const down = await door.succeed("click_window", {
    hwnd: run.handle,
    ...arrow,
    coordinateSpace: "screen",
    doubleClick: true,
  });
  assert.equal(down.messageTarget.hitTest, "verticalScrollBar");
  await waitFor(() => sendNumber(list, LB_GETTOPINDEX) === 2 ? true : undefined);
  assert.equal(sendNumber(list, LB_GETTOPINDEX), 2);
  await door.succeed("click_window", { hwnd: run.handle, ...arrow, y: y + 5, coordinateSpace: "screen" });
  await waitFor(() => sendNumber(list, LB_GETTOPINDEX) === 1 ? true : undefined);
  assert.equal(sendNumber(list, LB_GETTOPINDEX), 1);
});

test("a disabled control, and a window behind its own dialog, get nothing", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start();
  const onDisabled = inClient(run.hwnd, middleOf(control(run, DISABLED_EDIT)));
  const onCount = inClient(run.hwnd, middleOf(control(run, COUNT)));
  const disabled = await door.fail("click_window", { hwnd: run.handle, ...onDisabled });
  assert.equal(disabled.code, "CONTROL_DISABLED");
  assert.equal(BigInt(String(disabled.details?.disabled)), control(run, DISABLED_EDIT));
  post(run.hwnd, WM_COMMAND, BigInt(ABOUT));
  const dialog = await waitFor(async () => {
    const { items } = await door.succeed("list_windows", {});
    return items.find((one: { title: string; pid: number }) => one.title === "About" && one.pid === run.pid);
  });
  const modal = await door.fail("click_window", { hwnd: run.handle, ...onCount });
  assert.equal(modal.code, "CONTROL_DISABLED");
  assert.equal(modal.details?.dialog, dialog.hwnd);
  assert.equal(textOf(control(run, COUNTER)), "0");
  assert.deepEqual(await buttonEvents(run), []);

  const ok = await waitFor(() => childOf(BigInt(dialog.hwnd), "Button"));
  assert.ok(ok);
  const closed = await door.succeed("click_window", {
    hwnd: dialog.hwnd,
    ...middleOf(ok),
    coordinateSpace: "screen",
    delayMs: 500,
  });
  assert.equal(closed.closed, true);
  assert.equal(exists(BigInt(dialog.hwnd)), false);
});

test("a control in front of another one gets the click", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start();
  const count = control(run, COUNT);
  const canvas = control(run, CANVAS);
  // The canvas is laid over the button, in front of it.
  const { width, height } = outerRect(count);
  placeOver(canvas, { ...inClient(run.hwnd, outerRect(count)), width, height });
  const covered = await clickAt(door, run, COUNT);
  assert.equal(covered.messageTarget.className, "CasementCanvas");
  assert.equal(await run.until(({ kind, id }) => kind === "leftUp" && id === CANVAS) !== undefined, true);
  const named = await door.succeed("click_window", {
    hwnd: `0x${count.toString(16)}`,
    x: 20,
    y: 10,
  });
  assert.equal(named.messageTarget.className, "Button");
  await showsText(control(run, COUNTER), "1");
});

test("the buttons of a caption do what they are for, and that is read back", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start("--rect", "60,50,700,520");
  const before = outerRect(run.hwnd);
  const maximized = await door.succeed("click_window", {
    hwnd: run.handle,
    ...buttonPlace(run, 2),
    coordinateSpace: "screen",
  });
  assert.equal(maximized.messageTarget.hitTest, "maximizeButton");
  assert.equal(maximized.verified, "yes");
  assert.equal(outerRect(run.hwnd).width > before.width, true);
  const restored = await door.succeed("click_window", {
    hwnd: run.handle,
    x: outerRect(run.hwnd).x + 200,
    y: clientRect(run.hwnd).y - 30,
    coordinateSpace: "screen",
    doubleClick: true,
  });
  assert.deepEqual([restored.messageTarget.hitTest, restored.verified], ["caption", "yes"]);
  assert.deepEqual(outerRect(run.hwnd), before);
  const closed = await door.succeed("click_window", {
    hwnd: run.handle,
    ...buttonPlace(run, 1),
    coordinateSpace: "screen",
  });
  assert.deepEqual([closed.messageTarget.hitTest, closed.verified, closed.closed], [
    "closeButton",
    "yes",
    true,
  ]);
  assert.equal((await run.status).code, 0);
});

test("a close button that only asks is verified no, and the question is told", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start("--ask-on-close", "--rect", "60,50,700,520");
  const result = await door.succeed("click_window", {
    hwnd: run.handle,
    ...buttonPlace(run, 1),
    coordinateSpace: "screen",
  });
  assert.equal(result.verified, "no");
  assert.equal(result.opened?.[0]?.title, "Casement fixture");
});

test("what follows the real pointer is refused: menu bar, caption, thumb", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start("--rect", "60,50,700,520");
  const { x, y } = clientRect(run.hwnd);
  const list = clientRect(control(run, LIST));
  for (
    const [part, at] of [
      ["menuBar", { x: x + 15, y: y - 8 }],
      ["caption", { x: x + 200, y: y - 32 }],
      ["verticalScrollBar", { x: list.x + list.width + 5, y: list.y + 30 }],
    ] as const
  ) {
    const error = await door.fail("click_window", { hwnd: run.handle, ...at, coordinateSpace: "screen" });
    assert.deepEqual([error.code, error.details?.hitTest], ["POINT_NOT_CLICKABLE", part]);
  }
  assert.deepEqual(await buttonEvents(run), []);
});

test("points outside, stale frames, minimised and destroyed windows are refused", async () => {
  using door = createRealDoor();
  const run = await FixtureRun.start("--borderless", "--color", "336699", "--rect", "100,100,200,150");
  const outside = await door.fail("click_window", { hwnd: run.handle, x: 200, y: 10 });
  assert.equal(outside.code, "POINT_OUTSIDE_TARGET");
  assert.deepEqual(outside.details?.windowScreenRect, { x: 100, y: 100, width: 200, height: 150 });
  assert.equal(
    (await door.fail("click_window", { hwnd: run.handle, x: -1, y: 0 })).code,
    "POINT_OUTSIDE_TARGET",
  );
  const frameId = door.frames.add({
    window: { hwnd: run.hwnd, pid: run.pid, screenRect: outerRect(run.hwnd) },
    screenRect: outerRect(run.hwnd),
    imageSize: { width: 200, height: 150 },
  });
  const image = { x: 1, y: 1, coordinateSpace: "image", frameId };
  await door.succeed("click_window", image);
  resizeTo(run.hwnd, 220, 150);
  assert.equal((await door.fail("click_window", image)).code, "FRAME_STALE");
  minimize(run.hwnd);
  const minimized = await door.fail("click_window", { hwnd: run.handle, x: 5, y: 5 });
  assert.equal(minimized.code, "WINDOW_MINIMIZED");
  await run[Symbol.asyncDispose]();
  await waitFor(() => exists(run.hwnd) ? undefined : true, 20_000);
  assert.equal((await door.fail("click_window", image)).code, "FRAME_STALE");
  assert.equal((await door.fail("click_window", { hwnd: run.handle, x: 1, y: 1 })).code, "WINDOW_NOT_FOUND");
});

test("a window destroyed between finding it and acting is told", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start("--windows", "1");
  const extra = await door.succeed("get_window_state", { pid: run.pid, titleContains: "Fixture 1" });
  const { desktop } = door;
  const find = desktop.windowState.bind(desktop);
  let asked = 0;
  desktop.windowState = async (hwnd, probeMs) => {
    const state = await find(hwnd, probeMs);
    if (++asked === 1) {
      post(BigInt(extra.hwnd), 0x10, 0n);
      await waitFor(() => exists(BigInt(extra.hwnd)) ? undefined : true);
    }
    return state;
  };
  const error = await door.fail("click_window", { hwnd: extra.hwnd, x: 20, y: 20 });
  assert.equal(error.code, "STALE_WINDOW_HANDLE");
});

test("a control that hangs while it handles the click does not hold the call, and the next call says so", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start("--hang-ms", "60000");
  const result = await clickAt(door, run, HANG);
  assert.equal(["yes", "no"].includes(result.responding), true); // it may have answered before it came to the click
  assert.ok(await run.until(({ event }) => event === "hang"));
  const error = await door.fail("click_window", { hwnd: run.handle, x: 5, y: 5, timeoutMs: 300 });
  assert.equal(["WINDOW_NOT_RESPONDING", "WINDOW_HUNG"].includes(error.code), true, error.code);
});

test("a click in foregroundDemo shows the window and gives the foreground back", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start();
  await using other = await FixtureRun.start("--title", "In front");
  bringToFront(other.hwnd);
  await waitFor(() => foreground() === other.hwnd ? true : undefined);
  const result = await clickAt(door, run, COUNT, { interactionMode: "foregroundDemo" });
  await showsText(control(run, COUNTER), "1");
  assert.equal(result.interaction.targetActivated, true);
  assert.equal(result.interaction.foregroundRestored, true);
  assert.equal(foreground(), other.hwnd);
});

test("a program that knows nothing of DPI is clicked where a person would see the point", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start("--dpi-unaware");
  await clickAt(door, run, COUNT);
  await showsText(control(run, COUNTER), "1");
});

test("a click into a text control puts the caret there", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start();
  await clickAt(door, run, EDIT);
  assert.ok(
    await run.until(({ event, id, focused }) => event === "focus" && id === EDIT && focused === true),
  );
});
