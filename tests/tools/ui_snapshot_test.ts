import assert from "node:assert/strict";
import { ToolError } from "../../src/core/errors.ts";
import type { UiReadRequest } from "../../src/desktop/ui_element.ts";
import { type Branch, BUTTON, EDIT, el, ITEM, listOf } from "../elements/trees.ts";
import { FakeDesktop } from "../fakes/fake_desktop.ts";
import { fakeWindow } from "../fakes/fake_window.ts";
import { createTestDoor, type TestDoor } from "../fakes/test_door.ts";

const HWND = 0x10070n;
const TARGET = { hwnd: "0x00010070" };
const OTHER = 0x10080n;
const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

const list = listOf(10_000, { automationId: "rows" });
const bold = el("CheckBox", "Bold", { patterns: ["Toggle"], toggleState: "Off" });
const name = el("Edit", "Name", { ...EDIT, value: "Ann" });
const main = el("Window", "Settings", {}, [name, bold, list]);

/** The branch with other facts and the same id. */
function changedTo({ element, children }: Branch, facts: Partial<Branch["element"]>): Branch {
  return { element: { ...element, ...facts }, children };
}

function world(branch: Branch = main): TestDoor {
  const desktop = new FakeDesktop({
    windows: [
      fakeWindow({ hwnd: HWND, title: "Settings" }),
      fakeWindow({ hwnd: OTHER, title: "Other", pid: 77, threadId: 78 }),
    ],
  });
  desktop.elements.windows.set(HWND, branch);
  desktop.elements.windows.set(OTHER, el("Window", "Other", {}, [el("Button", "OK", BUTTON)]));
  return createTestDoor({ desktop });
}

interface Snapshot {
  readonly snapshotId: string;
  readonly outline: string;
  readonly [field: string]: unknown;
}

async function snapshot(door: TestDoor, args: Record<string, unknown> = TARGET): Promise<Snapshot> {
  return await door.succeed("ui_snapshot", args) as Snapshot;
}

async function textOf(door: TestDoor, args: Record<string, unknown> = TARGET): Promise<string> {
  const answer = await door.call("ui_snapshot", args);
  return answer.ok ? answer.text ?? assert.fail("no text") : assert.fail(JSON.stringify(answer.error));
}

function refIn(outline: string, words: string): string {
  const line = outline.split("\n").find((one) => one.includes(words)) ??
    assert.fail(`${words} in\n${outline}`);
  return /\[ref=(e\d+)\]/.exec(line)?.[1] ?? assert.fail(line);
}

function requests(door: TestDoor): readonly UiReadRequest[] {
  return door.desktop.callsOf("readUiTree").map(([request]) => request as UiReadRequest);
}

Deno.test("ui_snapshot: an outline with states, values and refs, and what it says of itself", async () => {
  const answer = await snapshot(world(el("Window", "Settings", {}, [name, bold])));
  assert.deepEqual(answer, {
    success: true,
    snapshotId: "s1",
    hwnd: "0x00010070",
    title: "Settings",
    pid: 4_200,
    outline: [
      'window "Settings" [ref=e1]',
      '  edit "Name" [ref=e2] value="Ann"',
      '  checkBox "Bold" [ref=e3] unchecked',
    ].join("\n"),
    bytes: bytesOf(answer.outline),
    shown: 3,
    leftOut: 0,
    folded: 0,
    status: "found",
    complete: true,
    truncated: false,
    visitedNodes: 3,
    elapsedMs: 0,
    fetched: "oneRequest",
  });
});

Deno.test("ui_snapshot: the text is the outline below a line that says what it is of", async () => {
  const text = await textOf(world(el("Window", "Settings", {}, [bold])));
  assert.equal(
    text,
    'snapshot s1 of 0x00010070 "Settings", pid 4200\n' +
      'window "Settings" [ref=e1]\n  checkBox "Bold" [ref=e2] unchecked',
  );
});

Deno.test("ui_snapshot: the whole text keeps within maxBytes", async () => {
  const titles = ["Settings", "漢".repeat(300), "\u0001".repeat(300)];
  for (const title of titles) {
    for (const maxBytes of [1_000, 1_500, 8_000, 60_000]) {
      const door = world();
      (door.desktop.window(HWND) ?? assert.fail()).title = title;
      assert.ok(bytesOf(await textOf(door, { ...TARGET, maxBytes })) <= maxBytes);
    }
  }
  assert.ok(bytesOf(await textOf(world())) <= 8_000);
});

Deno.test("ui_snapshot: a list of 10,000 rows is its first page, its count and how to go on, which works", async () => {
  const door = world();
  const first = await snapshot(door);
  assert.equal(requests(door)[0]?.maxChildren, 100);
  assert.equal(first.truncated, true);
  const line =
    /… (\d+) more of 10000 \(listItem\); go on with ref (e\d+), firstItem (\d+)/.exec(first.outline) ??
      assert.fail(first.outline);
  const [more, ref, firstItem] = [Number(line[1]), line[2], Number(line[3])];
  assert.equal(more + firstItem, 10_000);
  assert.equal(ref, refIn(first.outline, "Many lines"));
  const next = await snapshot(door, { ref, firstItem });
  const lines = next.outline.split("\n");
  assert.equal(lines[0], `list "Many lines" [ref=${ref}]`);
  assert.equal(lines[1], `  … ${firstItem} before`);
  assert.match(lines[2] ?? "", new RegExp(`listItem "Line 0*${firstItem + 1}"`));
  assert.match(next.outline, new RegExp(`go on with ref ${ref}, firstItem ${firstItem + 100}`));
  const end = await snapshot(door, { ref, firstItem: 9_990 });
  assert.match(end.outline, /Line 10000"/);
  assert.doesNotMatch(end.outline, /go on/);
  // What was met on a late page is found again there, and what is before it is not what was asked for.
  const row = refIn(end.outline, "Line 09995");
  assert.equal((await snapshot(door, { ref: row })).outline, `listItem "Line 09995" [ref=${row}]`);
});

Deno.test("ui_snapshot: behind the end of a list it says that there is nothing", async () => {
  const door = world(el("Window", "Settings", {}, [listOf(5)]));
  const ref = refIn((await snapshot(door)).outline, "Many lines");
  assert.match((await snapshot(door, { ref, firstItem: 5 })).outline, /\n {2}… nothing from item 5 on$/);
});

Deno.test("ui_snapshot: a ref is that element and what is inside it, which no window beside it may name", async () => {
  const door = world(
    el("Window", "Settings", {}, [bold, el("Group", "Size", {}, [el("Button", "Small", BUTTON)])]),
  );
  const ref = refIn((await snapshot(door)).outline, "Size");
  const part = await snapshot(door, { ref });
  assert.match(part.outline, /^group "Size" \[ref=e3\]\n {2}button "Small" \[ref=e4\]$/);
  assert.equal(part.shown, 2);
  const { code, message } = await door.fail("ui_snapshot", { ref, ...TARGET });
  assert.equal(code, "INVALID_PARAMS");
  assert.match(message, /ref: names its window itself/);
});

Deno.test("ui_snapshot: what is unchanged keeps its ref; another row in its place is stale, and is offered", async () => {
  const row = (text: string, at: number): Branch => el("ListItem", text, { ...ITEM, runtimeId: [7, at] });
  const sorted = (...rows: readonly string[]): Branch => ({
    ...main,
    children: [{ ...list, children: rows.map(row) }],
  });
  const door = world(sorted("kiwi", "apple", "pear"));
  const before = (await snapshot(door)).outline;
  door.desktop.elements.windows.set(HWND, sorted("apple", "kiwi", "pear"));
  const { code, details } = await door.fail("ui_snapshot", { ref: refIn(before, "apple") });
  assert.equal(code, "ELEMENT_STALE");
  assert.equal(details?.reason, "changed");
  const successor = (details?.successor as { ref: string }).ref;
  const after = (await snapshot(door)).outline;
  assert.equal(refIn(after, "apple"), successor);
  assert.equal(refIn(after, "pear"), refIn(before, "pear"));
  assert.equal((await snapshot(door, { ref: successor })).outline, `listItem "apple" [ref=${successor}]`);
});

Deno.test("ui_snapshot: a window that was built again is stale; the ref in the new one is offered and works", async () => {
  const door = world(el("Window", "Settings", {}, [el("Button", "OK", { ...BUTTON, automationId: "ok" })]));
  const ref = refIn((await snapshot(door)).outline, "OK");
  door.desktop.removeWindow(HWND);
  door.desktop.windows.push(fakeWindow({ hwnd: 0x10090n, title: "Settings 2" }));
  door.desktop.elements.windows.set(
    0x10090n,
    el("Window", "Settings 2", {}, [el("Button", "OK", { ...BUTTON, automationId: "ok" })]),
  );
  const { code, message, details } = await door.fail("ui_snapshot", { ref });
  assert.equal(code, "ELEMENT_STALE");
  assert.match(message, /window of ref e2 is gone; nothing was done/);
  assert.equal(details?.reason, "windowGone");
  const successor = (details?.successor as { ref: string }).ref;
  assert.match((await snapshot(door, { ref: successor })).outline, /^button "OK"/);
});

Deno.test("ui_snapshot: a Store app that is gone is not taken for another one, whose frame is of the same process", async () => {
  const HOST = 900;
  const drawn = (name: string) =>
    el("Window", name, {}, [el("Button", "OK", { ...BUTTON, automationId: "ok" })]);
  const door = world(drawn("Calculator"));
  const { desktop } = door;
  const app = desktop.window(HWND) ?? assert.fail();
  Object.assign(app, { pid: HOST, hostedPid: 31 });
  const other = fakeWindow({ hwnd: 0x10090n, title: "Clock", pid: HOST, hostedPid: 32 });
  desktop.windows.push(other);
  desktop.elements.windows.set(0x10090n, drawn("Clock"));
  const ref = refIn((await snapshot(door)).outline, "OK");
  assert.match((await snapshot(door, { ref })).outline, /^button "OK"/);

  // The frame shows the next app: the handle is the same, the content is not.
  app.hostedPid = 33;
  const reused = await door.fail("ui_snapshot", { ref });
  assert.deepEqual([reused.code, reused.details?.reason], ["ELEMENT_STALE", "windowGone"]);

  desktop.removeWindow(HWND);
  const gone = await door.fail("ui_snapshot", { ref });
  assert.deepEqual([gone.code, gone.details?.reason], ["ELEMENT_STALE", "windowGone"]);
  assert.equal(gone.details?.successor, undefined);

  // Its own new window is.
  desktop.windows.push(fakeWindow({ hwnd: 0x100A0n, title: "Calculator", pid: HOST, hostedPid: 31 }));
  desktop.elements.windows.set(0x100A0n, drawn("Calculator"));
  const { details } = await door.fail("ui_snapshot", { ref });
  assert.equal((details?.successor as { name: string }).name, "OK");
});

for (
  const [what, change] of [
    ["the process is gone", (desktop: FakeDesktop) => desktop.removeWindow(HWND)],
    ["its handle names another program's window", (desktop: FakeDesktop) => {
      (desktop.window(HWND) ?? assert.fail()).pid = 5_000;
    }],
    ["what is there in its place cannot be read", (desktop: FakeDesktop) => {
      desktop.removeWindow(HWND);
      desktop.windows.push(fakeWindow({ hwnd: 0x10090n, hung: true }));
    }],
  ] as const
) {
  Deno.test(`ui_snapshot: ELEMENT_STALE without a successor where ${what}`, async () => {
    const door = world(el("Window", "Settings", {}, [bold]));
    const ref = refIn((await snapshot(door)).outline, "Bold");
    change(door.desktop);
    const { code, details } = await door.fail("ui_snapshot", { ref });
    assert.equal(code, "ELEMENT_STALE");
    assert.equal(details?.reason, "windowGone");
    assert.equal(details?.successor, undefined);
  });
}

Deno.test("ui_snapshot: CANCELLED while the successor is looked for stays that", async () => {
  const door = world(el("Window", "Settings", {}, [bold]));
  const ref = refIn((await snapshot(door)).outline, "Bold");
  door.desktop.removeWindow(HWND);
  door.desktop.windows.push(fakeWindow({ hwnd: 0x10090n }));
  door.desktop.fail("readUiTree", new ToolError("CANCELLED", "x"));
  assert.equal((await door.fail("ui_snapshot", { ref })).code, "CANCELLED");
});

Deno.test("ui_snapshot: a ref that was never given is ELEMENT_STALE", async () => {
  assert.equal((await world().fail("ui_snapshot", { ref: "e99" })).details?.reason, "unknown");
  assert.equal((await world().fail("ui_snapshot", { ref: "s1" })).code, "INVALID_PARAMS");
});

Deno.test("ui_snapshot: an element that may lie behind what was read is QUERY_TRUNCATED", async () => {
  const door = world(el("Window", "Settings", {}, [el("Group", "Size", {}, [bold])]));
  const ref = refIn((await snapshot(door)).outline, "Bold");
  const { code, message } = await door.fail("ui_snapshot", { ref, maxNodes: 2 });
  assert.equal(code, "QUERY_TRUNCATED");
  assert.match(message, /not everything was read where it was; nothing was done$/);
});

Deno.test("ui_snapshot: since shows what changed, and needs no other target", async () => {
  const door = world(el("Window", "Settings", { runtimeId: [1] }, [name, bold]));
  const first = await snapshot(door);
  const yes = el("Button", "Yes", BUTTON);
  door.desktop.elements.windows.set(
    HWND,
    el("Window", "Settings", { runtimeId: [1] }, [changedTo(bold, { toggleState: "On" }), yes]),
  );
  const text = await textOf(door, { since: first.snapshotId });
  assert.equal(
    text,
    [
      `snapshot s2 of 0x00010070 "Settings", pid 4200; changes since s1`,
      "1 added, 1 removed, 1 changed, 1 unchanged",
      '+ button "Yes" [ref=e4] in [ref=e1]',
      '~ checkBox "Bold" [ref=e3] checked (was unchecked)',
      '- edit "Name" [ref=e2] value="Ann"',
    ].join("\n"),
  );
  const again = await snapshot(door, { ...TARGET, since: "s1" });
  assert.deepEqual(
    [
      again.baseId,
      again.added,
      again.removed,
      again.changed,
      again.unchanged,
      again.unknown,
      again.newlyRead,
    ],
    ["s1", 1, 1, 1, 1, 0, 0],
  );
  assert.equal(again.shown, undefined);
  assert.match(
    (await snapshot(door, { since: again.snapshotId })).outline,
    /^0 added, 0 removed, 0 changed, 3 unchanged$/,
  );
});

Deno.test("ui_snapshot: since keeps within maxBytes", async () => {
  const door = world(el("Window", "Settings", { runtimeId: [1] }, [bold]));
  await snapshot(door);
  const many = Array.from({ length: 90 }, (_, at) => el("Button", `漢字 ${at}`, BUTTON));
  door.desktop.elements.windows.set(HWND, el("Window", "Settings", { runtimeId: [1] }, many));
  const text = await textOf(door, { since: "s1", maxBytes: 1_000 });
  assert.ok(bytesOf(text) <= 1_000);
  assert.match(text, /\d+ further changes left out/);
});

Deno.test("ui_snapshot: since a page of a list is compared with the same page", async () => {
  const door = world();
  const ref = refIn((await snapshot(door)).outline, "Many lines");
  const page = await snapshot(door, { ref, firstItem: 500 });
  const answer = await snapshot(door, { since: page.snapshotId });
  assert.match(answer.outline, /^0 added, 0 removed, 0 changed, \d+ unchanged$/);
  assert.equal(requests(door).at(-1)?.continueAt?.firstChild, 500);
});

Deno.test("ui_snapshot: since compares the main window alone where the other one was read alone", async () => {
  const door = world(el("Window", "Settings", { runtimeId: [1] }, [bold]));
  door.desktop.windows.push(fakeWindow({ hwnd: 0x10090n, title: "" }));
  door.desktop.elements.windows.set(
    0x10090n,
    el("Menu", "", { runtimeId: [9] }, [el("MenuItem", "Copy", BUTTON)]),
  );
  const alone = await snapshot(door, { ...TARGET, includeProcessPopups: false });
  assert.doesNotMatch(alone.outline, /Copy/);
  assert.match(
    (await snapshot(door, { since: alone.snapshotId })).outline,
    /^0 added, 0 removed, 0 changed, 2 unchanged$/,
  );
  const both = await snapshot(door);
  assert.match(both.outline, /Copy/);
  const now = await snapshot(door, { since: both.snapshotId, includeProcessPopups: false });
  assert.equal(now.outline, "0 added, 0 removed, 0 changed, 2 unchanged");
});

Deno.test("ui_snapshot: since a snapshot that is not remembered gives everything and says so", async () => {
  const text = await textOf(world(el("Window", "Settings", {}, [bold])), { ...TARGET, since: "s99" });
  assert.match(
    text,
    /^snapshot s1 .*; whole, since the one named by since is not remembered\nwindow "Settings"/,
  );
  assert.equal((await snapshot(world(), { ...TARGET, since: "s99" })).notCompared, "forgotten");
  const { code, message } = await world().fail("ui_snapshot", { since: "s99" });
  assert.equal(code, "TARGET_REQUIRED");
  assert.match(message, /Snapshot s99 is not remembered/);
});

Deno.test("ui_snapshot: since a snapshot of another window gives everything and says so", async () => {
  const door = world();
  await snapshot(door, { hwnd: "0x00010080" });
  const answer = await snapshot(door, { ...TARGET, since: "s1" });
  assert.deepEqual([answer.notCompared, answer.baseId], ["otherWindow", undefined]);
  assert.match(answer.outline, /^window "Settings"/);
});

Deno.test("ui_snapshot: since a snapshot whose window is gone is WINDOW_NOT_FOUND", async () => {
  const door = world();
  await snapshot(door);
  (door.desktop.window(HWND) ?? assert.fail()).pid = 5_000;
  const { code, message } = await door.fail("ui_snapshot", { since: "s1" });
  assert.equal(code, "WINDOW_NOT_FOUND");
  assert.match(message, /window 0x00010070 of snapshot s1 is gone/);
  door.desktop.removeWindow(HWND);
  assert.equal((await door.fail("ui_snapshot", { since: "s1" })).code, "WINDOW_NOT_FOUND");
});

for (
  const [args, words] of [
    [{ ...TARGET, firstItem: 5 }, /firstItem: only goes with the ref/],
    [{ ref: "e1", since: "s1" }, /since: is about a whole window/],
    [{ ...TARGET, maxBytes: 999 }, /maxBytes/],
    [{ ...TARGET, maxBytes: 60_001 }, /maxBytes/],
    [{ ...TARGET, since: "e1" }, /since/],
  ] as const
) {
  Deno.test(`ui_snapshot: INVALID_PARAMS for ${JSON.stringify(args)}`, async () => {
    const door = world();
    await snapshot(door);
    const { code, message } = await door.fail("ui_snapshot", args);
    assert.equal(code, "INVALID_PARAMS");
    assert.match(message, words);
    assert.equal(requests(door).length, 1);
  });
}

Deno.test("ui_snapshot: INVALID_PARAMS for an element without an id to go on from", async () => {
  const door = world(el("Window", "Settings", {}, [listOf(5, { runtimeId: [] })]));
  const ref = refIn((await snapshot(door)).outline, "Many lines");
  const { code, message } = await door.fail("ui_snapshot", { ref, firstItem: 2 });
  assert.deepEqual([code, /has no id to go on from/.test(message)], ["INVALID_PARAMS", true]);
});

Deno.test("ui_snapshot: TARGET_REQUIRED without a window, WINDOW_NOT_FOUND without one that fits", async () => {
  assert.equal((await world().fail("ui_snapshot")).code, "TARGET_REQUIRED");
  assert.equal((await world().fail("ui_snapshot", { pid: 1 })).code, "WINDOW_NOT_FOUND");
  assert.equal((await world().fail("ui_snapshot", { hwnd: "0x00099999" })).code, "WINDOW_NOT_FOUND");
});

Deno.test("ui_snapshot: a window that shows nothing but its frame says so in the first line", async () => {
  const door = world(el("Window", "Game", {}, [el("Pane", "")]));
  const text = await textOf(door);
  assert.match(text, /; status not-exposed: The window shows the accessibility interface only its frame/);
  // It was looked at twice: it might only have begun to build itself.
  assert.equal(requests(door).length, 2);
  assert.equal((await snapshot(door)).status, "not-exposed");
});

Deno.test("ui_snapshot: what was cut is said in the answer and in the outline", async () => {
  const door = world();
  door.desktop.elements.reading = { cutByTime: true, skipped: 2 };
  const answer = await snapshot(door);
  assert.equal(answer.complete, false);
  assert.deepEqual(answer.gaps, { children: 1, time: true, unreadable: 2 });
  assert.match(answer.outline, /\n\(not everything was read: time over; 2 elements could not be read\)$/);
});

Deno.test("ui_snapshot: UIA_ROOT_UNAVAILABLE for a window that gives no element", async () => {
  const door = world();
  door.desktop.elements.windows.delete(HWND);
  assert.equal((await door.fail("ui_snapshot", TARGET)).code, "UIA_ROOT_UNAVAILABLE");
});

for (const code of ["UIA_ASSEMBLY_UNAVAILABLE", "PROVIDER_BUSY", "TIMEOUT", "STALE_WINDOW_HANDLE"] as const) {
  Deno.test(`ui_snapshot: ${code} of the reading is handed on`, async () => {
    const door = world();
    door.desktop.fail("readUiTree", new ToolError(code, "x"));
    assert.equal((await door.fail("ui_snapshot", TARGET)).code, code);
  });
}

Deno.test("ui_snapshot: a hung or elevated program is refused before it is asked anything", async () => {
  for (
    const [facts, code] of [[{ hung: true }, "WINDOW_HUNG"], [{ elevated: true }, "TARGET_ELEVATED"]] as const
  ) {
    const door = world();
    Object.assign(door.desktop.window(HWND) ?? assert.fail(), facts);
    assert.equal((await door.fail("ui_snapshot", TARGET)).code, code);
    assert.equal(requests(door).length, 0);
  }
});

Deno.test("ui_snapshot: foreign texts stay on their lines, and a password's value is nowhere", async () => {
  const door = world(el("Window", "Settings", {}, [
    el("Button", "a\r\nb\u2028c\u202e", BUTTON),
    el("Button", "😀 שלום", BUTTON),
    el("Button", "x".repeat(32_000), BUTTON),
    el("Edit", "PIN", { ...EDIT, isPassword: true, valueProtected: true, value: "secret" }),
    el("Button", "lone \ud83d", BUTTON),
  ]));
  const answer = await door.call("ui_snapshot", TARGET);
  const text = answer.ok ? answer.text ?? "" : assert.fail();
  assert.equal(text.split("\n").length, 7);
  assert.match(text, /button "a\\r\\nb\\u2028c\\u202e" \[ref/);
  assert.match(text, /edit "PIN" \[ref=e\d+\] password\n/);
  assert.doesNotMatch(JSON.stringify(answer), /secret/);
  assert.ok(text.isWellFormed());
});

Deno.test("ui_snapshot: a hundred at once have ids and refs of their own", async () => {
  const door = world();
  const answers = await Promise.all(Array.from({ length: 100 }, () => snapshot(door)));
  assert.equal(new Set(answers.map(({ snapshotId }) => snapshotId)).size, 100);
  assert.equal(new Set(answers.map(({ outline }) => outline)).size, 1);
});
