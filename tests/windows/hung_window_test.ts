/** A program that hangs costs nobody but those who ask it something. */
import assert from "node:assert/strict";
import { formatHwnd } from "../../src/core/hwnd.ts";
import { FixtureRun, ignore, needsFixture, waitFor } from "./fixture_run.ts";
import { createRealDoor } from "./real_door.ts";
import { assertPixels, clientRect, noiseAt, readPng, screenColour } from "./screen.ts";

/** Much longer than anything here takes: a call that waits for the hung program outlasts every other deadline. */
const HANG_MS = "120000";

function test(title: string, body: () => Promise<void>): void {
  Deno.test({ name: needsFixture(`hung window: ${title}`), ignore, fn: body });
}

async function noiseDrawn(run: FixtureRun): Promise<FixtureRun> {
  const corner = clientRect(run.hwnd);
  await waitFor(() => screenColour(corner) === noiseAt(0, 0) ? true : undefined, 20_000);
  return run;
}

/** A noise window that has drawn itself and hangs now. */
async function hangingWindow(): Promise<FixtureRun> {
  const run = await FixtureRun.start(
    ...["--title", "Hanging", "--borderless", "--noise", "--rect", "40,50,200,150"],
    ...["--hang-after-ms", "1500", "--hang-ms", HANG_MS],
  );
  await noiseDrawn(run);
  assert.ok(await run.until(({ event }) => event === "hang", 20_000));
  return run;
}

/** How long something takes. */
async function timed<T>(act: () => Promise<T>): Promise<{ readonly value: T; readonly ms: number }> {
  const start = performance.now();
  const value = await act();
  return { value, ms: performance.now() - start };
}

test("it is listed, described and captured at once, and others too", async () => {
  using door = createRealDoor();
  await using other = await noiseDrawn(
    await FixtureRun.start("--title", "Other", "--borderless", "--noise", "--rect", "300,50,200,150"),
  );
  // Lanes and Workers start with the first use, which is no matter of hung programs.
  await door.succeed("capture_window", { hwnd: other.handle });
  await using run = await hangingWindow();

  const asked = await timed(() =>
    Promise.all([
      door.succeed("list_windows", {}),
      door.succeed("get_window_state", { hwnd: run.handle }),
      door.succeed("get_window_state", { hwnd: other.handle }),
      door.succeed("capture_window", { hwnd: run.handle }),
      door.succeed("capture_window", { hwnd: other.handle }),
    ])
  );

  const [list, state, otherState, capture, otherCapture] = asked.value;
  const titles = list.items.map(({ title }: { title: string }) => title);
  assert.deepEqual(["Hanging", "Other"].filter((title) => !titles.includes(title)), []);
  assert.equal(state.responding, "no");
  assert.equal(otherState.responding, "yes");
  assertPixels(await readPng(capture.path), noiseAt);
  assertPixels(await readPng(otherCapture.path), noiseAt);
  assert.equal((await run.events()).some(({ event }) => event === "hangEnd"), false);
  assert.ok(asked.ms < Number(HANG_MS) / 10, `${asked.ms} ms`);
});

test("a window that hangs while it draws itself delays its own capture alone", async () => {
  using door = createRealDoor();
  await using other = await noiseDrawn(
    await FixtureRun.start("--title", "Other", "--borderless", "--noise", "--rect", "40,50,200,150"),
  );
  const worker = new Worker(new URL("./slow_printer_worker.ts", import.meta.url), { type: "module" });
  const hwnd = await new Promise<bigint>((resolve) => {
    worker.onmessage = (event) => resolve(event.data);
    worker.postMessage({ hangMs: 20_000 });
  });
  const print = timed(() => door.fail("capture_window", { hwnd: formatHwnd(hwnd), captureMethod: "print" }));
  // Let the request into the program begin.
  await new Promise((resolve) => setTimeout(resolve, 500));
  const screen = await timed(() =>
    door.succeed("capture_window", { hwnd: other.handle, captureMethod: "screen" })
  );
  assertPixels(await readPng(screen.value.path), noiseAt);
  const { value, ms } = await print;
  worker.terminate();
  assert.equal(value.code, "CAPTURE_FAILED");
  assert.ok(screen.ms < ms, `${screen.ms} ms, ${ms} ms`);
  assert.ok(ms < 15_000, `${ms} ms`);
});

test("once Windows gives it up, everything says so, and asking it to draw is refused", async () => {
  using door = createRealDoor();
  await using other = await FixtureRun.start("--title", "Other");
  await using run = await hangingWindow();
  const hwnd = run.handle;
  const item = async (): Promise<{ readonly hung: boolean }> =>
    (await door.succeed("list_windows", { pid: run.pid })).items[0];
  const hung = await waitFor(async () => (await item()).hung ? true : undefined, 60_000);
  assert.equal(hung, true);

  const state = await door.succeed("get_window_state", { hwnd });
  assert.deepEqual([state.hung, state.responding], [true, "no"]);
  const others = await door.succeed("list_windows", { pid: other.pid });
  assert.equal(others.items[0].hung, false);
  const print = await timed(() => door.fail("capture_window", { hwnd, captureMethod: "print" }));
  assert.equal(print.value.code, "WINDOW_HUNG");
  const capture = await door.succeed("capture_window", { hwnd });
  assert.equal(capture.captureBackend, "windowDc");
  assertPixels(await readPng(capture.path), noiseAt);
  assert.equal((await run.events()).some(({ event }) => event === "hangEnd"), false);
});
