import assert from "node:assert/strict";
import { elementsTest as test } from "./elements_run.ts";
import { childrenOf } from "./ui_fixture_run.ts";
import { isVisible } from "./ui_messages.ts";
import { ReadProgram } from "./ui_reading_run.ts";

/** Every window inside a window that is to be seen: what is hidden is no element. */
function windowsIn(parent: bigint): bigint[] {
  return childrenOf(parent).filter(isVisible).flatMap((child) => [child, ...windowsIn(child)]);
}

test("ui_inspect_tree: every window that the program shows is a node, under the window that it is in", async () => {
  await using open = await ReadProgram.start("--rows", "20");
  const { nodes, returnedNodes, complete, roots } = await open.read("ui_inspect_tree", { maxNodes: 5_000 });
  assert.ok(complete);
  assert.deepEqual(roots.map(({ hwnd, isMain }: { hwnd: string; isMain: boolean }) => [hwnd, isMain])[0], [
    open.run.handle,
    true,
  ]);
  assert.equal(returnedNodes, nodes.length);
  // deno-lint-ignore no-explicit-any -- nodes of an answer
  const byHandle = new Map<bigint, any>();
  for (const node of nodes) {
    if (node.nativeWindowHandle !== undefined) byHandle.set(BigInt(node.nativeWindowHandle), node);
  }
  const missing: string[] = [];
  for (const parent of [open.run.hwnd, ...windowsIn(open.run.hwnd)]) {
    for (const child of childrenOf(parent).filter(isVisible)) {
      const node = byHandle.get(child);
      if (node?.parentNodeId === undefined) missing.push(child.toString(16));
      else if (byHandle.has(parent)) assert.ok(node.depth > byHandle.get(parent).depth);
    }
  }
  assert.deepEqual(missing, []);
});

test("ui_inspect_tree: a part by its selector, and one that is not there", async () => {
  await using open = await ReadProgram.start("--rows", "20");
  const { nodes } = await open.read("ui_inspect_tree", {
    rootSelector: { automationId: "1220" },
    fields: ["automationId", "controlType"],
  });
  const idOf = (id: number | null): unknown =>
    nodes.find(({ nodeId }: { nodeId: number }) => nodeId === id)?.automationId;
  const ids = nodes.filter(({ automationId }: { automationId: string }) => automationId !== "")
    .map((
      { nodeId, parentNodeId }: { nodeId: number; parentNodeId: number | null },
    ) => [idOf(nodeId), idOf(parentNodeId)]);
  assert.deepEqual(ids, [["1220", undefined], ["1221", "1220"], ["1222", "1221"], ["1223", "1221"]]);
  const { code } = await open.refused("ui_inspect_tree", { rootSelector: { automationId: "9999" } });
  assert.equal(code, "ELEMENT_NOT_FOUND");
});
