import assert from "node:assert/strict";
import { FakeDesktop } from "../fakes/fake_desktop.ts";
import { fakeProcess, type FakeWindow, fakeWindow } from "../fakes/fake_window.ts";
import { createTestDoor, type TestDoor } from "../fakes/test_door.ts";

const HWND = 0x1002An;

function setUp(given: Partial<FakeWindow> = {}, ...others: readonly FakeWindow[]): TestDoor {
  const windows = [fakeWindow({ hwnd: HWND, pid: 1, title: "Notes", ...given }), ...others];
  const processes = [fakeProcess({ pid: 1, name: "notes" })];
  return createTestDoor({ desktop: new FakeDesktop({ windows, processes, foreground: HWND }) });
}

for (const hwnd of ["0x0001002A", "0x1002a", "65578", 65_578]) {
  Deno.test(`get_window_state: takes ${JSON.stringify(hwnd)} for a handle`, async () => {
    const output = await setUp().succeed("get_window_state", { hwnd });
    assert.equal(output.hwnd, "0x0001002A");
    assert.equal(output.foreground, true);
    assert.equal(output.responding, "yes");
    assert.equal(output.style, "0x14CF0000");
  });
}

Deno.test("get_window_state: sees hidden, minimised, cloaked and hung windows", async () => {
  const given = { visible: false, minimized: true, cloaked: true, hung: true, responding: "no" } as const;
  const output = await setUp(given).succeed("get_window_state", { pid: 1, hwnd: "0x1002A" });
  const { visible, minimized, cloaked, hung, responding } = output;
  assert.deepEqual({ visible, minimized, cloaked, hung, responding }, given);
});

Deno.test("get_window_state: several filters must all hold, and the frontmost match counts", async () => {
  const door = setUp({}, fakeWindow({ hwnd: 0x2n, pid: 1, title: "Notes 2" }));
  const output = await door.succeed("get_window_state", { processName: "notes", titleContains: "notes" });
  assert.equal(output.hwnd, "0x0001002A");
  assert.equal(output.otherMatches, 1);
  const other = await door.succeed("get_window_state", { processName: "notes", titleContains: "2" });
  assert.equal(other.hwnd, "0x00000002");
});

for (
  const [args, code] of [
    [{}, "TARGET_REQUIRED"],
    [{ hwnd: "0x99" }, "WINDOW_NOT_FOUND"],
    [{ titleContains: "no such title" }, "WINDOW_NOT_FOUND"],
    [{ hwnd: "window" }, "INVALID_PARAMS"],
    [{ hwnd: "0x0" }, "INVALID_PARAMS"],
    [{ hwnd: "0x1FFFFFFFF" }, "INVALID_PARAMS"],
    [{ hwnd: 0 }, "INVALID_PARAMS"],
    [{ pid: 0 }, "INVALID_PARAMS"],
  ] as const
) {
  Deno.test(`get_window_state: answers ${code} for ${JSON.stringify(args)}`, async () => {
    assert.equal((await setUp().fail("get_window_state", args)).code, code);
  });
}

Deno.test("get_window_state: STALE_WINDOW_HANDLE for a window that goes while it is looked at", async () => {
  const door = setUp();
  door.desktop.before("windowState", () => {
    if (door.desktop.callsOf("windowState").length === 2) door.desktop.removeWindow(HWND);
  });
  assert.equal((await door.fail("get_window_state", { hwnd: "0x1002A" })).code, "STALE_WINDOW_HANDLE");
});
