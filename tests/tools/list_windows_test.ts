import assert from "node:assert/strict";
import { FakeDesktop } from "../fakes/fake_desktop.ts";
import { fakeProcess, type FakeWindow, fakeWindow } from "../fakes/fake_window.ts";
import { createTestDoor, type TestDoor } from "../fakes/test_door.ts";

function setUp(...windows: readonly (Partial<FakeWindow> & { hwnd: bigint })[]): TestDoor {
  const desktop = new FakeDesktop({
    windows: windows.map((window) => fakeWindow({ pid: Number(window.hwnd), ...window })),
    processes: [fakeProcess({ pid: 1, name: "Notepad" }), fakeProcess({ pid: 2, name: "calc" })],
  });
  return createTestDoor({ desktop });
}

async function handles(door: TestDoor, args: unknown = {}): Promise<readonly string[]> {
  const { items } = await door.succeed("list_windows", args);
  return (items as { hwnd: string }[]).map(({ hwnd }) => hwnd.replace(/^0x0+/, ""));
}

Deno.test("list_windows: gives windows front to back, with all that is said about them", async () => {
  const door = setUp({ hwnd: 1n, title: "One", owner: 2n }, { hwnd: 2n, title: "Two", minimized: true });
  const { items } = await door.succeed("list_windows");
  assert.deepEqual(await handles(door), ["1", "2"]);
  assert.deepEqual((items as unknown[])[0], {
    hwnd: "0x00000001",
    title: "One",
    pid: 1,
    processName: "Notepad",
    className: "Notepad",
    rect: { x: 100, y: 80, width: 400, height: 300, left: 100, top: 80, right: 500, bottom: 380 },
    visible: true,
    minimized: false,
    hung: false,
    owner: "0x00000002",
  });
});

Deno.test("list_windows: leaves out hidden, empty, shell and untitled windows", async () => {
  const door = setUp(
    { hwnd: 1n },
    { hwnd: 2n, visible: false },
    { hwnd: 3n, screenRect: { x: 0, y: 0, width: 0, height: 5 } },
    { hwnd: 4n, className: "Progman" },
    { hwnd: 5n, title: "" },
    { hwnd: 6n, className: "Ghost", title: "Notepad (Not Responding)" },
  );
  assert.deepEqual(await handles(door), ["1"]);
});

for (
  const [args, expected] of [
    [{ pid: 2 }, ["2"]],
    [{ processName: "NOTEPAD.EXE" }, ["1"]],
    [{ processName: "note" }, []],
    [{ titleContains: "two" }, ["2"]],
    [{ titleContains: "T", pid: 1 }, []],
    [{ includeCloaked: true }, ["1", "2", "3"]],
    [{ pid: 4 }, ["4"]],
  ] as const
) {
  Deno.test(`list_windows: ${JSON.stringify(args)} finds ${expected.join(" and ") || "nothing"}`, async () => {
    const door = setUp(
      { hwnd: 1n, title: "One" },
      { hwnd: 2n, title: "Two" },
      { hwnd: 3n, title: "Three", cloaked: true },
      { hwnd: 4n, title: "" },
    );
    assert.deepEqual(await handles(door, args), expected);
  });
}

Deno.test("list_windows: a hung window and a process that cannot be opened cost nothing", async () => {
  const door = setUp({ hwnd: 9n, hung: true, responding: "no" });
  const { items } = await door.succeed("list_windows");
  const [window] = items as { hung: boolean; processName: string }[];
  assert.deepEqual([window?.hung, window?.processName], [true, "(unknown)"]);
  assert.deepEqual(door.desktop.calls.map(({ method }) => method), ["listWindows"]);
});

Deno.test("list_windows: a Store app's frame shows the hosted program's pid as well", async () => {
  const door = setUp({ hwnd: 1n, pid: 1, hostedPid: 77, className: "ApplicationFrameWindow" });
  assert.deepEqual(await handles(door, { pid: 77 }), ["1"]);
  assert.deepEqual(await handles(door, { pid: 1 }), ["1"]);
});
