import assert from "node:assert/strict";
import type { ToolError } from "../../src/core/errors.ts";
import { fits, isListable, resolveTarget, type TargetQuery } from "../../src/targets/resolve_target.ts";
import { FakeDesktop } from "../fakes/fake_desktop.ts";
import { fakeProcess, fakeWindow } from "../fakes/fake_window.ts";

const NOWHERE = { x: 0, y: 0, width: 0, height: 0 };

async function found(desktop: FakeDesktop, query: TargetQuery, scope?: "visible" | "all"): Promise<unknown> {
  const { window, otherMatches } = await resolveTarget(desktop, query, scope);
  return [window.hwnd, otherMatches];
}

Deno.test("resolveTarget() takes the frontmost of several and counts the others", async () => {
  const desktop = new FakeDesktop({
    windows: [
      fakeWindow({ hwnd: 1n, title: "Other" }),
      fakeWindow({ hwnd: 2n, title: "Report one" }),
      fakeWindow({ hwnd: 3n, title: "Report two" }),
    ],
  });
  assert.deepEqual(await found(desktop, { titleContains: "REPORT" }), [2n, 1]);
});

Deno.test("resolveTarget() takes shown windows before minimised and hidden ones", async () => {
  const desktop = new FakeDesktop({
    windows: [
      fakeWindow({ hwnd: 1n, visible: false }),
      fakeWindow({ hwnd: 2n, minimized: true }),
      fakeWindow({ hwnd: 3n }),
    ],
  });
  assert.deepEqual(await found(desktop, { pid: 4_200 }), [3n, 1]);
  assert.deepEqual(await found(desktop, { pid: 4_200 }, "all"), [3n, 1]);
  desktop.removeWindow(3n);
  assert.deepEqual(await found(desktop, { pid: 4_200 }, "all"), [2n, 0]);
  desktop.removeWindow(2n);
  assert.deepEqual(await found(desktop, { pid: 4_200 }, "all"), [1n, 0]);
});

Deno.test("resolveTarget() lets a handle stand alone", async () => {
  const desktop = new FakeDesktop({
    windows: [fakeWindow({ hwnd: 0x1002An, cloaked: true, className: "Progman" })],
  });
  for (const hwnd of ["0x0001002A", "0x1002a", "65578", 65578]) {
    assert.deepEqual(await found(desktop, { hwnd, pid: 1, titleContains: "no such" }), [0x1002An, 0]);
  }
  assert.equal(desktop.callsOf("listWindows").length, 0);
});

for (
  const [what, query, code] of [
    ["no target", {}, "TARGET_REQUIRED"],
    ["a handle that is none", { hwnd: "notepad" }, "INVALID_PARAMS"],
    ["zero", { hwnd: "0x00000000" }, "INVALID_PARAMS"],
    ["a handle of no window", { hwnd: 99 }, "WINDOW_NOT_FOUND"],
    ["the handle of a hidden window", { hwnd: 2 }, "WINDOW_NOT_FOUND"],
    ["filters that nothing fits", { titleContains: "x", pid: 4_200 }, "WINDOW_NOT_FOUND"],
    ["a hidden window by its pid", { pid: 7 }, "WINDOW_NOT_FOUND"],
  ] as const
) {
  Deno.test(`resolveTarget() refuses ${what} with ${code}`, async () => {
    const desktop = new FakeDesktop({
      windows: [fakeWindow({ hwnd: 1n }), fakeWindow({ hwnd: 2n, visible: false, pid: 7 })],
    });
    await assert.rejects(resolveTarget(desktop, query), { code });
  });
}

Deno.test("resolveTarget() never finds the shell by filters", async () => {
  const desktop = new FakeDesktop({
    windows: ["Progman", "WorkerW", "Shell_TrayWnd", "IME", "Ghost"].map((className, i) =>
      fakeWindow({ hwnd: BigInt(i + 1), className })
    ),
  });
  await assert.rejects(resolveTarget(desktop, { pid: 4_200 }), { code: "WINDOW_NOT_FOUND" });
  await assert.rejects(resolveTarget(desktop, { pid: 4_200 }, "all"), { code: "WINDOW_NOT_FOUND" });
});

Deno.test("resolveTarget() says where only a cloaked window fits; its state can still be asked for", async () => {
  const desktop = new FakeDesktop({ windows: [fakeWindow({ hwnd: 9n, cloaked: true })] });
  await assert.rejects(resolveTarget(desktop, { pid: 4_200 }), { code: "WINDOW_CLOAKED" });
  assert.deepEqual(await found(desktop, { pid: 4_200 }, "all"), [9n, 0]);
  desktop.windows.push(fakeWindow({ hwnd: 10n }));
  assert.deepEqual(await found(desktop, { pid: 4_200 }), [10n, 0]);
});

Deno.test("resolveTarget() chooses between the windows of one program, and between programs not", async () => {
  const desktop = new FakeDesktop({
    windows: [
      fakeWindow({ hwnd: 1n, pid: 10, title: "Notes one" }),
      fakeWindow({ hwnd: 2n, pid: 11, title: "Notes two" }),
      fakeWindow({ hwnd: 3n, pid: 12, title: `Notes ${"x".repeat(500)}` }),
    ],
    processes: [
      fakeProcess({ pid: 10, name: "notepad" }),
      fakeProcess({ pid: 11, name: "Notepad" }),
      fakeProcess({ pid: 12, name: "Code" }),
    ],
  });
  await assert.rejects(
    resolveTarget(desktop, { titleContains: "notes" }),
    (error: ToolError) => {
      const candidates = error.details?.candidates as { hwnd: string; title: string }[];
      assert.equal(error.code, "WINDOW_AMBIGUOUS");
      assert.equal(error.details?.candidateCount, 3);
      assert.deepEqual(candidates.map(({ hwnd }) => hwnd), ["0x00000001", "0x00000002", "0x00000003"]);
      assert.ok(candidates.every(({ title }) => title.length <= 130));
      return true;
    },
  );
  assert.deepEqual(await found(desktop, { titleContains: "notes", processName: "notepad" }), [1n, 1]);
  assert.deepEqual(await found(desktop, { titleContains: "notes", pid: 12 }), [3n, 0]);
  desktop.windows.pop();
  assert.deepEqual(await found(desktop, { titleContains: "notes" }), [1n, 1]);
});

Deno.test("resolveTarget() takes programs whose names cannot be read for different ones", async () => {
  const desktop = new FakeDesktop({
    windows: [fakeWindow({ hwnd: 1n, pid: 10 }), fakeWindow({ hwnd: 2n, pid: 11 })],
  });
  await assert.rejects(resolveTarget(desktop, { titleContains: "notepad" }), { code: "WINDOW_AMBIGUOUS" });
});

Deno.test("resolveTarget() bounds and quotes what it repeats of the caller's text", async () => {
  const desktop = new FakeDesktop();
  const titleContains = `"${"x".repeat(250)}`;
  await assert.rejects(
    resolveTarget(desktop, { titleContains }),
    (error: Error) => error.message.length < 140,
  );
});

Deno.test("isListable() takes minimised windows of any size, and no shown window of none", () => {
  const listable = (given: Partial<Parameters<typeof fakeWindow>[0]>): boolean =>
    isListable({ ...fakeWindow({ hwnd: 1n, ...given }), processName: undefined });
  assert.equal(listable({}), true);
  assert.equal(listable({ screenRect: NOWHERE }), false);
  assert.equal(listable({ screenRect: NOWHERE, minimized: true }), true);
  assert.equal(listable({ visible: false }), false);
  assert.equal(listable({ className: "Shell_TrayWnd" }), false);
});

for (
  const [query, isFit] of [
    [{}, true],
    [{ pid: 4_200 }, true],
    [{ pid: 77 }, true],
    [{ pid: 5 }, false],
    [{ processName: "NotePad" }, true],
    [{ processName: "notepad.EXE" }, true],
    [{ processName: "note" }, false],
    [{ titleContains: "größe" }, true],
    [{ titleContains: "half \uFFFD of" }, true],
    [{ titleContains: "half \uD83D of" }, true],
    [{ titleContains: "😀" }, true],
    [{ titleContains: "GRÖSSE" }, false],
    [{ pid: 4_200, processName: "notepad", titleContains: "half" }, true],
    [{ pid: 4_200, processName: "notepad", titleContains: "whole" }, false],
    [{ pid: 4_200, processName: "winword", titleContains: "half" }, false],
  ] as const
) {
  Deno.test(`fits() with ${JSON.stringify(query)} is ${isFit}`, () => {
    const window = fakeWindow({ hwnd: 1n, title: "GRÖßE half \uD83D of 😀", hostedPid: 77 });
    assert.equal(fits({ ...window, processName: "Notepad" }, query), isFit);
  });
}

Deno.test("resolveTarget() finds a program by its name, and none whose name cannot be read", async () => {
  const desktop = new FakeDesktop({
    windows: [fakeWindow({ hwnd: 1n, pid: 10 }), fakeWindow({ hwnd: 2n, pid: 11 })],
    processes: [fakeProcess({ pid: 11, name: "Code" })],
  });
  assert.deepEqual(await found(desktop, { processName: "code.exe" }), [2n, 0]);
});
