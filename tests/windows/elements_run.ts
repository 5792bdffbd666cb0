/** Reads windows by the real desktop, in this process, so that what it asked can be counted. */
import assert from "node:assert/strict";
import type { UiElement, UiNode, UiReadRequest, UiTree, UiWindow } from "../../src/desktop/ui_element.ts";
import { ELEMENT_LANES } from "../../src/desktop/windows/element_lanes.ts";
import type { WindowsDesktop } from "../../src/desktop/windows/windows_desktop.ts";
import { type Counts, counts, resetCounts, skipped } from "../uia_server/counters.ts";
import { type FixtureRun, waitFor } from "./fixture_run.ts";
import { createRealDoor, type RealDoor } from "./real_door.ts";
import { startUiFixture } from "./ui_fixture_run.ts";
import { uiFixtureProgram } from "../fixtures/fixtures.ts";

/** The test server stands for UI Automation here; on Windows there is the real thing, which counts nothing. */
export const hasServer: boolean = skipped === undefined;

/** What a lane works with, at most; a reading that was not let go of holds hundreds. */
const LANE_HOLDS: Readonly<Record<string, number>> = { apartment: 1, comObject: 11, objects: 60 };

const fixture = await uiFixtureProgram();

/** A window of a program with the desktop that reads it; all ends with the `await using` block. */
export class Elements implements AsyncDisposable {
  readonly door: RealDoor = createRealDoor();
  readonly desktop: WindowsDesktop = this.door.desktop;

  private constructor(readonly run: FixtureRun) {}

  static async start(...args: string[]): Promise<Elements> {
    return new Elements(await startUiFixture(...args));
  }

  /** Its window as a reading takes it. */
  async window(hwnd: bigint = this.run.hwnd, isMain = true): Promise<UiWindow> {
    const state = await this.desktop.windowState(hwnd, 50);
    assert.ok(state !== undefined);
    const { title, className, pid } = state;
    return { hwnd, title, className, processId: pid, isMain, isPopup: title.trim() === "" };
  }

  /** Reads the window. */
  async read(limits: Partial<UiReadRequest> = {}, signal?: AbortSignal): Promise<UiTree> {
    const windows = limits.windows ?? [await this.window()];
    return await this.desktop.readUiTree(
      { maxDepth: 30, maxNodes: 5_000, maxChildren: 500, timeoutMs: 20_000, ...limits, windows },
      signal,
    );
  }

  /**
   * Waits until no more is open than there was: what a lane that was given up holds goes when its call returns. Lanes that
   * were opened meanwhile, since another one was held up, hold what they work with.
   */
  async settles(before: Readonly<Record<string, number>>): Promise<void> {
    const isSettled = await waitFor(async () => {
      const now = await openNow(this);
      const lanes = Math.max(0, (now.apartment ?? 0) - (before.apartment ?? 0));
      const isKept = ([kind, count]: readonly [string, number]) =>
        count <= (before[kind] ?? 0) + lanes * (LANE_HOLDS[kind] ?? 0);
      return lanes < ELEMENT_LANES && Object.entries(now).every(isKept) ? true : undefined;
    }, 20_000);
    assert.ok(isSettled, `${JSON.stringify(await openNow(this))} open, ${JSON.stringify(before)} before`);
  }

  /** What the test server has counted; undefined on Windows. */
  get counts(): Counts | undefined {
    return hasServer ? counts() : undefined;
  }

  resetCounts(): void {
    resetCounts();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.door[Symbol.dispose]();
    await this.run[Symbol.asyncDispose]();
  }
}

/** The index of the first node with an automation id. */
export function nodeById(tree: UiTree, id: number | string): number {
  const index = tree.nodes.findIndex(({ element }) => element.automationId === `${id}`);
  assert.ok(index >= 0, `there is no element ${id} in the tree`);
  return index;
}

/** The element with an automation id. */
export function byId(tree: UiTree, id: number | string): UiElement {
  return nodeAt(tree, nodeById(tree, id)).element;
}

export function nodeAt(tree: UiTree, index: number): UiNode {
  const node = tree.nodes[index];
  assert.ok(node !== undefined);
  return node;
}

/** The children of a node that are in the tree. */
export function childrenOf(tree: UiTree, index: number): readonly UiNode[] {
  return tree.nodes.filter(({ parent }) => parent === index);
}

/** Defines a test that reads elements. Wine needs the test server, Windows has its own. */
export function elementsTest(title: string, body: () => void | Promise<void>, skippedFor?: string): void {
  const reason = skippedFor ??
    ("skipped" in fixture ? fixture.skipped : Deno.build.os === "windows" ? undefined : "not Windows");
  Deno.test({
    name: `elements: ${title}${reason === undefined ? "" : ` (skipped: ${reason})`}`,
    ignore: reason !== undefined,
    // UI Automation stays loaded and has threads of its own.
    sanitizeResources: false,
    sanitizeOps: false,
    fn: body,
  });
}

/** A text as the fixture takes it: its UTF-16 units in hex. */
export function wideHex(text: string): string {
  return [...Array(text.length).keys()].map((index) => text.charCodeAt(index).toString(16).padStart(4, "0"))
    .join("");
}

/** One more window that is read by the same desktop; ends with the `await using` block. */
export class ReadWindow implements AsyncDisposable {
  private constructor(readonly request: UiReadRequest, readonly run: FixtureRun | undefined) {}

  static async start(open: Elements, ...args: string[]): Promise<ReadWindow> {
    const run = await startUiFixture(...args);
    return new ReadWindow(requestFor(await open.window(run.hwnd)), run);
  }

  /** The window of the run itself, looked up while its program still answers. */
  static async of(open: Elements): Promise<ReadWindow> {
    return new ReadWindow(requestFor(await open.window()), undefined);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.run?.[Symbol.asyncDispose]();
  }
}

function requestFor(window: UiWindow): UiReadRequest {
  return { windows: [window], maxDepth: 30, maxNodes: 5_000, maxChildren: 500, timeoutMs: 20_000 };
}

/** What the lanes have open, and what the test server's clients hold. */
export async function openNow(open: Elements): Promise<Record<string, number>> {
  const lanes = Object.entries(await open.desktop.openCounts()).filter(([, count]) => count !== 0);
  return { ...Object.fromEntries(lanes), objects: open.counts?.objects ?? 0 };
}

/** Defines a test that needs faults, which only the test server has. */
export function faultTest(title: string, body: () => Promise<void>): void {
  elementsTest(title, body, hasServer ? undefined : "needs the test server");
}
