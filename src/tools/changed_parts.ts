/** What changed in a window since it was read: only that is read again. */
import { ToolError } from "../core/errors.ts";
import type { Hwnd } from "../core/hwnd.ts";
import {
  addPlace,
  type ChangedPlace,
  type ChangedPlaces,
  type Desktop,
  type WindowState,
} from "../desktop/desktop.ts";
import type { UiWindow } from "../desktop/ui_element.ts";
import { placesToRead, renewedTree } from "../elements/renewed_tree.ts";
import { preflight } from "../interaction/preflight.ts";
import { MOST_CHILDREN } from "../interaction/read_elements.ts";
import type { ToolContext } from "./tool.ts";
import type { ReadArguments, WindowReading } from "./ui_reading.ts";

/** Where more changed than this, reading the whole window is hardly more. */
const MOST_PLACES = 16;
const MOST_NODES = 500;

/** Parts that take longer are read with the whole window, which waits for its program. */
const MOST_MS = 1_000;

/** See the head of this file. */
export class ChangedParts {
  /** Undefined where something changed that cannot be named. */
  #places: Map<Hwnd, ChangedPlace> | undefined = new Map();

  /** Something changed. */
  hear(places: ChangedPlaces): void {
    if (places === undefined || this.#places === undefined) this.#places = undefined;
    else for (const place of places) addPlace(this.#places, place);
  }

  /** A reading of the whole window begins: all that was heard of will be in it. */
  clear(): void {
    this.#places = new Map();
  }

  /** Whether something changed, and it is known where. */
  get areKnown(): boolean {
    return this.#places !== undefined && this.#places.size > 0 && this.#places.size <= MOST_PLACES;
  }

  /**
   * The reading with what changed since; undefined where the window has to be read whole.
   *
   * @throws {ToolError} CANCELLED
   */
  async renew(
    context: ToolContext,
    reading: WindowReading,
    { maxDepth, maxNodes, includeProcessPopups }: ReadArguments,
    leftMs: number,
  ): Promise<WindowReading | undefined> {
    const { desktop, refs, signal } = context;
    const inTree = new Set(reading.tree.nodes.map(({ element }) => element.nativeWindowHandle));
    const places = [...this.#places?.values() ?? []].filter(({ hwnd, isNew }) => isNew || inTree.has(hwnd));
    this.clear();
    const changed = new Set(places.map(({ hwnd }) => hwnd));
    const shown = await shownOf(desktop, [...changed]);
    const wanted = placesToRead(reading.tree, places, (hwnd) => shown.has(hwnd));
    if (wanted === undefined) return undefined;
    // A window may be read for what changed in it, and not have changed itself.
    const around = wanted.map(({ hwnd }) => hwnd).filter((hwnd) => !changed.has(hwnd));
    const states = new Map([...shown, ...await shownOf(desktop, around)]);
    const windows = wanted.flatMap(({ hwnd }) => states.get(hwnd) ?? [])
      .map(({ hwnd, title, className, pid }): UiWindow => {
        return { hwnd, title, className, processId: pid, isMain: false, isPopup: false };
      });
    const limits = { maxDepth, maxNodes: Math.min(maxNodes, MOST_NODES), maxChildren: MOST_CHILDREN };
    const timeoutMs = Math.max(1, Math.min(MOST_MS, Math.round(leftMs)));
    try {
      await preflight(context, reading.window, "read", timeoutMs);
      const parts = windows.length === 0
        ? undefined
        : await desktop.readUiTree({ ...limits, windows, timeoutMs }, signal);
      const nodeOf = (hwnd: Hwnd): number => parts?.roots.find((root) => root.hwnd === hwnd)?.node ?? -1;
      const renewed = wanted.map(({ hwnd, parent }) => {
        const node = nodeOf(hwnd);
        return { hwnd, parent, ...(node < 0 ? {} : { node }) };
      });
      // That one gave nothing does not say that it is gone.
      if (windows.some(({ hwnd }) => nodeOf(hwnd) < 0)) return undefined;
      const tree = renewedTree(reading.tree, renewed, parts);
      const isTooDeep = tree.nodes.some(({ depth }) => depth > maxDepth);
      if (isTooDeep || tree.nodes.length > maxNodes) return undefined;
      return { ...reading, tree, snapshot: refs.look(tree, !includeProcessPopups) };
    } catch (error) {
      if (error instanceof ToolError && error.code !== "CANCELLED") return undefined;
      throw error;
    }
  }
}

/** Those of the windows that are there and to be seen. */
async function shownOf(desktop: Desktop, hwnds: readonly Hwnd[]): Promise<ReadonlyMap<Hwnd, WindowState>> {
  const states = await Promise.all(hwnds.map((hwnd) => desktop.windowState(hwnd, 0)));
  const shown = states.filter((state) => state !== undefined).filter(({ visible }) => visible);
  return new Map(shown.map((state) => [state.hwnd, state]));
}
