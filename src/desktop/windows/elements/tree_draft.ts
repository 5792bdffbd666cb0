/** A tree that grows while a window is read, in document order, and knows the limits of the reading. */
import type { Hwnd } from "../../../core/hwnd.ts";
import { Patience } from "./patience.ts";
import {
  type ControlType,
  type CutReason,
  MOST_BESIDE,
  type UiCut,
  type UiElement,
  type UiNode,
  type UiReading,
  type UiReadRequest,
  type UiRoot,
  type UiTree,
  type UiWindow,
} from "../../ui_element.ts";

/** A window that comes later gets so much of the time, whatever the earlier ones take. */
const RESERVE_MS = 500;

/** However many come later, no more than this of the time is kept for them: the main window is the first. */
const MOST_RESERVED = 0.5;

type Growing = { -readonly [K in keyof UiNode]: UiNode[K] };

/** See the head of this file. */
export class TreeDraft {
  readonly request: UiReadRequest;
  readonly patience: Patience = new Patience();
  /** Elements that died or failed while they were read. */
  skipped = 0;
  unlit = false;
  fetched: UiReading["fetched"] = "oneRequest";
  readonly #now: () => number;
  readonly #beganAt: number;
  readonly #continuedId: string | undefined;
  readonly #along: readonly string[] | undefined;
  /** Of each node, whether it is the element that the way leads to, or in it; all are where there is no way. */
  readonly #isInside: boolean[] = [];
  readonly #roots: UiRoot[] = [];
  readonly #nodes: Growing[] = [];
  /** The windows in the trees of earlier roots, and of this one. */
  readonly #earlierWindows = new Set<Hwnd>();
  readonly #windows = new Set<Hwnd>();
  #rootsLeft: number;
  #endsAt = 0;
  #cutByNodes = false;
  #cutByTime = false;

  constructor(request: UiReadRequest, now: () => number = () => performance.now()) {
    this.request = request;
    this.#now = now;
    this.#beganAt = now();
    this.#continuedId = request.continueAt?.runtimeId.join();
    this.#along = request.along?.map((runtimeId) => runtimeId.join());
    this.#rootsLeft = request.windows.length;
    this.allow(request.timeoutMs);
  }

  /** Says how much time is left now for all windows together. */
  allow(leftMs: number): void {
    this.#endsAt = this.#now() + leftMs;
  }

  /** Whether the time for the window that is being read is over. */
  get isOver(): boolean {
    return this.leftMs <= 0;
  }

  /** How much time is left for the window that is being read. */
  get leftMs(): number {
    const { timeoutMs, windows } = this.request;
    const eachMs = Math.min(RESERVE_MS, timeoutMs * MOST_RESERVED / (windows.length - 1));
    const reserveMs = this.#rootsLeft === 0 ? 0 : eachMs * this.#rootsLeft;
    return this.#endsAt - reserveMs - this.#now();
  }

  /** How many elements may still be added. */
  get roomLeft(): number {
    return this.request.maxNodes - this.#nodes.length;
  }

  /** Begins with the next window. */
  beginRoot(): void {
    this.#rootsLeft--;
    for (const window of this.#windows) this.#earlierWindows.add(window);
    this.#windows.clear();
  }

  /** Whether a window is in the tree of an earlier root: it counts there alone. */
  isInEarlierRoot(hwnd: Hwnd): boolean {
    return hwnd !== 0n && this.#earlierWindows.has(hwnd);
  }

  /** Whether a window is in the tree, as a root or in one. */
  hasWindow(hwnd: Hwnd): boolean {
    return this.#windows.has(hwnd) || this.#earlierWindows.has(hwnd);
  }

  /** Whether an element with this runtime id is a node, or inside it. Of one without an id that is not known: no. */
  holds(index: number, runtimeId: readonly number[]): boolean {
    if (runtimeId.length === 0) return false;
    const wanted = runtimeId.join();
    for (let at = index; at < this.#nodes.length; at++) {
      if (at > index && this.depthOf(at) <= this.depthOf(index)) return false;
      if (this.elementOf(at).runtimeId.join() === wanted) return true;
    }
    return false;
  }

  /** How many children of a node are of these types. */
  countChildren(index: number, types: ReadonlySet<ControlType>): number {
    let count = 0;
    for (let at = index + 1; at < this.#nodes.length; at++) {
      if (this.#at(at).parent === index && types.has(this.elementOf(at).controlType)) count++;
    }
    return count;
  }

  /** Whether all children of a node are in the tree, as far as was said. */
  isWhole(index: number): boolean {
    const { cut, firstChild = 0 } = this.#at(index);
    return cut === undefined && firstChild === 0;
  }

  /** Whether a node is the element of a window, not something in it that gives the same handle. */
  isWindow(index: number): boolean {
    const { element: { nativeWindowHandle }, parent } = this.#at(index);
    return nativeWindowHandle !== 0n && (parent < 0 || this.windowOf(parent) !== nativeWindowHandle);
  }

  /** Adds a window with its element; answers the index of that, -1 where it gave none or there is no room. */
  addRoot(window: UiWindow, element: UiElement | undefined): number {
    const hasRoom = this.roomLeft > 0;
    const node = element !== undefined && hasRoom ? this.#nodes.length : -1;
    if (element !== undefined && !hasRoom) this.#cutByNodes = true;
    this.#roots.push({ ...window, node });
    if (element !== undefined && hasRoom) this.#push(element, -1, 0);
    return node;
  }

  /** Adds an element behind everything that there is. There must be room. */
  add(element: UiElement, parent: number): number {
    return this.#push(element, parent, this.depthOf(parent) + 1);
  }

  /** The element of a node. */
  elementOf(index: number): UiElement {
    return this.#at(index).element;
  }

  /** Levels below its root. */
  depthOf(index: number): number {
    return this.#at(index).depth;
  }

  /** Whether the way to an element is all that is read. */
  get isNarrow(): boolean {
    return this.#along !== undefined;
  }

  /** Whether all that is below a node is to be read. */
  isInside(index: number): boolean {
    return this.#isInside[index] === true;
  }

  /** How many children of a node are to be read. */
  mostChildrenOf(index: number): number {
    const { maxChildren } = this.request;
    return this.isInside(index) ? maxChildren : Math.min(maxChildren, MOST_BESIDE);
  }

  /** Whether the children of a node are to be read: it is a window, on the way, or inside. */
  goesInto(index: number): boolean {
    const { element, depth } = this.#at(index);
    return depth === 0 || this.isInside(index) || this.#along?.[depth - 1] === element.runtimeId.join();
  }

  /** The window that it is in, or is. */
  windowOf(index: number): Hwnd {
    for (let at = index; at >= 0; at = this.#at(at).parent) {
      const { nativeWindowHandle } = this.elementOf(at);
      if (nativeWindowHandle !== 0n) return nativeWindowHandle;
    }
    return this.#roots[this.#at(index).root]?.hwnd ?? 0n;
  }

  /** Which child of a node is the first to be read; the node notes it where it is not the first of all. */
  noteFirstChild(index: number): number {
    if (this.#continuedId === undefined || this.elementOf(index).runtimeId.join() !== this.#continuedId) {
      return 0;
    }
    const first = this.request.continueAt?.firstChild ?? 0;
    if (first > 0) this.#at(index).firstChild = first;
    return first;
  }

  /** Notes that the children of a node were not all read. */
  cut(index: number, by: CutReason, total: number | null = null): void {
    const cut: UiCut = { by, total };
    this.#at(index).cut = cut;
    if (by === "nodes") this.#cutByNodes = true;
    if (by === "time") this.#cutByTime = true;
  }

  /** Whether a node that fits has children in the tree, or some that were cut. */
  hasParent(fits: (element: UiElement) => boolean): boolean {
    return this.#nodes.some(({ parent, cut }, index) =>
      (cut !== undefined && fits(this.elementOf(index))) || (parent >= 0 && fits(this.elementOf(parent)))
    );
  }

  /** Notes that windows were not read since the time was over. */
  cutByTime(): void {
    this.#cutByTime = true;
  }

  /** The tree as it is now. */
  finish(): UiTree {
    const { maxDepth, maxNodes } = this.request;
    return {
      roots: this.#roots,
      nodes: this.#nodes,
      reading: {
        fetched: this.fetched,
        view: "raw",
        maxDepth,
        maxNodes,
        visited: this.#nodes.length + this.skipped,
        skipped: this.skipped,
        cutByNodes: this.#cutByNodes,
        cutByTime: this.#cutByTime,
        unlit: this.unlit,
        elapsedMs: Math.round(this.#now() - this.#beganAt),
      },
    };
  }

  #push(element: UiElement, parent: number, depth: number): number {
    if (element.nativeWindowHandle !== 0n) this.#windows.add(element.nativeWindowHandle);
    const isEnd = depth === this.#along?.length && this.#along[depth - 1] === element.runtimeId.join();
    this.#isInside.push(!this.isNarrow || isEnd || this.isInside(parent));
    return this.#nodes.push({ element, parent, depth, root: this.#roots.length - 1 }) - 1;
  }

  #at(index: number): Growing {
    const node = this.#nodes[index];
    if (node === undefined) throw new RangeError(`Cannot find node ${index} of ${this.#nodes.length}`);
    return node;
  }
}
