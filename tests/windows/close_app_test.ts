import assert from "node:assert/strict";
import { fixturePath, FixtureRun, ignore, needsFixture } from "./fixture_run.ts";
import { FixtureLog, until } from "./launched_fixture.ts";
import { endProcess, processTable, WatchedProcess } from "./observe_processes.ts";
import { createRealDoor } from "./real_door.ts";

function test(title: string, body: () => Promise<void>): void {
  Deno.test({ name: needsFixture(`close_app: ${title}`), ignore, fn: body });
}

/** Enough for any program here to close by itself; only a fault waits this long. */
const AMPLE_MS = 30_000;

async function names(run: FixtureRun): Promise<string[]> {
  return (await run.events()).map(({ event }) => event);
}

test("a program closes by itself, as by its close button", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start();
  using watched = new WatchedProcess(run.pid);
  const result = await door.succeed("close_app", { pid: run.pid, graceMs: AMPLE_MS });
  assert.equal(watched.isRunning, false);
  assert.equal(watched.exitCode, 0);
  const events = await names(run);
  assert.equal(events.includes("close"), true);
  assert.equal(events.at(-1), "exit");
  assert.equal(result.method, "polite");
  assert.equal(result.exitCode, 0);
  assert.equal(result.windowsAsked, 1);
  assert.deepEqual(result.ended, [run.pid]);
});

test("every window of the program is asked", async () => {
  using door = createRealDoor();
  // The main window stays, so that the program does not end before the last one is asked.
  await using run = await FixtureRun.start("--no-close", "--windows", "2");
  const call = door.succeed("close_app", { pid: run.pid, graceMs: AMPLE_MS });
  await until("all three were asked", async () => {
    const asked = (await run.events()).filter(({ event }) => event === "close").map(({ window }) => window);
    return new Set(asked).size === 3;
  });
  endProcess(run.pid);
  assert.equal((await call).windowsAsked, 3);
});

test("a program that asks first is reported with its question, then ended", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start("--ask-on-close");
  using watched = new WatchedProcess(run.pid);
  const result = await door.succeed("close_app", { pid: run.pid, graceMs: 8_000 });
  assert.equal(watched.isRunning, false);
  assert.equal(watched.exitCode, 1);
  const events = await names(run);
  assert.equal(events.includes("close"), true);
  assert.equal(events.includes("answer"), false);
  assert.equal(result.method, "terminated");
  assert.equal(result.prompt.title, "Casement fixture");
});

test("a program that ignores the request is ended after the grace", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start("--no-close");
  using watched = new WatchedProcess(run.pid);
  const begin = performance.now();
  const result = await door.succeed("close_app", { pid: run.pid, graceMs: 2_000 });
  assert.equal(performance.now() - begin > 1_900, true);
  assert.equal(watched.isRunning, false);
  const events = await names(run);
  assert.equal(events.includes("close"), true);
  assert.equal(events.includes("exit"), false);
  assert.equal(result.method, "terminated");
  assert.equal(result.prompt, undefined);
  assert.deepEqual(result.ended, [run.pid]);
});

test("force ends it without asking", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start();
  using watched = new WatchedProcess(run.pid);
  const result = await door.succeed("close_app", { pid: run.pid, force: true });
  assert.equal(watched.isRunning, false);
  assert.equal((await names(run)).includes("close"), false);
  assert.equal(result.method, "terminated");
  assert.equal(result.windowsAsked, 0);
});

test("a program without a window is ended", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start("--no-window");
  using watched = new WatchedProcess(run.pid);
  const result = await door.succeed("close_app", { pid: run.pid, graceMs: AMPLE_MS });
  assert.equal(watched.isRunning, false);
  assert.equal(result.method, "terminated");
  assert.equal(result.windowsAsked, 0);
});

test("a hung program is ended in time", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start("--hang-at-start", "--hang-ms", "120000");
  using watched = new WatchedProcess(run.pid);
  await door.succeed("close_app", { pid: run.pid, graceMs: 500 });
  assert.equal(watched.isRunning, false);
  assert.equal((await names(run)).includes("hangEnd"), false);
});

test("a program that a call hangs in can still be ended", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start("--hang-at-start", "--hang-ms", "120000");
  using watched = new WatchedProcess(run.pid);
  await door.fail("type_text", { hwnd: run.handle, text: "x", timeoutMs: 400 });
  await door.succeed("close_app", { pid: run.pid, graceMs: 200 });
  assert.equal(watched.isRunning, false);
});

/** A program that starts the fixture and waits for its end, as launchers do. */
class Parent implements AsyncDisposable {
  readonly child: Deno.ChildProcess;

  constructor(...fixtureArgs: string[]) {
    const script = "const [path, ...args] = Deno.args;" +
      "const child = new Deno.Command(path, { args, stdout: 'null', stderr: 'null' }).spawn();" +
      "Deno.exit((await child.status).code);";
    this.child = new Deno.Command(Deno.execPath(), {
      args: ["eval", "--quiet", script, "--", fixturePath(), ...fixtureArgs],
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).spawn();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    endProcess(this.child.pid);
    await this.child.status;
  }
}

test("a program is ended with what it started", async () => {
  using door = createRealDoor();
  await using log = await FixtureLog.create();
  await using parent = new Parent("--log", log.path, "--no-close");
  const childPid = Number((await log.need("ready")).pid);
  using child = new WatchedProcess(childPid);
  using root = new WatchedProcess(parent.child.pid);
  const result = await door.succeed("close_app", { pid: parent.child.pid, graceMs: 300 });
  assert.equal(root.isRunning, false);
  assert.equal(child.isRunning, false);
  assert.equal(result.ended.includes(childPid), true);
  assert.equal(result.ended.includes(parent.child.pid), true);
});

test("what it started is asked too, before anything is ended", async () => {
  using door = createRealDoor();
  await using log = await FixtureLog.create();
  await using parent = new Parent("--log", log.path);
  const childPid = Number((await log.need("ready")).pid);
  using child = new WatchedProcess(childPid);
  using root = new WatchedProcess(parent.child.pid);
  const result = await door.succeed("close_app", { pid: parent.child.pid, graceMs: AMPLE_MS });
  assert.equal(child.exitCode, 0);
  assert.equal(root.exitCode, 0);
  assert.equal((await log.events()).some(({ event }) => event === "exit"), true);
  assert.equal(result.method, "polite");
});

test("an unknown and an already ended process are not found", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start();
  endProcess(run.pid);
  await run.status;
  await until("it is gone from the list", () => !processTable().some(({ pid }) => pid === run.pid));
  for (const pid of [run.pid, 0xFFFF_FFF0]) {
    const error = await door.fail("close_app", { pid });
    assert.equal(error.code, "PROCESS_NOT_FOUND");
    assert.match(error.message, new RegExp(String(pid)));
  }
});

test("Casement, its parent and the shell are never ended", async () => {
  using door = createRealDoor();
  const shells = processTable().filter(({ exeFile }) => exeFile === "explorer.exe").map(({ pid }) => pid);
  const parent = processTable().find(({ pid }) => pid === Deno.ppid)?.pid;
  assert.notEqual(shells.length, 0);
  for (const pid of [Deno.pid, ...(parent === undefined ? [] : [parent]), ...shells]) {
    const watched = new WatchedProcess(pid);
    const error = await door.fail("close_app", { pid, force: true });
    assert.equal(error.code, "PROTECTED_PROCESS");
    assert.equal(watched.isRunning, true);
    watched[Symbol.dispose]();
  }
});

test("a program that was launched is closed with its exit code", async () => {
  using door = createRealDoor();
  await using log = await FixtureLog.create();
  const { pid } = await door.succeed("launch_app", {
    exePath: fixturePath(),
    args: ["--log", log.path],
    timeoutMs: AMPLE_MS,
  });
  const result = await door.succeed("close_app", { pid, graceMs: AMPLE_MS });
  await log.need("exit");
  assert.equal(result.method, "polite");
  assert.equal(result.exitCode, 0);
});
