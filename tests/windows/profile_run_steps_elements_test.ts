/** Steps on a program that is started for them, and on one that runs already; what its controls say afterwards. */
import assert from "node:assert/strict";
import { uiFixtureProgram } from "../fixtures/fixtures.ts";
import { comesToBe } from "./agent.ts";
import { elementsTest } from "./elements_run.ts";
import { controlOf, isVisible, textOf } from "./observe.ts";
import { endProcess, processTable } from "./observe_processes.ts";
import { createRealDoor } from "./real_door.ts";

const NAME = 6001;
const FIRST_PAGE = 6110;
const SECOND_PAGE = 6111;
const PATIENCE_MS = 20_000;
const program = await uiFixtureProgram();

elementsTest("profile_run_steps starts the program, and takes it the next time", async () => {
  assert.ok("path" in program);
  using door = createRealDoor();
  const started = await door.succeed("profile_run_steps", {
    profile: "casement-fixture",
    launch: { exePath: program.path, args: ["--wizard"], reuseIfRunning: false, timeoutMs: PATIENCE_MS },
    steps: [
      {
        id: "name",
        control: "wizard.name",
        action: "setValue",
        value: "Ann 安",
        expect: { profileControl: "wizard.next", condition: "enabled", timeoutMs: PATIENCE_MS },
      },
      {
        control: "wizard.next",
        action: "invoke",
        expect: { profileControl: "wizard-what.page", condition: "exists", timeoutMs: PATIENCE_MS },
      },
    ],
  });
  try {
    assert.ok(started.success, started.summary);
    assert.deepEqual([started.startedByMcp, started.reused], [true, false]);
    assert.ok(processTable().some(({ pid }) => pid === started.pid));
    const wizard = BigInt(started.hwnd);
    assert.equal(textOf(controlOf(controlOf(wizard, FIRST_PAGE), NAME)), "Ann 安");
    assert.equal(isVisible(controlOf(wizard, SECOND_PAGE)), true);
    assert.equal(started.interaction.targetActivated, false);

    const again = await door.succeed("profile_run_steps", {
      profile: "casement-fixture",
      steps: [{ control: "wizard.back", action: "invoke", expect: false }],
    });
    assert.ok(again.success, again.summary);
    assert.deepEqual([again.startedByMcp, again.reused], [false, true]);
    assert.deepEqual([again.pid, again.targetRef], [started.pid, started.targetRef]);
    await comesToBe(() => isVisible(controlOf(wizard, SECOND_PAGE)), false);

    const restored = await door.succeed("profile_run_steps", {
      profile: "casement-fixture",
      captureBefore: [{
        saveAs: "name",
        read: { tool: "profile_resolve", args: { control: "wizard.name" } },
      }],
      restore: "always",
      steps: [{
        control: "wizard.name",
        action: "setValue",
        value: "Bob",
        expect: { profileControl: "wizard.name", condition: "valueEquals", expectedValue: "Bob" },
      }],
    });
    assert.ok(restored.success, restored.summary);
    assert.equal(restored.restoreResults[0].verified, true);
    assert.equal(textOf(controlOf(controlOf(wizard, FIRST_PAGE), NAME)), "Ann 安");
  } finally {
    endProcess(started.pid);
  }
});
