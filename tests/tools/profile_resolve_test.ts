import assert from "node:assert/strict";
import { BUTTON, el, listOf } from "../elements/trees.ts";
import { fakeWindow } from "../fakes/fake_window.ts";
import { MAIN, MAIN_TEXT, ProfileWorld } from "./profile_world.ts";
import { deepProgram, listOfObjects, objectOf } from "./ui_world.ts";

const OK = { profile: "lab", hwnd: MAIN_TEXT };

Deno.test("profile_resolve: the first selector that means one element is used, and the others are told of", async () => {
  using world = new ProfileWorld({
    controls: {
      ok: {
        selectors: [{ automationId: "gone" }, { name: "OK" }, { automationId: "rightOk" }],
        confidence: "stable",
        notes: "The right one.",
      },
    },
  });
  const found = await world.door.succeed("profile_resolve", { ...OK, control: "ok" });
  assert.equal(found.found, true);
  assert.equal(found.candidateIndex, 2);
  assert.deepEqual(found.selectorUsed, { automationId: "rightOk" });
  assert.equal(found.confidence, "runtime-verified");
  assert.equal(found.notes, "The right one.");
  assert.deepEqual(
    listOfObjects(found.candidatesTried).map(({ outcome }) => outcome),
    ["not-found", "ambiguous", "found"],
  );
  assert.equal(objectOf(found.element).automationId, "rightOk");
  // Its ref is good for the other tools.
  const again = await world.door.succeed("ui_get", { ref: found.ref });
  assert.equal(objectOf(again.element).automationId, "rightOk");
  // One reading served every selector.
  assert.equal(world.desktop.callsOf("readUiTree").length, 2);
});

Deno.test("profile_resolve: PROFILE_CONTROL_UNRESOLVED says what was tried and where to look", async () => {
  using world = new ProfileWorld({
    controls: {
      right: { automationId: "right" },
      ok: {
        selectors: [{ automationId: "gone" }, { name: "OK" }],
        parent: "right",
        search: { maxDepth: 20 },
      },
    },
  });
  const error = await world.door.fail("profile_resolve", { ...OK, control: "ok" });
  assert.equal(error.code, "PROFILE_CONTROL_UNRESOLVED");
  const { details = {} } = error;
  assert.equal(details.profile, "lab");
  assert.equal(details.parent, "right");
  assert.equal(details.component, "right");
  assert.deepEqual(details.diagnosticScope, { rootControl: "right", maxResults: 10 });
  assert.deepEqual(details.suggestedDiagnostic, {
    tool: "ui_query",
    withinControl: "right",
    maxResults: 10,
  });
  assert.deepEqual(details.searchApplied, { maxDepth: 20, depthStrategy: "fixed" });
  assert.equal(details.candidateCount, 2);
  assert.equal(listOfObjects(details.candidates).length, 2);
});

Deno.test("profile_resolve: a control is searched inside its root control, by that one's first selector", async () => {
  using world = new ProfileWorld({
    controls: {
      right: [{ automationId: "right" }, { name: "Left" }],
      ok: {
        selectors: [{ name: "OK", ancestor: { name: "Left" } }],
        search: { rootControl: "right" },
      },
    },
  });
  const found = await world.door.succeed("profile_resolve", { ...OK, control: "ok" });
  assert.equal(objectOf(found.element).automationId, "rightOk");
  assert.deepEqual(found.selectorUsed, { name: "OK", ancestor: { name: "Left" } });
});

Deno.test("profile_resolve: a pack's depth comes before the call's, and auto goes deeper", async () => {
  const deep = { name: "Deep" };
  using world = new ProfileWorld({
    drawn: deepProgram(20),
    controls: {
      fixed: { selectors: [deep], search: { maxDepth: 30 } },
      auto: { selectors: [deep], search: { depthStrategy: "auto", maxDepth: 4 } },
      plain: deep,
    },
  });
  await world.door.succeed("profile_resolve", { ...OK, control: "fixed", maxDepth: 3 });
  assert.equal(world.desktop.callsOf("readUiTree").length, 1);
  await world.door.succeed("profile_resolve", { ...OK, control: "auto" });
  const depths = world.desktop.callsOf("readUiTree").slice(1)
    .map(([request]) => (request as { maxDepth: number }).maxDepth);
  assert.deepEqual(depths, [8, 16, 24]);
  const error = await world.door.fail("profile_resolve", { ...OK, control: "plain" });
  assert.equal(error.code, "PROFILE_CONTROL_UNRESOLVED");
  assert.match(error.message, /not everything could be read/);
});

Deno.test("profile_resolve: PROFILE_NOT_FOUND, PROFILE_CONTROL_NOT_FOUND with the names that are like it", async () => {
  using world = new ProfileWorld({ controls: { "pages.first": { name: "First" } } });
  const noProfile = await world.door.fail("profile_resolve", { profile: "lap", control: "x", pid: 7 });
  assert.equal(noProfile.code, "PROFILE_NOT_FOUND");
  assert.equal(noProfile.details?.didYouMean, "lab");
  const noControl = await world.door.fail("profile_resolve", { ...OK, control: "pages.frist" });
  assert.equal(noControl.code, "PROFILE_CONTROL_NOT_FOUND");
  assert.deepEqual(noControl.details?.similar, ["pages.first"]);
  assert.equal(world.desktop.callsOf("readUiTree").length, 0);
});

Deno.test("profile_resolve: what no other selector would help against ends the search at once", async () => {
  using world = new ProfileWorld({ controls: { ok: [{ name: "OK" }, { automationId: "rightOk" }] } });
  const gone = await world.door.fail("profile_resolve", { profile: "lab", hwnd: "0x99", control: "ok" });
  assert.equal(gone.code, "WINDOW_NOT_FOUND");
  world.desktop.windows.push(fakeWindow({ hwnd: 0x11n, pid: 7, title: "Lab 2" }));
  const two = await world.door.fail("profile_resolve", { profile: "lab", pid: 7, control: "ok" });
  assert.equal(two.code, "WINDOW_AMBIGUOUS");
  world.desktop.elements.windows.delete(MAIN);
  const rootless = await world.door.fail("profile_resolve", { ...OK, control: "ok" });
  assert.equal(rootless.code, "UIA_ROOT_UNAVAILABLE");
});

Deno.test("profile_resolve: a profile alone means its one running program; none is WINDOW_NOT_FOUND", async () => {
  using world = new ProfileWorld({ controls: { user: { automationId: "user" } } });
  const found = await world.door.succeed("profile_resolve", { profile: "lab", control: "user" });
  assert.equal(found.hwnd, MAIN_TEXT);
  world.desktop.windows.splice(0);
  world.desktop.processes.splice(0);
  const error = await world.door.fail("profile_resolve", { profile: "lab", control: "user" });
  assert.equal(error.code, "WINDOW_NOT_FOUND");
});

Deno.test("profile_resolve: a selector that fits thousands of elements is told of in a few words", async () => {
  using world = new ProfileWorld({
    drawn: el("Window", "Lab", {}, [
      ...Array.from({ length: 30 }, () => listOf(400)),
      el("Button", "One", BUTTON),
    ]),
    controls: { row: [{ controlType: "ListItem" }], either: [{ controlType: "ListItem" }, { name: "One" }] },
  });
  const more = { ...OK, maxNodes: 5_000, timeoutMs: 60_000 };
  const error = await world.door.fail("profile_resolve", { ...more, control: "row" });
  assert.equal(error.code, "PROFILE_CONTROL_UNRESOLVED");
  assert.ok((error.details?.candidateCount as number) > 2_000);
  assert.ok(JSON.stringify(error).length < 8_000, `${JSON.stringify(error).length}`);
});
