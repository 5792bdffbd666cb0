import assert from "node:assert/strict";
import { type Branch, el } from "../elements/trees.ts";
import { drawnTabs, MAIN_TEXT, ProfileWorld } from "./profile_world.ts";
import { objectOf } from "./ui_world.ts";

const CONTROLS = {
  first: { automationId: "tab1" },
  ok: [{ automationId: "gone" }, { automationId: "rightOk" }],
  user: { automationId: "user" },
  remember: { automationId: "remember" },
  status: { automationId: "status" },
  missing: { selectors: [{ automationId: "nowhere" }], page: undefined },
};

for (
  const [control, action, more, method] of [
    ["ok", "invoke", {}, "InvokePattern"],
    ["user", "setValue", { value: "bob" }, "ValuePattern"],
    ["remember", "setChecked", { value: "true" }, "TogglePattern.SetChecked"],
    ["first", "select", {}, "SelectionItemPattern.Select"],
    ["user", "getValue", {}, "ValuePattern.Read"],
  ] as const
) {
  Deno.test(`profile_action: ${action} is done by ui_action's own executor`, async () => {
    using world = new ProfileWorld({ controls: CONTROLS });
    const told = await world.act(control, action, more);
    const result = objectOf(told.result);
    assert.equal(result.success, true);
    assert.equal(result.method, method);
    assert.equal(result.action, action);
    assert.equal(told.profile, "lab");
    assert.equal(told.control, control);
    assert.equal(told.hwnd, MAIN_TEXT);
    assert.equal(told.confidence, "source-derived");
    assert.equal(objectOf(told.interaction).method, method);
    assert.equal(objectOf(told.interaction).physicalCursorMoved, false);
  });
}

Deno.test("profile_action: selecting by name and by index is of the control's items", async () => {
  using world = new ProfileWorld({ controls: { pages: { automationId: "pages" } } });
  const byName = objectOf((await world.act("pages", "selectByName", { value: "Second" })).result);
  assert.deepEqual(byName.selected, { name: "Second", automationId: "tab2" });
  await world.act("pages", "selectByIndex", { index: 0 });
  assert.equal(world.branch("First").element.selected, true);
  for (
    const [action, path] of [["selectByName", "value"], ["selectByIndex", "index"], [
      "setRangeValue",
      "rangeValue",
    ]]
  ) {
    const error = await world.refuse("pages", `${action}`);
    assert.equal(error.code, "INVALID_PARAMS");
    assert.match(error.message, new RegExp(`^${path}`));
  }
});

Deno.test("profile_action: on a control that is there it asks at most three things more than ui_action", async () => {
  using plain = new ProfileWorld({ controls: CONTROLS });
  await plain.door.succeed("ui_action", {
    hwnd: MAIN_TEXT,
    selector: { automationId: "user" },
    action: "setValue",
    value: "bob",
  });
  using world = new ProfileWorld({ controls: CONTROLS });
  await world.act("user", "setValue", { value: "bob" });
  assert.ok(world.requests() - plain.requests() <= 3, `${world.requests()} and ${plain.requests()}`);
});

Deno.test("profile_action: a missing control has one code, whatever is done to it", async () => {
  using world = new ProfileWorld({ controls: { missing: { automationId: "nowhere" } } });
  for (const action of ["invoke", "ensureSelected", "ensureVisible", "openMenu", "getSelection"]) {
    const error = await world.refuse("missing", action);
    assert.equal(error.code, "PROFILE_CONTROL_UNRESOLVED", action);
    assert.equal(error.details?.control, "missing");
  }
  assert.equal((await world.refuse("other", "invoke")).code, "PROFILE_CONTROL_NOT_FOUND");
  const error = await world.door.fail("profile_action", { profile: "x", control: "y", action: "invoke" });
  assert.equal(error.code, "PROFILE_NOT_FOUND");
  assert.deepEqual(world.verbs(), []);
});

Deno.test("profile_action: what was found and cannot be done says which control it is", async () => {
  using world = new ProfileWorld({ controls: CONTROLS });
  const error = await world.refuse("status", "expand");
  assert.equal(error.code, "PATTERN_NOT_SUPPORTED");
  assert.equal(error.details?.profile, "lab");
  assert.equal(error.details?.control, "status");
  assert.equal((await world.refuse("status", "click")).code, "COORDINATE_FALLBACK_DISABLED");
});

Deno.test("profile_action: in the background a contract that needs the foreground is refused before anything is looked at", async () => {
  const contract = { control: "ok", action: "invoke", backgroundPolicy: "foregroundRequired" };
  using world = new ProfileWorld({ controls: CONTROLS, contracts: [contract] });
  const error = await world.refuse("ok", "invoke", { interactionMode: "background" });
  assert.equal(error.code, "FOREGROUND_REQUIRED");
  assert.equal(error.details?.backgroundPolicy, "foregroundRequired");
  assert.equal(error.details?.suggestedMode, "foregroundDemo");
  assert.equal(world.requests(), 0);
  const done = await world.act("ok", "invoke");
  assert.equal(objectOf(done.interaction).backgroundPolicy, "foregroundRequired");
  using byDefault = new ProfileWorld({
    controls: CONTROLS,
    contracts: [contract],
    profile: { interaction: { defaultMode: "background" } },
  });
  assert.equal((await byDefault.refuse("ok", "invoke")).code, "FOREGROUND_REQUIRED");
  await byDefault.act("ok", "invoke", { interactionMode: "auto" });
});

const STATUS_DONE = {
  control: "ok",
  action: "invoke",
  defaultExpect: { profileControl: "done", condition: "exists", timeoutMs: 2_000 },
};
const WITH_DONE = { ...CONTROLS, done: { name: "done" } };

Deno.test("profile_action: what the pack expects is waited for and told", async () => {
  using world = new ProfileWorld({ controls: WITH_DONE, contracts: [STATUS_DONE] });
  const { acts } = world.desktop;
  const status = world.branch("idle");
  acts.onVerb = () => void world.door.clock.sleep(700).then(() => acts.change(status, { name: "done" }));
  const { expect } = await world.act("ok", "invoke");
  const { waitedMs, ...seen } = objectOf(expect);
  assert.deepEqual(seen, { profileControl: "done", condition: "exists", isMet: true });
  assert.ok((waitedMs as number) <= 1_000);
});

Deno.test("profile_action: ACTION_STATE_INCONSISTENT where it is not seen, which says that the action was done", async () => {
  using world = new ProfileWorld({
    controls: WITH_DONE,
    contracts: [STATUS_DONE, {
      control: "user",
      action: "setValue",
      defaultExpect: {
        profileControl: "user",
        condition: "valueEquals",
        expectedValue: "bobby",
        timeoutMs: 500,
      },
    }],
  });
  const error = await world.refuse("ok", "invoke");
  assert.equal(error.code, "ACTION_STATE_INCONSISTENT");
  assert.equal(error.details?.mayHaveHadEffect, true);
  assert.equal(error.details?.method, "InvokePattern");
  assert.deepEqual(error.details?.expect, {
    profileControl: "done",
    condition: "exists",
    isMet: false,
    reason: "noElement",
  });
  assert.ok((error.details?.waitedMs as number) >= 2_000);
  const other = await world.refuse("user", "setValue", { value: "bob" });
  assert.equal(objectOf(other.details?.lastObservation).value, "bob");
  // Not looked for where the call does not want that.
  const told = await world.act("user", "setValue", { value: "ann", expect: false });
  assert.equal("expect" in told, false);
});

Deno.test("profile_action: a window that closes is what an expectation of absence means", async () => {
  const expect = (condition: string): object => ({
    control: "ok",
    action: "invoke",
    defaultExpect: { profileControl: "status", condition, timeoutMs: 500 },
  });
  for (const [condition, isMet] of [["notExists", true], ["exists", false]] as const) {
    using world = new ProfileWorld({ controls: CONTROLS, contracts: [expect(condition)] });
    world.desktop.acts.onVerb = () => void world.desktop.windows.splice(0);
    if (isMet) {
      assert.equal(objectOf((await world.act("ok", "invoke")).expect).isMet, true);
    } else {
      const error = await world.refuse("ok", "invoke");
      assert.equal(error.code, "ACTION_STATE_INCONSISTENT");
      assert.equal(error.details?.windowGone, true);
    }
  }
});

Deno.test("profile_action: nothing stands in that the pack does not declare", async () => {
  const plain = el("Custom", "Drawn", {
    nativeWindowHandle: 0x77n,
    automationId: "drawn",
    focusable: true,
    screenRect: { x: 10, y: 10, width: 20, height: 20 },
  });
  const drawn = { ...drawnTabs(), children: [...drawnTabs().children, plain] };
  const allow = { allowCoordinateFallback: true };
  const policies: readonly object[] = [
    { fallbackPolicy: { enabled: false } },
    { fallbackPolicy: { methods: ["InvokePattern"] } },
    { fallbackPolicy: { methods: ["SelectionItemPattern"], forbidden: ["SetCursorPos"] } },
  ];
  for (const policy of policies) {
    using world = new ProfileWorld({
      drawn,
      controls: { drawn: { selectors: [{ automationId: "drawn" }], ...policy } },
    });
    assert.equal((await world.refuse("drawn", "invoke", allow)).code, "PATTERN_NOT_SUPPORTED");
    const forced = await world.refuse("drawn", "invoke", { ...allow, forceCoordinateClick: true });
    assert.equal(forced.code, "COORDINATE_FALLBACK_DISABLED");
    assert.equal(world.desktop.callsOf("postKey").length, 0);
  }
  using byContract = new ProfileWorld({
    drawn,
    controls: { drawn: { automationId: "drawn" }, remember: { automationId: "remember" } },
    contracts: ["drawn", "remember"].map((control) => ({
      control,
      action: "invoke",
      fallbackPolicy: "disabled",
    })),
  });
  assert.equal((await byContract.refuse("drawn", "invoke", allow)).code, "PATTERN_NOT_SUPPORTED");
  // Another pattern stands in as little as a key.
  assert.equal((await byContract.refuse("remember", "invoke")).code, "PATTERN_NOT_SUPPORTED");
  // Where the pack says nothing, it is as with ui_action.
  using free = new ProfileWorld({ controls: CONTROLS });
  assert.equal(objectOf((await free.act("remember", "invoke")).result).method, "TogglePattern(invoke)");
});

Deno.test("profile_action: an element that is rebuilt between the two is looked for again and acted on once", async () => {
  using world = new ProfileWorld({ controls: { ok: { automationId: "rightOk" } } });
  const button = world.branch("Right").children[0];
  assert.ok(button !== undefined);
  let rebuilds = 2;
  world.desktop.before("uiAct", () => {
    if (rebuilds-- > 0) {
      Object.assign(button, { element: { ...button.element, runtimeId: [42, 9_000 + rebuilds] } });
    }
  });
  let invoked = 0;
  world.desktop.acts.onVerb = () => void invoked++;
  await world.act("ok", "invoke");
  assert.equal(invoked, 1);
});

/** A part of the window is missing when it is looked at first; `then` happens so long after that. */
function missing(
  world: ProfileWorld,
  name: string,
  afterMs: number,
  then: (putBack: () => void) => void,
): void {
  const children = world.drawn.children as Branch[];
  const at = children.indexOf(world.branch(name));
  const taken = children.splice(at, 1);
  let isSeen = false;
  world.desktop.before("readUiTree", () => {
    if (isSeen) return;
    isSeen = true;
    void world.door.clock.sleep(afterMs).then(() => then(() => children.splice(at, 0, ...taken)));
  });
}

for (
  const [control, action, part, method] of [
    ["ok", "invoke", "Right", "InvokePattern"],
    ["first", "ensureSelected", "Pages", "noop"],
    ["pages", "getSelection", "Pages", "SelectionPattern"],
  ] as const
) {
  Deno.test(`profile_action: ${action} of a control that is missing for a moment looks once more`, async () => {
    using world = new ProfileWorld({ controls: { ...CONTROLS, pages: { automationId: "pages" } } });
    missing(world, part, 100, (putBack) => putBack());
    const from = world.door.clock.now();
    assert.equal(objectOf((await world.act(control, action)).result).method, method);
    assert.ok(world.door.clock.now() - from >= 150);
  });
}

Deno.test("profile_action: a control that stays missing is looked for twice, one of which there are several once", async () => {
  using world = new ProfileWorld({ controls: { ok: { automationId: "nowhere" }, both: { name: "OK" } } });
  const { clock } = world.door;
  for (const [control, pauseMs] of [["both", 0], ["ok", 150]] as const) {
    const from = clock.now();
    assert.equal((await world.refuse(control, "invoke")).code, "PROFILE_CONTROL_UNRESOLVED");
    assert.equal(clock.now() - from, pauseMs, control);
  }
});

Deno.test("profile_action: where the first look took the time of the call there is no second one", async () => {
  using world = new ProfileWorld({ controls: { ok: { automationId: "nowhere" } } });
  const { clock } = world.door;
  world.desktop.before("readUiTree", () => clock.pass(400));
  const from = clock.now();
  const error = await world.refuse("ok", "invoke", { timeoutMs: 500 });
  assert.equal(error.code, "PROFILE_CONTROL_UNRESOLVED");
  assert.equal(clock.now() - from, 400);
});

Deno.test("profile_action: a call that is cancelled between the two looks is CANCELLED, and looks no more", async () => {
  using world = new ProfileWorld({ controls: CONTROLS });
  const { clock } = world.door;
  const cancel = new AbortController();
  missing(world, "Right", 50, () => cancel.abort());
  const args = { profile: "lab", hwnd: MAIN_TEXT, control: "ok", action: "invoke" };
  const from = clock.now();
  const result = await world.door.call("profile_action", args, cancel.signal);
  assert.equal(!result.ok && result.error.code, "CANCELLED");
  assert.equal(clock.now() - from, 50);
  assert.deepEqual(world.verbs(), []);
});
