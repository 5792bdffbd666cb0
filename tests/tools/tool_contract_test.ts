import assert from "node:assert/strict";
import { createTestDoor } from "../fakes/test_door.ts";

interface Listed {
  readonly name: string;
  readonly effect: string;
}

Deno.test("tool_contract_list: names every listed tool, compactly and without schemas", async () => {
  const door = createTestDoor();
  const tools = (await door.succeed("tool_contract_list")).tools as readonly Listed[];
  assert.deepEqual(tools.map(({ name }) => name), door.tools.names());
  for (const tool of tools) {
    assert.deepEqual(Object.keys(tool), [
      "name",
      "title",
      "effect",
      "toolset",
      "backgroundPolicy",
      "annotations",
      "retrySafe",
      "needsExpect",
    ]);
  }
});

Deno.test("tool_contract_list: says which calls may be repeated", async () => {
  const { tools } = await createTestDoor().succeed("tool_contract_list");
  const retrySafe = new Map((tools as { name: string; retrySafe: boolean }[]).map((tool) => [
    tool.name,
    tool.retrySafe,
  ]));
  for (
    const name of ["list_windows", "capture_window", "write_clipboard", "close_app", "move_mouse_window"]
  ) {
    assert.equal(retrySafe.get(name), true, name);
  }
  for (const name of ["launch_app", "type_text", "click_window"]) {
    assert.equal(retrySafe.get(name), false, name);
  }
});

Deno.test("tool_contract_list: shows only tools that read under --read-only", async () => {
  const door = createTestDoor({ settings: { isReadOnly: true } });
  const tools = (await door.succeed("tool_contract_list")).tools as readonly Listed[];
  assert.ok(tools.length > 0);
  for (const { effect } of tools) assert.equal(effect, "read");
});

Deno.test("tool_contract_describe: gives complete schemas and the fields of every success", async () => {
  const answer = await createTestDoor().succeed("tool_contract_describe", { tool: "tool_contract_list" });
  assert.equal(answer.schemaVersion, 1);
  assert.deepEqual(answer.inputSchema, { type: "object", properties: {}, additionalProperties: false });
  assert.deepEqual(answer.pipeSafeFields, ["tools"]);
  assert.deepEqual(answer.examples, [{ resultPath: "tools", type: "array" }]);
  assert.deepEqual(answer.annotations, {
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: true,
  });
});

Deno.test("tool_contract_describe: describes every listed tool", async () => {
  const door = createTestDoor();
  for (const tool of door.tools.names()) {
    const answer = await door.succeed("tool_contract_describe", { tool });
    assert.equal(answer.name, tool);
    assert.deepEqual(
      Object.keys((answer.outputSchema as { properties: object }).properties).at(-1),
      "error",
    );
  }
});

Deno.test("tool_contract_describe: answers TOOL_NOT_FOUND with all names", async () => {
  const door = createTestDoor();
  const error = await door.fail("tool_contract_describe", { tool: "tool_contract_lists" });
  assert.equal(error.code, "TOOL_NOT_FOUND");
  assert.equal(error.details?.didYouMean, "tool_contract_list");
  assert.deepEqual(error.details?.tools, door.tools.names());
});
