import assert from "node:assert/strict";
import { fakeWindow } from "../fakes/fake_window.ts";
import { HWND, HWND_TEXT, listOfObjects, objectOf, openProgram, SECRET } from "./ui_world.ts";

Deno.test("app_pack_probe: what a program has, and a draft of a pack for it", async () => {
  const world = openProgram();
  const output = await world.succeed("app_pack_probe", { pid: 7 });
  assert.deepEqual([output.pid, output.hwnd, output.title], [7, HWND_TEXT, "Main"]);
  assert.deepEqual(output.windowCandidates, [{ hwnd: HWND_TEXT, title: "Main", className: "Program" }]);
  const ok = listOfObjects(output.controls).find(({ automationId }) => automationId === "ok");
  assert.deepEqual([ok?.selector, ok?.stable], [{ automationId: "ok" }, true]);
  assert.deepEqual(output.inputCandidates, ['Edit #user "User"', 'Edit #password "Password"']);
  const { profile, controls } = objectOf(output.draft);
  assert.deepEqual(objectOf(profile).executableNames, ["program.exe"]);
  const names = Object.keys(objectOf(objectOf(controls).controls));
  for (const name of ["ok", "apply", "user", "password", "loginOk"]) {
    assert.ok(names.includes(name), names.join());
  }
  assert.deepEqual(output.warnings, []);
  assert.ok(!JSON.stringify(output).includes(SECRET));
});

Deno.test("app_pack_probe: other windows with a title are dialogs; what is hidden is none", async () => {
  const dialog = fakeWindow({ hwnd: 0x20n, pid: 7, title: "Find", className: "#32770", owner: HWND });
  const hidden = fakeWindow({ hwnd: 0x30n, pid: 7, title: "Helper", visible: false });
  const output = await openProgram(undefined, {}, dialog, hidden).succeed("app_pack_probe", { pid: 7 });
  assert.deepEqual(output.dialogCandidates, [{ hwnd: "0x00000020", title: "Find", className: "#32770" }]);
});

Deno.test("app_pack_probe: what cannot be read is a warning, and the draft is there all the same", async () => {
  const world = openProgram();
  world.desktop.elements.windows.clear();
  const output = await world.succeed("app_pack_probe", { pid: 7 });
  assert.equal(listOfObjects(output.controls).length, 0);
  assert.match(JSON.stringify(output.warnings), /could not be read|Not everything|no window/);
  assert.ok(objectOf(objectOf(output.draft).profile).executableNames !== undefined);
});

Deno.test("app_pack_probe: a process without a window is told as such, and one that is not there is PROCESS_NOT_FOUND", async () => {
  const world = openProgram();
  world.desktop.windows.length = 0;
  const output = await world.succeed("app_pack_probe", { pid: 7 });
  assert.deepEqual(output.warnings, ["The program shows no window: nothing could be read."]);
  assert.equal((await world.fail("app_pack_probe", { pid: 8 })).code, "PROCESS_NOT_FOUND");
});
