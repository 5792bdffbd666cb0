/** What the doctor looks at. Every look has a deadline, and one that fails or hangs keeps no other from happening. */
import { dirname } from "node:path";
import { atMost } from "../core/clock.ts";
import type { Hwnd } from "../core/hwnd.ts";
import type { Settings } from "../core/config.ts";
import { type ErrorCode, ToolError } from "../core/errors.ts";
import type {
  CaptureBackend,
  CaptureRefusal,
  Desktop,
  DisplayLayout,
  LaneFacts,
  LibraryFacts,
  SystemFacts,
} from "../desktop/desktop.ts";
import type { PackRegistry, PackSet } from "../packs/registry.ts";

/** What a look brought, or why it brought nothing. */
export type Fact<T> =
  | { readonly value: T }
  | { readonly failure: string; readonly code?: ErrorCode };

/** What became of one try of a capture method. */
export type CaptureTry = "captured" | "noWindow" | CaptureRefusal["reason"];

/** What UI Automation gave of a window. */
export type ElementsTry = "noWindow" | { readonly count: number };

/** Whether the clipboard could be opened, or which process has it open. */
export type ClipboardTry = "open" | { readonly heldByPid: number | undefined };

/** Everything that the doctor judges. */
export interface DoctorFacts {
  readonly settings: Settings;
  readonly lanes: Fact<readonly LaneFacts[]>;
  readonly system: Fact<SystemFacts>;
  readonly libraries: Fact<readonly LibraryFacts[]>;
  readonly displays: Fact<DisplayLayout>;
  readonly captures: Readonly<Record<CaptureBackend, Fact<CaptureTry>>>;
  /** How many elements the frontmost window gave. */
  readonly elements: Fact<ElementsTry>;
  readonly clipboard: Fact<ClipboardTry>;
  /** Nothing where a file can be made in the captures folder, or the folder itself. */
  readonly capturesFolder: Fact<true>;
  readonly packs: Fact<PackSet>;
}

/** Longer than the longest request behind one look. */
const LOOK_MS = 20_000;
/** A window that needs longer is not asked to draw itself. */
const PROBE_MS = 50;
/** Enough to see that it works. */
const ELEMENT_LIMITS = { maxDepth: 2, maxNodes: 100, maxChildren: 50, timeoutMs: 5_000 };
/** So many windows are asked whether they answer. */
const MOST_CANDIDATES = 8;

/** Looks at everything. Changes nothing, apart from a file that is made and removed. */
export async function collectFacts(
  desktop: Desktop,
  settings: Settings,
  registry: PackRegistry,
  lookMs = LOOK_MS,
): Promise<DoctorFacts> {
  const look = <T>(what: () => Promise<T>): Promise<Fact<T>> => lookFor(lookMs, what);
  // Alone, or the time it takes would be that of the others too.
  const lanes = await look(() => desktop.startLanes());
  const [system, libraries, displays, window, clipboard, capturesFolder, packs] = await Promise.all([
    look(() => desktop.systemFacts()),
    look(() => desktop.libraryFacts()),
    look(() => desktop.displayLayout()),
    look(() => frontmostWindow(desktop)),
    look(() => tryClipboard(desktop)),
    look(() => tryFolder(settings.capturesDir)),
    look(() => registry.current()),
  ]);
  const capture = (backend: CaptureBackend): Promise<Fact<CaptureTry>> =>
    look(async () => {
      if ("failure" in window) throw new Error(window.failure);
      if (window.value === undefined) return "noWindow";
      const answer = await desktop.captureWindow(window.value, backend);
      return "reason" in answer ? answer.reason : "captured";
    });
  const captures = {
    print: await capture("print"),
    windowDc: await capture("windowDc"),
    screen: await capture("screen"),
  };
  const elements = await look(async (): Promise<ElementsTry> => {
    if ("failure" in window) throw new Error(window.failure);
    return window.value === undefined ? "noWindow" : { count: await countElements(desktop, window.value) };
  });
  return {
    settings,
    lanes,
    system,
    libraries,
    displays,
    captures,
    elements,
    clipboard,
    capturesFolder,
    packs,
  };
}

async function lookFor<T>(lookMs: number, what: () => Promise<T>): Promise<Fact<T>> {
  let fact: Fact<T> = { failure: `no answer within ${lookMs / 1000} s` };
  const done = what().then((value) => fact = { value }, (error: unknown) => {
    const failure = error instanceof Error ? error.message : String(error);
    fact = error instanceof ToolError ? { failure, code: error.code } : { failure };
  });
  await atMost(lookMs, done);
  return fact;
}

/** The frontmost window that answers and may be seen; undefined where there is none. */
async function frontmostWindow(desktop: Desktop): Promise<bigint | undefined> {
  const shown = (await desktop.listWindows(false)).filter((window) =>
    !window.minimized && !window.cloaked && !window.hung && window.screenRect.width > 1 &&
    window.screenRect.height > 1
  );
  for (const { hwnd } of shown.slice(0, MOST_CANDIDATES)) {
    const condition = await desktop.targetCondition(hwnd, PROBE_MS);
    if (condition.exists && condition.responding === "yes" && !condition.captureProtected) return hwnd;
  }
  return undefined;
}

/** How many elements the top of a window's tree has. */
async function countElements(desktop: Desktop, hwnd: Hwnd): Promise<number> {
  const state = await desktop.windowState(hwnd, 0);
  if (state === undefined) return 0;
  const { title, className, pid } = state;
  const tree = await desktop.readUiTree({
    windows: [{ hwnd, title, className, processId: pid, isMain: true, isPopup: false }],
    ...ELEMENT_LIMITS,
  });
  return tree.nodes.length;
}

/** Opens the clipboard and reads nothing of it. */
async function tryClipboard(desktop: Desktop): Promise<ClipboardTry> {
  const answer = await desktop.clipboardHolds("");
  return "holds" in answer ? "open" : { heldByPid: answer.heldBy?.pid };
}

/** Makes a file in the folder and removes it; where the folder is not there yet, a folder in its place. */
async function tryFolder(folder: string): Promise<true> {
  let parent = folder;
  for (let here = folder;; here = parent) {
    try {
      const probe = here === folder
        ? await Deno.makeTempFile({ dir: here, prefix: "casement-doctor-" })
        : await Deno.makeTempDir({ dir: here, prefix: "casement-doctor-" });
      await Deno.remove(probe);
      return true;
    } catch (error) {
      parent = dirname(here);
      if (!(error instanceof Deno.errors.NotFound) || parent === here) throw error;
    }
  }
}
