/** What actions on controls of a pack do to a real program, seen in its log, its controls and its windows. */
import assert from "node:assert/strict";
import type { ErrorBody } from "../../src/core/errors.ts";
import { PackPlace } from "../packs/load/pack_place.ts";
import { counts, resetCounts } from "../uia_server/counters.ts";
import { elementsTest, hasServer } from "./elements_run.ts";
import { type FixtureRun, waitFor } from "./fixture_run.ts";
import { controlOf, foreground, textOf } from "./observe.ts";
import { createRealDoor, type RealDoor } from "./real_door.ts";
import { need, startUiFixture } from "./ui_fixture_run.ts";
import { isVisible, send } from "./ui_messages.ts";

const MESSAGE = { bmGetCheck: 0xF0, lbGetCurSel: 0x188, cbGetCurSel: 0x147, tcmGetCurSel: 0x130B };

const BUTTON = { controlType: "Button" };

const CONTROLS = {
  push: { automationId: "1001", ...BUTTON },
  end: { automationId: "1005", ...BUTTON },
  remember: { automationId: "1021" },
  "remember.odd": {
    selectors: [{ automationId: "1021" }],
    controlState: { all: [{ condition: "valueEquals", expectedValue: "never" }] },
  },
  "end.menu": { selectors: [{ automationId: "1005", ...BUTTON }], menu: { opensSubmenu: true } },
  name: [{ automationId: "not-in-this-version" }, { automationId: "1101" }],
  colours: { automationId: "1113" },
  fruit: { automationId: "1121" },
  places: { automationId: "1141" },
  tabs: { automationId: "1150" },
  "page.general": {
    selectors: [{ name: "General", controlType: "TabItem" }],
    postconditions: [{ profileControl: "general.edit", condition: "visible", timeoutMs: 8_000 }],
  },
  "page.details": {
    selectors: [{ name: "Details", controlType: "TabItem" }],
    postconditions: [{ profileControl: "details.check", condition: "visible", timeoutMs: 8_000 }],
  },
  "page.wrong": {
    selectors: [{ name: "History", controlType: "TabItem" }],
    postconditions: [{ profileControl: "details.check", condition: "visible", timeoutMs: 700 }],
  },
  "general.edit": { automationId: "1154" },
  "details.check": { automationId: "1155" },
  "panel.ok": { automationId: "1214" },
  two: [{ controlType: "CheckBox" }, { automationId: "1021" }],
  "end.selected": {
    selectors: [{ automationId: "1005", ...BUTTON }],
    postconditions: [{ profileControl: "push", condition: "disabled", timeoutMs: 5_000 }],
  },
  wide: { controlType: "Button" },
};

const CONTRACTS = [
  { control: "push", action: "invoke", backgroundPolicy: "foregroundRequired" },
  {
    control: "remember",
    action: "toggle",
    defaultExpect: { profileControl: "remember", condition: "toggleStateEquals", toggleState: "On" },
  },
];

/** The fixture with a pack for it; ends with the `await using` block. */
class PackedFixture implements AsyncDisposable {
  readonly door: RealDoor;

  private constructor(readonly run: FixtureRun, readonly place: PackPlace) {
    const folder = `${place.root}/packs`;
    this.door = createRealDoor({}, [{ source: "cli", folder }]);
  }

  static async start(...args: string[]): Promise<PackedFixture> {
    const place = new PackPlace();
    place.write("packs/fixture", {
      "manifest.json": { schemaVersion: 1, id: "fixture", displayName: "Fixture", version: "1" },
      "profile.json": { id: "fixture", executableNames: ["ui_fixture.exe"] },
      "controls.json": { controls: CONTROLS },
      "actions.json": { contracts: CONTRACTS },
    });
    return new PackedFixture(await startUiFixture(...args), place);
  }

  // deno-lint-ignore no-explicit-any -- a test names the fields it looks at, and a missing one fails it
  act(control: string, action: string, more: object = {}): Promise<any> {
    const { handle: hwnd } = this.run;
    return this.door.succeed("profile_action", { profile: "fixture", hwnd, control, action, ...more });
  }

  refuse(control: string, action: string, more: object = {}): Promise<ErrorBody> {
    const { handle: hwnd } = this.run;
    return this.door.fail("profile_action", { profile: "fixture", hwnd, control, action, ...more });
  }

  ask(id: number, message: number): number {
    return send(controlOf(this.run.hwnd, id), message, 0);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.door[Symbol.dispose]();
    await this.run[Symbol.asyncDispose]();
    this.place[Symbol.dispose]();
  }
}

elementsTest(
  "profile_action: invoke, setValue and setChecked reach the controls that the pack names",
  async () => {
    await using ui = await PackedFixture.start();
    const before = foreground();
    const pushed = await ui.act("push", "invoke");
    assert.equal(pushed.result.method, "InvokePattern");
    assert.equal(pushed.interaction.backgroundPolicy, "foregroundRequired");
    await need(ui.run, "click", { id: 1001 });
    const named = await ui.act("name", "setValue", { value: "Zoë" });
    assert.deepEqual(named.selectorUsed, { automationId: "1101" });
    assert.equal(named.result.verified, "yes");
    assert.equal(textOf(controlOf(ui.run.hwnd, 1101)), "Zoë");
    await ui.act("remember", "setChecked", { value: "true" });
    assert.equal(ui.ask(1021, MESSAGE.bmGetCheck), 1);
    const off = await ui.refuse("remember", "toggle");
    assert.equal(off.code, "ACTION_STATE_INCONSISTENT");
    assert.equal(off.details?.mayHaveHadEffect, true);
    assert.equal(ui.ask(1021, MESSAGE.bmGetCheck), 0);
    const on = await ui.act("remember", "toggle");
    assert.equal(on.expect.isMet, true);
    assert.equal(ui.ask(1021, MESSAGE.bmGetCheck), 1);
    assert.equal(foreground(), before);
  },
);

elementsTest("profile_action: items are selected by name and by place", async () => {
  await using ui = await PackedFixture.start("--rows", "20");
  const colour = await ui.act("colours", "selectByIndex", { index: 2 });
  assert.equal(colour.result.verified, "yes");
  assert.equal(ui.ask(1113, MESSAGE.cbGetCurSel), 2);
  // The same once more is a success as well.
  const again = await ui.act("colours", "selectByName", { value: colour.result.selected.name });
  assert.equal(again.result.valueChanged, false);
  assert.equal((await ui.act("fruit", "selectByIndex", { index: 1 })).result.verified, "yes");
  assert.equal(ui.ask(1121, MESSAGE.lbGetCurSel), 1);
  await ui.act("places", "selectByName", { value: "World" });
  await need(ui.run, "select", { id: 1141, text: "World" });
  await ui.act("tabs", "selectByName", { value: "History" });
  await need(ui.run, "page", { text: "History" });
  const missing = await ui.refuse("colours", "selectByName", { value: "no such colour" });
  assert.equal(missing.code, "ELEMENT_NOT_FOUND");
  assert.equal(missing.details?.control, "colours");
});

elementsTest("profile_action: ensureSelected switches a page once, and then leaves it alone", async () => {
  await using ui = await PackedFixture.start();
  const at = (): number => ui.ask(1150, MESSAGE.tcmGetCurSel);
  const already = await ui.act("page.general", "ensureSelected");
  assert.deepEqual([already.result.method, already.result.alreadySelected, at()], ["noop", true, 0]);
  const switched = await ui.act("page.details", "ensureSelected");
  assert.equal(switched.result.method, "SelectionItemPattern");
  assert.equal(switched.result.controlStateVerified, true);
  assert.equal(switched.result.businessStateVerified, true);
  assert.equal(at(), 1);
  assert.ok(isVisible(controlOf(ui.run.hwnd, 1152)));
  await need(ui.run, "page", { text: "Details" });
  const pages = async (): Promise<number> =>
    (await ui.run.events()).filter(({ event }) => event === "page").length;
  const before = await pages();
  const again = await ui.act("page.details", "ensureSelected", { allowMessageClickFallback: true });
  assert.equal(again.result.method, "noop");
  assert.equal(await pages(), before);
});

elementsTest(
  "profile_action: a switch that was switched stays so, whatever its pack counts as selected",
  async () => {
    await using ui = await PackedFixture.start();
    const error = await ui.refuse("remember.odd", "ensureSelected", { allowMessageClickFallback: true });
    assert.equal(error.code, "ACTION_STATE_INCONSISTENT");
    assert.deepEqual(error.details?.attemptedMethods, ["SelectionItemPattern", "TogglePattern"]);
    assert.equal(ui.ask(1021, MESSAGE.bmGetCheck), 1);
    assert.equal((await ui.run.events()).filter(({ event }) => event === "toggle").length, 1);
  },
);

elementsTest("profile_action: what does not come with a page is said, and the page stays", async () => {
  await using ui = await PackedFixture.start("--rows", "20");
  const error = await ui.refuse("page.wrong", "ensureSelected");
  assert.equal(error.code, "ACTION_STATE_INCONSISTENT");
  assert.deepEqual(error.details?.attemptedMethods, ["SelectionItemPattern"]);
  assert.deepEqual(error.details?.failedControlStateConditions, []);
  assert.equal(ui.ask(1150, MESSAGE.tcmGetCurSel), 2);
});

elementsTest("profile_action: an ambiguous selector is followed by the next one", async () => {
  await using ui = await PackedFixture.start();
  const toggled = await ui.act("two", "toggle");
  assert.deepEqual(toggled.selectorUsed, { automationId: "1021" });
  await need(ui.run, "toggle", { id: 1021, state: 1 });
});

elementsTest(
  "profile_action: a control that is rebuilt all the time is invoked, and never more often than is said",
  async () => {
    await using ui = await PackedFixture.start("--rebuild-ms", "500", "--rows", "20");
    const call = { profile: "fixture", hwnd: ui.run.handle, control: "panel.ok", action: "invoke" };
    const clicks = async (): Promise<number> =>
      (await ui.run.events()).filter(({ event, id }) => event === "click" && id === 1214).length;
    let sent = 0;
    // A press that was sent is lost where its button is destroyed before it comes to it.
    const isClicked = await waitFor(async () => {
      const result = await ui.door.call("profile_action", call);
      if (result.ok || result.error.details?.mayHaveHadEffect === true) sent++;
      else {
        const { code } = result.error;
        // The panel may be without its button, or have another one, at each of the looks; nothing was done then.
        assert.ok(
          ["PROFILE_CONTROL_UNRESOLVED", "ELEMENT_STALE"].includes(code),
          JSON.stringify(result.error),
        );
      }
      return await clicks() >= 3 ? true : undefined;
    }, 60_000);
    assert.ok(isClicked);
    assert.ok(await clicks() <= sent, `${await clicks()} of ${sent}`);
  },
);

elementsTest(
  "profile_action: a program that ends while its control is being selected has a clear code",
  async () => {
    await using ui = await PackedFixture.start();
    const error = await ui.refuse("end.selected", "ensureSelected");
    assert.ok(
      ["STALE_WINDOW_HANDLE", "ELEMENT_STALE", "ACTION_FAILED"].includes(error.code),
      JSON.stringify(error),
    );
    assert.equal(error.details?.control, "end.selected");
    assert.equal(error.details?.mayHaveHadEffect, true);
    await need(ui.run, "click", { id: 1005 });
  },
);

elementsTest("profile_action: a program that ends of it while its menu is opened was acted on", async () => {
  await using ui = await PackedFixture.start();
  const error = await ui.refuse("end.menu", "openMenu");
  await need(ui.run, "click", { id: 1005 });
  assert.equal(error.details?.mayHaveHadEffect, true, JSON.stringify(error));
});

elementsTest(
  "profile_action: in the background a contract that needs the foreground is refused, and nothing is sent",
  async () => {
    await using ui = await PackedFixture.start();
    const error = await ui.refuse("push", "invoke", { interactionMode: "background" });
    assert.equal(error.code, "FOREGROUND_REQUIRED");
    assert.equal((await ui.run.events()).some(({ event }) => event === "click"), false);
  },
);

elementsTest(
  "profile_action: a selector that fits thousands of elements is refused in a few words",
  async () => {
    await using ui = await PackedFixture.start("--wide", "5000");
    const error = await ui.refuse("wide", "invoke", { maxNodes: 5_000, timeoutMs: 60_000 });
    assert.equal(error.code, "PROFILE_CONTROL_UNRESOLVED");
    assert.ok((error.details?.candidateCount as number) > 100, `${error.details?.candidateCount}`);
    assert.ok(JSON.stringify(error).length < 10_000);
    assert.equal((await ui.run.events()).some(({ event }) => event === "click"), false);
  },
);

elementsTest("profile_action: asks the program at most three things more than ui_action", async () => {
  await using ui = await PackedFixture.start();
  const args = { action: "setValue", value: "ann" };
  const remote = async (act: () => Promise<unknown>): Promise<number> => {
    resetCounts();
    await act();
    return counts().remote;
  };
  const selector = { automationId: "1101" };
  const hwnd = ui.run.handle;
  await ui.door.succeed("ui_action", { hwnd, selector, ...args });
  if (!hasServer) return;
  const plain = await remote(() => ui.door.succeed("ui_action", { hwnd, selector, ...args }));
  const byControl = await remote(() => ui.act("name", args.action, args));
  assert.ok(byControl - plain <= 3, `${byControl} and ${plain}`);
});

elementsTest("profile_resolve: says where a control is, with a ref that can be acted on", async () => {
  await using ui = await PackedFixture.start();
  const { handle: hwnd } = ui.run;
  const found = await ui.door.succeed("profile_resolve", { profile: "fixture", hwnd, control: "name" });
  assert.equal(found.candidateIndex, 1);
  assert.equal(found.element.automationId, "1101");
  await ui.door.succeed("ui_action", { ref: found.ref, action: "setValue", value: "by ref" });
  assert.equal(textOf(controlOf(ui.run.hwnd, 1101)), "by ref");
  // The profile alone means its one running program.
  const alone = await ui.door.succeed("profile_resolve", { profile: "fixture", control: "name" });
  assert.equal(alone.hwnd, hwnd);
  const bound = { profile: "fixture", targetRef: alone.session.targetRef, control: "name" };
  await ui.door.succeed("profile_action", { ...bound, action: "setValue", value: "by targetRef" });
  assert.equal(textOf(controlOf(ui.run.hwnd, 1101)), "by targetRef");
});
