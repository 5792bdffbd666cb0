/** Elements that fail inside a reading: nobody is told that they are not there. */
import assert from "node:assert/strict";
import { withFaults } from "../uia_server/counters.ts";
import { byId, childrenOf, Elements, elementsTest, faultTest, nodeAt, nodeById } from "./elements_run.ts";
import { AMPLE_MS } from "./outlines.ts";

const odd = { timeoutMs: AMPLE_MS };

faultTest("a window that fails inside a reading: what is in it is not called missing", async () => {
  await using open = await Elements.start("--odd");
  const target = { ...odd, hwnd: open.run.handle };
  const before = await open.door.succeed("ui_locate", { ...target, name: "In disabled" });
  assert.deepEqual([before.element.name, before.complete], ["In disabled", true]);
  using _ = withFaults("failElement=4011");
  const located = await open.door.succeed("ui_locate", { ...target, name: "In disabled" });
  assert.deepEqual([located.status, located.complete, located.gaps], ["inconclusive", false, {
    unreadable: 1,
  }]);
  const got = await open.door.succeed("ui_get", { ...target, selector: { name: "In disabled" } });
  assert.deepEqual([got.found, got.status, got.complete], [false, "inconclusive", false]);
  const all = await open.door.succeed("ui_query", { ...target, selector: { name: "In disabled" } });
  assert.deepEqual([all.count, all.status], [0, "inconclusive"]);
  const { verdict } = await open.door.succeed("ui_verify", {
    hwnd: open.run.handle,
    conditions: [{ condition: "notExists", selector: { name: "In disabled" } }],
  });
  assert.equal(verdict, "unknown");
  const twin = await open.door.succeed("ui_get", { ...target, selector: { name: "Twin A" } });
  assert.deepEqual([twin.found, twin.status], [true, "found"], "what can be read is found");
});

faultTest("a window that fails is told of where it is, however the window is read", async () => {
  await using open = await Elements.start("--odd");
  using _ = withFaults("failElement=4012");
  for (const [fetched, limits] of [["oneRequest", {}], ["byLevel", { maxNodes: 60 }]] as const) {
    const read = await open.read(limits);
    assert.deepEqual([read.reading.fetched, read.reading.skipped], [fetched, 1]);
    const cut = read.nodes.filter((node) => node.cut !== undefined);
    assert.deepEqual(cut.map(({ element, cut }) => [element.automationId, cut?.by]), [["4011", "error"]]);
  }
});

faultTest("a window that walks leave out is read by itself, with what is in it", async () => {
  await using open = await Elements.start("--odd");
  const whole = await open.read();
  using _ = withFaults("leaveOut=4011");
  for (const limits of [{}, { maxNodes: 60 }]) {
    const read = await open.read(limits);
    assert.deepEqual([read.nodes.length, read.reading.skipped], [whole.nodes.length, 0]);
    const panel = nodeById(read, 4011);
    assert.equal(nodeAt(read, panel).parent, 0);
    assert.deepEqual(childrenOf(read, panel).map(({ element }) => element.automationId), ["4012"]);
    assert.equal(byId(read, 4012).name, "In disabled");
  }
});

faultTest("a row that fails inside a reading is not called missing", async () => {
  await using open = await Elements.start("--rows", "20");
  const target = { ...odd, hwnd: open.run.handle, controlType: "ListItem" };
  const before = await open.door.succeed("ui_locate", { ...target, name: "mango #03" });
  assert.deepEqual([before.matched, before.complete], [1, true]);
  using _ = withFaults("failElement=mango #03");
  const after = await open.door.succeed("ui_locate", { ...target, name: "mango #03" });
  // One in a list box, one in a list view.
  assert.deepEqual([after.status, after.complete, after.gaps], ["inconclusive", false, { unreadable: 2 }]);
});

for (
  const args of [["--rows", "20"], ["--odd"], ["--mdi"], ["--wizard"], ["--deep", "20"], ["--wide", "50"]]
) {
  elementsTest(`a window with nothing amiss has nothing left out: ${args.join(" ")}`, async () => {
    await using open = await Elements.start(...args);
    open.resetCounts();
    const answer = await open.door.succeed("ui_get", {
      ...odd,
      hwnd: open.run.handle,
      maxDepth: 30,
      selector: { name: "There is nothing of this name" },
    });
    assert.deepEqual([answer.status, answer.complete, answer.gaps], [
      "empty-but-accessible",
      true,
      undefined,
    ]);
    // A machine that is busy may need more than one for the largest.
    const isOne = answer.fetched === "oneRequest";
    if (open.counts !== undefined && isOne) assert.equal(open.counts.remote, 1);
  });
}
