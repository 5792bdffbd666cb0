/** Composite actions on a drawn program, without a tool around them. */
import assert from "node:assert/strict";
import { ToolError } from "../../../src/core/errors.ts";
import { subjectOf } from "../../../src/elements/identity.ts";
import { ForegroundTracker } from "../../../src/interaction/foreground_tracker.ts";
import type { InteractionMode } from "../../../src/interaction/modes.ts";
import { readElements } from "../../../src/interaction/read_elements.ts";
import type { CompositeCall, FoundPart } from "../../../src/packs/actions/composite_call.ts";
import type { Pack } from "../../../src/packs/load/load_pack.ts";
import { controlsSchema } from "../../../src/packs/schema/controls.ts";
import { type Page, pagesSchema } from "../../../src/packs/schema/pages.ts";
import { profileSchema } from "../../../src/packs/schema/profile.ts";
import type { Branch } from "../../elements/trees.ts";
import { FakeClock } from "../../fakes/fake_clock.ts";
import { FakeDesktop } from "../../fakes/fake_desktop.ts";
import { type FakeWindow, fakeWindow } from "../../fakes/fake_window.ts";

/** The window of the program. */
export const MAIN = 0x10n;

/** What a test says of its pack and of what is on the screen. */
export interface Given {
  readonly drawn: Branch;
  /** By their names, as a pack writes them. */
  readonly controls: Readonly<Record<string, unknown>>;
  readonly pages?: readonly unknown[];
  readonly submenuAidPatterns?: readonly string[];
  readonly window?: Partial<FakeWindow>;
  readonly others?: readonly FakeWindow[];
  readonly foreground?: bigint;
  readonly mode?: InteractionMode;
  readonly signal?: AbortSignal;
  readonly includeProcessPopups?: boolean;
}

/** A program with its pack. */
export interface World {
  readonly desktop: FakeDesktop;
  readonly clock: FakeClock;
  /** The call of a composite on a control, which is found by its automation id. */
  call(control: string): Promise<CompositeCall>;
}

/** Draws a program, and reads what a pack says of it. */
export function compositeWorld(given: Given): World {
  const { mode = "auto", foreground = MAIN } = given;
  const desktop = new FakeDesktop({
    windows: [fakeWindow({ hwnd: MAIN, pid: 7, title: "Main", ...given.window }), ...given.others ?? []],
    foreground,
  });
  desktop.elements.windows.set(MAIN, given.drawn);
  const clock = new FakeClock();
  const pack = packOf(given);
  const signal = given.signal ?? new AbortController().signal;
  const context = { desktop, clock, signal };
  const limits = {
    includeProcessPopups: given.includeProcessPopups ?? true,
    maxDepth: 15,
    maxNodes: 2_000,
    maxChildren: 500,
    timeoutMs: 15_000,
  };
  const call = async (control: string): Promise<CompositeCall> => {
    const window = await desktop.windowState(MAIN, 0);
    const tracker = await ForegroundTracker.begin(context, mode, 7);
    assert.ok(window !== undefined);
    const find = async (name: string): Promise<FoundPart> => {
      const [selector] = pack.controls.get(name)?.selectors ?? [];
      const tree = await readElements(context, window, limits);
      const node = tree.nodes.findIndex(({ element }) =>
        selector !== undefined && element.automationId === selector.automationId
      );
      if (node < 0) throw new ToolError("ELEMENT_NOT_FOUND", `there is no ${name}`);
      const target = { subject: subjectOf(tree, node), window, root: MAIN, mode, tracker, timeoutMs: 15_000 };
      return { tree, node, target };
    };
    const entry = pack.controls.get(control);
    assert.ok(entry !== undefined);
    return { context, pack, entry, control: await find(control), window, limits, find };
  };
  return { desktop, clock, call };
}

function packOf({ controls, pages = [], submenuAidPatterns = [] }: Given): Pack {
  const read = controlsSchema().parse({ controls });
  const readPages: readonly Page[] = pages.length === 0 ? [] : pagesSchema().parse({ pages }).pages;
  return {
    source: "cli",
    folder: "made-up",
    manifest: {} as Pack["manifest"],
    profile: profileSchema().parse({ id: "made-up", executableNames: ["made-up.exe"], submenuAidPatterns }),
    controls: new Map(Object.entries(read.controls)),
    contracts: [],
    workflows: [],
    pages: readPages,
    groups: [],
    components: [],
  };
}

/** The error that a composite is refused with. */
export async function refused(act: Promise<unknown>): Promise<ToolError> {
  const error = await act.then(() => undefined, (thrown) => thrown);
  assert.ok(error instanceof ToolError, `expected an error, got ${error}`);
  return error;
}
