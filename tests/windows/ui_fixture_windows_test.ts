/**
 * The UI fixture tells the truth: its other windows, its modes and its misbehaviour.
 */
import assert from "node:assert/strict";
import { waitFor } from "./fixture_run.ts";
import { controlOf, exists, post, setText, textOf } from "./observe.ts";
import { outerRect } from "./screen.ts";
import { childrenOf, need, startUiFixture, topWindow, uiFixtureTest as test } from "./ui_fixture_run.ts";
import { childWindow, idOf, isEnabled, isVisible, press, send, type } from "./ui_messages.ts";

const WM = { close: 0x10, command: 0x111 };

test("a modal dialog, a message in it, and their results", async () => {
  await using run = await startUiFixture();
  press(controlOf(run.hwnd, 1201));
  await need(run, "dialog", { name: "modal" });
  const dialog = await topWindow("A question");
  assert.equal(isEnabled(run.hwnd), false);
  setText(controlOf(dialog, 3001), "forty-two");
  await need(run, "text", { id: 3001, text: "forty-two" });
  press(controlOf(dialog, 3002));
  press(controlOf(dialog, 3003));
  const message = await topWindow("A message");
  const idNo = 7;
  press(controlOf(message, idNo));
  await need(run, "dialogResult", { name: "message", result: "no" });
  press(controlOf(dialog, 1));
  await need(run, "dialogResult", { name: "modal", result: "ok", text: "forty-two", remember: true });
  press(controlOf(run.hwnd, 1201));
  post(await topWindow("A question"), WM.close, 0n);
  await need(run, "dialogResult", { name: "modal", result: "cancel", text: "" });
  assert.equal(await waitFor(() => isEnabled(run.hwnd) || undefined), true);
});

test("modeless windows come beside the main one", async () => {
  await using run = await startUiFixture();
  press(controlOf(run.hwnd, 1203));
  press(controlOf(run.hwnd, 1203));
  const [first, second] = [await topWindow("Modeless 1"), await topWindow("Modeless 2")];
  assert.equal(isEnabled(run.hwnd), true);
  setText(controlOf(second, 3101), "find me");
  await need(run, "text", { id: 3101, text: "find me" });
  press(controlOf(first, 3102));
  await need(run, "destroy", { title: "Modeless 1" });
  assert.deepEqual([exists(first), exists(second)], [false, true]);
});

test("a panel makes its controls anew: same ids, other windows, what was typed is kept", async () => {
  await using run = await startUiFixture();
  const panel = controlOf(run.hwnd, 1211);
  const before = [1213, 1214, 1215, 1216].map((id) => controlOf(panel, id));
  setText(controlOf(panel, 1213), "kept");
  press(controlOf(run.hwnd, 1210));
  await need(run, "rebuild", { id: 1211, count: 1 });
  const after = [1213, 1214, 1215, 1216].map((id) => controlOf(panel, id));
  assert.equal(before.some((control) => after.includes(control) || exists(control)), false);
  assert.equal(textOf(controlOf(panel, 1213)), "kept");
  assert.equal(textOf(controlOf(panel, 1212)), "Rebuilt 1");
  await using restless = await startUiFixture("--rebuild-ms", "100");
  await need(restless, "rebuild", { count: 3 });
});

test("nested panels pass on what happens inside", async () => {
  await using run = await startUiFixture();
  const inner = controlOf(controlOf(run.hwnd, 1220), 1221);
  press(controlOf(inner, 1222));
  await need(run, "click", { id: 1222, text: "Inside" });
});

test("a wizard goes forth and back, and ends with what was put in", async () => {
  await using run = await startUiFixture("--wizard");
  const [back, next, finish] = [6101, 6102, 6103].map((id) => controlOf(run.hwnd, id)) as [
    bigint,
    bigint,
    bigint,
  ];
  assert.deepEqual([back, next, finish].map(isEnabled), [false, false, false]);
  setText(controlOf(controlOf(run.hwnd, 6110), 6001), "Ada");
  await need(run, "text", { id: 6001, text: "Ada" });
  press(next);
  await need(run, "page", { index: 1, text: "What" });
  press(back);
  await need(run, "page", { index: 0, text: "Who" });
  press(next);
  press(controlOf(controlOf(run.hwnd, 6111), 6012));
  press(controlOf(controlOf(run.hwnd, 6111), 6014));
  press(next);
  await need(run, "page", { index: 2, text: "Summary" });
  const summary = "Name: Ada\r\nSize: large\r\nFast: no\r\nQuiet: yes";
  assert.equal(textOf(controlOf(controlOf(run.hwnd, 6112), 6021)), summary);
  assert.deepEqual([back, next, finish].map(isEnabled), [true, false, true]);
  press(finish);
  await need(run, "wizardResult", { result: "finish", summary });
  assert.equal((await run.status).code, 0);
});

test("documents in a frame say which one is active", async () => {
  await using run = await startUiFixture("--mdi");
  const client = childWindow(run.hwnd, { className: "MDICLIENT" });
  assert.equal(childrenOf(client).length, 3);
  const first = childWindow(client, { text: "Document 1" });
  const wmMdiActivate = 0x222;
  post(client, wmMdiActivate, first);
  await need(run, "mdiActivate", { title: "Document 1" });
  type(controlOf(first, 5001), "1");
  await need(run, "text", { id: 5001, text: "1" });
  post(run.hwnd, WM.command, 5201n);
  await need(run, "menu", { id: 5201, text: "&New" });
  await need(run, "mdiActivate", { title: "Document 4" });
  post(run.hwnd, WM.command, 5204n);
  await need(run, "mdiClose", { title: "Document 4" });
});

test("odd controls are as odd as they should be", async () => {
  await using run = await startUiFixture("--odd");
  const children = childrenOf(run.hwnd);
  const withId = (id: number): bigint[] => children.filter((child) => idOf(child) === id);
  assert.deepEqual(withId(4001).map(textOf), ["Twin A", "Twin B"]);
  assert.equal(children.filter((child) => textOf(child) === "Same name").length, 2);
  assert.equal(textOf(controlOf(run.hwnd, 4004)), "");
  const { width, height } = outerRect(controlOf(run.hwnd, 4006));
  assert.deepEqual([width, height], [0, 0]);
  assert.equal(outerRect(controlOf(run.hwnd, 4007)).x < -1000, true);
  assert.equal(isVisible(controlOf(run.hwnd, 4008)), false);
  assert.equal(isVisible(controlOf(controlOf(run.hwnd, 4009), 4010)), false);
  const inDisabled = controlOf(controlOf(run.hwnd, 4011), 4012);
  assert.deepEqual([isEnabled(controlOf(run.hwnd, 4011)), isEnabled(inDisabled)], [false, true]);
  assert.equal(
    children.indexOf(controlOf(run.hwnd, 4021)) < children.indexOf(controlOf(run.hwnd, 4022)),
    true,
  );
  assert.equal(textOf(controlOf(run.hwnd, 4051)), "Smile 😀");
  assert.deepEqual([4055, 4056].map((id) => textOf(controlOf(run.hwnd, id)).length), [32_000, 32_000]);
  press(withId(4001)[1] ?? 0n);
  await need(run, "click", { id: 4001, text: "Twin B" });
});

test("windows in depth and in breadth", async () => {
  await using deep = await startUiFixture("--deep", "200");
  const { levels } = await need(deep, "built");
  // Windows nests 50 windows unless told otherwise; Wine has no such limit.
  assert.equal(Number(levels) >= 40 && Number(levels) <= 200, true, String(levels));
  let innermost = deep.hwnd;
  for (let level = 1; level <= Number(levels); level++) {
    innermost = childWindow(innermost, { text: `Level ${level}` });
  }
  assert.notEqual(innermost, 0n);
  const tvmGetCount = 0x1105;
  assert.equal(send(controlOf(deep.hwnd, 1143), tvmGetCount), 200);
  await using wide = await startUiFixture("--wide", "300");
  assert.equal(childrenOf(wide.hwnd).length, 300);
  press(controlOf(wide.hwnd, 8001 + 299));
  await need(wide, "click", { text: "Wide 300" });
});

test("texts can be given, any units and any length", async () => {
  await using run = await startUiFixture(
    ...["--title-hex", "D83DDE0005D0", "--text", "1001", "0001D83D202E", "--long-text", "1103", "32000"],
  );
  assert.equal(textOf(run.hwnd), "😀א");
  assert.equal(textOf(controlOf(run.hwnd, 1001)), "\x01\uD83D\u202E");
  assert.equal(textOf(controlOf(run.hwnd, 1103)), "0123456789".repeat(3200));
});

test("hangs in one message of one control, or is slow to answer all", async () => {
  await using run = await startUiFixture("--hang-on", "WM_GETTEXT", "400", "--hang-id", "1101");
  const timed = (act: () => void): number => {
    const start = performance.now();
    act();
    return performance.now() - start;
  };
  assert.equal(textOf(controlOf(run.hwnd, 1104)), "cannot be changed");
  assert.equal((await run.events()).some(({ event }) => event === "hang"), false);
  assert.equal(timed(() => textOf(controlOf(run.hwnd, 1101))) >= 390, true);
  await need(run, "hang", { id: 1101, message: 0x0D, ms: 400 });
  await need(run, "hangEnd");
  await using getObject = await startUiFixture("--hang-on", "WM_GETOBJECT", "400");
  assert.equal(timed(() => send(getObject.hwnd, 0x3D)) >= 390, true);
  await using slow = await startUiFixture("--slow-ms", "100");
  assert.equal(timed(() => textOf(slow.hwnd)) >= 190, true);
});

test("nothing in the main window lies on top of another thing by accident", async () => {
  await using run = await startUiFixture();
  const containers = [1030, 1150, 1163]; // group box, tab control; the up-down sits in its buddy
  const whole = outerRect(run.hwnd);
  const controls = childrenOf(run.hwnd).filter((control) => isVisible(control)).map((control) => ({
    id: idOf(control),
    rect: outerRect(control),
  })).filter(({ id }) => !containers.includes(id));
  assert.equal(controls.length > 70, true);
  const edgesOf = ({ x, y, width, height }: typeof whole) => ({ x, y, right: x + width, bottom: y + height });
  const outer = edgesOf(whole);
  for (const [index, one] of controls.entries()) {
    const a = edgesOf(one.rect);
    const isInside = a.x >= outer.x && a.y >= outer.y && a.right <= outer.right && a.bottom <= outer.bottom;
    assert.equal(isInside, true, `${one.id} lies outside`);
    for (const other of controls.slice(index + 1)) {
      const b = edgesOf(other.rect);
      const isApart = a.right <= b.x || b.right <= a.x || a.bottom <= b.y || b.bottom <= a.y;
      assert.equal(isApart, true, `${one.id} and ${other.id} overlap: ${JSON.stringify([one, other])}`);
    }
  }
});
