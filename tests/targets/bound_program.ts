/** A fake desktop with one program that is bound: for tests of what becomes of it. */
import type { BoundTarget, TargetBinding } from "../../src/targets/target_sessions.ts";
import type { Tool } from "../../src/tools/tool.ts";
import { FakeDesktop } from "../fakes/fake_desktop.ts";
import { fakeProcess, type FakeWindow, fakeWindow } from "../fakes/fake_window.ts";
import { createTestDoor, type TestDoor } from "../fakes/test_door.ts";

/** The program's process. */
export const PID = 4_200;
/** When it began. */
export const CREATED = 133_000_000_000_004_200n;
/** Its main window at first. */
export const HWND = 0x1002An;
/** The same as calls and results write it. */
export const HANDLE = "0x0001002A";
/** The name that it is bound to. */
export const TARGET_REF = `target_notes_${PID}_${HWND}`;

/** What is bound unless a test says otherwise. */
export const BINDING: TargetBinding = {
  profile: "notes",
  process: { pid: PID, creationTime: CREATED },
  rule: { processNames: ["notes.exe"], titleContains: ["Notes"] },
  hwnd: HWND,
  startedByMcp: true,
  lifetime: "independent",
};

/** A window of the program, its main one unless it has another title. */
export function notesWindow(given: Partial<FakeWindow> = {}): FakeWindow {
  return fakeWindow({ hwnd: HWND, pid: PID, title: "a.txt - Notes", className: "Notes", ...given });
}

/** A run with a bound program. */
export interface BoundWorld extends TestDoor {
  readonly bound: BoundTarget;
  /** Ends the program's process, and its windows with it. */
  end(exitCode: number): void;
}

/** The program runs, and is bound. */
export function boundWorld(
  given: {
    readonly windows?: FakeWindow[];
    readonly binding?: Partial<TargetBinding>;
    readonly tools?: readonly Tool[];
  } = {},
): BoundWorld {
  const desktop = new FakeDesktop({
    windows: given.windows ?? [notesWindow()],
    processes: [
      fakeProcess({ pid: 4, name: "System", creationTime: 1n }),
      fakeProcess({ pid: 500, parentPid: 4, name: "casement", creationTime: 2n }),
      fakeProcess({ pid: PID, creationTime: CREATED, name: "notes" }),
    ],
  });
  const door = createTestDoor({ desktop, ...(given.tools === undefined ? {} : { tools: given.tools }) });
  return {
    ...door,
    bound: door.sessions.bind({ ...BINDING, ...given.binding }),
    end(exitCode) {
      for (const process of desktop.processes) if (process.pid === PID) process.exitCode = exitCode;
      for (const { hwnd } of desktop.windows.filter(({ pid }) => pid === PID)) desktop.removeWindow(hwnd);
    },
  };
}
