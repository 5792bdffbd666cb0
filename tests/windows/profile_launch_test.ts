import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { win32 } from "node:path";
import { administratorsProgram } from "../fixtures/fixtures.ts";
import { fixturePath, FixtureRun, ignore, needsFixture } from "./fixture_run.ts";
import { RESOURCE_TYPES, withDamagedResource } from "./damaged_program.ts";
import { countFixtures, until } from "./launched_fixture.ts";
import { bringToFront, controlOf, foreground, isMinimized, isVisible, minimize, textOf } from "./observe.ts";
import { processTable } from "./observe_processes.ts";
import { handleOf, Launches, TITLE, VARIABLE, windowsPath } from "./profile_launches.ts";

const EDIT = 100;

function test(title: string, body: () => Promise<void>): void {
  Deno.test({ name: needsFixture(`profile_launch: ${title}`), ignore, fn: body });
}

async function administrators(): Promise<string> {
  const program = await administratorsProgram();
  if ("skipped" in program) throw new Error(program.skipped);
  return windowsPath(program.path);
}

async function inFront(run: FixtureRun): Promise<void> {
  bringToFront(run.hwnd);
  await until("the person's program is in front", () => foreground() === run.hwnd);
}

test("starts the program that the variable names, behind what the person does, and other calls reach it", async () => {
  await using persons = await FixtureRun.start("--title", "What the person works in");
  await using launches = await Launches.create();
  await inFront(persons);
  const result = await launches.launch();
  const ready = await launches.log.need("ready");
  assert.deepEqual([result.pid, handleOf(result.hwnd)], [ready.pid, BigInt(String(ready.hwnd))]);
  assert.deepEqual([result.startedByMcp, result.reused, result.title], [true, false, TITLE]);
  assert.equal(foreground(), persons.hwnd);
  assert.equal(result.interaction.foregroundChanged, false);
  assert.equal(typeof result.uiaRootAvailable, "boolean");
  const { targetRef } = result;
  await launches.door.succeed("type_text", { targetRef, text: "hello", interactionMode: "background" });
  assert.equal(textOf(controlOf(handleOf(result.hwnd), EDIT)), "hello");
});

test("takes the running program, a minimised one too, and starts no second one", async () => {
  await using launches = await Launches.create();
  const first = await launches.launch();
  const again = await launches.launch();
  minimize(handleOf(first.hwnd));
  await until("it is minimised", () => isMinimized(handleOf(first.hwnd)));
  const minimised = await launches.launch();
  for (const { reused, startedByMcp, pid, targetRef, hwnd } of [again, minimised]) {
    assert.deepEqual(
      { reused, startedByMcp, pid, targetRef, hwnd },
      { reused: true, startedByMcp: false, pid: first.pid, targetRef: first.targetRef, hwnd: first.hwnd },
    );
  }
  assert.equal(isMinimized(handleOf(first.hwnd)), true);
  assert.equal((await launches.starts()).length, 1);
  assert.equal(countFixtures(), 1);
});

test("takes a program that somebody else has started, by whatever letters its path is written", async () => {
  await using launches = await Launches.create();
  await using run = await FixtureRun.start("--title", TITLE);
  const result = await launches.launch({ exePath: windowsPath(fixturePath()).toUpperCase() });
  assert.deepEqual([result.reused, result.pid, handleOf(result.hwnd)], [true, run.pid, run.hwnd]);
  assert.equal(countFixtures(), 1);
});

test("a running program of another file than exePath is not taken: that file is started", async () => {
  await using launches = await Launches.create();
  await using run = await FixtureRun.start("--title", TITLE);
  const copy = await launches.file("casement_fixture.exe", await Deno.readFile(fixturePath()));
  const result = await launches.launch({ exePath: copy });
  const ready = await launches.log.need("ready");
  assert.deepEqual([result.reused, result.pid], [false, ready.pid]);
  assert.notEqual(result.pid, run.pid);
  assert.equal(countFixtures(), 2);
});

test("what cannot be started is said so, though the program runs, and nothing takes its place", async () => {
  await using launches = await Launches.create();
  await using _run = await FixtureRun.start("--title", TITLE);
  const empty = await launches.file("empty.exe", new Uint8Array());
  const folder = win32.join(launches.log.folder, "folder.exe");
  await Deno.mkdir(folder);
  const missing = win32.join(launches.log.folder, "missing.exe");
  for (
    const [exePath, code] of [
      [missing, "INVALID_EXECUTABLE"],
      [folder, "INVALID_EXECUTABLE"],
      [empty, "LAUNCH_FAILED"],
    ] as const
  ) {
    assert.equal((await launches.door.fail("profile_launch", { profile: "fixture", exePath })).code, code);
  }
  Deno.env.set(VARIABLE, missing);
  const error = await launches.door.fail("profile_launch", { profile: "fixture", reuseIfRunning: false });
  assert.deepEqual([error.code, error.details?.executableEnv], ["INVALID_EXECUTABLE", VARIABLE]);
  assert.equal(countFixtures(), 1);
});

test("finds a program of Windows by its name alone, and tells where it looked for one that is nowhere", async () => {
  await using launches = await Launches.create({
    executableNames: ["no_such_program.exe"],
    executableEnv: undefined,
  });
  const error = await launches.door.fail("profile_launch", { profile: "fixture" });
  assert.equal(error.code, "PROFILE_NOT_FOUND");
  await using windows = await Launches.create({
    executableNames: ["winver.exe"],
    executableEnv: undefined,
    mainWindow: undefined,
  });
  const { pid, hwnd, reused } = await windows.launch({ args: [], reuseIfRunning: false });
  try {
    assert.equal(processTable().find((row) => row.pid === pid)?.exeFile, "winver.exe");
    assert.equal(reused, false);
    assert.equal(isVisible(handleOf(hwnd)), true);
  } finally {
    await windows.door.succeed("close_app", { pid, force: true });
  }
});

test("a program that asks for administrator rights is not started where the pack forbids it", async () => {
  await using launches = await Launches.create({ security: { requiresAsInvoker: true } });
  const made = win32.join(launches.log.folder, "it ran");
  const exePath = await administrators();
  const error = await launches.door.fail("profile_launch", { profile: "fixture", exePath, args: [made] });
  assert.equal(error.code, "ELEVATED_MANIFEST_REJECTED");
  assert.equal(error.details?.manifestLevel, "requireAdministrator");
  assert.equal(await launches.door.desktop.pathKind(made), "missing");
  // One that does not say is no reason to refuse.
  assert.equal((await launches.launch()).manifestLevel, "unknown");
});

test("what files say of themselves is read, and what is none says nothing", async () => {
  await using launches = await Launches.create();
  const { desktop } = launches.door;
  const path = await administrators();
  assert.deepEqual(await desktop.executableFacts(path), {
    manifestLevel: "requireAdministrator",
    fileVersion: "7.8 beta",
    productVersion: "11.12.13.14",
  });
  const nothing = { manifestLevel: "unknown", fileVersion: undefined, productVersion: undefined };
  const whole = await Deno.readFile(path);
  const half = await launches.file("half.exe", whole.subarray(0, whole.length >> 1));
  const empty = await launches.file("empty.exe", new Uint8Array());
  const text = await launches.file(
    "text.exe",
    new TextEncoder().encode("MZ is how a program begins".repeat(500)),
  );
  for (const none of [half, empty, text, launches.log.folder, "C:\\no\\such.exe"]) {
    assert.deepEqual(await desktop.executableFacts(none), nothing, none);
  }
  const sha256 = createHash("sha256").update(whole).digest("hex");
  assert.equal(await desktop.fileSha256(path), sha256);
  assert.equal(await desktop.fileSha256("C:\\no\\such.exe"), undefined);
  // The file is free again: nothing of ours keeps it open.
  const copy = await launches.file("copy.exe", whole);
  await desktop.executableFacts(copy);
  await Deno.remove(copy);
});

test("a file whose resources are not where it says, or not as long, says nothing and harms nothing", async () => {
  await using launches = await Launches.create();
  const { desktop } = launches.door;
  const whole = await Deno.readFile(await administrators());
  for (
    const [what, type, damage] of [
      ["manifest too long", RESOURCE_TYPES.manifest, { size: 0x100000 }],
      ["manifest elsewhere", RESOURCE_TYPES.manifest, { address: 0x40000000 }],
      ["versions too long", RESOURCE_TYPES.version, { size: 0xF0000 }],
      ["versions elsewhere", RESOURCE_TYPES.version, { address: 0x40000000 }],
    ] as const
  ) {
    const path = await launches.file("damaged.exe", withDamagedResource(whole, type, damage));
    const { manifestLevel, fileVersion, productVersion } = await desktop.executableFacts(path);
    if (type === RESOURCE_TYPES.manifest) assert.equal(manifestLevel, "unknown", what);
    else assert.deepEqual([fileVersion, productVersion], [undefined, undefined], what);
  }
  // The rest of such a file is read as ever, and so is the next file.
  assert.equal((await desktop.executableFacts(await administrators())).manifestLevel, "requireAdministrator");
});

test("the file that runs is compared with the one that the pack was made for", async () => {
  const sha256 = createHash("sha256").update(await Deno.readFile(fixturePath())).digest("hex");
  for (
    const [declared, status] of [
      [{ sha256: sha256.toUpperCase() }, "verified"],
      [{ sha256: "0".repeat(64) }, "mismatch"],
      [{ fileVersion: "7.8 beta" }, "mismatch"],
    ] as const
  ) {
    await using launches = await Launches.create({}, { testedAgainst: { executable: declared } });
    const result = await launches.launch();
    assert.equal(result.packCompatibility.status, status);
    assert.equal(result.warning !== undefined, status === "mismatch");
  }
});

test("a background launch of a program that wants the front leaves the foreground where it was", async () => {
  await using persons = await FixtureRun.start("--title", "What the person works in");
  await using launches = await Launches.create({ interaction: { defaultMode: "background" } });
  await inFront(persons);
  const result = await launches.launch({ options: ["--activate-late-ms", "100"], noActivate: false });
  await launches.log.need("activateLate");
  await until("the person's program is in front again", () => foreground() === persons.hwnd);
  assert.equal(result.interaction.requestedMode, "background");
  assert.equal(isVisible(handleOf(result.hwnd)) && !isMinimized(handleOf(result.hwnd)), true);
});

test("a pack may have its program started minimised in the background", async () => {
  await using persons = await FixtureRun.start("--title", "What the person works in");
  await using launches = await Launches.create({
    interaction: { defaultMode: "background", backgroundPresentation: "minimized" },
  });
  await inFront(persons);
  const result = await launches.launch();
  assert.equal(isMinimized(handleOf(result.hwnd)), true);
  assert.equal(foreground(), persons.hwnd);
});

test("foregroundDemo brings the program to the front, from the taskbar too, and hands the front back", async () => {
  await using persons = await FixtureRun.start("--title", "What the person works in");
  await using launches = await Launches.create();
  await inFront(persons);
  const demo = { interactionMode: "foregroundDemo" };
  const first = await launches.launch(demo);
  assert.deepEqual([first.interaction.targetActivated, first.interaction.foregroundRestored], [true, true]);
  assert.equal(foreground(), persons.hwnd);
  minimize(handleOf(first.hwnd));
  await until("it is minimised", () => isMinimized(handleOf(first.hwnd)));
  const second = await launches.launch({ ...demo, foregroundDemo: { restorePreviousForeground: false } });
  assert.deepEqual([second.reused, second.interaction.targetActivated], [true, true]);
  assert.equal(foreground(), handleOf(first.hwnd));
  assert.equal(isMinimized(handleOf(first.hwnd)), false);
});

test("of two launches at once the second takes what the first has started", async () => {
  await using launches = await Launches.create();
  const [first, second] = await Promise.all([launches.launch(), launches.launch()]);
  assert.deepEqual([first.pid, first.reused, second.pid, second.reused], [first.pid, false, first.pid, true]);
  assert.equal((await launches.starts()).length, 1);
});

test("a program without windows is bound all the same, and told to have none", async () => {
  await using launches = await Launches.create();
  const result = await launches.launch({ options: ["--no-window"], timeoutMs: 1_000 });
  assert.deepEqual([result.hwnd, result.uiaRootAvailable], [undefined, false]);
  assert.match(result.warning, /No window/);
  assert.ok(processTable().some(({ pid }) => pid === result.pid));
  const error = await launches.door.fail("get_window_state", { targetRef: result.targetRef });
  assert.equal(error.code, "WINDOW_NOT_FOUND_FOR_PROCESS");
  await launches.door.succeed("close_app", { pid: result.pid, force: true });
});

test("a program that ends at once is LAUNCH_FAILED, with its exit code", async () => {
  await using launches = await Launches.create();
  const args = ["--log", launches.log.path, "--print-args"];
  const error = await launches.door.fail("profile_launch", { profile: "fixture", args, timeoutMs: 2_000 });
  assert.deepEqual([error.code, error.details?.exitCode], ["LAUNCH_FAILED", 0]);
  await launches.log.need("args"); // it did run
});

test("a cancelled launch leaves the program, and names it", async () => {
  await using launches = await Launches.create();
  const cancel = new AbortController();
  const args = launches.argsOf("--no-window");
  const call = launches.door.call("profile_launch", { profile: "fixture", args }, cancel.signal);
  await until("it runs", () => countFixtures() === 1);
  await new Promise((resolve) => setTimeout(resolve, 500));
  cancel.abort();
  const result = await call;
  assert.equal(result.ok, false);
  if (result.ok) return;
  assert.equal(result.error.code, "CANCELLED");
  const pid = result.error.details?.pid;
  assert.ok(processTable().some((row) => row.pid === pid));
  await launches.door.succeed("close_app", { pid, force: true });
});
