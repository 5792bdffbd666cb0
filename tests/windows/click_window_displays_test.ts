import assert from "node:assert/strict";
import { FixtureRun, waitFor } from "./fixture_run.ts";
import { LEFT_MONITOR, monitorTest, SCALED_MONITOR } from "./monitors.ts";
import { controlOf, textOf } from "./observe.ts";
import { createRealDoor } from "./real_door.ts";
import { outerRect } from "./screen.ts";

const COUNT = 110;
const COUNTER = 111;

async function shows(hwnd: bigint, text: string): Promise<void> {
  await waitFor(() => textOf(hwnd) === text ? true : undefined);
  assert.equal(textOf(hwnd), text);
}

monitorTest(
  "click_window: a window on a monitor at negative coordinates is clicked in every space",
  LEFT_MONITOR,
  async ({ rect }) => {
    using door = createRealDoor();
    await using run = await FixtureRun.start("--rect", `${rect.x + 10},${rect.y + 10},1010,740`);
    const frame = outerRect(run.hwnd);
    assert.equal(frame.x < 0, true);
    const button = outerRect(controlOf(run.hwnd, COUNT));
    const at = { x: button.x + 20, y: button.y + 10 };
    const frameId = door.frames.add({
      window: { hwnd: run.hwnd, pid: run.pid, screenRect: frame },
      screenRect: frame,
      imageSize: { width: frame.width, height: frame.height },
    });
    const inFrame = { x: at.x - frame.x, y: at.y - frame.y };
    for (
      const args of [
        { hwnd: run.handle, ...at, coordinateSpace: "screen" },
        { hwnd: run.handle, ...inFrame, coordinateSpace: "window" },
        { ...inFrame, coordinateSpace: "image", frameId },
      ]
    ) {
      const result = await door.succeed("click_window", args);
      assert.deepEqual(result.screenPoint, at);
    }
    await shows(controlOf(run.hwnd, COUNTER), "3");
  },
);

monitorTest(
  "click_window: a program that Windows scales gets the point that a person sees, in its own pixels",
  SCALED_MONITOR,
  async ({ dpi }) => {
    using door = createRealDoor();
    await using run = await FixtureRun.start("--dpi-unaware");
    const button = outerRect(controlOf(run.hwnd, COUNT));
    // Far right and low in the button: as if it were unscaled, the point would lie outside.
    const at = { x: button.x + button.width - 8, y: button.y + button.height - 6 };
    const result = await door.succeed("click_window", { hwnd: run.handle, ...at, coordinateSpace: "screen" });
    const { className, client } = result.messageTarget;
    assert.equal(className, "Button");
    assert.equal(Math.abs(client.x - Math.round((button.width - 8) * 96 / dpi)) <= 1, true, `${client.x}`);
    await shows(controlOf(run.hwnd, COUNTER), "1");
  },
);
