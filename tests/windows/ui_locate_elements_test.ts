/** Points that ui_locate gives, and those that it does not: compared with what lies there, and with what a click does. */
import assert from "node:assert/strict";
import { Elements, elementsTest } from "./elements_run.ts";
import { FixtureRun } from "./fixture_run.ts";
import { bringToFront, controlOf, minimize, moveTo, windowAt } from "./observe.ts";
import { AMPLE_MS } from "./outlines.ts";
import { outerRect } from "./screen.ts";
import { need } from "./ui_fixture_run.ts";
import { press } from "./ui_messages.ts";

/** Locates in the window of the fixture. */
// deno-lint-ignore no-explicit-any -- a test names the fields it looks at, and a missing one fails it
async function locate(open: Elements, name: string, args: Record<string, unknown> = {}): Promise<any> {
  const answer = await open.door.succeed("ui_locate", {
    name,
    hwnd: open.run.handle,
    timeoutMs: AMPLE_MS,
    ...args,
  });
  assert.equal("screenPoint" in answer, answer.status === "found");
  return answer;
}

/** What lies at the point is this control, as Windows has it, and a click there reaches it. */
async function assertHits(
  open: Elements,
  answer: Awaited<ReturnType<typeof locate>>,
  control: bigint,
): Promise<void> {
  assert.equal(answer.status, "found", JSON.stringify(answer));
  const { x, y } = answer.screenPoint;
  assert.equal(windowAt(x, y), control);
  const { messageTarget } = await open.door.succeed("click_window", answer.click);
  assert.equal(BigInt(messageTarget.hwnd), control);
}

elementsTest("ui_locate: the point is the element, and a click there is its click", async () => {
  await using open = await Elements.start("--rows", "20");
  const { run } = open;
  bringToFront(run.hwnd);
  const answer = await locate(open, "push");
  assert.deepEqual([answer.matchedBy, answer.element.controlType, answer.element.enabled], [
    "exact",
    "Button",
    true,
  ]);
  assert.deepEqual(answer.element.uiPath, ["Button:Push", "Window:Casement UI Fixture"]);
  await assertHits(open, answer, controlOf(run.hwnd, 1001));
  await need(run, "click", { id: 1001 });
  // A row of a list, which has no window of its own.
  await assertHits(
    open,
    await locate(open, "mango #03", { controlType: "listItem" }),
    controlOf(run.hwnd, 1123),
  );
  await need(run, "selection", { id: 1123, texts: ["mango #03"] });
});

elementsTest("ui_locate: a part of a name fits several; an index or a type chooses", async () => {
  await using open = await Elements.start("--rows", "20");
  bringToFront(open.run.hwnd);
  const answer = await locate(open, "apple");
  assert.deepEqual([answer.status, answer.matchedBy], ["ambiguous", "contains"]);
  const [first] = answer.candidates;
  assert.match(first.ref, /^e\d+$/);
  const chosen = await locate(open, "apple", { index: first.index });
  assert.deepEqual(chosen.element.name, first.name);
  assert.equal(
    (await locate(open, "apple #02", { controlType: "dataItem" })).element.controlType,
    "DataItem",
  );
  assert.equal((await locate(open, "no such thing")).status, "not-found");
});

elementsTest("ui_locate: covered by another program's window, which is named", async () => {
  await using open = await Elements.start("--rows", "20");
  const { x, y, width, height } = outerRect(open.run.hwnd);
  await using over = await FixtureRun.start(
    "--borderless",
    "--color",
    "336699",
    "--rect",
    `${x},${y},${width},${height}`,
  );
  bringToFront(over.hwnd);
  const answer = await locate(open, "Push");
  assert.deepEqual([answer.status, answer.reason], ["offscreen", "covered"], JSON.stringify(answer));
  assert.equal(BigInt(answer.coveredBy.hwnd), over.hwnd);
  moveTo(over.hwnd, x + width, y);
  assert.equal((await locate(open, "Push", { waitMs: 10_000 })).status, "found");
});

elementsTest("ui_locate: covered, clipped and overlapping siblings", async () => {
  await using open = await Elements.start("--odd");
  const { run } = open;
  bringToFront(run.hwnd);
  const covered = await locate(open, "Covered");
  assert.deepEqual([covered.status, covered.reason], ["offscreen", "covered"], JSON.stringify(covered));
  assert.equal((await locate(open, "Fully out")).status, "offscreen");
  assert.equal((await locate(open, "Off screen")).status, "offscreen");
  assert.equal((await locate(open, "Hidden", { controlType: "button" })).screenPoint, undefined);
  assert.equal((await locate(open, "No size")).screenPoint, undefined);
  await assertHits(open, await locate(open, "Below"), controlOf(run.hwnd, 4022));
  await assertHits(open, await locate(open, "Above"), controlOf(run.hwnd, 4021));
  await assertHits(open, await locate(open, "Half out"), controlOf(controlOf(run.hwnd, 4031), 4032));
  const disabled = await locate(open, "In disabled");
  assert.equal(disabled.element.enabled, false);
});

elementsTest("ui_locate: scrolled out of its panel", async () => {
  await using open = await Elements.start("--rows", "20");
  bringToFront(open.run.hwnd);
  const answer = await locate(open, "Scrolled 20");
  assert.equal(answer.status, "offscreen", JSON.stringify(answer));
  assert.equal(answer.element.name, "Scrolled 20");
});

elementsTest("ui_locate: a window outside of all screens, and a minimised one", async () => {
  await using open = await Elements.start("--rows", "20");
  const { run } = open;
  moveTo(run.hwnd, -9_000, 50);
  const outside = await locate(open, "Push");
  assert.deepEqual([outside.status, outside.reason], ["offscreen", "outsideWindow"], JSON.stringify(outside));
  moveTo(run.hwnd, 0, 0);
  minimize(run.hwnd);
  const minimized = await locate(open, "Push");
  assert.deepEqual(
    [minimized.status, minimized.reason],
    ["offscreen", "notShown"],
    JSON.stringify(minimized),
  );
});

elementsTest(
  "ui_locate: a part of the window lies outside of the screen: the point is in the other part",
  async () => {
    await using open = await Elements.start("--odd");
    const { run } = open;
    bringToFront(run.hwnd);
    const { x } = outerRect(controlOf(run.hwnd, 4051));
    const window = outerRect(run.hwnd);
    // The button begins 80 pixels left of the screen, and ends 20 pixels on it.
    moveTo(run.hwnd, window.x - x - 80, window.y);
    const answer = await locate(open, "Smile 😀");
    assert.ok(answer.status === "found" && answer.screenPoint.x >= 0, JSON.stringify(answer));
    assert.equal(windowAt(answer.screenPoint.x, answer.screenPoint.y), controlOf(run.hwnd, 4051));
  },
);

elementsTest("ui_locate: waits for a dialog, and finds it in its own window", async () => {
  await using open = await Elements.start("--rows", "20");
  const { door, run } = open;
  const waiting = door.succeed("ui_locate", {
    name: "Remember",
    controlType: "checkBox",
    hwnd: run.handle,
    waitMs: AMPLE_MS,
    timeoutMs: AMPLE_MS,
  });
  press(controlOf(run.hwnd, 1201));
  const answer = await waiting;
  assert.equal(answer.status, "found", JSON.stringify(answer));
  assert.equal(answer.title, "A question");
  assert.equal(windowAt(answer.screenPoint.x, answer.screenPoint.y), controlOf(BigInt(answer.hwnd), 3002));
});

elementsTest("ui_locate: all windows are searched; a hung one is named and holds nothing up", async () => {
  await using open = await Elements.start("--rows", "20", "--title", "Searched");
  await using hung = await FixtureRun.start("--hang-at-start", "--hang-ms", "60000", "--title", "Hung");
  bringToFront(open.run.hwnd);
  const found = await open.door.succeed("ui_locate", { name: "Disable me", timeoutMs: AMPLE_MS });
  assert.deepEqual([found.status, found.hwnd], ["found", open.run.handle], JSON.stringify(found));
  const missing = await open.door.succeed("ui_locate", { name: "no such thing", timeoutMs: AMPLE_MS });
  assert.equal(missing.status, "inconclusive");
  const named = missing.unread.find(({ hwnd }: { hwnd: string }) => BigInt(hwnd) === hung.hwnd);
  assert.match(named.reason, /WINDOW_(HUNG|NOT_RESPONDING)/);
});
