import assert from "node:assert/strict";
import type { MouseReceiver } from "../../src/desktop/desktop.ts";
import { type Branch, BUTTON, el } from "../elements/trees.ts";
import { fakeWindow } from "../fakes/fake_window.ts";
import { HWND, HWND_TEXT, objectOf, openProgram, type UiWorld } from "./ui_world.ts";

/** A window at 100,80 of 400 x 300 pixels. */
const RECT = { x: 100, y: 80, width: 400, height: 300 };

function drawn(): Branch {
  return el("Window", "Main", { nativeWindowHandle: HWND, screenRect: RECT }, [
    el("Button", "Push", { ...BUTTON, screenRect: { x: 120, y: 120, width: 40, height: 20 } }),
    el("Button", "Grey", {
      ...BUTTON,
      enabled: false,
      screenRect: { x: 120, y: 160, width: 40, height: 20 },
    }),
    el("Button", "Scrolled away", { ...BUTTON, offscreen: true, screenRect: null }),
  ]);
}

interface Given extends UiWorld {
  readonly tree: Branch;
  refOf(name: string): Promise<string>;
}

function setUp(): Given {
  const tree = drawn();
  const world = openProgram(tree, { screenRect: RECT });
  return {
    ...world,
    tree,
    async refOf(name) {
      const { element } = await world.succeed("ui_get", { hwnd: HWND_TEXT, selector: { name } });
      return String(objectOf(element).ref);
    },
  };
}

for (const tool of ["click_window", "move_mouse_window"]) {
  const call = tool === "click_window" ? "postClick" : "postMouseMove";

  Deno.test(`${tool}: a ref is acted on in its middle, as its window stands now`, async () => {
    const run = setUp();
    const ref = await run.refOf("Push");
    const result = await run.succeed(tool, { ref });
    assert.deepEqual(result.screenPoint, { x: 140, y: 130 });
    assert.deepEqual([result.hwnd, result.method], [HWND_TEXT, "post_message"]);
    const [[receiver] = []] = run.desktop.callsOf(call);
    // What the port takes; the fake records it as it is.
    assert.equal((receiver as MouseReceiver).hwnd, HWND);
    const push = run.tree.children[0]?.element;
    assert.ok(push !== undefined);
    Object.assign(push, { screenRect: { x: 220, y: 220, width: 40, height: 20 } });
    assert.deepEqual((await run.succeed(tool, { ref })).screenPoint, { x: 240, y: 230 });
  });

  for (
    const [what, name, more, code] of [
      ["disabled", "Grey", {}, "CONTROL_DISABLED"],
      ["not shown", "Scrolled away", {}, "INVALID_BOUNDING_RECT"],
      ["named with a window too", "Push", { hwnd: HWND_TEXT }, "INVALID_PARAMS"],
      ["named with a point too", "Push", { y: 3 }, "INVALID_PARAMS"],
      ["named with a frame too", "Push", { frameId: "f1" }, "INVALID_PARAMS"],
    ] as const
  ) {
    Deno.test(`${tool}: an element that is ${what} is ${code}, and nothing is sent`, async () => {
      const run = setUp();
      const error = await run.fail(tool, { ref: await run.refOf(name), ...more });
      assert.equal(error.code, code, error.message);
      assert.deepEqual(run.desktop.callsOf(call), []);
    });
  }

  Deno.test(`${tool}: an element under another one is POINT_OUTSIDE_TARGET`, async () => {
    const run = setUp();
    const ref = await run.refOf("Push");
    run.desktop.elements.onTop = () => [el("Pane", "Something else").element];
    assert.equal((await run.fail(tool, { ref })).code, "POINT_OUTSIDE_TARGET");
    assert.deepEqual(run.desktop.callsOf(call), []);
  });

  Deno.test(`${tool}: what took the element's id is not touched`, async () => {
    const run = setUp();
    const ref = await run.refOf("Push");
    const push = run.tree.children[0]?.element;
    assert.ok(push !== undefined);
    Object.assign(push, { name: "Delete" });
    assert.equal((await run.fail(tool, { ref })).code, "ELEMENT_STALE");
    assert.deepEqual(run.desktop.callsOf(call), []);
  });

  Deno.test(`${tool}: neither a ref nor a whole point is INVALID_PARAMS`, async () => {
    const run = setUp();
    for (const [args, path] of [[{}, "x"], [{ y: 3 }, "x"], [{ x: 3 }, "y"]] as const) {
      const error = await run.fail(tool, { hwnd: HWND_TEXT, ...args });
      assert.equal(error.code, "INVALID_PARAMS");
      assert.match(error.message, new RegExp(`\\b${path}\\b`));
    }
  });
}

Deno.test("click_window: foregroundDemo brings the window of the ref to the front first", async () => {
  const run = setUp();
  run.desktop.windows.unshift(fakeWindow({ hwnd: 0x20n, pid: 1 }));
  run.desktop.foreground = 0x20n;
  const ref = await run.refOf("Push");
  const args = {
    ref,
    interactionMode: "foregroundDemo",
    foregroundDemo: { restorePreviousForeground: false },
  };
  const { interaction } = await run.succeed("click_window", args);
  assert.equal(objectOf(interaction).targetActivated, true);
  assert.equal(run.desktop.foreground, HWND);
});
