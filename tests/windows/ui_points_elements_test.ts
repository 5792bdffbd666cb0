/** What lies at points of the screen, compared with where the programs' windows are. */
import assert from "node:assert/strict";
import { Elements, elementsTest, faultTest, nodeAt, nodeById, ReadWindow } from "./elements_run.ts";
import { withFaults } from "../uia_server/counters.ts";
import { bringToFront, controlOf, moveTo, outerRect, textOf } from "./observe.ts";

function middleOf(hwnd: bigint): { x: number; y: number } {
  const { x, y, width, height } = outerRect(hwnd);
  return { x: x + (width >> 1), y: y + (height >> 1) };
}

elementsTest("at a control lies the control, then what is around it up to its window", async () => {
  await using open = await Elements.start("--rows", "20");
  const { hwnd } = open.run;
  const tree = await open.read();
  for (const id of [1001, 1021, 1101]) {
    const found = await open.desktop.uiElementsAt(
      { screenPoint: middleOf(controlOf(hwnd, id)), hwnd },
      2_000,
    );
    assert.equal(found?.[0]?.automationId, `${id}`);
    const chain: (readonly number[])[] = [];
    for (let node = nodeById(tree, id); node >= 0; node = nodeAt(tree, node).parent) {
      chain.push(nodeAt(tree, node).element.runtimeId);
    }
    assert.deepEqual(found?.map(({ runtimeId }) => runtimeId), chain, "as in the tree");
  }
});

elementsTest("of two controls over each other it is the one in front", async () => {
  await using open = await Elements.start("--odd");
  const { hwnd } = open.run;
  const at = async (id: number) =>
    (await open.desktop.uiElementsAt({ screenPoint: middleOf(controlOf(hwnd, id)), hwnd }, 2_000))?.[0];
  assert.equal((await at(4021))?.automationId, "4021");
  // Half of it lies under the other one.
  const front = outerRect(controlOf(hwnd, 4021));
  const behind = outerRect(controlOf(hwnd, 4022));
  const both = {
    x: Math.max(front.x, behind.x) + 2,
    y: Math.max(front.y, behind.y) + 2,
  };
  const [found] = await open.desktop.uiElementsAt({ screenPoint: both, hwnd }, 2_000) ?? [];
  assert.equal(found?.automationId, "4021");
  assert.notEqual((await at(4024))?.automationId, "4024", "it is wholly covered");
});

elementsTest("a window of another program is told from outside, and is not asked", async () => {
  await using open = await Elements.start("--rows", "20");
  await using other = await ReadWindow.start(open, "--wizard", "--title", "In front");
  const front = other.request.windows[0]?.hwnd ?? 0n;
  moveTo(front, 100, 100);
  moveTo(open.run.hwnd, 100, 100);
  bringToFront(front);
  const point = middleOf(front);
  open.resetCounts();
  const found = await open.desktop.uiElementsAt({ screenPoint: point, hwnd: open.run.hwnd }, 2_000);
  assert.equal(found?.length, 1, JSON.stringify(found?.map(({ name }) => name)));
  const [element] = found ?? [];
  assert.deepEqual(
    [
      element?.nativeWindowHandle,
      element?.name,
      element?.className,
      element?.processId,
      element?.controlType,
    ],
    [front, "In front", "CasementUi", other.run?.pid, "Window"],
  );
  assert.deepEqual(element?.screenRect, outerRect(front));
  const tree = await open.desktop.readUiTree(other.request);
  assert.deepEqual(element?.runtimeId, tree.nodes[0]?.element.runtimeId, "it is known again by its id");
  assert.equal(textOf(front), "In front");
});

faultTest("a program that does not answer leaves the question open, in time", async () => {
  await using open = await Elements.start("--rows", "20");
  const { hwnd } = open.run;
  await open.read();
  using _ = withFaults("freeze=1001");
  const startMs = performance.now();
  const query = { screenPoint: middleOf(controlOf(hwnd, 1001)), hwnd };
  assert.equal(await open.desktop.uiElementsAt(query, 1_000), undefined);
  assert.ok(performance.now() - startMs < 8_000);
  assert.equal(await open.desktop.uiElementsAt(query, 1_000), undefined, "nor is it asked again at once");
});

elementsTest("nothing lies beside all windows but the desktop", async () => {
  await using open = await Elements.start("--rows", "20");
  const found = await open.desktop.uiElementsAt(
    { screenPoint: { x: -30_000, y: -30_000 }, hwnd: open.run.hwnd },
    1_000,
  );
  assert.equal(found, undefined);
});
