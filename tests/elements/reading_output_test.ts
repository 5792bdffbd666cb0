import assert from "node:assert/strict";
import { z } from "zod";
import { readingOutput, readingShape } from "../../src/elements/reading_output.ts";
import { readingVerdict } from "../../src/elements/status.ts";
import { BUTTON, el, nodeNamed, treeOf } from "./trees.ts";

const schema = z.strictObject(readingShape());

Deno.test("readingOutput() of a whole reading says nothing of gaps and hints", () => {
  const tree = treeOf(el("Window", "Main", {}, [el("Button", "OK", BUTTON)]));
  const output = readingOutput(tree, readingVerdict(tree));
  assert.deepEqual(output, {
    status: "found",
    complete: true,
    truncated: false,
    visitedNodes: 2,
    elapsedMs: 3,
    fetched: "oneRequest",
  });
  schema.parse(output);
});

Deno.test("readingOutput() says everything that kept a reading from being complete", () => {
  const tree = treeOf(
    el("Window", "Main", {}, [
      el("Button", "", { ...BUTTON, failed: ["name"] }),
      el("Pane", "deep", { cut: { by: "depth", total: null } }),
      el("List", "long", { cut: { by: "children", total: 9 } }),
    ]),
    { cutByNodes: true, cutByTime: true, skipped: 2 },
  );
  const output = readingOutput(tree, readingVerdict(tree));
  assert.deepEqual(output.gaps, {
    depth: 1,
    children: 1,
    nodes: true,
    time: true,
    unreadable: 2,
    failedProperties: { name: 1 },
  });
  assert.deepEqual([output.complete, output.truncated, output.hints?.length], [false, true, 2]);
  schema.parse(output);
  const scope = nodeNamed(tree, "deep");
  assert.deepEqual(readingOutput(tree, readingVerdict(tree, scope), scope).gaps, { depth: 1 });
});
