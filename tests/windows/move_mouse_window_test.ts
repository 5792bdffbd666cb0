import assert from "node:assert/strict";
import { FixtureRun, ignore, needsFixture } from "./fixture_run.ts";
import { controlOf, pointer } from "./observe.ts";
import { createRealDoor } from "./real_door.ts";
import { clientRect } from "./screen.ts";

const CANVAS = 150;

Deno.test({
  name: needsFixture(
    "move_mouse_window: the control under the point hears of the move, and the pointer stays",
  ),
  ignore,
  async fn() {
    using door = createRealDoor();
    await using run = await FixtureRun.start("--rect", "40,40,680,500");
    const canvas = clientRect(controlOf(run.hwnd, CANVAS));
    await door.succeed("get_window_state", { hwnd: run.handle });
    const pointerBefore = pointer();
    const result = await door.succeed("move_mouse_window", {
      hwnd: run.handle,
      x: canvas.x + 12,
      y: canvas.y + 34,
      coordinateSpace: "screen",
    });
    const move = await run.until(({ kind, id }) => kind === "move" && id === CANVAS);
    assert.deepEqual([move?.x, move?.y, move?.keys], [12, 34, 0]);
    assert.deepEqual(result.messageTarget.client, { x: 12, y: 34 });
    assert.equal(result.interaction.foregroundChanged, false);
    assert.deepEqual(pointer(), pointerBefore);
  },
});
