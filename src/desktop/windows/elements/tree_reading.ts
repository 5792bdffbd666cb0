/** Reads windows of one program: each in one request where that is safe, else level by level. */
import {
  getParent,
  getWindowRect,
  getWindowThread,
  isWindow,
  isWindowVisible,
} from "../../../../ffi/window.ts";
import { ToolError } from "../../../core/errors.ts";
import { formatHwnd, type Hwnd } from "../../../core/hwnd.ts";
import type { UiReadRequest, UiTree, UiWindow } from "../../ui_element.ts";
import { ask, outcomeOf, type Steps } from "./asking.ts";
import { ChromiumLight, isUnlit } from "./chromium.ts";
import type { ElementClient } from "./client.ts";
import { readFacts } from "./element_facts.ts";
import { fitsOneRequest, readBelow } from "./level_reader.ts";
import { takeBelow } from "./subtree.ts";
import { TreeDraft } from "./tree_draft.ts";
import { countItems, measureWindows } from "./window_sizes.ts";

/** So many cost less in one request than a request for each level of the way to one of them. */
const FEW_ELEMENTS = 100;

/** What is asked beforehand, by quick messages, takes no more than a part of the time, and than so long. */
const LOCAL_SHARE = 0.25;
const MOST_LIGHT_MS = 300;
const MOST_MEASURE_MS = 1_000;

/** A reading that is gone through in several requests to its lane; it lets go of everything when it is disposed of. */
export class TreeReading implements Disposable {
  readonly #client: ElementClient;
  readonly #draft: TreeDraft;
  readonly #steps: Steps;

  constructor(client: ElementClient, request: UiReadRequest) {
    this.#client = client;
    this.#draft = new TreeDraft(request);
    this.#steps = readWindows(client, this.#draft);
  }

  /**
   * Reads for about `sliceMs`; the last request to the program may take longer, within `leftMs`. What is not read in that
   * time is cut.
   * Answers the tree when it has come to the end.
   *
   * @throws {ToolError} STALE_WINDOW_HANDLE, TIMEOUT where the main window gave no element in time
   */
  goOn(sliceMs: number, leftMs: number): UiTree | undefined {
    this.#draft.allow(leftMs);
    const endsAt = performance.now() + sliceMs;
    do {
      // Between two steps there is one request at most.
      this.#client.time.allow(this.#draft.patience.next(this.#draft.leftMs));
      if (this.#steps.next().done === true) return this.#draft.finish();
    } while (performance.now() < endsAt);
    return undefined;
  }

  [Symbol.dispose](): void {
    this.#steps.return();
  }
}

function* readWindows(client: ElementClient, draft: TreeDraft): Steps {
  const light = new ChromiumLight(Math.min(MOST_LIGHT_MS, draft.leftMs * LOCAL_SHARE));
  let isChromium = false;
  for (const window of draft.request.windows) {
    draft.beginRoot();
    if (draft.isInEarlierRoot(window.hwnd)) continue;
    if (draft.isOver && !window.isMain) {
      draft.cutByTime();
      draft.addRoot(window, undefined);
      continue;
    }
    if (light.lightUp(window.hwnd)) isChromium = true;
    yield* readRoot(client, draft, window);
  }
  const main = draft.request.windows.find(({ isMain }) => isMain);
  if (main !== undefined && !isStill(main)) throw staleError(main);
  draft.unlit = isChromium && isUnlit(draft);
}

function* readRoot(client: ElementClient, draft: TreeDraft, window: UiWindow): Steps {
  const { hwnd } = window;
  const windows = measureWindows(
    hwnd,
    client.ownTrees,
    Math.min(MOST_MEASURE_MS, draft.leftMs * LOCAL_SHARE),
  );
  const reading = { client, draft, windows, isThere: isWindow, isShownIn, countItems, readBelow };
  yield;
  const size = windows.get(hwnd)?.size;
  if (fitsOneRequest(size, draft) && (!draft.isNarrow || size.elements <= FEW_ELEMENTS)) {
    const all = outcomeOf(() => client.automation.elementFromHandle(hwnd, client.deadSubtree));
    if (all.isDone) {
      using element = all.value;
      const node = draft.addRoot(window, readFacts(element));
      if (node >= 0) yield* takeBelow(reading, element, node);
      return;
    }
    if (all.isTimeout) draft.patience.noteTimeout();
  }
  draft.fetched = "byLevel";
  yield;
  // The main window is asked however little time is left, and may take all of it: without it there is nothing.
  if (window.isMain) client.time.allow(draft.leftMs);
  const root = window.isMain
    ? outcomeOf(() => client.automation.elementFromHandle(hwnd, client.element))
    : yield* ask(draft, () => client.automation.elementFromHandle(hwnd, client.element));
  if (!root.isDone) {
    if (window.isMain && !isStill(window)) throw staleError(window);
    if (window.isMain && root.isTimeout) {
      throw new ToolError("TIMEOUT", `Window ${formatHwnd(hwnd)} gave no element in time`);
    }
    if (root.by === "time") draft.cutByTime();
    draft.addRoot(window, undefined);
    return;
  }
  using element = root.value;
  const node = draft.addRoot(window, readFacts(element));
  if (node >= 0) yield* readBelow(reading, element, node);
}

/** See {@link Reading}. Windows of no size have no elements, as little as hidden ones. */
export function isShownIn(hwnd: Hwnd, parent: Hwnd): boolean {
  if (getParent(hwnd) !== parent || !isWindowVisible(hwnd)) return false;
  const rect = getWindowRect(hwnd);
  return rect !== undefined && rect.right > rect.left && rect.bottom > rect.top;
}

/** Whether the handle still names a window of the same program. */
function isStill({ hwnd, processId }: UiWindow): boolean {
  return isWindow(hwnd) && getWindowThread(hwnd).pid === processId;
}

function staleError({ hwnd }: UiWindow): ToolError {
  return new ToolError("STALE_WINDOW_HANDLE", `Window ${formatHwnd(hwnd)} ended while it was read`);
}
