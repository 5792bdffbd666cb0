/** What a window's elements are, compared with what the program has: by its log, by messages, by its handles. */
import assert from "node:assert/strict";
import { Elements, elementsTest } from "./elements_run.ts";

elementsTest("a bounded window comes in one request, with every kind of control", async () => {
  await using open = await Elements.start("--rows", "20");
  await open.read(); // the connection stands
  open.resetCounts();
  const tree = await open.read();
  assert.equal(tree.reading.fetched, "oneRequest");
  if (open.counts !== undefined) assert.equal(open.counts.remote, 1);
  const types = new Set(tree.nodes.map(({ element }) => element.controlType));
  for (const type of ["Button", "CheckBox", "RadioButton", "Edit", "ComboBox", "List", "ListItem", "Tree"]) {
    assert.ok(types.has(type as never), type);
  }
});
