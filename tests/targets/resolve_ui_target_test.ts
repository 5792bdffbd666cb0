import assert from "node:assert/strict";
import type { ToolError } from "../../src/core/errors.ts";
import { bestOfProgram, resolveUiTarget } from "../../src/targets/resolve_ui_target.ts";
import type { TargetQuery } from "../../src/targets/resolve_target.ts";
import { FakeDesktop } from "../fakes/fake_desktop.ts";
import { fakeProcess, type FakeWindow, fakeWindow } from "../fakes/fake_window.ts";

function desktopOf(...windows: readonly FakeWindow[]): FakeDesktop {
  return new FakeDesktop({
    windows: [...windows],
    processes: [fakeProcess({ pid: 4_200, name: "editor" }), fakeProcess({ pid: 8, name: "viewer" })],
  });
}

async function found(desktop: FakeDesktop, query: TargetQuery): Promise<bigint> {
  return (await resolveUiTarget(desktop, query)).hwnd;
}

/** Windows of which the second is the better one, wherever they lie. */
for (
  const [what, worse, better] of [
    ["a main window before one that it owns", { owner: 9n }, {}],
    ["an ordinary window before a tool window", { toolWindow: true }, {}],
    ["a window before the helper of a toolkit", { className: "Qt5152QWindowToolTipTitleBar" }, {}],
    ["a window before one that watches themes", { className: "ThemeChangeObserverWindow" }, {}],
    ["a window with a title before one without", { title: "  " }, {}],
    ["an owned dialog before an owned tool window", { owner: 9n, toolWindow: true }, { owner: 9n }],
    ["a shown window before a hidden one", { visible: false }, {}],
    ["a shown window before a minimised one", { minimized: true }, {}],
    ["a minimised window before a hidden one", { visible: false }, { minimized: true }],
    ["a hidden main window before a shown one that is owned", { owner: 9n }, { visible: false }],
  ] as const
) {
  Deno.test(`resolveUiTarget() takes ${what}`, async () => {
    const pair = [fakeWindow({ hwnd: 1n, ...worse }), fakeWindow({ hwnd: 2n, ...better })];
    assert.equal(await found(desktopOf(...pair), { pid: 4_200 }), 2n);
    assert.equal(await found(desktopOf(...pair.toReversed()), { processName: "EDITOR.exe" }), 2n);
  });
}

Deno.test("resolveUiTarget() takes the only window there is, hidden or minimised, by any filter", async () => {
  const desktop = desktopOf(fakeWindow({ hwnd: 1n, title: "Report", visible: false, minimized: true }));
  assert.equal(await found(desktop, { titleContains: "REP" }), 1n);
  assert.equal(await found(desktop, { pid: 4_200, titleContains: "port", processName: "editor" }), 1n);
});

Deno.test("resolveUiTarget() makes all filters hold", async () => {
  const desktop = desktopOf(
    fakeWindow({ hwnd: 1n, title: "Report", pid: 8 }),
    fakeWindow({ hwnd: 2n, title: "Report" }),
    fakeWindow({ hwnd: 3n, title: "Other" }),
  );
  assert.equal(await found(desktop, { titleContains: "report", processName: "editor" }), 2n);
});

Deno.test("resolveUiTarget() says WINDOW_AMBIGUOUS for a tie, with at most ten to choose from", async () => {
  const windows = Array.from(
    { length: 12 },
    (_, index) => fakeWindow({ hwnd: BigInt(index + 1), title: `Doc ${index}` }),
  );
  const worse = fakeWindow({ hwnd: 99n, title: "Doc", owner: 1n });
  await assert.rejects(
    resolveUiTarget(desktopOf(...windows, worse), { pid: 4_200 }),
    (
      error: Error & { code?: string; details?: { candidateCount: number; candidates: readonly unknown[] } },
    ) => {
      assert.equal(error.code, "WINDOW_AMBIGUOUS");
      assert.equal(error.details?.candidateCount, 12);
      assert.equal(error.details?.candidates.length, 10);
      assert.deepEqual(error.details?.candidates[0], {
        hwnd: "0x00000001",
        title: "Doc 0",
        pid: 4_200,
        processName: "editor",
      });
      return true;
    },
  );
});

for (
  const [what, others, message, handles] of [
    ["and nothing can be seen", [], /2 windows equally well; all of them are hidden$/, [
      "0x00000001",
      "0x00000002",
    ]],
    [
      "and others that fit can be seen",
      [fakeWindow({ hwnd: 3n, owner: 9n, minimized: true }), fakeWindow({ hwnd: 4n, owner: 9n })],
      /2 windows equally well, all of them hidden; 2 of the others that fit can be seen$/,
      ["0x00000004", "0x00000003", "0x00000001", "0x00000002"],
    ],
  ] as const
) {
  Deno.test(`resolveUiTarget() offers what can be seen first where hidden windows fit equally well, ${what}`, async () => {
    const hidden = [1n, 2n].map((hwnd) => fakeWindow({ hwnd, visible: false }));
    await assert.rejects(
      resolveUiTarget(desktopOf(...hidden, ...others), { processName: "editor" }),
      (error: ToolError) => {
        assert.equal(error.code, "WINDOW_AMBIGUOUS");
        assert.match(error.message, message);
        const candidates = error.details?.candidates as readonly Record<string, unknown>[];
        assert.deepEqual(candidates.map(({ hwnd }) => hwnd), handles);
        assert.deepEqual(candidates.at(-1)?.hidden, true);
        if (others.length > 0) {
          assert.deepEqual(candidates.slice(0, 2).map(({ hidden, minimized }) => [hidden, minimized]), [
            [undefined, undefined],
            [undefined, true],
          ]);
        }
        return true;
      },
    );
  });
}

Deno.test("resolveUiTarget() finds no cloaked window and no part of the shell by a filter, but each by its handle", async () => {
  const desktop = desktopOf(
    fakeWindow({ hwnd: 1n, cloaked: true }),
    fakeWindow({ hwnd: 2n, className: "Progman" }),
    fakeWindow({ hwnd: 3n, className: "IME" }),
  );
  await assert.rejects(found(desktop, { pid: 4_200 }), { code: "WINDOW_NOT_FOUND" });
  for (const hwnd of [1, 2, 3]) assert.equal(await found(desktop, { hwnd }), BigInt(hwnd));
});

Deno.test("resolveUiTarget() lets a handle stand alone, whatever its window is like", async () => {
  const desktop = desktopOf(fakeWindow({ hwnd: 0x1002An, visible: false, owner: 1n, toolWindow: true }));
  for (const hwnd of ["0x0001002A", "65578", 65_578]) {
    assert.equal(await found(desktop, { hwnd, pid: 1, titleContains: "nowhere" }), 0x1002An);
  }
  assert.equal(desktop.callsOf("listWindows").length, 0);
});

for (
  const [what, query, code] of [
    ["no target", {}, "TARGET_REQUIRED"],
    ["a handle that is none", { hwnd: "editor" }, "INVALID_PARAMS"],
    ["a handle of no window", { hwnd: "0x99" }, "WINDOW_NOT_FOUND"],
    ["filters that nothing fits", { titleContains: "nowhere", pid: 4_200 }, "WINDOW_NOT_FOUND"],
  ] as const
) {
  Deno.test(`resolveUiTarget() answers ${code} for ${what}`, async () => {
    await assert.rejects(resolveUiTarget(desktopOf(fakeWindow({ hwnd: 1n })), query), { code });
  });
}

Deno.test("bestOfProgram() takes the best window of a process, the frontmost of a tie", async () => {
  const desktop = desktopOf(
    fakeWindow({ hwnd: 1n, owner: 2n }),
    fakeWindow({ hwnd: 2n }),
    fakeWindow({ hwnd: 3n }),
    fakeWindow({ hwnd: 4n, pid: 8, cloaked: true }),
  );
  assert.equal((await bestOfProgram(desktop, 4_200))?.hwnd, 2n);
  assert.equal(await bestOfProgram(desktop, 8), undefined);
});
