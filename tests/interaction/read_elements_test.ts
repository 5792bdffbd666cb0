import assert from "node:assert/strict";
import { ToolError } from "../../src/core/errors.ts";
import type { UiReadRequest } from "../../src/desktop/ui_element.ts";
import { readElements, type ReadLimits } from "../../src/interaction/read_elements.ts";
import { BUTTON, el } from "../elements/trees.ts";
import { FakeClock } from "../fakes/fake_clock.ts";
import { FakeDesktop } from "../fakes/fake_desktop.ts";
import { fakeWindow } from "../fakes/fake_window.ts";

const LIMITS: ReadLimits = {
  maxDepth: 5,
  maxNodes: 100,
  maxChildren: 50,
  timeoutMs: 2_000,
  includeProcessPopups: true,
};

function open() {
  const main = fakeWindow({ hwnd: 0x10n, title: "Main", pid: 7 });
  const popup = fakeWindow({ hwnd: 0x11n, title: "", pid: 7 });
  const stranger = fakeWindow({ hwnd: 0x12n, title: "Other", pid: 8 });
  const taskbar = fakeWindow({ hwnd: 0x13n, className: "Shell_TrayWnd", title: "", pid: 7 });
  const desktop = new FakeDesktop({ windows: [taskbar, popup, main, stranger] });
  const clock = new FakeClock();
  const begun = clock.now();
  const context = { desktop, clock, signal: new AbortController().signal };
  const drawn = el("Window", "Main", {}, [el("Button", "OK", BUTTON)]);
  const read = async (limits: Partial<ReadLimits> = {}, hwnd = 0x10n) => {
    const window = await desktop.windowState(hwnd, 0);
    assert.ok(window !== undefined);
    return await readElements(context, window, { ...LIMITS, ...limits });
  };
  const requests = (): UiReadRequest[] =>
    desktop.callsOf("readUiTree").map(([request]) => request as UiReadRequest);
  const elapsed = (): number => clock.now() - begun;
  return { desktop, elapsed, main, drawn, read, requests };
}

Deno.test("readElements: reads the window first, then the program's other windows and nobody else's", async () => {
  const { desktop, drawn, read, requests } = open();
  desktop.elements.windows.set(0x10n, drawn);
  const tree = await read();
  assert.deepEqual(tree.nodes.map(({ element }) => element.name), ["Main", "OK"]);
  assert.deepEqual(requests()[0]?.windows.map(({ hwnd, isMain, isPopup }) => [hwnd, isMain, isPopup]), [
    [0x10n, true, false],
    [0x11n, false, true],
  ]);
  await read({ includeProcessPopups: false });
  assert.deepEqual(requests()[1]?.windows.map(({ hwnd }) => hwnd), [0x10n]);
});

Deno.test("readElements: with a control goes what its program has open, not the window that it is in", async () => {
  const { desktop, read, requests } = open();
  desktop.windows.push(fakeWindow({ hwnd: 0x20n, root: 0x10n, title: "Control", pid: 7 }));
  desktop.elements.windows.set(0x20n, el("Group", "Control", {}, [el("Button", "In it", BUTTON)]));
  await read({}, 0x20n);
  assert.deepEqual(requests()[0]?.windows.map(({ hwnd }) => hwnd), [0x20n, 0x11n]);
});

Deno.test("readElements: a Store app's other windows are those of its own process, not all that have the same frame host", async () => {
  const { desktop, main, drawn, read, requests } = open();
  main.hostedPid = 21;
  desktop.windows.push(
    fakeWindow({ hwnd: 0x14n, title: "Other app", pid: 7, hostedPid: 22 }),
    fakeWindow({ hwnd: 0x15n, title: "", pid: 21 }),
  );
  desktop.elements.windows.set(0x10n, drawn);
  await read();
  assert.deepEqual(requests()[0]?.windows.map(({ hwnd }) => hwnd).toSorted(), [0x10n, 0x15n]);
});

Deno.test("readElements: a window that shows only its frame is looked at once more, 400 ms later", async () => {
  const { desktop, elapsed, drawn, read, requests } = open();
  desktop.elements.windows.set(0x10n, el("Window", "Main"));
  desktop.before("readUiTree", () => {
    if (requests().length === 1) return;
    desktop.elements.windows.set(0x10n, drawn);
  });
  const tree = await read();
  assert.equal(tree.nodes.length, 2);
  assert.equal(elapsed(), 400);
});

Deno.test("readElements: there is no second look where the time does not allow it", async () => {
  const { desktop, read, requests } = open();
  desktop.elements.windows.set(0x10n, el("Window", "Main"));
  await read({ timeoutMs: 600 });
  assert.equal(requests().length, 1);
});

Deno.test("readElements: UIA_ROOT_UNAVAILABLE for a window that gives no element, also at the second look", async () => {
  const { read, requests } = open();
  await assert.rejects(read(), { code: "UIA_ROOT_UNAVAILABLE" });
  assert.equal(requests().length, 2);
});

Deno.test("readElements: what waiting for a busy program took is no longer there for reading", async () => {
  const { desktop, elapsed, main, drawn, read, requests } = open();
  desktop.elements.windows.set(0x10n, drawn);
  main.responding = "no";
  desktop.before("targetCondition", () => {
    if (elapsed() >= 500) main.responding = "yes";
  });
  await read();
  assert.equal(requests()[0]?.timeoutMs, 2_000 - elapsed());
});

Deno.test("readElements: refuses hung, elevated and vanished windows before reading", async () => {
  for (
    const [code, spoil] of [
      ["WINDOW_HUNG", (window: ReturnType<typeof open>["main"]) => window.hung = true],
      ["TARGET_ELEVATED", (window: ReturnType<typeof open>["main"]) => window.elevated = true],
    ] as const
  ) {
    const { main, read, requests } = open();
    spoil(main);
    await assert.rejects(read(), { code });
    assert.equal(requests().length, 0);
  }
  const { desktop, read } = open();
  desktop.before("targetCondition", () => desktop.removeWindow(0x10n));
  await assert.rejects(read(), { code: "STALE_WINDOW_HANDLE" });
});

Deno.test("readElements: UIA_ASSEMBLY_UNAVAILABLE comes through as it is", async () => {
  const { desktop, read } = open();
  desktop.fail("readUiTree", new ToolError("UIA_ASSEMBLY_UNAVAILABLE", "no"));
  await assert.rejects(read(), { code: "UIA_ASSEMBLY_UNAVAILABLE" });
});
