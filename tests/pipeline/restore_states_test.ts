import assert from "node:assert/strict";
import type { Call } from "../../src/pipeline/captured_state.ts";
import { captureStates } from "../../src/pipeline/capture_states.ts";
import { restoreStates } from "../../src/pipeline/restore_states.ts";
import type { Step } from "../../src/steps/step.ts";
import { onControl, onElement, StateWorld } from "./state_world.ts";

const isAction = ({ args }: Call, action: string): boolean => args.action === action;

for (
  const [step, act, field, expected] of [
    [onControl("name", "setValue", { value: "Bo" }), { action: "setValue", value: "Ann" }, "value", "Ann"],
    [onControl("agree", "toggle"), { action: "setChecked", value: "false" }, "toggleState", "Off"],
    [
      onControl("volume", "setRangeValue", { rangeValue: 80 }),
      { action: "setRangeValue", rangeValue: 30 },
      "rangeValue",
      30,
    ],
    [onControl("world", "expand"), { action: "collapse" }, "expandCollapseState", "Collapsed"],
    [
      onControl("colour", "selectByIndex", { index: 2 }),
      { action: "selectByName", value: "Red" },
      "value",
      "Red",
    ],
    [onElement("name", "clear"), { action: "setValue", value: "Ann" }, "value", "Ann"],
    [
      onElement("volume", "setRangeValue", { rangeValue: 80 }),
      { action: "setRangeValue", rangeValue: 30 },
      "rangeValue",
      30,
    ],
  ] as const satisfies readonly (readonly [Step, object, string, unknown])[]
) {
  Deno.test(`restoreStates() takes ${step.tool} ${step.args.action} back by ${act.action}`, async () => {
    const world = await StateWorld.create();
    const result = await world.thereAndBack(step);
    const subject = String(step.args.control ?? (step.args.selector as Record<string, string>).automationId);
    assert.equal(world.control(subject)[field], expected);
    const { method, interaction, kind, ...rest } = result;
    const id = step.id === undefined ? {} : { stepId: step.id };
    assert.deepEqual(rest, {
      key: "before",
      ...id,
      attempted: true,
      success: true,
      verified: true,
      valueCaptured: true,
    });
    assert.ok(kind !== undefined && method !== undefined && method !== "noop");
    assert.deepEqual(interaction, { effectiveMode: "background" });
    assert.equal(world.acts.length, 1);
    const { action: _action, value: _value, rangeValue: _range, index: _index, ...target } = step
      .args as Record<string, unknown>;
    assert.deepEqual(world.lastAct, {
      ...target,
      ...act,
      ...(step.tool === "profile_action" ? { expect: false } : {}),
    });
    // What was done is believed only when it was read again.
    assert.notEqual(world.calls.at(-1)?.args.action, act.action);
  });
}

Deno.test("restoreStates() takes an expanded one back by expand", async () => {
  const world = await StateWorld.create();
  world.control("world").expandCollapseState = "Expanded";
  assert.equal((await world.thereAndBack(onControl("world", "collapse"))).verified, true);
  assert.deepEqual(world.acts, ["profile_action expand"]);
});

Deno.test("restoreStates() switches a box that was on on again", async () => {
  const world = await StateWorld.create();
  world.control("agree").toggleState = "On";
  assert.equal(
    (await world.thereAndBack(onElement("agree", "setChecked", { value: "false" }))).verified,
    true,
  );
  assert.equal(world.control("agree").toggleState, "On");
});

Deno.test("restoreStates() finds the way to the third state of a switch", async () => {
  const world = await StateWorld.create();
  Object.assign(world.control("agree"), {
    toggleState: "Indeterminate",
    cycle: ["Off", "On", "Indeterminate"],
  });
  assert.equal(
    (await world.thereAndBack(onControl("agree", "setChecked", { value: "false" }))).verified,
    true,
  );
  assert.deepEqual(world.acts, ["profile_action toggle", "profile_action toggle"]);
  assert.equal(world.control("agree").toggleState, "Indeterminate");
});

Deno.test("restoreStates() puts a text back that is longer than one action takes", async () => {
  const world = await StateWorld.create();
  const text = `${"x".repeat(3_999)}😀${"y".repeat(4_500)}`;
  world.control("name").value = text;
  assert.equal((await world.thereAndBack(onControl("name", "clear"))).verified, true);
  assert.equal(world.control("name").value, text);
  assert.deepEqual(
    world.acts,
    ["setValue", "appendText", "appendText"].map((one) => `profile_action ${one}`),
  );
  assert.ok(
    world.calls.every(({ args }) =>
      String(args.value ?? "").length <= 4_000 && String(args.value ?? "").isWellFormed()
    ),
  );
});

Deno.test("restoreStates() compares texts whatever their line ends are", async () => {
  const world = await StateWorld.create();
  world.control("name").value = "a\r\nb";
  const captured = await world.capture({}, onControl("name", "clear"));
  world.control("name").value = "a\nb";
  const { verified, method } = await world.restore(captured);
  assert.deepEqual([verified, method], [true, "noop"]);
});

Deno.test("restoreStates() does nothing where it is as it was", async () => {
  const world = await StateWorld.create();
  for (
    const step of [onControl("fruits", "selectByIndex", { index: 0 }), onControl("tab.two", "ensureSelected")]
  ) {
    const result = await world.restore(await world.capture({}, step));
    assert.deepEqual([result.attempted, result.success, result.verified, result.method], [
      true,
      true,
      true,
      "noop",
    ]);
  }
  assert.deepEqual(world.acts, []);
});

Deno.test("restoreStates() goes back to the page that was shown, and sees the other one gone", async () => {
  const world = await StateWorld.create();
  const result = await world.thereAndBack(
    onControl("tab.two", "ensureSelected", { allowMessageClickFallback: true }),
  );
  assert.deepEqual([result.kind, result.verified, result.method], ["page", true, "SelectionItemPattern"]);
  assert.equal(world.control("tab.one").selected, true);
  assert.deepEqual(world.lastAct, {
    profile: "lab",
    targetRef: "target_lab_1",
    control: "tab.one",
    action: "ensureSelected",
    allowMessageClickFallback: true,
  });
});

Deno.test("restoreStates() does not believe a page while that of the step reads selected as well", async () => {
  const world = await StateWorld.create();
  const captured = await world.capture({}, onControl("tab.two", "ensureSelected"));
  world.control("tab.two").selected = true;
  world.works = () => false;
  const { verified, code, expected, actual } = await world.restore(captured);
  assert.deepEqual([verified, code, expected, actual], [
    false,
    "RESTORE_VERIFICATION_FAILED",
    "tab.one",
    "tab.two",
  ]);
});

Deno.test("restoreStates() goes on by the place where the name does not do it", async () => {
  const world = await StateWorld.create();
  world.works = (call) => !isAction(call, "selectByName");
  assert.equal((await world.thereAndBack(onControl("fruits", "selectByIndex", { index: 2 }))).verified, true);
  assert.deepEqual(world.acts, ["profile_action selectByName", "profile_action selectByIndex"]);
  assert.deepEqual(world.control("fruits").chosen, [1]);
  world.works = () => true;
  world.hinders = (call) => isAction(call, "selectByName") ? "ELEMENT_AMBIGUOUS" : undefined;
  assert.equal((await world.thereAndBack(onElement("fruits", "selectByIndex", { index: 2 }))).verified, true);
});

Deno.test("restoreStates() selects by the place alone where the name says nothing", async () => {
  const world = await StateWorld.create();
  Object.assign(world.control("fruits"), { items: ["Plum", "Pear", "Plum"], chosen: [2] });
  assert.equal((await world.thereAndBack(onControl("fruits", "selectByIndex", { index: 0 }))).verified, true);
  assert.deepEqual(world.control("fruits").chosen, [2]);
});

Deno.test("restoreStates() types what was typed into a combo box, which is none of its items", async () => {
  const world = await StateWorld.create();
  Object.assign(world.control("colour"), { value: "Mauve", isReadOnly: false });
  const result = await world.thereAndBack(onControl("colour", "selectByName", { value: "Blue" }));
  assert.deepEqual([result.kind, result.verified, result.method], ["selection", true, "ValuePattern"]);
  assert.equal(world.control("colour").value, "Mauve");
});

Deno.test("restoreStates() waits a moment for the program to show it, and looks again for what is built anew", async () => {
  const world = await StateWorld.create();
  const step = onControl("agree", "setChecked", { value: "true" });
  const captured = await world.capture({}, step);
  world.control("agree").toggleState = "On";
  let looks = 0;
  world.hinders = ({ tool }) =>
    tool === "profile_resolve" && looks++ % 2 === 0 ? "PROFILE_CONTROL_UNRESOLVED" : undefined;
  assert.equal((await world.restore(captured)).verified, true);
});

Deno.test("restoreStates() ends at the oldest of several states of one control, and tells of all", async () => {
  const world = await StateWorld.create();
  const run = world.run();
  const first = onControl("name", "setValue", { value: "Bo" });
  const oldest = await captureStates(run, [{ saveAs: "oldest" }], { step: first, args: first.args });
  world.control("name").value = "Bo";
  const newer = await captureStates(run, [{ saveAs: "newer" }], { step: first, args: first.args });
  world.control("name").value = "Cy";
  const { results, captured } = await restoreStates(run, [...oldest, ...newer]);
  assert.deepEqual(results.map(({ key, verified }) => [key, verified]), [["newer", true], ["oldest", true]]);
  assert.equal(world.control("name").value, "Ann");
  assert.deepEqual(captured.map(({ key, isRestored }) => [key, isRestored]), [["oldest", true], [
    "newer",
    true,
  ]]);
});

Deno.test("restoreStates() does not do again what was put back and verified", async () => {
  const world = await StateWorld.create();
  const run = world.run();
  const step = onControl("name", "setValue", { value: "Bo" });
  const states = await captureStates(run, [{ saveAs: "before" }], { step, args: step.args });
  const { captured } = await restoreStates(run, states);
  world.control("name").value = "mine";
  world.calls.length = 0;
  const { results: [result] } = await restoreStates(run, captured);
  assert.deepEqual([result?.skipped, result?.success, result?.verified, result?.attempted], [
    true,
    true,
    true,
    false,
  ]);
  assert.deepEqual(world.calls, []);
  assert.equal(world.control("name").value, "mine");
});

Deno.test("restoreStates() leaves what failed to be done again when the run goes on", async () => {
  const world = await StateWorld.create();
  const run = world.run();
  const step = onControl("name", "setValue", { value: "Bo" });
  const states = await captureStates(run, [{ saveAs: "before" }], { step, args: step.args });
  world.control("name").value = "Bo";
  world.works = () => false;
  const { captured } = await restoreStates(run, states);
  assert.equal(captured[0]?.isRestored, false);
  world.works = () => true;
  assert.equal((await restoreStates(run, captured)).results[0]?.verified, true);
});

Deno.test("restoreStates() skips everything when the time is over, whatever was read", async () => {
  const world = await StateWorld.create();
  const states = [
    await world.capture({}, onControl("name", "clear")),
    await world.capture({}, onControl("secret", "clear")),
    await world.capture({}),
  ];
  world.endTime();
  world.calls.length = 0;
  const { results } = await restoreStates(world.run(), states);
  for (const { attempted, skipped, success, code } of results) {
    assert.deepEqual([attempted, skipped, success, code], [false, true, false, undefined]);
  }
  assert.equal(results.length, 3);
  assert.deepEqual(world.calls, []);
});

Deno.test("restoreStates() tries nothing where nothing was read, or it was a password", async () => {
  const world = await StateWorld.create();
  for (
    const [step, code] of [
      [undefined, "RESTORE_STATE_UNAVAILABLE"],
      [onControl("secret", "setValue", { value: "hidden" }), "RESTORE_SENSITIVE_STATE_BLOCKED"],
    ] as const
  ) {
    const captured = await world.capture({}, step);
    world.calls.length = 0;
    const result = await world.restore(captured);
    assert.deepEqual(
      [result.attempted, result.success, result.verified, result.valueCaptured, result.code],
      [false, false, false, false, code],
    );
    assert.deepEqual(world.calls, []);
  }
});

Deno.test("restoreStates() says so where nothing acts on what was read", async () => {
  const world = await StateWorld.create();
  const captured = await world.capture({}, onElement("name", "clear"));
  assert.ok(captured.state.outcome === "read");
  world.control("name").value = "Bo";
  const result = await world.restore({ ...captured, state: { ...captured.state, act: undefined } });
  assert.deepEqual([result.attempted, result.success, result.code], [
    true,
    false,
    "RESTORE_STATE_UNAVAILABLE",
  ]);
});

Deno.test("restoreStates() tells what it reads where that is not as before, bounded", async () => {
  const world = await StateWorld.create();
  world.control("name").value = "A".repeat(2_000);
  const captured = await world.capture({}, onControl("name", "clear"));
  world.control("name").value = "";
  world.works = () => false;
  const { attempted, success, verified, code, expected, actual } = await world.restore(captured);
  assert.deepEqual([attempted, success, verified, code, actual], [
    true,
    false,
    false,
    "RESTORE_VERIFICATION_FAILED",
    "",
  ]);
  assert.equal(String(expected).length, 500);
});

for (const when of ["before", "after"] as const) {
  Deno.test(`restoreStates() compares nothing that became a password ${when} it was acted on`, async () => {
    const world = await StateWorld.create();
    const captured = await world.capture({}, onControl("name", "clear"));
    const name = world.control("name");
    name.value = "";
    name.isPassword = when === "before";
    world.works = () => {
      name.isPassword = true;
      return true;
    };
    const result = await world.restore(captured);
    assert.deepEqual(
      [result.attempted, result.success, result.code],
      [true, false, "RESTORE_SENSITIVE_STATE_BLOCKED"],
    );
    assert.deepEqual([result.expected, result.actual], [undefined, undefined]);
    assert.equal(world.acts.length, when === "before" ? 0 : 1);
  });
}

Deno.test("restoreStates() has no code of its own where the action failed, and quotes it bounded", async () => {
  const world = await StateWorld.create();
  const captured = await world.capture({}, onControl("name", "clear"));
  world.control("name").value = "";
  world.hinders = (call) => isAction(call, "setValue") ? "CONTROL_DISABLED" : undefined;
  const { attempted, success, code, message = "" } = await world.restore(captured);
  assert.deepEqual([attempted, success, code], [true, false, undefined]);
  assert.match(message, /^setValue failed with CONTROL_DISABLED: it says x+…/);
  assert.ok(message.length < 500);
});

Deno.test("restoreStates() believes what it reads where the action failed and came about all the same", async () => {
  const world = await StateWorld.create();
  const captured = await world.capture({}, onControl("name", "clear"));
  const name = world.control("name");
  name.value = "";
  world.hinders = (call) => {
    if (!isAction(call, "setValue")) return undefined;
    name.value = "Ann";
    return "TIMEOUT";
  };
  const { success, verified, message } = await world.restore(captured);
  assert.deepEqual([success, verified], [true, true]);
  assert.match(message ?? "", /TIMEOUT/);
});

Deno.test("restoreStates() of a selection that no stage brings back tells which stage was the last", async () => {
  const world = await StateWorld.create();
  const step = onControl("fruits", "selectByIndex", { index: 0 });
  const captured = await world.capture({}, step);
  world.control("fruits").chosen = [0];
  world.hinders = (call) => String(call.args.action).startsWith("selectBy") ? "ELEMENT_NOT_FOUND" : undefined;
  assert.equal((await world.restore(captured)).code, "RESTORE_VERIFICATION_FAILED");
  assert.equal(world.acts.length, 2);
  assert.ok(captured.state.outcome === "read");
  const nameAlone = { kind: "selection", name: "Pear" } as const;
  const result = await world.restore({ ...captured, state: { ...captured.state, was: nameAlone } });
  assert.deepEqual([result.attempted, result.code], [true, "RESTORE_STATE_UNAVAILABLE"]);
  assert.deepEqual([result.expected, result.actual], ["Pear", "Apple"]);
});

Deno.test("restoreStates() never fails, not even where the program is gone", async () => {
  const world = await StateWorld.create();
  const states = [
    await world.capture({}, onControl("name", "clear")),
    await world.capture({}, onControl("tab.two", "ensureSelected")),
    await world.capture({}, onControl("fruits", "selectByIndex", { index: 0 })),
  ];
  world.hinders = () => "TARGET_PROCESS_EXITED";
  const { results } = await restoreStates(world.run(), states);
  assert.deepEqual(
    results.map(({ success, verified }) => [success, verified]),
    Array(3).fill([false, false]),
  );
  assert.ok(results.every(({ message }) => message?.includes("TARGET_PROCESS_EXITED")));
});
