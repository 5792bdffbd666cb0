/** Many calls at once through one door, over real windows. */
import assert from "node:assert/strict";
import { FixtureRun, ignore, needsFixture } from "./fixture_run.ts";
import { controlOf, textOf } from "./observe.ts";
import { createRealDoor } from "./real_door.ts";

const ID_EDIT = 100;

function test(title: string, body: () => Promise<void>): void {
  Deno.test({ name: needsFixture(`many calls: ${title}`), ignore, fn: body });
}

test("ten acts and reads at once all do what they would have done alone", async () => {
  using door = createRealDoor();
  await using run = await FixtureRun.start("--title", "Busy place");
  const hwnd = run.handle;
  const texts = ["one ", "two ", "three ", "four ", "five "];
  const [typed, reads] = await Promise.all([
    Promise.all(
      texts.map((text) => door.succeed("type_text", { hwnd, text, interactionMode: "background" })),
    ),
    Promise.all([
      door.succeed("list_windows", { pid: run.pid }),
      door.succeed("get_window_state", { hwnd }),
      door.succeed("get_window_state", { pid: run.pid }),
      door.succeed("capture_window", { hwnd }),
      door.fail("get_window_state", { hwnd: "0x7FFFFFFF" }),
    ]),
  ]);
  assert.deepEqual(typed.map(({ verified }) => verified), Array(5).fill("yes"));
  assert.equal(textOf(controlOf(run.hwnd, ID_EDIT)), texts.join(""));
  const [list, byHandle, byPid, , missing] = reads;
  assert.equal(list.items.length, 1);
  assert.deepEqual([byHandle.hwnd, byPid.hwnd], [hwnd, hwnd]);
  assert.equal(missing.code, "WINDOW_NOT_FOUND");
});

test("a hundred waits at once all see the window come and go, beside calls that act", async () => {
  using door = createRealDoor();
  await using calm = await FixtureRun.start("--title", "Calm");
  const waitFor = (mode: string) =>
    Array.from({ length: 50 }, () =>
      door.succeed("wait_for_window", {
        titleContains: "Comes late",
        mode,
        pollIntervalMs: 50,
        timeoutMs: 60_000,
      }));
  const come = waitFor("appear");
  await door.succeed("type_text", { hwnd: calm.handle, text: "meanwhile", interactionMode: "background" });
  const late = await FixtureRun.start("--title", "Comes late");
  const seen = await Promise.all(come);
  assert.deepEqual(new Set(seen.map(({ window }) => window?.hwnd)), new Set([late.handle]));
  const go = waitFor("disappear");
  await late[Symbol.asyncDispose]();
  assert.deepEqual(new Set((await Promise.all(go)).map(({ found }) => found)), new Set([true]));
  assert.equal(textOf(controlOf(calm.hwnd, ID_EDIT)), "meanwhile");
});
