/** Waits that are woken by events, and what becomes of them where events flood, fail or are over. */
import assert from "node:assert/strict";
import { denoRun } from "../stdio/client.ts";
import { FixtureRun, ignore, needsFixture, waitFor } from "./fixture_run.ts";
import { bringToFront, controlOf, foreground, post, textOf } from "./observe.ts";
import { createRealDoor, type RealDoor } from "./real_door.ts";

/** The longest pause between two looks that may be asked for: whoever needs less was woken. */
const SELDOM = { pollIntervalMs: 10_000, timeoutMs: 60_000 };

/** Long enough for a busy machine to start a program, and clearly less than that pause. */
const WOKEN_MS = 9_000;

const NOTES = 100;
const COUNT = 110;
const BM_CLICK = 0xF5;

/** Hooks stay on for 3 s after a wait. */
const LET_GO_MS = 15_000;

function test(title: string, body: () => Promise<void>): void {
  Deno.test({ name: needsFixture(`changes: ${title}`), ignore, fn: body });
}

/** A program that tells of changes; ends with the `await using` block. */
class EventSource implements AsyncDisposable {
  readonly pid: number;
  readonly handle: string;
  readonly #child: Deno.ChildProcess;

  private constructor(child: Deno.ChildProcess, { pid, handle }: { pid: number; handle: string }) {
    this.#child = child;
    this.pid = pid;
    this.handle = handle;
  }

  static async start(perRound: number, pauseMs: number, ...title: string[]): Promise<EventSource> {
    const [program = "", ...args] = denoRun("tests/windows/event_source.ts");
    const child = new Deno.Command(program, {
      args: [...args, String(perRound), String(pauseMs), ...title],
      stdin: "null",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    const reader = child.stdout.getReader();
    const said = JSON.parse(new TextDecoder().decode((await reader.read()).value));
    await reader.cancel();
    return new EventSource(child, said);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#child.status;
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

async function hooks(door: RealDoor): Promise<number> {
  return (await door.desktop.openCounts()).hook ?? 0;
}

/** Waits until hooks are on: from then on nothing is missed. */
async function untilListening(door: RealDoor): Promise<void> {
  assert.ok(await waitFor(async () => await hooks(door) > 0 ? true : undefined), "nothing listens");
}

function wait(door: RealDoor, args: Readonly<Record<string, unknown>>): ReturnType<RealDoor["succeed"]> {
  return door.succeed("wait_for_window", { ...SELDOM, ...args });
}

function assertWoken(output: { readonly found: boolean; readonly elapsedMs: number }): void {
  assert.equal(output.found, true);
  assert.ok(output.elapsedMs < WOKEN_MS, `it took ${output.elapsedMs} ms`);
}

test("a window that appears is noticed long before the next look", async () => {
  using door = createRealDoor();
  const waiting = wait(door, { titleContains: "Sudden" });
  await untilListening(door);
  await using run = await FixtureRun.start("--title", "Sudden");
  const output = await waiting;
  assertWoken(output);
  assert.equal(output.window.hwnd, run.handle);
});

test("a new title is noticed long before the next look", async () => {
  using door = createRealDoor();
  // Wine does not tell of new titles by itself; this program tells of each.
  await using source = await EventSource.start(1, 500, "Renamed");
  const output = await wait(door, { titleContains: "Renamed 6" });
  assertWoken(output);
  assert.equal(output.window.hwnd, source.handle);
});

test("a window that goes is noticed long before the next look, by handle and by pid", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start("--close-after-ms", "1500");
  const [byHandle, byPid] = await Promise.all([
    wait(door, { hwnd: run.handle, mode: "disappear" }),
    wait(door, { pid: run.pid, mode: "disappear" }),
  ]);
  assertWoken(byHandle);
  assertWoken(byPid);
});

test("two waits at once are each woken by what they wait for, while 200 other windows open", async () => {
  using door = createRealDoor();
  const waits = [
    wait(door, { titleContains: "First of two" }),
    wait(door, { titleContains: "Second of two" }),
  ];
  await untilListening(door);
  await using _crowd = await FixtureRun.start("--title", "Crowd", "--windows", "200");
  await using first = await FixtureRun.start("--title", "First of two");
  await using second = await FixtureRun.start("--title", "Second of two");
  const found = await Promise.all(waits);
  assert.deepEqual(found.map(({ window }) => window.hwnd), [first.handle, second.handle]);
  // The machine may be slow with 200 windows; a third wait shows that events still come.
  const third = wait(door, { titleContains: "Third" });
  await using _third = await FixtureRun.start("--title", "Third");
  assertWoken(await third);
});

test("changes are heard of by program, and windows apart from what is in them", async () => {
  using door = createRealDoor();
  await using quiet = await FixtureRun.start("--title", "Quiet");
  await using loud = await EventSource.start(1, 100);
  bringToFront(quiet.hwnd);
  await pause(500);
  const heard = { quiet: 0, loud: 0, windows: 0 };
  using _quiet = door.desktop.watchChanges({ pid: quiet.pid, about: "anything" }, () => heard.quiet++);
  using _windows = door.desktop.watchChanges({ pid: quiet.pid, about: "windows" }, () => heard.windows++);
  using _loud = door.desktop.watchChanges({ pid: loud.pid, about: "windows" }, () => heard.loud++);
  assert.ok(await waitFor(() => heard.loud >= 5 ? true : undefined), "too little was heard");
  assert.deepEqual([heard.quiet, heard.windows], [1, 1]); // at the beginning, and of the other program nothing
  post(controlOf(quiet.hwnd, COUNT), BM_CLICK, 0n);
  assert.ok(await waitFor(() => heard.quiet >= 2 ? true : undefined), "the click was not heard");
  assert.equal(heard.windows, 1);
});

test("hooks are on while somebody waits, a little longer, and then are gone", async () => {
  using door = createRealDoor();
  await door.succeed("list_windows", {});
  await door.succeed("wait_for_window", { pid: 4, mode: "disappear" });
  assert.equal(await hooks(door), 0, "a wait that is over at once needs none");
  const call = new AbortController();
  const waiting = door.call("wait_for_window", { titleContains: "never", ...SELDOM }, call.signal);
  await untilListening(door);
  const whileWaiting = await door.desktop.openCounts();
  call.abort();
  await waiting;
  assert.ok(
    await waitFor(async () => await hooks(door) === 0 ? true : undefined, LET_GO_MS),
    "hooks stay on",
  );
  for (let round = 0; round < 3; round++) {
    await door.succeed("wait_for_window", { titleContains: "never", timeoutMs: 150 });
  }
  assert.deepEqual(await door.desktop.openCounts(), whileWaiting, "one wait after another adds nothing");
});

for (
  const [what, perRound, roundMs] of [
    ["10,000 events a second", 100, 10],
    ["as many as it can", 5_000, 0],
  ] as const
) {
  test(`a program that sends ${what} delays neither the wait nor other calls, and floods nobody`, async () => {
    using door = createRealDoor();
    await using source = await EventSource.start(perRound, roundMs);
    let wakes = 0;
    using _watch = door.desktop.watchChanges({ pid: source.pid, about: "windows" }, () => wakes++);
    await untilListening(door);
    const startedAt = performance.now();
    const waiting = door.succeed("wait_for_window", { titleContains: "In the flood", timeoutMs: 60_000 });
    await using run = await FixtureRun.start("--title", "In the flood");
    await door.succeed("type_text", { hwnd: run.handle, text: "x" }); // which asks for the count of foregrounds too
    assert.equal((await waiting).window.hwnd, run.handle);
    await pause(1_000);
    const elapsedMs = performance.now() - startedAt;
    assert.doesNotMatch(door.logLines.join("\n"), /overran/);
    assert.ok(wakes > 2, "nothing was heard of it");
    assert.ok(wakes <= elapsedMs / 15 + 2, `${wakes} wakes in ${elapsedMs} ms`);
  });
}

/** Has the Workers that a run starts noted down, so that a test can kill one. */
async function withWorkers(
  body: (workers: readonly { name: string; worker: Worker }[]) => Promise<void>,
): Promise<void> {
  const Real = globalThis.Worker;
  const workers: { name: string; worker: Worker }[] = [];
  globalThis.Worker = class extends Real {
    constructor(...args: ConstructorParameters<typeof Worker>) {
      super(...args);
      workers.push({ name: String(args[0]), worker: this });
    }
  };
  try {
    await body(workers);
  } finally {
    globalThis.Worker = Real;
  }
}

test("a wait goes on when its lane crashes: a fresh one wakes it", async () => {
  await withWorkers(async (workers) => {
    using door = createRealDoor();
    const waiting = wait(door, { titleContains: "After the crash" });
    await untilListening(door);
    const lanes = () => workers.filter(({ name }) => name.includes("events_lane"));
    lanes()[0]?.worker.onerror?.(
      new ErrorEvent("error", { message: "killed by the test", cancelable: true }),
    );
    assert.ok(await waitFor(() => lanes().length === 2 ? true : undefined), "no fresh lane");
    await untilListening(door);
    await using run = await FixtureRun.start("--title", "After the crash");
    const output = await waiting;
    assertWoken(output);
    assert.equal(output.window.hwnd, run.handle);
  });
});

test("a wait goes on by looking when its lane falls silent", async () => {
  await withWorkers(async (workers) => {
    using door = createRealDoor();
    const waiting = door.succeed("wait_for_window", { titleContains: "Silence", timeoutMs: 60_000 });
    await untilListening(door);
    workers.find(({ name }) => name.includes("events_lane"))?.worker.terminate();
    await using run = await FixtureRun.start("--title", "Silence");
    assert.equal((await waiting).window.hwnd, run.handle);
    // The next one finds a lane that listens again, as soon as the silent one has been given up.
    const later = wait(door, { titleContains: "Next" });
    await using _next = await FixtureRun.start("--title", "Next");
    assert.equal((await later).found, true);
  });
});

test("a foreground that flashes during an act is reported, though it is what it was at the end", async () => {
  using door = createRealDoor();
  await using target = await FixtureRun.start("--title", "Target");
  await using front = await FixtureRun.start("--title", "Front");
  await using flash = await FixtureRun.start("--title", "Flash");
  const toFront = async (hwnd: bigint): Promise<void> => {
    bringToFront(hwnd);
    assert.ok(await waitFor(() => foreground() === hwnd ? true : undefined), "it did not come to the front");
  };
  const type = (stepDelayMs: number) =>
    door.succeed("type_text", {
      hwnd: target.handle,
      text: "x",
      interactionMode: "background",
      foregroundDemo: { stepDelayMs },
    });
  await toFront(front.hwnd);
  await pause(300);
  assert.equal((await type(0)).interaction.foregroundChangedDuringRun, undefined);
  const acting = type(3_000);
  const isTyped = () => textOf(controlOf(target.hwnd, NOTES)).length === 2 ? true : undefined;
  assert.ok(await waitFor(isTyped), "nothing was typed");
  await toFront(flash.hwnd);
  await toFront(front.hwnd);
  const { interaction } = await acting;
  assert.equal(foreground(), front.hwnd);
  assert.deepEqual(
    [interaction.foregroundBefore, interaction.foregroundAfter, interaction.foregroundChanged],
    [front.handle, front.handle, false],
  );
  assert.equal(interaction.foregroundChangedDuringRun, true);
});
