import assert from "node:assert/strict";
import { FixtureRun, ignore, needsFixture, waitFor } from "./fixture_run.ts";
import { controlOf, exists, foreground, hide, minimize, textOf } from "./observe.ts";
import { createRealDoor } from "./real_door.ts";

/** Longer than anything here takes; only a fault waits this long. */
const AMPLE_MS = 30_000;
const NOTES = 100;

function test(title: string, body: () => Promise<void>): void {
  Deno.test({ name: needsFixture(`wait_for_window: ${title}`), ignore, fn: body });
}

test("a program that starts during the wait is found, and calls beside it are answered", async () => {
  using door = createRealDoor();
  await door.succeed("list_windows", {});
  let isOver = false;
  const waiting = door.succeed("wait_for_window", { titleContains: "Comes late", timeoutMs: AMPLE_MS })
    .finally(() => isOver = true);
  await using other = await FixtureRun.start("--title", "Was there");
  // A read and an act, while the wait goes on.
  assert.equal((await door.succeed("get_window_state", { hwnd: other.handle })).title, "Was there");
  await door.succeed("type_text", { hwnd: other.handle, text: "meanwhile" });
  assert.equal(textOf(controlOf(other.hwnd, NOTES)), "meanwhile");
  assert.equal(isOver, false);
  await using run = await FixtureRun.start("--title", "Comes late");
  const output = await waiting;
  assert.deepEqual([output.found, output.window.hwnd, output.window.pid], [true, run.handle, run.pid]);
});

test("a retitled window appears under its new title", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start("--title", "Counting", "--retitle-ms", "200");
  const output = await door.succeed("wait_for_window", { titleContains: "Counting 3", timeoutMs: AMPLE_MS });
  assert.equal(output.window.hwnd, run.handle);
});

test("a program that ends by itself disappears, by handle and by pid", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start("--close-after-ms", "1000");
  const mode = "disappear";
  const [byHandle, byPid] = await Promise.all([
    door.succeed("wait_for_window", { hwnd: run.handle, mode, timeoutMs: AMPLE_MS }),
    door.succeed("wait_for_window", { pid: run.pid, mode, timeoutMs: AMPLE_MS }),
  ]);
  // A window that ends is hidden first, and that is seen.
  assert.equal(await waitFor(() => exists(run.hwnd) ? undefined : true), true);
  assert.deepEqual([byHandle.found, byHandle.window, byPid.found], [true, null, true]);
});

test("a minimised window is there, a hidden one is gone, and neither is touched", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start();
  minimize(run.hwnd);
  const before = foreground();
  const shown = await door.succeed("wait_for_window", { pid: run.pid, timeoutMs: AMPLE_MS });
  assert.equal(shown.window.minimized, true);
  const stays = await door.succeed("wait_for_window", {
    hwnd: run.handle,
    mode: "disappear",
    timeoutMs: 200,
  });
  assert.deepEqual([stays.found, stays.timeoutMs, stays.window.hwnd], [false, 200, run.handle]);
  assert.equal(foreground(), before);
  hide(run.hwnd);
  const gone = await door.succeed("wait_for_window", {
    hwnd: run.handle,
    mode: "disappear",
    timeoutMs: AMPLE_MS,
  });
  assert.equal(gone.found, true);
});

test("a hung program is found like any other", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start("--title", "Stuck", "--hang-at-start", "--hang-ms", "60000");
  const output = await door.succeed("wait_for_window", { titleContains: "Stuck", timeoutMs: AMPLE_MS });
  assert.equal(output.window.hwnd, run.handle);
  const started = performance.now();
  await door.succeed("wait_for_window", { hwnd: run.handle, mode: "disappear", timeoutMs: 300 });
  assert.ok(performance.now() - started < 20_000);
});

test("a wait ends when its client cancels it", async () => {
  using door = createRealDoor();
  const call = new AbortController();
  const waiting = door.call("wait_for_window", { titleContains: "never", timeoutMs: 300_000 }, call.signal);
  await new Promise((resolve) => setTimeout(resolve, 300));
  call.abort();
  const result = await waiting;
  assert.equal(result.ok ? "ok" : result.error.code, "CANCELLED");
});
