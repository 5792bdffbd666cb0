import assert from "node:assert/strict";
import { toolNotFound } from "../../src/tools/tool_not_found.ts";

Deno.test("toolNotFound() says TOOL_NOT_FOUND without a guess when nothing is near", () => {
  const error = toolNotFound("banana", ["list_windows", "type_text"]);
  assert.equal(error.code, "TOOL_NOT_FOUND");
  assert.deepEqual(error.details, { tools: ["list_windows", "type_text"] });
});
