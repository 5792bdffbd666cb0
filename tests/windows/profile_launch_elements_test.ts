import assert from "node:assert/strict";
import { elementsTest as test } from "./elements_run.ts";
import { controlOf, textOf } from "./observe.ts";
import { handleOf, Launches } from "./profile_launches.ts";
import { waitFor } from "./fixture_run.ts";

const COUNTER = 111;

test("profile_launch: says that the accessibility interface shows the program, and it does", async () => {
  await using launches = await Launches.create();
  for (const isReused of [false, true]) {
    const { uiaRootAvailable, reused } = await launches.launch();
    assert.deepEqual([uiaRootAvailable, reused], [true, isReused]);
  }
  const { targetRef, hwnd } = await launches.launch();
  const count = { selector: { automationId: "110" }, action: "invoke", interactionMode: "background" };
  await launches.door.succeed("ui_action", { targetRef, ...count });
  const counter = controlOf(handleOf(hwnd), COUNTER);
  assert.equal(await waitFor(() => textOf(counter) === "1" ? true : undefined), true);
});
