import assert from "node:assert/strict";
import { bindProgram as bind, recreateMainWindow } from "./bound_program_run.ts";
import { fixturePath, FixtureRun, ignore, needsFixture } from "./fixture_run.ts";
import { FixtureLog, until } from "./launched_fixture.ts";
import { controlOf, exists, post, setText, textOf } from "./observe.ts";
import { endProcess, WatchedProcess } from "./observe_processes.ts";
import { createRealDoor } from "./real_door.ts";

function test(title: string, body: () => Promise<void>): void {
  Deno.test({ name: needsFixture(`targetRef: ${title}`), ignore, fn: body });
}

const WM_CLOSE = 0x10;
const LINE = 101;

test("a main window that the program recreates is followed, past another window of it, and acted on", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start("--title", "Editor", "--windows", "1");
  const { targetRef } = await bind(door, run.pid, { title: "editor", hwnd: run.hwnd });
  assert.equal((await door.succeed("get_window_state", { targetRef })).hwnd, run.handle);
  const now = await recreateMainWindow(run);
  assert.equal(exists(run.hwnd), false);
  const result = await door.succeed("type_text", { targetRef, text: "hé", interactionMode: "background" });
  assert.deepEqual(result.session, {
    targetRef,
    pid: run.pid,
    hwnd: `0x${now.toString(16).toUpperCase().padStart(8, "0")}`,
    title: "Editor",
    rebound: true,
    previousHwnd: run.handle,
    lifecycle: "window-recreated",
  });
  assert.equal(textOf(controlOf(now, 100)) + textOf(controlOf(now, LINE)), "hé");
  const [, operation] = door.sessions.find(targetRef)?.operations.entries() ?? [];
  assert.deepEqual(
    [operation?.tool, operation?.interactionMethod, operation?.result, operation?.after?.windowAlive],
    ["type_text", result.interaction.method, "success", true],
  );
});

test("a window that is recreated while a call runs is followed at its end", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start("--title", "Editor");
  const { targetRef } = await bind(door, run.pid, { title: "Editor", hwnd: run.hwnd });
  const waiting = door.succeed("wait_for_window", { targetRef, mode: "disappear", timeoutMs: 3_000 });
  const now = await recreateMainWindow(run);
  await waiting;
  assert.equal(door.sessions.find(targetRef)?.bound.hwnd, now);
});

test("a program whose windows do not fit is alive, and its main window is waited for", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start("--title", "Splash");
  const { targetRef } = await bind(door, run.pid, { title: "Editor" });
  const error = await door.fail("get_window_state", { targetRef });
  assert.equal(error.code, "WINDOW_NOT_FOUND_FOR_PROCESS");
  assert.deepEqual([error.details?.processAlive, error.details?.windowAlive], [true, true]);
  const waiting = door.succeed("wait_for_window", { targetRef, timeoutMs: 20_000 });
  setText(run.hwnd, "Editor");
  const { found, window } = await waiting;
  assert.deepEqual([found, window.hwnd], [true, run.handle]);
  assert.equal((await door.succeed("get_window_state", { targetRef })).hwnd, run.handle);
});

test("how a program ended is known, though nobody else holds it: its own exit code", async () => {
  using door = createRealDoor();
  await using log = await FixtureLog.create();
  // The stub that was started is gone at once, and the program is nobody's child.
  await door.succeed("launch_app", {
    exePath: fixturePath(),
    args: ["--stub", "--log", log.path, "--title", "Editor", "--exit-code", "77"],
    noActivate: true,
  });
  const { pid, hwnd } = await log.need("ready");
  const { targetRef } = await bind(door, Number(pid), { title: "Editor", hwnd: BigInt(String(hwnd)) });
  const waiting = door.succeed("wait_for_window", { targetRef, mode: "disappear", timeoutMs: 20_000 });
  post(BigInt(String(hwnd)), WM_CLOSE, 0n);
  assert.equal((await waiting).found, true);
  await log.need("exit");
  const { code, details } = await door.fail("get_window_state", { targetRef });
  assert.equal(code, "TARGET_PROCESS_EXITED");
  assert.deepEqual(
    [
      details?.exitCode,
      details?.lifecycle,
      (details?.lastOperation as { tool: string }).tool,
      details?.causality,
    ],
    [77, "process-exited-with-code", "wait_for_window", "unknown"],
  );
  assert.equal((await door.fail("get_window_state", { targetRef })).details?.reason, "binding-not-found");
});

test("a normal exit and a killed process are told apart", async () => {
  using door = createRealDoor();
  for (const isKilled of [false, true]) {
    await using run = await FixtureRun.start("--title", "Editor");
    using watched = new WatchedProcess(run.pid);
    const { targetRef } = await bind(door, run.pid, { title: "Editor", hwnd: run.hwnd });
    await door.succeed("get_window_state", { targetRef });
    if (isKilled) endProcess(run.pid);
    else post(run.hwnd, WM_CLOSE, 0n);
    await until("it has ended", () => !watched.isRunning);
    const { details } = await door.fail("get_window_state", { targetRef });
    assert.equal(details?.exitCode, watched.exitCode);
    assert.equal(watched.exitCode === 0, !isKilled);
    assert.equal(details?.lifecycle, isKilled ? "process-exited-with-code" : "process-exited");
  }
});

test("close_app: a bound program without a window is ended by its name, and its end is known as that", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start("--no-window");
  using watched = new WatchedProcess(run.pid);
  const { targetRef } = await bind(door, run.pid, { title: "Editor" });
  const output = await door.succeed("close_app", { targetRef });
  assert.equal(watched.isRunning, false);
  assert.deepEqual([output.pid, output.session.pid], [run.pid, run.pid]);
  const { details } = await door.fail("close_app", { targetRef });
  assert.deepEqual([details?.lifecycle, details?.exitCode], ["terminated-by-mcp", watched.exitCode]);
});

test("a process id that another program has by now is not the bound one", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start("--title", "Editor");
  const bound = await bind(door, run.pid, { title: "Editor", hwnd: run.hwnd });
  const { pid, creationTime } = bound.process;
  const { targetRef } = door.sessions.bind({ ...bound, process: { pid, creationTime: creationTime - 1n } });
  assert.equal((await door.fail("get_window_state", { targetRef })).code, "TARGET_PROCESS_EXITED");
});
