/** What the reading tools answer fits the schemas that clients hold it against, with everything an element may have. */
import assert from "node:assert/strict";
import { createMcpServer } from "../../src/server/server.ts";
import { type Branch, BUTTON, EDIT, el, listOf } from "../elements/trees.ts";
import { HWND_TEXT, openProgram } from "../tools/ui_world.ts";
import { Client, InMemoryTransport } from "./sdk_client.ts";

/** Odd in every way that a program has been seen to be. */
function oddProgram(): Branch {
  const range = { value: NaN, minimum: -Infinity, maximum: Infinity, smallChange: 0.1, largeChange: -0 };
  return el("Window", "Main \uD83D", {}, [
    el("Button", "lone \uDE00 surrogate", { ...BUTTON, automationId: "x".repeat(400) }),
    el("Slider", "Volume", { patterns: ["RangeValue"], range }),
    el("Edit", "n".repeat(32_000), { ...EDIT, value: "v".repeat(32_000), screenRect: null }),
    el("Unknown", "", { failed: ["name", "controlType"], runtimeId: [] }),
    el("CheckBox", "Agree", { patterns: ["Toggle"], toggleState: "Indeterminate" }),
    el("TreeItem", "Node", { expandCollapseState: "PartiallyExpanded", selected: true }),
    listOf(600, { patterns: ["Selection"] }),
  ]);
}

const CALLS: readonly (readonly [string, Readonly<Record<string, unknown>>, string | undefined])[] = [
  ["ui_query", { rootSelector: { controlType: "Window" } }, undefined],
  ["ui_query", { selector: { name: "Agre" } }, undefined],
  ["ui_query", { selector: { name: "Agree" }, fields: ["toggleState"], depthStrategy: "auto" }, undefined],
  ["ui_get", { selector: { controlType: "Slider" } }, undefined],
  ["ui_get", { selector: { controlType: "List" } }, undefined],
  ["ui_get", { selector: { name: "Volum" } }, undefined],
  ["ui_get", { selector: { controlType: "ListItem" } }, "ELEMENT_AMBIGUOUS"],
  ["ui_inspect_tree", {}, undefined],
  ["ui_inspect_tree", { rootSelector: { name: "Agre" } }, "QUERY_TRUNCATED"],
  ["ui_catalog", { visibleOnly: false }, undefined],
  ["ui_catalog", { fields: ["name"] }, undefined],
  ["ui_catalog", {}, undefined],
];

Deno.test("results of the reading tools, errors too, fit the published output schemas", async () => {
  const { tools, door, log } = openProgram(oddProgram());
  const server = createMcpServer({ tools, door, log });
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  await server.connect(serverSide);
  const client = new Client({ name: "test", version: "1" });
  await client.connect(clientSide);
  // Listing first makes the client hold results against the output schemas.
  await client.listTools();
  for (const [name, args, code] of CALLS) {
    const { structuredContent, isError, content } = await client.callTool({
      name,
      arguments: { hwnd: HWND_TEXT, ...args },
    });
    const text = JSON.stringify(content);
    const error = (structuredContent as { error?: { code: string } }).error?.code;
    assert.deepEqual([isError ?? false, error], [code !== undefined, code], `${name}: ${text.slice(0, 300)}`);
    assert.ok(text.isWellFormed());
  }
  await client.close();
});
