import assert from "node:assert/strict";
import { ToolError } from "../../src/core/errors.ts";
import { bindRunning } from "../../src/targets/auto_bind.ts";
import { fakeProcess } from "../fakes/fake_window.ts";
import {
  BINDING,
  type BoundWorld,
  boundWorld,
  HANDLE,
  HWND,
  notesWindow,
  PID,
  TARGET_REF,
} from "./bound_program.ts";

const PROFILE = { profile: "notes", rule: BINDING.rule };

function bind({ desktop, sessions }: BoundWorld) {
  return bindRunning(desktop, sessions, PROFILE);
}

/** A second program of the same name. */
function addProgram({ desktop }: BoundWorld): void {
  desktop.processes.push(fakeProcess({ pid: 77, name: "notes" }));
  desktop.windows.push(notesWindow({ hwnd: 0x77n, pid: 77, title: "b.txt - Notes" }));
}

Deno.test("bindRunning() binds the one program that runs, however many windows it has", async () => {
  const world = boundWorld({ binding: { profile: "other" } });
  world.desktop.windows.push(notesWindow({ hwnd: 0x50n, title: "b.txt - Notes" }));
  const bound = await bind(world);
  assert.deepEqual(
    [bound?.targetRef, bound?.process, bound?.hwnd, bound?.startedByMcp, bound?.lifetime],
    [TARGET_REF, BINDING.process, HWND, false, undefined],
  );
});

Deno.test("bindRunning() answers TARGET_AMBIGUOUS with what tells several programs apart", async () => {
  const world = boundWorld();
  addProgram(world);
  await assert.rejects(bind(world), (error) => {
    assert.ok(error instanceof ToolError);
    assert.equal(error.code, "TARGET_AMBIGUOUS");
    assert.deepEqual(error.details, {
      profile: "notes",
      candidateCount: 2,
      candidates: [
        { hwnd: HANDLE, title: "a.txt - Notes", pid: PID, processName: "notes" },
        { hwnd: "0x00000077", title: "b.txt - Notes", pid: 77, processName: "notes" },
      ],
    });
    return true;
  });
});

Deno.test("bindRunning() finds nothing where no program shows a main window", async () => {
  assert.equal(await bind(boundWorld({ windows: [notesWindow({ title: "Settings" })] })), undefined);
  const world = boundWorld();
  world.desktop.processes = [];
  assert.equal(await bind(world), undefined);
});

Deno.test("bindRunning() leaves a program its name, and that it was started here", async () => {
  const world = boundWorld();
  await world.sessions.resolve(world.desktop, TARGET_REF, "window");
  world.desktop.windows = [notesWindow({ hwnd: 0x50n })];
  const bound = await bind(world);
  assert.deepEqual([bound?.targetRef, bound?.hwnd, bound?.startedByMcp], [TARGET_REF, 0x50n, true]);
});

Deno.test("bindRunning() takes the rule of a pack that was read again, and the window that it means", async () => {
  const world = boundWorld();
  await world.sessions.resolve(world.desktop, TARGET_REF, "window");
  world.desktop.windows.push(notesWindow({ hwnd: 0x50n, title: "b.txt - Notes" }));
  assert.equal((await bind(world))?.hwnd, HWND);
  const rule = { ...BINDING.rule, title: "b.txt - Notes", titleMatch: "exact" } as const;
  const bound = await bindRunning(world.desktop, world.sessions, { profile: "notes", rule });
  assert.deepEqual([bound?.targetRef, bound?.hwnd, bound?.startedByMcp], [TARGET_REF, 0x50n, true]);
});
