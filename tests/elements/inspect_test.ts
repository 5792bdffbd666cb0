import assert from "node:assert/strict";
import { depthsToTry, inspectNodes, type InspectOptions } from "../../src/elements/inspect.ts";
import { BUTTON, EDIT, el, ITEM, treeOf } from "./trees.ts";

const tree = treeOf(
  el("Window", "Main", {}, [
    el("Pane", "outer", { automationId: "outer" }, [
      el("Group", "inner", {}, [
        el("Button", "OK", { ...BUTTON, automationId: "ok" }),
        el("Edit", "Name", { ...EDIT, enabled: false }),
      ]),
    ]),
    el("List", "Fruit", { offscreen: true }, [
      el("ListItem", "apple", { ...ITEM, offscreen: true, focusable: true }),
    ]),
  ]),
  {},
  [el("Menu", "", {}, [el("MenuItem", "Copy", BUTTON)])],
);

/** `id<parent name` of each. */
function listed(options?: InspectOptions): readonly string[] {
  return inspectNodes(tree, options).map(({ node, nodeId, parentNodeId }) =>
    `${nodeId}<${parentNodeId} ${tree.nodes[node]?.element.name}`
  );
}

Deno.test("inspectNodes() lists everything in document order, with depth and window", () => {
  assert.deepEqual(listed(), [
    "1<null Main",
    "2<1 outer",
    "3<2 inner",
    "4<3 OK",
    "5<3 Name",
    "6<1 Fruit",
    "7<6 apple",
    "8<null ",
    "9<8 Copy",
  ]);
  const [first, , , ok] = inspectNodes(tree);
  assert.deepEqual(first, {
    node: 0,
    nodeId: 1,
    parentNodeId: null,
    depth: 0,
    rootHwnd: "0x00000100",
    rootIndex: 0,
  });
  assert.equal(ok?.depth, 3);
  const last = inspectNodes(tree).at(-1);
  assert.deepEqual([last?.rootHwnd, last?.rootIndex, last?.depth], ["0x00000101", 1, 1]);
});

for (
  const [title, options, expected] of [
    ["interactiveOnly", { interactiveOnly: true }, ["1<null OK", "2<null Copy"]],
    ["automationIdOnly", { automationIdOnly: true }, ["1<null outer", "2<1 OK"]],
    ["includeOffscreen false", { includeOffscreen: false, controlTypes: ["List", "ListItem", "Pane"] }, [
      "1<null outer",
    ]],
    ["controlTypes in any spelling", { controlTypes: ["controltype.pane", "list item"] }, [
      "1<null outer",
      "2<null apple",
    ]],
    ["what is hidden passes its children on", { controlTypes: ["Pane", "Button"] }, [
      "1<null outer",
      "2<1 OK",
    ]],
    ["rootSelector takes whole subtrees", { rootSelector: { name: "INNER" } }, [
      "1<null inner",
      "2<1 OK",
      "3<1 Name",
    ]],
    [
      "rootSelector looks at its own fields alone",
      {
        rootSelector: { controlType: "Group", index: 7, ancestor: { name: "nowhere" } },
        controlTypes: ["Edit"],
      },
      ["1<null Name"],
    ],
    ["nothing fits", { rootSelector: { name: "nowhere" } }, []],
  ] as [string, InspectOptions, string[]][]
) {
  Deno.test(`inspectNodes(): ${title}`, () => assert.deepEqual(listed(options), expected));
}

for (
  const [strategy, maxDepth, limit, expected] of [
    ["fixed", 15, 24, [15]],
    ["auto", 15, 24, [16, 24]],
    ["auto", 1, 24, [8, 16, 24]],
    ["auto", 8, 30, [8, 16, 24, 30]],
    ["auto", 15, 10, [10]],
    ["auto", 25, 24, [24]],
    ["auto", 1, 16, [8, 16]],
  ] as ["fixed" | "auto", number, number, number[]][]
) {
  Deno.test(`depthsToTry(): ${strategy} from ${maxDepth} to ${limit}`, () => {
    assert.deepEqual(depthsToTry(strategy, maxDepth, limit), expected);
  });
}
