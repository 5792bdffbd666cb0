import assert from "node:assert/strict";
import { bindProgram, recreateMainWindow } from "./bound_program_run.ts";
import { FixtureRun, ignore, needsFixture, waitFor } from "./fixture_run.ts";
import { controlOf, setText, textOf } from "./observe.ts";
import { endProcess, WatchedProcess } from "./observe_processes.ts";
import { createRealDoor, type RealDoor } from "./real_door.ts";

function test(title: string, body: () => Promise<void>): void {
  Deno.test({ name: needsFixture(`continue_run: ${title}`), ignore, fn: body });
}

/** What was typed into the program, in whichever of its edits. */
function typedInto(hwnd: bigint): string {
  return textOf(controlOf(hwnd, 100)) + textOf(controlOf(hwnd, 101));
}

const type = (text: string, target: object) => ({
  tool: "type_text",
  args: { ...target, text, interactionMode: "background" },
});

/** Succeeds once some window is called so. */
const gate = { id: "gate", tool: "get_window_state", args: { titleContains: "Mended" } };

/** Types, then stops at the gate: the run that is to be gone on with. */
async function failedRun(door: RealDoor, first: object, rest: object): Promise<string> {
  const report = await door.succeed("run_steps", {
    steps: [{ id: "first", ...type("one ", first) }, gate, type("two ", rest)],
    finally: [type("end ", rest)],
  });
  assert.deepEqual([report.stoppedAt, report.continuable], ["gate", true], report.summary);
  return report.runId;
}

test("goes on with the real program, and what it typed is there once", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start("--title", "Editor");
  const runId = await failedRun(door, { hwnd: run.handle }, { hwnd: "${first.hwnd}" });
  assert.equal(typedInto(run.hwnd), "one end ");
  const still = await door.succeed("continue_run", { runId, continueFrom: "gate" });
  assert.deepEqual([still.stoppedAt, still.completedSteps], ["gate", ["first"]]);
  setText(run.hwnd, "Mended");
  const both = await Promise.all([
    door.succeed("continue_run", { runId, continueFrom: "1" }),
    door.succeed("continue_run", { runId, continueFrom: "gate" }),
  ]);
  assert.deepEqual(both.map(({ success, error }) => [success, error?.code]), [
    [true, undefined],
    [false, "RUN_NOT_CONTINUABLE"],
  ]);
  assert.equal(typedInto(run.hwnd), "one end two ");
  const over = await door.succeed("continue_run", { runId, continueFrom: "gate" });
  assert.equal(over.error.code, "RUN_STATE_STALE");
  assert.equal(typedInto(run.hwnd), "one end two ");
});

test("refuses where the program has ended, though another one would pass for it", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start("--title", "Editor");
  const runId = await failedRun(door, { titleContains: "Editor" }, { titleContains: "Editor" });
  using watched = new WatchedProcess(run.pid);
  endProcess(run.pid);
  assert.equal(await waitFor(() => watched.isRunning ? undefined : true, 20_000), true);
  await using other = await FixtureRun.start("--title", "Editor Mended");
  const report = await door.succeed("continue_run", { runId, continueFrom: "gate" });
  assert.equal(report.error.code, "RUN_PROCESS_EXITED");
  assert.equal(report.error.details.pid, run.pid);
  assert.equal(typedInto(other.hwnd), "");
});

test("refuses where the window was recreated that the steps name by its handle", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start("--title", "Editor");
  const runId = await failedRun(door, { hwnd: run.handle }, { hwnd: "${first.hwnd}" });
  const now = await recreateMainWindow(run);
  setText(now, "Mended");
  const report = await door.succeed("continue_run", { runId, continueFrom: "gate" });
  assert.equal(report.error.code, "RUN_WINDOW_RECREATED");
  assert.equal(report.error.details.hwnd, run.handle);
  assert.equal(typedInto(now), "");
});

test("follows a program that the steps name by its targetRef to the window that it has now", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start("--title", "Editor", "--windows", "1");
  const { targetRef } = await bindProgram(door, run.pid, { title: "Editor", hwnd: run.hwnd });
  const runId = await failedRun(door, { targetRef }, { targetRef: "${first.session.targetRef}" });
  const now = await recreateMainWindow(run);
  await using other = await FixtureRun.start("--title", "Mended");
  const report = await door.succeed("continue_run", { runId, continueFrom: "gate" });
  assert.equal(report.success, true, report.summary);
  assert.equal(typedInto(now), "two ");
  assert.equal(typedInto(other.hwnd), "");
});
