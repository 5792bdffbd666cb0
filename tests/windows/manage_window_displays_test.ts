import assert from "node:assert/strict";
import { FixtureRun, waitFor } from "./fixture_run.ts";
import { LEFT_MONITOR, monitorTest } from "./monitors.ts";
import { isMaximized, moveTo } from "./observe.ts";
import { createRealDoor } from "./real_door.ts";
import { outerRect } from "./screen.ts";

monitorTest("manage_window: a window moves to a left monitor and back", LEFT_MONITOR, async ({ rect }) => {
  using door = createRealDoor();
  await using run = await FixtureRun.start("--rect", "60,70,500,400");
  const there = { x: rect.x + 33, y: rect.y + 44, width: 450, height: 350 };
  const output = await door.succeed("manage_window", { hwnd: run.handle, action: "move", ...there });
  assert.equal(output.verified, "yes");
  assert.deepEqual(outerRect(run.hwnd), there);
  const back = await door.succeed("manage_window", { hwnd: run.handle, action: "move", x: 0, y: 0 });
  assert.deepEqual(outerRect(run.hwnd), { ...there, x: 0, y: 0 });
  assert.equal(back.before.rect.x, there.x);
});

monitorTest(
  "manage_window: a window is maximised on the monitor that it is on",
  LEFT_MONITOR,
  async (monitor) => {
    using door = createRealDoor();
    await using run = await FixtureRun.start("--rect", "60,70,500,400");
    moveTo(run.hwnd, monitor.rect.x + 40, monitor.rect.y + 40);
    await waitFor(() => outerRect(run.hwnd).x < 0 ? true : undefined);
    const output = await door.succeed("manage_window", { hwnd: run.handle, action: "maximize" });
    assert.equal(isMaximized(run.hwnd), true);
    const { x, y, width, height } = outerRect(run.hwnd);
    // A maximised window hangs over its monitor's edges by its border.
    assert.ok(x <= monitor.workArea.x && x + width >= monitor.workArea.x + monitor.workArea.width);
    assert.ok(x + width < 100 && y <= monitor.workArea.y);
    assert.equal(output.after.maximized, true);
    assert.equal(output.after.rect.height <= height, true);
  },
);
