import assert from "node:assert/strict";
import { bindProgram, recreateMainWindow } from "./bound_program_run.ts";
import { elementsTest as test } from "./elements_run.ts";
import { FixtureRun, waitFor } from "./fixture_run.ts";
import { controlOf, textOf } from "./observe.ts";
import { createRealDoor } from "./real_door.ts";

const COUNTER = 111;

test("targetRef: elements of a recreated window are read and acted on by the program's name", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start("--title", "Editor", "--windows", "1");
  const { targetRef } = await bindProgram(door, run.pid, { title: "Editor", hwnd: run.hwnd });
  const before = await door.succeed("ui_get", { targetRef, selector: { automationId: "110" } });
  assert.equal(before.element.name, "Count");
  const now = await recreateMainWindow(run);
  const acted = await door.succeed("ui_action", {
    targetRef,
    selector: { automationId: "110" },
    action: "invoke",
    interactionMode: "background",
  });
  assert.equal(acted.session.rebound, true);
  const counted = await waitFor(() => textOf(controlOf(now, COUNTER)) === "1" ? true : undefined);
  assert.equal(counted, true);
  // An element shown before is one of the window that is gone.
  assert.equal(
    (await door.fail("ui_get", { ref: before.element.ref, selector: { name: "x" } })).code,
    "ELEMENT_STALE",
  );
  const operations = door.sessions.find(targetRef)?.operations.entries() ?? [];
  assert.deepEqual(
    operations.map(({ tool, interactionMethod }) => [tool, interactionMethod]),
    [["ui_get", "UIAQuery"], ["ui_action", acted.interaction.method]],
  );
});
