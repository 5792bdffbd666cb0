/** The outline of a window, its refs and what changed, compared with what the program has and does. */
import assert from "node:assert/strict";
import { Elements, elementsTest } from "./elements_run.ts";
import { waitFor } from "./fixture_run.ts";
import { bringToFront, controlOf, exists, post, setText, windowAt } from "./observe.ts";
import { endProcess } from "./observe_processes.ts";
import { AMPLE_MS, jsonBytes, lineOf, refOf, snapshot, snapshotText, withoutRef } from "./outlines.ts";
import { createRealDoor } from "./real_door.ts";
import { need, topWindow } from "./ui_fixture_run.ts";
import { press } from "./ui_messages.ts";

/** Enough for everything that a window of the fixture shows. */
const WHOLE = 60_000;

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

elementsTest("ui_snapshot shows names, states and values, and no password", async () => {
  await using open = await Elements.start("--rows", "20");
  const { door, run } = open;
  setText(controlOf(run.hwnd, 1101), "written by the test");
  setText(controlOf(run.hwnd, 1103), "hunter2");
  press(controlOf(run.hwnd, 1021));
  await need(run, "toggle", { id: 1021, state: 1 });
  const answer = await door.call("ui_snapshot", { hwnd: run.handle, maxBytes: WHOLE, timeoutMs: AMPLE_MS });
  assert.doesNotMatch(JSON.stringify(answer), /hunter2/);
  const text = answer.ok ? answer.text ?? "" : assert.fail(JSON.stringify(answer.error));
  assert.match(
    text,
    /^snapshot s\d+ of 0x[0-9A-F]{8} "Casement UI Fixture", pid \d+\nwindow "Casement UI Fixture" \[ref=e\d+\]\n/,
  );
  for (
    const [words, line] of [
      ['edit "Single line"', 'edit "Single line" value="written by the test"'],
      ['edit "Password"', 'edit "Password" password'],
      ['edit "Read only"', 'edit "Read only" readonly value="cannot be changed"'],
      ['button "Push"', 'button "Push"'],
      ['button "Open"', 'button "Open" disabled'],
      ['checkBox "Check"', 'checkBox "Check" checked'],
      ['radioButton "Medium"', 'radioButton "Medium" selected'],
      ['comboBox "Choice"', 'comboBox "Choice" collapsed value="Red" (+6 inside)'],
      ['slider "Volume"', 'slider "Volume" value=30 of 0..100'],
      ['treeItem "World"', 'treeItem "World" collapsed'],
      ['tabItem "General"', 'tabItem "General" selected'],
      ['dataItem "apple #02"', 'dataItem "apple #02": "1024", "Image"'],
      ['button "Scrolled 20"', 'button "Scrolled 20" offscreen'],
    ] as const
  ) {
    assert.equal(withoutRef(lineOf(text, words)).replace(" focused", ""), line);
  }
});

elementsTest("ui_snapshot is at most a fifth of the same tree as JSON", async () => {
  await using open = await Elements.start();
  const tree = await open.read({ maxChildren: 100 });
  const { hwnd } = { hwnd: open.run.handle };
  const whole = await snapshot(open.door, { hwnd, maxBytes: WHOLE });
  assert.equal(whole.leftOut, 0);
  assert.equal(whole.visitedNodes, tree.nodes.length);
  assert.ok(whole.bytes * 5 <= jsonBytes(tree.nodes), `${whole.bytes} of ${jsonBytes(tree.nodes)}`);
  const text = await snapshotText(open.door, { hwnd });
  assert.ok(bytesOf(text) <= 8_000);
  // Everything that a window is made of is there before rows are.
  for (
    const words of [
      "menuBar",
      'button "Push"',
      'slider "Balance"',
      'list "Many lines"',
      'dataGrid "Many rows"',
    ]
  ) {
    lineOf(text, words);
  }
});

elementsTest("ui_snapshot of a list of 10,000 rows goes on as it says, to the end", async () => {
  await using open = await Elements.start();
  const { door, run } = open;
  const first = await snapshot(door, { hwnd: run.handle });
  const list = refOf(first.outline, 'list "Many lines"');
  const goOn = new RegExp(`… (\\d+) more of 10000 \\(listItem\\); go on with ref ${list}, firstItem (\\d+)`);
  const [, more, firstItem] = goOn.exec(first.outline) ?? assert.fail(first.outline);
  assert.equal(Number(more) + Number(firstItem), 10_000);
  const next = await snapshot(door, { ref: list, firstItem: Number(firstItem) });
  const [head, before, row] = next.outline.split("\n");
  assert.match(head, new RegExp(`^list "Many lines" \\[ref=${list}\\]`));
  assert.equal(before, `  … ${firstItem} before`);
  assert.match(row, new RegExp(`listItem "Line 0*${Number(firstItem) + 1}"`));
  const end = await snapshot(door, { ref: list, firstItem: 9_990 });
  lineOf(end.outline, 'listItem "Line 10000"');
  assert.doesNotMatch(end.outline, /go on/);
  // A page that ends with the last row is the last one, though a scroll bar comes behind it.
  const whole = await snapshot(door, { ref: list, firstItem: 9_900 });
  lineOf(whole.outline, 'listItem "Line 10000"');
  assert.doesNotMatch(whole.outline, /go on/);
  const beyond = await snapshot(door, { ref: list, firstItem: 20_000 });
  assert.match(beyond.outline, /nothing from item 20000 on/);
  const late = refOf(end.outline, 'listItem "Line 09995"');
  const alone = await snapshot(door, { ref: late });
  assert.match(alone.outline, new RegExp(`^listItem "Line 09995" \\[ref=${late}\\]`));
});

elementsTest(
  "ui_snapshot since shows what the program changed, and nothing where it changed nothing",
  async () => {
    await using open = await Elements.start("--rows", "20");
    const { door, run } = open;
    const first = await snapshot(door, { hwnd: run.handle });
    const same = await snapshot(door, { since: first.snapshotId });
    assert.deepEqual(
      [same.baseId, same.added, same.removed, same.changed],
      [first.snapshotId, 0, 0, 0],
      same.outline,
    );
    press(controlOf(run.hwnd, 1006));
    press(controlOf(run.hwnd, 1021));
    await need(run, "toggle", { id: 1021, state: 1 });
    const second = await snapshot(door, { since: first.snapshotId });
    assert.match(
      second.outline,
      /~ progressBar "Progress" \[ref=e\d+\] value=50 of 0\.\.100 \(was value=40 of 0\.\.100\)/,
    );
    assert.match(second.outline, /~ checkBox "Check" \[ref=e\d+\] (focused )?checked \(was .*unchecked\)/);
    assert.deepEqual([second.added, second.removed], [0, 0], second.outline);
    press(controlOf(run.hwnd, 1201));
    await topWindow("A question");
    const third = await snapshot(door, { since: second.snapshotId });
    assert.match(third.outline, /\+ window "A question" \[ref=e\d+\]/);
    assert.match(third.outline, /\+ {3}button "OK" \[ref=e\d+\]/);
    // The window is disabled with everything in it, and that is one line.
    assert.match(
      third.outline,
      /~ window "Casement UI Fixture" \[ref=e\d+\] disabled \(was enabled; \d+ inside too\)/,
    );
    assert.ok(third.outline.split("\n").length < 40, third.outline);
  },
);

elementsTest(
  "ui_snapshot since shows a list that opened, and a menu, which ui_locate finds in its own window",
  async () => {
    const cbShowDropDown = 0x14F;
    const [wmSysCommand, scKeyMenu, wmCancelMode] = [0x112, 0xF100n, 0x1F];
    await using open = await Elements.start("--rows", "20");
    const { door, run } = open;
    const closed = await snapshot(door, { hwnd: run.handle });
    post(controlOf(run.hwnd, 1113), cbShowDropDown, 1n);
    await need(run, "dropDown", { id: 1113, open: true });
    const listed = await snapshot(door, { since: closed.snapshotId });
    assert.match(listed.outline, /~ comboBox "Choice" \[ref=e\d+\] expanded/);
    assert.match(
      listed.outline,
      /\+ list "Choice" \[ref=e\d+\] in \[ref=e\d+\]\n\+ {3}listItem "Red" \[ref=e\d+\]/,
    );
    post(controlOf(run.hwnd, 1113), cbShowDropDown, 0n);
    await need(run, "dropDown", { id: 1113, open: false });
    const before = await snapshot(door, { since: listed.snapshotId });
    bringToFront(run.hwnd);
    post(run.hwnd, wmSysCommand, scKeyMenu, BigInt("f".charCodeAt(0)));
    await need(run, "menuOpen");
    const menu = await snapshot(door, { since: before.snapshotId });
    assert.match(menu.outline, /\+ menu .*\n\+ {3}menuItem "New" \[ref=e\d+\]/);
    assert.match(menu.outline, /\+ {3}menuItem "Save" \[ref=e\d+\] disabled/);
    const recent = await door.succeed("ui_locate", { name: "Recent", hwnd: run.handle, waitMs: AMPLE_MS });
    assert.equal(recent.status, "found", JSON.stringify(recent));
    assert.equal(windowAt(recent.screenPoint.x, recent.screenPoint.y), BigInt(recent.hwnd));
    assert.notEqual(recent.hwnd, run.handle);
    post(run.hwnd, wmCancelMode, 0n);
  },
);

elementsTest(
  "ui_snapshot: what is unchanged keeps its ref; a rebuilt control is stale, and the new one is offered",
  async () => {
    await using open = await Elements.start("--rows", "20");
    const { door, run } = open;
    const before = (await snapshot(door, { hwnd: run.handle, maxBytes: WHOLE })).outline;
    const ref = refOf(before, 'button "Act"');
    const old = controlOf(controlOf(run.hwnd, 1211), 1214);
    press(controlOf(run.hwnd, 1210));
    await need(run, "rebuild", { count: 1 });
    assert.equal(exists(old), false);
    const { code, message, details } = await door.fail("ui_snapshot", { ref, timeoutMs: AMPLE_MS });
    assert.equal(code, "ELEMENT_STALE");
    assert.match(message, /nothing was done/);
    const { ref: successor, name } = details?.successor as { ref: string; name: string };
    assert.equal(name, "Act");
    assert.match(
      (await snapshot(door, { ref: successor })).outline,
      new RegExp(`^button "Act" \\[ref=${successor}\\]`),
    );
    const after = (await snapshot(door, { hwnd: run.handle, maxBytes: WHOLE })).outline;
    assert.equal(refOf(after, 'button "Act"'), successor);
    for (const words of ['button "Push"', 'listItem "kiwi #01"', 'treeItem "World"', 'menuItem "File"']) {
      assert.equal(refOf(after, words), refOf(before, words));
    }
  },
);

elementsTest("ui_snapshot: in a list that was sorted again no ref means another row", async () => {
  await using open = await Elements.start("--rows", "20");
  const { door, run } = open;
  const args = { hwnd: run.handle, maxBytes: WHOLE };
  const before = (await snapshot(door, args)).outline;
  const rows = [...before.matchAll(/listItem ("\w+ #\d\d") \[ref=(e\d+)\]/g)].map(([, name, ref]) => ({
    name,
    ref,
  }));
  assert.equal(rows.length, 20);
  press(controlOf(run.hwnd, 1124));
  await need(run, "sort", { id: 1123, first: "apple #02" });
  let stale = 0;
  for (const { name, ref } of rows.filter((_, at) => at % 3 === 0)) {
    const answer = await door.call("ui_snapshot", { ref, timeoutMs: AMPLE_MS });
    if (answer.ok) {
      assert.match(String(answer.output.outline), new RegExp(`^listItem ${name} \\[ref=${ref}\\]`));
      continue;
    }
    stale++;
    assert.equal(answer.error.code, "ELEMENT_STALE");
    const successor = answer.error.details?.successor as { ref: string; name: string } | undefined;
    assert.equal(JSON.stringify(successor?.name), name);
  }
  assert.ok(stale > 4, `${stale} stale`);
  const after = (await snapshot(door, args)).outline;
  assert.ok(after.indexOf('"apple #02"') < after.indexOf('"kiwi #01"'));
});

elementsTest("ui_snapshot: a window that was built again, and a program that ended", async () => {
  await using open = await Elements.start("--rows", "20");
  const { door, run } = open;
  press(controlOf(run.hwnd, 1203));
  const first = await topWindow("Modeless 1");
  const hwnd = `0x${first.toString(16).toUpperCase().padStart(8, "0")}`;
  const { outline } = await snapshot(door, { hwnd, includeProcessPopups: false });
  const ref = refOf(outline, 'button "Close"');
  press(controlOf(first, 3102));
  await need(run, "destroy", { title: "Modeless 1" });
  press(controlOf(run.hwnd, 1203));
  const second = await topWindow("Modeless 2");
  const { code, details } = await door.fail("ui_snapshot", { ref, timeoutMs: AMPLE_MS });
  assert.equal(code, "ELEMENT_STALE");
  assert.equal(details?.reason, "windowGone");
  const { ref: successor } = details?.successor as { ref: string };
  assert.match((await snapshot(door, { ref: successor })).outline, /^button "Close"/);
  assert.equal(exists(second), true);
  endProcess(run.pid);
  await run.status;
  const gone = await door.fail("ui_snapshot", { ref: successor, timeoutMs: AMPLE_MS });
  assert.deepEqual([gone.code, gone.details?.reason, gone.details?.successor], [
    "ELEMENT_STALE",
    "windowGone",
    undefined,
  ]);
  assert.equal((await door.fail("ui_snapshot", { hwnd: run.handle })).code, "WINDOW_NOT_FOUND");
});

/** One line an element, whatever is written on it. */
function assertLines(text: string): void {
  const [, ...lines] = text.split("\n");
  for (const line of lines) {
    assert.match(line, /^ *([a-z]\w+ .*\[ref=e\d+\]|… \d+ |\()/i, JSON.stringify(line.slice(0, 200)));
    assert.ok(line.length < 900, `${line.length} units`);
  }
  // Controls but for the ends of lines, and marks that turn or end a line.
  assert.doesNotMatch(text, /[^\P{Cc}\n]|[\u200e\u200f\u2028-\u202e\u2066-\u2069]/u);
  assert.ok(text.isWellFormed());
}

elementsTest(
  "ui_snapshot keeps odd names on their lines: emoji, right to left, controls, 32,000 units",
  async () => {
    await using open = await Elements.start("--rows", "20");
    const text = await snapshotText(open.door, { hwnd: open.run.handle, maxBytes: WHOLE });
    assertLines(text);
    for (
      const words of [
        "emoji 😀 and 👩‍💻",
        "שלום עולם",
        "lone surrogate \ufffd.",
        "two\\r\\nlines",
        "override \\u202egnp.exe",
      ]
    ) {
      assert.ok(text.includes(`"${words}"`), words);
    }
  },
);

elementsTest(
  "ui_snapshot of odd controls: what is hidden or of no size says so, long values say how long they are",
  async () => {
    await using open = await Elements.start("--odd");
    const text = await snapshotText(open.door, { hwnd: open.run.handle });
    assertLines(text);
    assert.match(lineOf(text, 'edit "32,000 characters"'), /value="abc.*…" \(of 32000 characters\)$/);
    for (const words of ['button "No size"', 'button "Off screen"', 'button "Fully out"']) {
      assert.match(lineOf(text, words), /offscreen$/);
    }
    assert.equal(withoutRef(lineOf(text, 'pane "Disabled panel"')), 'pane "Disabled panel" disabled');
    assert.equal(withoutRef(lineOf(text, 'button "In disabled"')), 'button "In disabled"');
  },
);

elementsTest("ui_snapshot: many at once give the same outline", async () => {
  await using open = await Elements.start("--rows", "20");
  const args = { hwnd: open.run.handle };
  const answers = await Promise.all(Array.from({ length: 8 }, () => snapshot(open.door, args)));
  assert.equal(new Set(answers.map(({ outline }) => outline)).size, 1);
  assert.equal(new Set(answers.map(({ snapshotId }) => snapshotId)).size, 8);
});

for (
  const [program, words] of [
    ["regedit.exe", ['tree #"2002"', 'treeItem "HKEY_CURRENT_USER"', 'menuItem "Registry"']],
    ["notepad.exe", ["document", 'menuItem "File"']],
  ] as const
) {
  elementsTest(`ui_snapshot of Wine's ${program} is at most a fifth of its JSON`, async () => {
    using door = createRealDoor();
    if ((await door.desktop.systemFacts()).wineVersion === undefined) return;
    const launched = await door.succeed("launch_app", {
      exePath: `C:\\windows\\${program}`,
      timeoutMs: AMPLE_MS,
    });
    try {
      const { hwnd } = launched.window;
      const read = async () => {
        const answer = await snapshot(door, { hwnd });
        return words.every((one) => answer.outline.includes(one)) ? answer : undefined;
      };
      // It shows its window before everything is in it.
      const { outline, bytes } = await waitFor(read, AMPLE_MS) ??
        assert.fail((await snapshot(door, { hwnd })).outline);
      assert.equal(bytes, bytesOf(outline));
      const window = await door.desktop.windowState(BigInt(hwnd), 0) ?? assert.fail();
      const { nodes } = await door.desktop.readUiTree({
        windows: [{ ...window, processId: window.pid, isMain: true, isPopup: false }],
        maxDepth: 30,
        maxNodes: 5_000,
        maxChildren: 100,
        timeoutMs: AMPLE_MS,
      });
      assert.ok(bytes * 5 <= jsonBytes(nodes), `${bytes} of ${jsonBytes(nodes)}`);
    } finally {
      endProcess(launched.windowPid ?? launched.pid);
    }
  });
}
