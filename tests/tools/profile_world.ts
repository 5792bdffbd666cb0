/** A program of a made-up pack, with the door of a run that has the pack. */
import type { Settings } from "../../src/core/config.ts";
import type { ErrorBody } from "../../src/core/errors.ts";
import type { UiActRequest, UiVerb } from "../../src/desktop/ui_act.ts";
import { PackRegistry, readPackSet } from "../../src/packs/registry.ts";
import { type Branch, BUTTON, EDIT, el, ITEM } from "../elements/trees.ts";
import { FakeDesktop } from "../fakes/fake_desktop.ts";
import { fakeProcess, type FakeWindow, fakeWindow } from "../fakes/fake_window.ts";
import { createTestDoor, type TestDoor } from "../fakes/test_door.ts";
import { PackPlace } from "../packs/load/pack_place.ts";
import { branchNamed } from "./ui_world.ts";

/** The program's window. */
export const MAIN = 0x10n;
/** Its handle as calls write it. */
export const MAIN_TEXT = "0x00000010";

/** What differs from the pack of {@link ProfileWorld}. */
export interface Given {
  readonly controls?: Readonly<Record<string, unknown>>;
  readonly contracts?: readonly unknown[];
  readonly profile?: object;
  readonly drawn?: Branch;
  readonly window?: Partial<FakeWindow>;
  readonly processes?: readonly string[];
  readonly settings?: Partial<Settings>;
}

/** Two tabs, each of which shows a page; and something of everything else. */
export function drawnTabs(): Branch {
  return el("Window", "Lab", { nativeWindowHandle: MAIN }, [
    el("Tab", "Pages", { automationId: "pages" }, [
      el("TabItem", "First", { ...ITEM, automationId: "tab1", selected: true }),
      el("TabItem", "Second", { ...ITEM, automationId: "tab2" }),
    ]),
    el("Group", "Left", { automationId: "left" }, [el("Button", "OK", BUTTON)]),
    el("Group", "Right", { automationId: "right" }, [
      el("Button", "OK", { ...BUTTON, automationId: "rightOk" }),
    ]),
    el("CheckBox", "Remember", {
      automationId: "remember",
      patterns: ["Toggle"],
      toggleState: "Off",
      focusable: true,
    }),
    el("Edit", "User", { ...EDIT, value: "ann", automationId: "user" }),
    el("Button", "Both", {
      automationId: "both",
      patterns: ["Invoke", "Toggle"],
      toggleState: "Off",
    }),
    el("Text", "idle", { automationId: "status" }),
  ]);
}

/** See the head of this file. */
export class ProfileWorld implements Disposable {
  readonly desktop: FakeDesktop;
  readonly door: TestDoor;
  readonly drawn: Branch;
  readonly #place = new PackPlace();

  constructor(given: Given = {}) {
    const files = {
      "manifest.json": { schemaVersion: 1, id: "lab", displayName: "Lab", version: "1" },
      "profile.json": { id: "lab", executableNames: ["lab.exe"], ...given.profile },
      "controls.json": { controls: given.controls ?? {} },
      "actions.json": { contracts: given.contracts ?? [] },
    };
    this.#place.write("packs/lab", files);
    this.drawn = given.drawn ?? drawnTabs();
    this.desktop = new FakeDesktop({
      windows: [fakeWindow({
        hwnd: MAIN,
        pid: 7,
        title: "Lab",
        className: "Program",
        ...given.window,
      })],
      processes: [fakeProcess({ pid: 7, name: "lab" })],
      foreground: MAIN,
    });
    this.desktop.elements.windows.set(MAIN, this.drawn);
    const folder = `${this.#place.root}/packs`;
    const packs = new PackRegistry(() => readPackSet([{ source: "local", folder }]));
    this.door = createTestDoor({ desktop: this.desktop, packs, settings: given.settings ?? {} });
  }

  /** The result of an action. */
  act(control: string, action: string, more: object = {}): Promise<Readonly<Record<string, unknown>>> {
    return this.door.succeed("profile_action", { profile: "lab", hwnd: MAIN_TEXT, control, action, ...more });
  }

  refuse(control: string, action: string, more: object = {}): Promise<ErrorBody> {
    return this.door.fail("profile_action", { profile: "lab", hwnd: MAIN_TEXT, control, action, ...more });
  }

  /** What was sent to elements, in order. */
  verbs(): readonly UiVerb["verb"][] {
    return this.desktop.callsOf("uiAct").flatMap(([request]) =>
      (request as UiActRequest).verbs.map(({ verb }) => verb)
    );
  }

  /** The first branch of this name, as it is drawn now. */
  branch(name: string): Branch {
    return branchNamed({ ...this.door, requests: () => [] }, name);
  }

  /** How many requests to programs were made. */
  requests(): number {
    return this.desktop.calls.length;
  }

  [Symbol.dispose](): void {
    this.#place[Symbol.dispose]();
  }
}
