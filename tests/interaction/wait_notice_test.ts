import assert from "node:assert/strict";
import { FakeDesktop } from "../fakes/fake_desktop.ts";
import { fakeControl, fakeWindow } from "../fakes/fake_window.ts";
import { createTestDoor } from "../fakes/test_door.ts";

const HWND = 0x10070n;

Deno.test("a client that asked is told once a second that a wait goes on", async () => {
  const desktop = new FakeDesktop({
    windows: [fakeWindow({ hwnd: HWND, responding: "no", controls: [fakeControl({ hwnd: 0x2n })] })],
  });
  const { door } = createTestDoor({ desktop });
  const told: string[] = [];
  const result = await door.invoke({
    tool: "type_text",
    args: { hwnd: "0x00010070", text: "x", timeoutMs: 3_500 },
    signal: new AbortController().signal,
    onProgress: (message) => told.push(message),
  });
  assert.equal(result.ok ? "ok" : result.error.code, "WINDOW_NOT_RESPONDING");
  assert.deepEqual(told, [1, 2, 3].map((second) => `Waiting for window 0x00010070 to respond: ${second} s`));
});

Deno.test("a wait that is over within a second says nothing", async () => {
  const desktop = new FakeDesktop({
    windows: [fakeWindow({ hwnd: HWND, responding: "no", controls: [fakeControl({ hwnd: 0x2n })] })],
  });
  const { door } = createTestDoor({ desktop });
  let asked = 0;
  desktop.before("targetCondition", () => {
    const window = desktop.window(HWND);
    if (++asked === 5 && window !== undefined) window.responding = "yes";
  });
  const told: string[] = [];
  const result = await door.invoke({
    tool: "type_text",
    args: { hwnd: "0x00010070", text: "x" },
    signal: new AbortController().signal,
    onProgress: (message) => told.push(message),
  });
  assert.equal(result.ok, true);
  assert.deepEqual(told, []);
});
