import assert from "node:assert/strict";
import type { UiVerb } from "../../src/desktop/ui_act.ts";
import { fakeWindow } from "../fakes/fake_window.ts";
import { type Given, MAIN, ProfileWorld } from "./profile_world.ts";
import { listOfObjects, objectOf } from "./ui_world.ts";

const RIGHT_SHOWN = { profileControl: "right", condition: "visible", timeoutMs: 6_000 };
const OTHER = 0x99n;
const ALLOW = { allowMessageClickFallback: true };

function tabs(second: object = {}, given: Given = {}): ProfileWorld {
  const world = new ProfileWorld({
    controls: {
      first: { automationId: "tab1" },
      second: { selectors: [{ automationId: "tab2" }], postconditions: [RIGHT_SHOWN], ...second },
      right: { automationId: "right" },
      remember: { automationId: "remember" },
      both: { selectors: [{ automationId: "both" }], postconditions: [RIGHT_SHOWN] },
    },
    ...given,
  });
  world.desktop.acts.change(world.branch("Right"), { offscreen: true });
  return world;
}

/** The page is there so long after a verb reached the control. */
function showsPageAfter(
  world: ProfileWorld,
  ms: number,
  isBy: (verb: UiVerb["verb"]) => boolean = () => true,
) {
  const { acts } = world.desktop;
  acts.onVerb = ({ verb }) => {
    if (!isBy(verb)) return;
    void world.door.clock.sleep(ms).then(() => acts.change(world.branch("Right"), { offscreen: false }));
  };
}

Deno.test("profile_action ensureSelected: selects, waits for the page, and says that both were seen", async () => {
  using world = tabs();
  showsPageAfter(world, 3_000);
  const result = objectOf((await world.act("second", "ensureSelected")).result);
  assert.equal(result.method, "SelectionItemPattern");
  assert.equal(result.alreadySelected, false);
  assert.equal(result.controlStateVerified, true);
  assert.equal(result.controlStateUsedDefault, true);
  assert.equal(result.businessStateVerified, true);
  assert.deepEqual(result.attemptedMethods, ["SelectionItemPattern"]);
  assert.equal(result.fallbackUsed, false);
  assert.equal(objectOf(result.before).selected, false);
  assert.equal(objectOf(result.after).selected, true);
  assert.deepEqual(result.businessState, [{ profileControl: "right", condition: "visible", isMet: true }]);
  assert.deepEqual(world.verbs(), ["select"]);
});

Deno.test("profile_action ensureSelected: the foreground that a control takes is given back before the page is waited for", async () => {
  for (const interactionMode of ["background", "auto"]) {
    using world = tabs();
    const { desktop, door } = world;
    desktop.windows.push(fakeWindow({ hwnd: OTHER, pid: 8, title: "Letter" }));
    desktop.setForeground(OTHER);
    let inFrontMeanwhile: bigint | undefined;
    desktop.acts.onVerb = () => {
      desktop.setForeground(MAIN);
      void door.clock.sleep(3_000).then(() => {
        inFrontMeanwhile = desktop.foreground;
        desktop.acts.change(world.branch("Right"), { offscreen: false });
      });
    };
    const { interaction } = await world.act("second", "ensureSelected", { interactionMode });
    assert.equal(inFrontMeanwhile, OTHER, interactionMode);
    const { foregroundChangedDuringRun, foregroundRestored } = objectOf(interaction);
    assert.deepEqual([foregroundChangedDuringRun, foregroundRestored], [true, true]);
  }
});

Deno.test("profile_action ensureSelected: what is so already is left alone", async () => {
  using world = tabs();
  const result = objectOf((await world.act("first", "ensureSelected", ALLOW)).result);
  assert.equal(result.method, "noop");
  assert.equal(result.alreadySelected, true);
  assert.deepEqual(result.attemptedMethods, []);
  assert.equal(result.successfulMethod, null);
  assert.deepEqual(world.verbs(), []);
  // One reading told all of it.
  assert.equal(world.desktop.callsOf("readUiTree").length, 1);
});

Deno.test("profile_action ensureSelected: a page that is on its way is waited for before anything is done", async () => {
  using world = tabs();
  world.desktop.acts.change(world.branch("Second"), { selected: true });
  void world.door.clock.sleep(1_500).then(() =>
    world.desktop.acts.change(world.branch("Right"), { offscreen: false })
  );
  const result = objectOf((await world.act("second", "ensureSelected", ALLOW)).result);
  assert.equal(result.method, "noop");
  assert.deepEqual(world.verbs(), []);
});

Deno.test("profile_action ensureSelected: a switch that worked is not switched back while its page is slow", async () => {
  using world = tabs();
  showsPageAfter(world, 4_500, (verb) => verb === "toggle");
  const result = objectOf((await world.act("both", "ensureSelected", ALLOW)).result);
  assert.equal(result.successfulMethod, "TogglePattern");
  // The first is not supported, and the last would have switched it off.
  assert.deepEqual(world.verbs(), ["select", "toggle"]);
  assert.equal(world.branch("Both").element.toggleState, "On");
});

Deno.test("profile_action ensureSelected: a switch that is on stays on, though its page never comes", async () => {
  using world = tabs();
  const error = await world.refuse("both", "ensureSelected", ALLOW);
  assert.equal(error.code, "ACTION_STATE_INCONSISTENT");
  assert.deepEqual(error.details?.attemptedMethods, ["SelectionItemPattern", "TogglePattern"]);
  assert.equal(world.branch("Both").element.toggleState, "On");
  assert.deepEqual(error.details?.failedControlStateConditions, []);
  assert.equal(listOfObjects(error.details?.failedPostconditions).length, 1);
  assert.equal(error.details?.mayHaveHadEffect, true);
});

Deno.test("profile_action ensureSelected: the next way is taken where the first does nothing", async () => {
  using world = tabs({ fallbackPolicy: { methods: ["SelectionItemPattern", "InvokePattern"] } });
  const second = world.branch("Second");
  world.desktop.acts.change(second, { patterns: ["SelectionItem", "Invoke"] });
  world.desktop.acts.onVerb = ({ verb }) => {
    if (verb === "select") return "refuses";
    world.desktop.acts.change(second, { selected: true });
    world.desktop.acts.change(world.branch("Right"), { offscreen: false });
  };
  const result = objectOf((await world.act("second", "ensureSelected", ALLOW)).result);
  assert.equal(result.successfulMethod, "InvokePattern");
  assert.equal(result.fallbackUsed, true);
  assert.deepEqual(result.fallbackPolicyResolved, {
    enabled: true,
    methods: ["SelectionItemPattern", "InvokePattern"],
    source: "control",
  });
});

for (
  const [title, second, contracts, more, methods, source] of [
    ["the caller allows none", {}, [], {}, [], "caller"],
    [
      "the caller's word comes before the pack's",
      { fallbackPolicy: { methods: ["InvokePattern"] } },
      [],
      {},
      [],
      "caller",
    ],
    ["the control is closed to it", { fallbackPolicy: { enabled: false } }, [], ALLOW, [], "control"],
    [
      "the control names them, whatever the contract says",
      { fallbackPolicy: { methods: ["SelectionItemPattern"] } },
      [{ control: "second", action: "ensureSelected", fallbackPolicy: "disabled" }],
      ALLOW,
      ["SelectionItemPattern"],
      "control",
    ],
    [
      "the contract is closed to it",
      {},
      [{ control: "second", action: "ensureSelected", fallbackPolicy: "disabled" }],
      ALLOW,
      [],
      "contract",
    ],
    [
      "nobody says anything",
      {},
      [],
      ALLOW,
      ["SelectionItemPattern", "TogglePattern", "InvokePattern", "WindowMessageElementClick"],
      "default",
    ],
  ] as const
) {
  Deno.test(`profile_action ensureSelected: fallbacks where ${title}`, async () => {
    using world = new ProfileWorld({
      controls: { second: { selectors: [{ automationId: "tab2" }], ...second } },
      contracts,
    });
    const result = objectOf((await world.act("second", "ensureSelected", more)).result);
    assert.deepEqual(result.fallbackPolicyResolved, { enabled: methods.length > 0, methods, source });
    assert.equal(result.method, "SelectionItemPattern");
  });
}

Deno.test("profile_action ensureSelected: a declared state decides alone", async () => {
  using world = tabs({
    postconditions: [],
    controlState: {
      all: [{ condition: "enabled" }],
      any: [{ condition: "valueEquals", expectedValue: "chosen" }, { condition: "notSelected" }],
    },
  });
  const result = objectOf((await world.act("second", "ensureSelected")).result);
  assert.equal(result.method, "noop");
  assert.equal(result.controlStateUsedDefault, false);
  const evaluation = objectOf(result.controlStateEvaluation);
  assert.deepEqual(listOfObjects(evaluation.any).map(({ verdict }) => verdict), ["unknown", "yes"]);
});

Deno.test("profile_action ensureSelected: the contract's expectation counts unless expect is false, postconditions always", async () => {
  const contracts = [{
    control: "second",
    action: "ensureSelected",
    defaultExpect: { selector: { name: "never" }, condition: "exists", timeoutMs: 500 },
  }];
  const given = { second: { selectors: [{ automationId: "tab2" }], postconditions: [] } };
  using world = new ProfileWorld({ controls: given, contracts });
  const error = await world.refuse("second", "ensureSelected");
  assert.equal(error.code, "ACTION_STATE_INCONSISTENT");
  assert.match(error.message, /is selected, but what should come with it is not there/);
  const told = await world.act("second", "ensureSelected", { expect: false });
  assert.equal(objectOf(told.result).method, "noop");
  using other = tabs();
  const still = await other.refuse("second", "ensureSelected", { expect: false });
  assert.equal(still.code, "ACTION_STATE_INCONSISTENT");
});

Deno.test("profile_action ensureSelected: a program that exits meanwhile is said to have gone, and what had been done", async () => {
  using world = tabs();
  world.desktop.acts.onVerb = () => {
    world.desktop.windows.splice(0);
    world.desktop.elements.windows.delete(MAIN);
  };
  const error = await world.refuse("second", "ensureSelected");
  assert.equal(error.code, "STALE_WINDOW_HANDLE");
  assert.deepEqual(error.details?.attemptedMethods, ["SelectionItemPattern"]);
  assert.equal(error.details?.mayHaveHadEffect, true);
});

Deno.test("profile_action ensureSelected: what is in the way of acting at all ends it", async () => {
  using world = tabs();
  world.desktop.acts.change(world.branch("Second"), { enabled: false });
  const error = await world.refuse("second", "ensureSelected", ALLOW);
  assert.equal(error.code, "CONTROL_DISABLED");
  assert.equal(error.details?.control, "second");
  assert.deepEqual(world.desktop.callsOf("uiAct").length, 1);
});

Deno.test("profile_action ensureSelected: a change in the program is looked at when it comes", async () => {
  using world = tabs({ postconditions: [{ ...RIGHT_SHOWN, pollIntervalMs: 5_000 }] });
  const { desktop, door: { clock } } = world;
  desktop.acts.onVerb = () =>
    void clock.sleep(300).then(() => {
      desktop.acts.change(world.branch("Right"), { offscreen: false });
      for (const { changed } of desktop.changeWatches) changed(undefined);
    });
  const before = clock.now();
  await world.act("second", "ensureSelected");
  assert.ok(clock.now() - before < 1_000, `${clock.now() - before}`);
});

Deno.test("profile_action ensureSelected: what cannot be selected at all is told so, and that nothing was done", async () => {
  for (const more of [{}, ALLOW]) {
    using world = tabs({
      selectors: [{ automationId: "status" }],
      fallbackPolicy: { methods: ["TogglePattern"] },
    });
    const error = await world.refuse("second", "ensureSelected", more);
    assert.equal(error.code, "ACTION_STATE_INCONSISTENT");
    assert.match(error.message, /is not selected, and cannot be by \w+Pattern; nothing was done$/);
    assert.equal(error.details?.mayHaveHadEffect, false);
  }
});

Deno.test("profile_action ensureSelected: what one way has switched no other way switches back, whatever counts as selected", async () => {
  for (const state of [{ toggleState: "On" }, { expandCollapseState: "Expanded" }] as const) {
    using world = tabs({
      selectors: [{ automationId: "both" }],
      postconditions: [],
      controlState: { all: [{ condition: "valueEquals", expectedValue: "never" }] },
    });
    const both = world.branch("Both");
    world.desktop.acts.change(both, {
      patterns: ["Invoke", "Toggle", "ExpandCollapse"],
      expandCollapseState: "Collapsed",
    });
    world.desktop.acts.onVerb = ({ verb }) => {
      if (verb === "toggle") world.desktop.acts.change(both, { toggleState: "Off", ...state });
    };
    const error = await world.refuse("second", "ensureSelected", ALLOW);
    assert.equal(error.code, "ACTION_STATE_INCONSISTENT");
    assert.deepEqual(error.details?.attemptedMethods, ["SelectionItemPattern", "TogglePattern"]);
    assert.deepEqual(world.verbs().filter((verb) => verb !== "select"), ["toggle"]);
  }
});

Deno.test("profile_action ensureSelected: a way that a pack names twice is gone once", async () => {
  using world = tabs({
    postconditions: [{ ...RIGHT_SHOWN, timeoutMs: 500 }],
    fallbackPolicy: { methods: ["SelectionItemPattern", "SelectionItemPattern"] },
  });
  const error = await world.refuse("second", "ensureSelected", ALLOW);
  assert.deepEqual(error.details?.attemptedMethods, ["SelectionItemPattern"]);
  assert.deepEqual(world.verbs(), ["select"]);
});
