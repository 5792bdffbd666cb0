import assert from "node:assert/strict";
import { win32 } from "node:path";
import { consoleWriter } from "../fixtures/fixtures.ts";
import { StdioClient } from "../stdio/client.ts";
import { fixturePath, FixtureRun, ignore, needsFixture, waitFor } from "./fixture_run.ts";
import { countFixtures, FixtureLog, until } from "./launched_fixture.ts";
import { bringToFront, exists, foreground, isMinimized } from "./observe.ts";
import { endProcess, processTable, WatchedProcess } from "./observe_processes.ts";
import { createRealDoor } from "./real_door.ts";

function test(title: string, body: () => Promise<void>): void {
  Deno.test({ name: needsFixture(`launch_app: ${title}`), ignore, fn: body });
}

/** Enough for any window here; only a fault waits this long. */
const AMPLE_MS = 30_000;

function handleOf(written: string): bigint {
  return BigInt(written);
}

async function inFront(run: FixtureRun): Promise<void> {
  bringToFront(run.hwnd);
  await until("the first program is in front", () => foreground() === run.hwnd);
}

test("hard arguments arrive exactly", async () => {
  using door = createRealDoor();
  await using log = await FixtureLog.create();
  const hard = [
    "",
    "a b",
    'say "hi"',
    '"',
    "\\",
    "C:\\dir\\",
    "C:\\a dir\\",
    '\\"',
    '\\\\"x\\\\ y\\',
    "tab\there",
    "line\nbreak\r\n",
    "é € 漢 สวัสดี 😀",
    "%PATH% ^& | > < ; ' `",
    "--log",
    "\u00A0",
    "x".repeat(8_000),
  ];
  const args = ["--log", log.path, "--print-args", ...hard];
  await door.succeed("launch_app", { exePath: fixturePath(), args, waitForWindow: false });
  const printed = await log.need("args");
  assert.deepEqual((printed.argv as string[]).slice(1), args);
});

test("nothing is inherited", async () => {
  using door = createRealDoor();
  await using log = await FixtureLog.create();
  await door.succeed("launch_app", {
    exePath: fixturePath(),
    args: ["--log", log.path, "--handles"],
    timeoutMs: AMPLE_MS,
  });
  await log.need("startup");
  const fileTypeDisk = 1;
  const fileTypePipe = 3;
  for (const handle of (await log.events()).filter(({ event }) => event === "handle")) {
    // Ours are a pipe or a file; what it has of its own is a console or nothing.
    assert.equal(
      handle.fileType === fileTypePipe || handle.fileType === fileTypeDisk,
      false,
      JSON.stringify(handle),
    );
  }
});

test("a program that writes to its console never writes into our stdout", async () => {
  const writer = await consoleWriter();
  if ("skipped" in writer) throw new Error(writer.skipped);
  await using client = await StdioClient.start();
  const { structuredContent } = await client.callTool("launch_app", {
    exePath: writer.path,
    waitForWindow: false,
  });
  assert.equal(structuredContent.success, true);
  await until(
    "the program has ended",
    () => !processTable().some(({ pid }) => pid === structuredContent.pid),
  );
  await client.request("ping");
  for (const line of client.stdoutLines) assert.equal(JSON.parse(line).jsonrpc, "2.0", line);
});

test("finds the window of a normal program", async () => {
  using door = createRealDoor();
  await using log = await FixtureLog.create();
  const result = await door.succeed("launch_app", {
    exePath: fixturePath(),
    args: ["--log", log.path, "--title", "A normal program"],
    timeoutMs: AMPLE_MS,
  });
  const ready = await log.need("ready");
  assert.equal(result.pid, ready.pid);
  assert.equal(handleOf(result.window.hwnd), BigInt(Number(ready.hwnd)));
  assert.equal(result.window.title, "A normal program");
  assert.equal(result.evidence, "window of the new process");
  assert.equal(result.windowPid, undefined);
});

for (const stubs of [1, 3]) {
  test(`finds the window behind ${stubs === 1 ? "a stub" : `${stubs} stubs in a row`}`, async () => {
    using door = createRealDoor();
    await using log = await FixtureLog.create();
    const result = await door.succeed("launch_app", {
      exePath: fixturePath(),
      args: [...Array(stubs).fill("--stub"), "--log", log.path, "--title", "By a stub"],
      timeoutMs: AMPLE_MS,
    });
    const ready = await log.need("ready");
    assert.equal(handleOf(result.window.hwnd), BigInt(Number(ready.hwnd)));
    assert.equal(result.windowPid, ready.pid);
    assert.notEqual(result.pid, ready.pid);
    if (stubs === 1) assert.equal(result.evidence, "window of a process that it started");
  });
}

test("finds the window of the instance it was handed over to", async () => {
  using door = createRealDoor();
  const name = `casement-${crypto.randomUUID()}`;
  await using first = await FixtureRun.start("--single-instance", name, "--title", "First");
  const result = await door.succeed("launch_app", {
    exePath: fixturePath(),
    args: ["--single-instance", name, "--title", "Second"],
    timeoutMs: AMPLE_MS,
  });
  assert.equal(handleOf(result.window.hwnd), first.hwnd);
  assert.equal(result.window.title, "Second");
  assert.equal(result.evidence, "changed window of a running instance");
  assert.equal(result.windowPid, first.pid);
  assert.equal(result.exitCode, 0);
});

test("a program without a window gives none, at the deadline, and goes on", async () => {
  using door = createRealDoor();
  // Another window of the same program that changes meanwhile is not its window.
  await using _other = await FixtureRun.start("--retitle-ms", "100");
  await using log = await FixtureLog.create();
  const begin = performance.now();
  const result = await door.succeed("launch_app", {
    exePath: fixturePath(),
    args: ["--log", log.path, "--no-window"],
    timeoutMs: 2_000,
  });
  const tookMs = performance.now() - begin;
  assert.equal(result.window, null);
  assert.equal(tookMs > 1_900 && tookMs < 15_000, true, `${tookMs} ms`);
  using watched = new WatchedProcess(result.pid);
  assert.equal(watched.isRunning, true);
});

test("waitForWindow false comes back without looking", async () => {
  using door = createRealDoor();
  await using log = await FixtureLog.create();
  const result = await door.succeed("launch_app", {
    exePath: fixturePath(),
    args: ["--log", log.path],
    waitForWindow: false,
  });
  assert.equal(result.window, null);
  assert.equal((await log.need("ready")).pid, result.pid);
});

test("a program that ends with an error before its window is a failure that says so", async () => {
  using door = createRealDoor();
  const error = await door.fail("launch_app", {
    exePath: fixturePath(),
    args: ["--no-such-option"],
    timeoutMs: AMPLE_MS,
  });
  assert.equal(error.code, "LAUNCH_FAILED");
  assert.match(error.message, /exit code 2/);
  assert.deepEqual(error.details, { exitCode: 2 });
});

test("the working folder is the one that was asked for", async () => {
  using door = createRealDoor();
  await using log = await FixtureLog.create();
  await door.succeed("launch_app", {
    exePath: fixturePath(),
    args: ["--log", "fixture.log"],
    cwd: log.folder,
    timeoutMs: AMPLE_MS,
  });
  await log.need("ready"); // in this folder
});

for (const program of ["notepad.exe", "regedit.exe", "system32\\winecfg.exe"]) {
  const exePath = `C:\\windows\\${program}`;
  const isThere = Deno.build.os === "windows" && await Deno.stat(exePath).then(() => true, () => false);
  Deno.test({ name: `launch_app: starts ${program}`, ignore: !isThere }, async () => {
    using door = createRealDoor();
    const result = await door.succeed("launch_app", { exePath, timeoutMs: AMPLE_MS });
    try {
      assert.notEqual(result.window, null);
      assert.equal(exists(handleOf(result.window.hwnd)), true);
    } finally {
      endProcess(result.windowPid ?? result.pid);
    }
  });
}

/** Paths that must be refused; FIXTURE stands for the fixture's path, FOLDER for one with traps in it. */
const BAD_STARTS:
  readonly (readonly [string, { exePath: string; cwd?: string; args?: string[] }, string, RegExp])[] = [
    ["a relative path", { exePath: "casement_fixture.exe" }, "INVALID_EXECUTABLE", /not absolute/],
    ["a path relative to a drive", { exePath: "C:notepad.exe" }, "INVALID_EXECUTABLE", /not absolute/],
    ["a path without a drive", { exePath: "\\windows\\notepad.exe" }, "INVALID_EXECUTABLE", /not absolute/],
    ["a file that is no .exe", { exePath: "C:\\windows\\win.ini" }, "INVALID_EXECUTABLE", /\.exe/],
    ["a file that is not there", { exePath: "C:\\windows\\no such.exe" }, "INVALID_EXECUTABLE", /not exist/],
    ["a folder", { exePath: "FOLDER\\folder.exe" }, "INVALID_EXECUTABLE", /folder/],
    ["a device", { exePath: "\\\\.\\pipe\\x.exe" }, "INVALID_EXECUTABLE", /device/],
    ["a path past the parser", { exePath: "\\\\?\\FIXTURE" }, "INVALID_EXECUTABLE", /device/],
    ["a device's name", { exePath: "C:\\windows\\con.exe" }, "INVALID_EXECUTABLE", /device/],
    [
      "a share that is not there",
      { exePath: "\\\\127.0.0.1\\none\\x.exe" },
      "INVALID_EXECUTABLE",
      /not exist/,
    ],
    ["a server alone", { exePath: "\\\\x.exe" }, "INVALID_EXECUTABLE", /not absolute/],
    ["a quotation mark", { exePath: 'FIXTURE" --x ".exe' }, "INVALID_EXECUTABLE", /character/],
    ["a NUL", { exePath: "FIXTURE\0.exe" }, "INVALID_EXECUTABLE", /character/],
    ["a dot at the end", { exePath: "FIXTURE." }, "INVALID_EXECUTABLE", /\.exe/],
    ["a space at the end", { exePath: "FIXTURE " }, "INVALID_EXECUTABLE", /\.exe/],
    ["a stream in a file", { exePath: "C:\\windows\\win.ini:x.exe" }, "INVALID_EXECUTABLE", /stream/],
    ["a text called .exe", { exePath: "FOLDER\\text.exe" }, "LAUNCH_FAILED", /error \d+/],
    ["a folder that is not there", { exePath: "FIXTURE", cwd: "C:\\no such" }, "INVALID_EXECUTABLE", /cwd/],
    [
      "a relative folder",
      { exePath: "FIXTURE", cwd: "windows" },
      "INVALID_EXECUTABLE",
      /cwd is not absolute/,
    ],
    ["a file as folder", { exePath: "FIXTURE", cwd: "FOLDER\\text.exe" }, "INVALID_EXECUTABLE", /cwd/],
    ["a NUL in an argument", { exePath: "FIXTURE", args: ["a\0b"] }, "LAUNCH_FAILED", /NUL/],
    [
      "a command line of 40,000 units",
      { exePath: "FIXTURE", args: Array(5).fill("x".repeat(8_000)) },
      "LAUNCH_FAILED",
      /32766/,
    ],
  ];

test("what cannot be started is refused with a sentence, and nothing is started", async () => {
  using door = createRealDoor();
  await using log = await FixtureLog.create();
  await Deno.mkdir(win32.join(log.folder, "folder.exe"));
  await Deno.writeTextFile(win32.join(log.folder, "text.exe"), "This is no program.\n");
  const fill = (path: string): string => path.replace("FIXTURE", fixturePath()).replace("FOLDER", log.folder);
  const before = countFixtures();
  for (const [what, { exePath, cwd, args }, code, message] of BAD_STARTS) {
    const error = await door.fail("launch_app", {
      exePath: fill(exePath),
      ...(cwd === undefined ? {} : { cwd: fill(cwd) }),
      ...(args === undefined ? {} : { args }),
    });
    assert.equal(error.code, code, `${what}: ${error.message}`);
    assert.match(error.message, message, what);
  }
  assert.equal(countFixtures(), before);
});

test("--allow-launch decides by the path that is really started", async () => {
  using door = createRealDoor({ allowLaunch: ["casement_*.exe", "C:\\safe\\*"] });
  await using log = await FixtureLog.create();
  const before = countFixtures();
  for (const exePath of ["C:\\windows\\notepad.exe", "C:\\safe\\..\\windows\\notepad.exe"]) {
    assert.equal((await door.fail("launch_app", { exePath })).code, "PERMISSION_DENIED");
  }
  assert.equal(countFixtures(), before);
  await door.succeed("launch_app", {
    exePath: fixturePath(),
    args: ["--log", log.path],
    timeoutMs: AMPLE_MS,
  });
});

for (const how of [{ noActivate: true }, { interactionMode: "background" }]) {
  test(`${Object.keys(how)[0]} keeps the foreground, also after the call`, async () => {
    using door = createRealDoor();
    await using other = await FixtureRun.start("--title", "In front");
    await using log = await FixtureLog.create();
    await inFront(other);
    const timeoutMs = 4_000;
    const begin = performance.now();
    const result = await door.succeed("launch_app", {
      exePath: fixturePath(),
      args: ["--log", log.path, "--activate-late-ms", "2000"],
      timeoutMs,
      ...how,
    });
    const ready = await log.need("ready");
    assert.equal(handleOf(result.window.hwnd), BigInt(Number(ready.hwnd)));
    assert.equal(result.interaction.foregroundChanged, false);
    assert.equal(result.interaction.effectiveMode, "background");
    assert.equal(foreground(), other.hwnd);
    await log.need("activateLate");
    await until("the first program is in front again", () => foreground() === other.hwnd);
    // The guard has done its work; let it end before the test does.
    await new Promise((resolve) =>
      setTimeout(resolve, Math.max(0, timeoutMs + 500 - (performance.now() - begin)))
    );
    assert.equal(foreground(), other.hwnd);
  });
}

test("a program that activates itself during the call is put back, and the result says so", async () => {
  using door = createRealDoor();
  await using other = await FixtureRun.start("--title", "In front");
  await using log = await FixtureLog.create();
  await inFront(other);
  const result = await door.succeed("launch_app", {
    exePath: fixturePath(),
    args: ["--log", log.path, "--activate-late-ms", "100"],
    timeoutMs: 1_000,
    noActivate: true,
  });
  assert.equal(foreground(), other.hwnd);
  assert.equal(result.interaction.foregroundChanged, false);
  await log.need("activateLate");
  // Whether it came forward before the call returned is the machine's business; what is said of it must hold.
  assert.notEqual(result.interaction.foregroundRestored, false);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
});

test("a launch that may come forward says what became of the foreground", async () => {
  using door = createRealDoor();
  await using other = await FixtureRun.start("--title", "In front");
  await using log = await FixtureLog.create();
  await inFront(other);
  const result = await door.succeed("launch_app", {
    exePath: fixturePath(),
    args: ["--log", log.path, "--activate-late-ms", "1"],
    timeoutMs: AMPLE_MS,
  });
  assert.equal(handleOf(result.interaction.foregroundBefore), other.hwnd);
  const isOther = handleOf(result.interaction.foregroundAfter) !== other.hwnd;
  assert.equal(result.interaction.foregroundChanged, isOther);
  await until("the new program is in front", () => foreground() !== other.hwnd);
});

test("foregroundDemo shows the program, whatever noActivate says, and gives the foreground back", async () => {
  using door = createRealDoor();
  await using other = await FixtureRun.start("--title", "In front");
  await using log = await FixtureLog.create();
  await inFront(other);
  const call = door.succeed("launch_app", {
    exePath: fixturePath(),
    args: ["--log", log.path],
    noActivate: true,
    interactionMode: "foregroundDemo",
    foregroundDemo: { stepDelayMs: 1_500 },
    timeoutMs: AMPLE_MS,
  });
  const ready = await log.need("ready");
  await until("the new program is in front", () => foreground() === BigInt(Number(ready.hwnd)));
  const result = await call;
  assert.equal(foreground(), other.hwnd);
  assert.equal(result.interaction.foregroundRestored, true);
  assert.equal(result.interaction.effectiveMode, "foregroundDemo");
});

test("startMinimized minimises, and the result shows the window so", async () => {
  using door = createRealDoor();
  await using log = await FixtureLog.create();
  const result = await door.succeed("launch_app", {
    exePath: fixturePath(),
    args: ["--log", log.path],
    startMinimized: true,
    timeoutMs: AMPLE_MS,
  });
  assert.equal(isMinimized(handleOf(result.window.hwnd)), true);
  assert.equal(result.window.minimized, true);
});

test("a cancelled launch stops waiting at once and leaves the program", async () => {
  using door = createRealDoor();
  await using log = await FixtureLog.create();
  const controller = new AbortController();
  const call = door.call(
    "launch_app",
    { exePath: fixturePath(), args: ["--log", log.path, "--no-window"], timeoutMs: 120_000 },
    controller.signal,
  );
  const ready = await log.need("ready");
  controller.abort();
  const result = await call;
  assert.equal(result.ok ? "ok" : result.error.code, "CANCELLED");
  using watched = new WatchedProcess(Number(ready.pid));
  assert.equal(watched.isRunning, true);
});

test("two launches at once each find their own window", async () => {
  using door = createRealDoor();
  await using logA = await FixtureLog.create();
  await using logB = await FixtureLog.create();
  const launch = (log: FixtureLog, title: string) =>
    door.succeed("launch_app", {
      exePath: fixturePath(),
      args: ["--log", log.path, "--title", title],
      timeoutMs: AMPLE_MS,
    });
  const [a, b] = await Promise.all([launch(logA, "Twin A"), launch(logB, "Twin B")]);
  assert.equal(a.window.title, "Twin A");
  assert.equal(b.window.title, "Twin B");
  assert.equal(handleOf(a.window.hwnd), BigInt(Number((await logA.need("ready")).hwnd)));
  assert.equal(handleOf(b.window.hwnd), BigInt(Number((await logB.need("ready")).hwnd)));
});

test("a program that someone else starts meanwhile is not taken for ours", async () => {
  using door = createRealDoor();
  await using log = await FixtureLog.create();
  const call = door.succeed("launch_app", {
    exePath: fixturePath(),
    args: ["--log", log.path, "--no-window"],
    timeoutMs: 4_000,
  });
  await using _other = await FixtureRun.start("--title", "Someone else's", "--close-after-ms", "1000");
  assert.equal((await call).window, null);
});

test("a managed program ends with the server however that ends; an independent one stays", async () => {
  await using managedLog = await FixtureLog.create();
  await using independentLog = await FixtureLog.create();
  await using client = await StdioClient.start();
  const launch = async (log: FixtureLog, lifetime: string) => {
    const { structuredContent } = await client.callTool("launch_app", {
      exePath: fixturePath(),
      args: ["--log", log.path],
      lifetime,
      timeoutMs: AMPLE_MS,
    });
    assert.equal(structuredContent.success, true, JSON.stringify(structuredContent));
    assert.equal(structuredContent.processLifetime.requested, lifetime);
    return structuredContent;
  };
  const managed = await launch(managedLog, "managed");
  const independent = await launch(independentLog, "independent");
  assert.equal(managed.processLifetime.effective, "managed");
  assert.equal(managed.processLifetime.isolationMethod, "kill-on-close-job");
  using managedProcess = new WatchedProcess(managed.pid);
  using independentProcess = new WatchedProcess(independent.pid);
  assert.equal(managedProcess.isRunning, true);

  endProcess(client.pid); // no chance to tidy up
  await until("the managed program has ended", () => !managedProcess.isRunning);
  await new Promise((resolve) => setTimeout(resolve, 500));
  assert.equal(independentProcess.isRunning, true);
  assert.equal(exists(handleOf(independent.window.hwnd)), true);
});

test("thirty launches leave nothing open", async () => {
  using door = createRealDoor();
  const once = async (lifetime: string): Promise<void> => {
    const { pid } = await door.succeed("launch_app", {
      exePath: fixturePath(),
      args: [],
      lifetime,
      timeoutMs: AMPLE_MS,
    });
    await door.succeed("close_app", { pid, force: true });
  };
  const lifetimes = ["independent", "managed"];
  // The hooks by which a wait is woken stay on a little longer; the one that watches the foreground stays for good.
  const atRest = async () => {
    const counts = await door.desktop.openCounts();
    return (counts.hook ?? 0) <= 1 ? counts : undefined;
  };
  for (const lifetime of lifetimes) await once(lifetime);
  const before = await waitFor(atRest, AMPLE_MS);
  assert.ok(before !== undefined, "hooks stay on");
  for (let i = 0; i < 15; i++) for (const lifetime of lifetimes) await once(lifetime);
  assert.deepEqual(await waitFor(atRest, AMPLE_MS), before);
});
