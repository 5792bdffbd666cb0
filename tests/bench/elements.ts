/** What reading elements costs. Under Wine the test server stands for UI Automation, and its work counts as the program's. */
import { isWindow } from "../../ffi/window.ts";
import { UIAutomation2 } from "../../ffi/uia/automation2.ts";
import { outline } from "../../src/elements/outline.ts";
import type { UiReadRequest, UiTree } from "../../src/desktop/ui_element.ts";
import { ElementClient } from "../../src/desktop/windows/elements/client.ts";
import { readFacts } from "../../src/desktop/windows/elements/element_facts.ts";
import { readBelow } from "../../src/desktop/windows/elements/level_reader.ts";
import { takeBelow } from "../../src/desktop/windows/elements/subtree.ts";
import { TreeDraft } from "../../src/desktop/windows/elements/tree_draft.ts";
import { isShownIn } from "../../src/desktop/windows/elements/tree_reading.ts";
import { countItems, measureWindows } from "../../src/desktop/windows/elements/window_sizes.ts";
import { counts, resetCounts, skipped } from "../uia_server/counters.ts";
import type { FixtureRun } from "../windows/fixture_run.ts";
import { controlOf, setText } from "../windows/observe.ts";
import { createRealDoor } from "../windows/real_door.ts";
import { startUiFixture } from "../windows/ui_fixture_run.ts";
import { press } from "../windows/ui_messages.ts";
import { type Figure, median, ms, timed } from "./figures.ts";

const ROUNDS = 15;

function requestFor(run: FixtureRun, maxChildren: number): UiReadRequest {
  return {
    windows: [
      { hwnd: run.hwnd, title: "", className: "", processId: run.pid, isMain: true, isPopup: false },
    ],
    maxDepth: 30,
    maxNodes: 5_000,
    maxChildren,
    timeoutMs: 20_000,
  };
}

/** From the cache that Windows has filled to a line of the outline, the way between the threads included. */
async function ownCost(): Promise<Figure> {
  await using run = await startUiFixture("--wide", "1000");
  using client = ElementClient.open();
  {
    using patient = client.automation.queryInterface(UIAutomation2);
    patient?.setTransactionTimeout(20_000); // what the program takes is not measured
  }
  const perElementUs: number[] = [];
  let elements = 0;
  for (let round = 0; round < ROUNDS; round++) {
    using fetched = client.automation.elementFromHandle(run.hwnd, client.deadSubtree);
    // Asked of the program before the request, as the request itself is.
    const windows = measureWindows(run.hwnd, client.ownTrees, 1_000);
    const startMs = performance.now();
    const draft = new TreeDraft(requestFor(run, 5_000));
    draft.beginRoot();
    const [window] = draft.request.windows;
    if (window === undefined) throw new RangeError("Cannot read: there is no window");
    const root = draft.addRoot(window, readFacts(fetched));
    const reading = { client, draft, windows, isThere: isWindow, isShownIn, countItems, readBelow };
    for (const steps = takeBelow(reading, fetched, root); steps.next().done !== true;);
    const tree: UiTree = structuredClone(draft.finish());
    outline(tree, { maxBytes: 60_000, refOf: (node) => `e${node}` });
    elements = tree.nodes.length;
    perElementUs.push((performance.now() - startMs) * 1_000 / elements);
  }
  return {
    name: `Casement's own cost of an element, ${elements} elements, 43 properties each`,
    value: `${median(perElementUs).toFixed(0)} µs`,
    goal: "at most 100 µs",
  };
}

async function boundedSnapshot(): Promise<Figure> {
  await using run = await startUiFixture("--rows", "20");
  using door = createRealDoor();
  await door.desktop.readUiTree(requestFor(run, 100));
  const times: number[] = [];
  const requests: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    resetCounts();
    times.push(await timed(() => door.desktop.readUiTree(requestFor(run, 100))));
    if (skipped === undefined) requests.push(counts().remote);
  }
  const counted = requests.length === 0 ? "not counted here" : `${median(requests)} requests to the program`;
  return {
    name: "a window of 474 elements, read whole",
    value: `${ms(median(times))}, ${counted}`,
    goal: "1 request",
  };
}

async function firstPage(): Promise<Figure> {
  await using run = await startUiFixture();
  using door = createRealDoor();
  const snapshot = () => door.succeed("ui_snapshot", { hwnd: run.handle });
  await snapshot();
  const times: number[] = [];
  for (let round = 0; round < 5; round++) times.push(await timed(snapshot));
  return {
    name: "`ui_snapshot` of a window with two lists of 10,000 rows",
    value: ms(median(times)),
    goal: "at most 3 s",
  };
}

/**
 * From the moment a change has reached the program to the answer of a wait for it: of an edit's text, of which Wine's events
 * do not tell, and of an element that comes, for which the window is read.
 */
export async function waitingForElements(): Promise<Figure> {
  await using run = await startUiFixture("--rows", "20");
  using door = createRealDoor();
  const awaited = async (selector: object, asked: object, happen: () => void): Promise<number> => {
    const waiting = door.succeed("ui_wait", { hwnd: run.handle, selector, ...asked });
    // After the first reading, at any moment between two looks.
    await new Promise((resolve) => setTimeout(resolve, 2_500 + Math.random() * 200));
    happen();
    return await timed(() => waiting);
  };
  const texts: number[] = [];
  const coming: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const expectedValue = `Text ${round}`;
    const edit = controlOf(run.hwnd, 1101);
    texts.push(
      await awaited(
        { automationId: "1101" },
        { condition: "valueEquals", expectedValue },
        () => setText(edit, expectedValue),
      ),
    );
    const rebuild = controlOf(run.hwnd, 1210);
    coming.push(
      await awaited({ name: `Rebuilt ${round}` }, { condition: "exists" }, () => press(rebuild)),
    );
  }
  return {
    name: "`ui_wait`, from the change to the answer, in a window of 474 elements",
    value: `${ms(median(texts))} for the text of an edit, ${ms(median(coming))} for an element that comes`,
    goal: "at most 60 ms",
  };
}

/** All of them. */
export async function elementFigures(): Promise<Figure[]> {
  return [await ownCost(), await boundedSnapshot(), await firstPage(), await waitingForElements()];
}
