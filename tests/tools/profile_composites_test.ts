import assert from "node:assert/strict";
import type { Rect } from "../../src/core/geometry.ts";
import { type Branch, BUTTON, el, type Facts } from "../elements/trees.ts";
import { fakeWindow } from "../fakes/fake_window.ts";
import { MAIN, ProfileWorld } from "./profile_world.ts";
import { objectOf } from "./ui_world.ts";

const PANEL = 0x20n;
const POPUP = 0x30n;
const ROW: Rect = { x: 110, y: 110, width: 50, height: 20 };

const row = (facts: Facts = {}): Branch =>
  el("Button", "Row", { ...BUTTON, automationId: "row", screenRect: ROW, ...facts });

function worldOf(...inPanel: readonly Branch[]): ProfileWorld {
  const screenRect = { x: 100, y: 100, width: 200, height: 100 };
  const world = new ProfileWorld({
    drawn: el("Window", "Lab", { nativeWindowHandle: MAIN }, [
      el("Pane", "", { automationId: "panel", nativeWindowHandle: PANEL, screenRect }, inPanel),
    ]),
    controls: {
      row: { selectors: [{ automationId: "row" }], visibility: { scrollContainer: "panel" } },
      panel: { automationId: "panel" },
      enter: { selectors: [{ automationId: "row" }], menu: { invokeMode: "keyboard-enter" } },
      lost: {
        selectors: [{ automationId: "row" }],
        menu: { invokeMode: "keyboard-enter", panelControl: "nowhere" },
      },
      nowhere: { automationId: "nowhere" },
    },
    contracts: [{ control: "row", action: "openMenu", backgroundPolicy: "foregroundRequired" }],
  });
  world.desktop.windows.push(fakeWindow({ hwnd: PANEL, pid: 7, root: MAIN, title: "" }));
  return world;
}

Deno.test("profile_action: ensureVisible of a control in view does nothing, and says where it lies", async () => {
  using world = worldOf(row());
  const { result, interaction } = await world.act("row", "ensureVisible");
  const { method, alreadyVisible, viewportSource, elementRect } = objectOf(result);
  assert.deepEqual([method, alreadyVisible, viewportSource], ["noop", true, "scrollContainer"]);
  assert.deepEqual(elementRect, ROW);
  assert.equal(objectOf(interaction).physicalCursorMoved, false);
  assert.deepEqual(world.verbs(), []);
});

Deno.test("profile_action: a control that cannot be scrolled into view is ELEMENT_NOT_FULLY_VISIBLE", async () => {
  using world = worldOf(row({ screenRect: { ...ROW, y: 900 } }));
  const error = await world.refuse("row", "ensureVisible");
  assert.equal(error.code, "ELEMENT_NOT_FULLY_VISIBLE");
  const { control, viewportSource, attemptedStrategies } = error.details ?? {};
  assert.deepEqual([control, viewportSource], ["row", "scrollContainer"]);
  assert.deepEqual(attemptedStrategies, ["WindowMessageWheel"]);
});

Deno.test("profile_action: openMenu tells what came up", async () => {
  using world = worldOf(row());
  world.desktop.acts.onVerb = ({ verb }) => {
    if (verb !== "invoke") return;
    world.desktop.windows = [fakeWindow({ hwnd: POPUP, pid: 7, title: "" }), ...world.desktop.windows];
    world.desktop.elements.windows.set(POPUP, el("Menu", "", {}, [el("MenuItem", "Save", BUTTON)]));
  };
  const { method, popupOpened, itemCount } = objectOf((await world.act("row", "openMenu")).result);
  assert.deepEqual([method, popupOpened, itemCount], ["InvokePattern", true, 1]);
});

Deno.test("profile_action: openMenu that the pack says needs the foreground is refused in the background", async () => {
  using world = worldOf(row());
  const error = await world.refuse("row", "openMenu", { interactionMode: "background" });
  assert.equal(error.code, "FOREGROUND_REQUIRED");
  assert.deepEqual(world.verbs(), []);
});

Deno.test("profile_action: invoke of a row that takes Enter posts it, and does not claim what it cannot see", async () => {
  using world = worldOf(row());
  const { method, triggered, verified } = objectOf((await world.act("enter", "invoke")).result);
  assert.deepEqual([method, triggered, verified], ["keyboard-invoke", true, "unknown"]);
  assert.deepEqual(world.verbs(), ["focus"]);
  assert.equal(world.desktop.callsOf("postKey").length, 1);
});

Deno.test("profile_action: a key without the panel that it is for is not sent", async () => {
  using world = worldOf(row());
  assert.equal((await world.refuse("lost", "invoke")).code, "PROFILE_CONTROL_UNRESOLVED");
  assert.deepEqual([world.verbs(), world.desktop.callsOf("postKey")], [[], []]);
});

Deno.test("profile_action: a control that was rebuilt between the look and the act is looked for again", async () => {
  using world = worldOf(row());
  let acts = 0;
  world.desktop.before("uiAct", () => {
    if (++acts > 1) return;
    const panel = world.drawn.children[0] as { children: readonly Branch[] };
    panel.children = [row()];
  });
  const { triggered } = objectOf((await world.act("enter", "invoke")).result);
  assert.equal(triggered, true);
  assert.equal(world.desktop.callsOf("postKey").length, 1);
});
