import assert from "node:assert/strict";
import type { UiActRequest } from "../../src/desktop/ui_act.ts";
import { fakeWindow } from "../fakes/fake_window.ts";
import { MAIN, ProfileWorld } from "./profile_world.ts";
import { WorkflowWorld } from "./workflow_world.ts";

// deno-lint-ignore no-explicit-any -- the output schema has been checked; a missing field fails the test
type Report = any;

const CONTROLS = {
  user: { selectors: [{ automationId: "user" }] },
  remember: { selectors: [{ automationId: "remember" }] },
  ok: { selectors: [{ automationId: "rightOk" }] },
  late: { selectors: [{ automationId: "late" }] },
};

const SET_USER = { id: "user", control: "user", action: "setValue", value: "bob", expect: false };
const REMEMBER = { id: "tick", control: "remember", action: "setChecked", value: "true", expect: false };
const LATE = { id: "late", control: "late", action: "invoke", expect: false };
const OK = { control: "ok", action: "invoke", expect: false };

/** The program of a pack, which lacks a control at first. */
class LateProgram extends ProfileWorld {
  constructor() {
    super({ controls: CONTROLS });
  }

  /** Sets the name, and stops for want of a control. */
  async failed(more: object = {}): Promise<Report> {
    const steps = [SET_USER, LATE, REMEMBER];
    const report: Report = await this.door.succeed("profile_run_steps", { profile: "lab", steps, ...more });
    assert.deepEqual([report.stoppedAt, report.continuable], ["late", true], report.summary);
    return report;
  }

  /** The control comes. */
  mend(): void {
    Object.assign(this.branch("Both").element, { automationId: "late" });
  }

  async continue(runId: string, continueFrom: string): Promise<Report> {
    return await this.door.succeed("continue_run", { runId, continueFrom });
  }

  /** What was done to the program: of each act the verb that is tried first. */
  get done(): readonly (string | undefined)[] {
    return this.desktop.callsOf("uiAct").map(([request]) => (request as UiActRequest).verbs[0]?.verb)
      .filter((verb) => verb === "setValue" || verb === "invoke");
  }
}

Deno.test("continue_run: a run on a program goes on with it, and nothing is done twice", async () => {
  using world = new LateProgram();
  const { runId } = await world.failed({ finally: [OK] });
  assert.deepEqual(world.done, ["setValue", "invoke"]);
  world.mend();
  const report = await world.continue(runId, "late");
  assert.equal(report.success, true, report.summary);
  assert.deepEqual(world.done, ["setValue", "invoke", "invoke"]);
  assert.equal(world.branch("Remember").element.toggleState, "On");
  assert.deepEqual(report.completedSteps, ["user", "late", "tick"]);
});

Deno.test("continue_run: a run on a program follows it to the main window that it has by now", async () => {
  using world = new LateProgram();
  const { runId } = await world.failed();
  world.mend();
  world.desktop.removeWindow(MAIN);
  world.desktop.windows.push(fakeWindow({ hwnd: 0x99n, pid: 7, title: "Lab", className: "Program" }));
  world.desktop.elements.windows.set(0x99n, world.drawn);
  const report = await world.continue(runId, "late");
  assert.equal(report.success, true, report.summary);
  assert.equal(report.steps[0].result.session.rebound, false, "it was followed before the steps");
  assert.equal(report.steps[0].result.session.hwnd, "0x00000099");
});

Deno.test("continue_run: a run on a program that has ended is refused", async () => {
  using world = new LateProgram();
  const { runId } = await world.failed();
  for (const process of world.desktop.processes) process.exitCode = 1;
  const report = await world.continue(runId, "late");
  assert.deepEqual([report.error.code, report.error.details.pid], ["RUN_PROCESS_EXITED", 7]);
  assert.deepEqual(world.done, ["setValue"]);
});

Deno.test("continue_run: what was put back when the run stopped is said, and not put back again", async () => {
  using world = new LateProgram();
  const captureBefore = [{
    saveAs: "name",
    read: { tool: "ui_get", args: { pid: 7, selector: { name: "User" } } },
  }];
  const failed = await world.failed({ captureBefore, restore: "onFailure" });
  assert.equal(failed.restoreResults[0].verified, true, JSON.stringify(failed.restoreResults));
  assert.equal(world.branch("User").element.value, "ann");
  world.mend();
  const report = await world.continue(failed.runId, "late");
  assert.match(report.warnings.join(), /put back as it was before: "name"/);
  assert.equal(world.branch("User").element.value, "ann");
  assert.deepEqual(world.done, ["setValue", "setValue", "invoke"]);
});

const INPUTS = {
  type: "object",
  properties: { text: { type: "string" }, password: { type: "string" } },
};

const WORKFLOW = {
  inputSchema: INPUTS,
  steps: [
    { id: "one", tool: "look", args: { name: "one", value: "${inputs.password}" } },
    { id: "two", tool: "act", args: { name: "two", value: "${inputs.text} ${pack.id}" } },
  ],
};

Deno.test("continue_run: a workflow goes on with its inputs and its pack, and without secrets", async () => {
  using world = new WorkflowWorld([WORKFLOW]);
  world.world.fails("two", "ACTION_FAILED", 1);
  const { runId } = await world.run({ inputs: { text: "hello", password: "hunter2" } });
  const go = (continueFrom: number): Promise<Report> =>
    world.world.door.succeed("continue_run", { runId, continueFrom });
  const refused = await go(0);
  assert.equal(refused.error.code, "RUN_NOT_CONTINUABLE");
  assert.deepEqual(refused.error.details.inputs, ["${inputs.password}"]);
  assert.doesNotMatch(JSON.stringify(refused), /hunter2/);
  const report = await go(1);
  assert.equal(report.success, true, report.summary);
  assert.equal(world.world.calls.at(-1)?.value, "hello lab");
  assert.deepEqual(world.world.names, ["one", "two", "two"]);
});

Deno.test("continue_run: a workflow is that of its run, though the pack was loaded again meanwhile", async () => {
  using world = new WorkflowWorld([WORKFLOW]);
  world.world.fails("two", "ACTION_FAILED", 1);
  const { runId } = await world.run({ inputs: { text: "hello", password: "" } });
  await world.prepare([{ steps: [{ tool: "act", args: { name: "other" } }] }]);
  await world.world.door.packs.reload();
  const report: Report = await world.world.door.succeed("continue_run", { runId, continueFrom: 1 });
  assert.deepEqual([report.success, world.world.names], [true, ["one", "two", "two"]]);
});
