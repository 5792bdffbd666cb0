/** A fake desktop with one program for the tools that read elements. */
import type { UiReadRequest } from "../../src/desktop/ui_element.ts";
import { type Branch, BUTTON, EDIT, el, ITEM, listOf } from "../elements/trees.ts";
import { FakeDesktop } from "../fakes/fake_desktop.ts";
import { fakeProcess, type FakeWindow, fakeWindow } from "../fakes/fake_window.ts";
import { createTestDoor, type TestDoor } from "../fakes/test_door.ts";

/** The window that {@link openProgram} draws. */
export const HWND = 0x10n;
/** Its handle as calls write it. */
export const HWND_TEXT = "0x00000010";

/** What no answer may ever hold. */
export const SECRET = "hunter2 in a password field";

/** A window with something of everything. */
export function drawnProgram(): Branch {
  return el("Window", "Main", { nativeWindowHandle: HWND }, [
    el("Button", "OK", { ...BUTTON, automationId: "ok" }),
    el("Button", "Apply", { ...BUTTON, automationId: "apply", enabled: false }),
    el("Group", "Login", { automationId: "login" }, [
      el("Edit", "User", { ...EDIT, value: "ann", automationId: "user" }),
      // As a program would give it: nothing of it may come through, whatever the lane lets pass.
      el("Edit", "Password", { ...EDIT, value: SECRET, isPassword: true, automationId: "password" }),
      el("Button", "OK", { ...BUTTON, automationId: "loginOk" }),
    ]),
    el("List", "Fruit", { automationId: "fruit" }, [
      el("ListItem", "apple", ITEM),
      el("ListItem", "pear", { ...ITEM, selected: true }),
      el("ListItem", "pineapple", { ...ITEM, offscreen: true }),
    ]),
    el("List", "Vegetables", {}, [el("ListItem", "apple", ITEM), el("ListItem", "leek", ITEM)]),
  ]);
}

/** A program with nested groups: the button `Deep` lies this many levels below the window. */
export function deepProgram(levels: number): Branch {
  let branch = el("Button", "Deep", BUTTON);
  for (let level = levels - 1; level > 0; level--) branch = el("Group", `Level ${level}`, {}, [branch]);
  return el("Window", "Main", {}, [el("Button", "Top", BUTTON), branch]);
}

/** A program with a list of so many rows. */
export function listProgram(rows: number): Branch {
  return el("Window", "Main", {}, [listOf(rows, { automationId: "lines" })]);
}

/** The door of a run with this program on the desktop. */
export interface UiWorld extends TestDoor {
  /** What the desktop was asked to read. */
  requests(): readonly UiReadRequest[];
}

/** A program is shown; `drawn` undefined for a window that gives no element. */
export function openProgram(
  drawn: Branch | undefined = drawnProgram(),
  given: Partial<FakeWindow> = {},
  ...others: readonly FakeWindow[]
): UiWorld {
  const desktop = new FakeDesktop({
    windows: [fakeWindow({ hwnd: HWND, pid: 7, title: "Main", className: "Program", ...given }), ...others],
    processes: [fakeProcess({ pid: 7, name: "program" })],
    foreground: HWND,
  });
  if (drawn !== undefined) desktop.elements.windows.set(HWND, drawn);
  const door = createTestDoor({ desktop });
  return {
    ...door,
    requests: () => desktop.callsOf("readUiTree").map(([request]) => request as UiReadRequest),
  };
}

/** A part of an answer that is a list of objects. */
export function listOfObjects(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value : [];
}

/** A part of an answer that is an object. */
export function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/** The first branch of this name in the program's window, as it is drawn now. */
export function branchNamed(world: UiWorld, name: string): Branch {
  const open = [...world.desktop.elements.windows.values()];
  for (let branch = open.shift(); branch !== undefined; branch = open.shift()) {
    if (branch.element.name === name) return branch;
    open.push(...branch.children);
  }
  throw new RangeError(`Cannot find ${name} in what is drawn`);
}
