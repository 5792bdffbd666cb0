import assert from "node:assert/strict";
import { ERROR_TABLE, type ErrorDetails, ToolError } from "../../src/core/errors.ts";

Deno.test("ToolError takes suggestion and retryable from the table", () => {
  assert.deepEqual(new ToolError("TIMEOUT", "It took too long").toBody(), {
    code: "TIMEOUT",
    message: "It took too long",
    suggestion: ERROR_TABLE.TIMEOUT.suggestion,
    retryable: true,
  });
});

for (const code of ["STALE_WINDOW_HANDLE", "PROVIDER_BUSY", "CANCELLED", "TIMEOUT"] as const) {
  Deno.test(`ToolError: ${code} is retryable, but not where the call may have had an effect`, () => {
    const retryable = (details: ErrorDetails): boolean =>
      new ToolError(code, "No", { details }).toBody().retryable;
    assert.equal(ERROR_TABLE[code].retryable, true);
    assert.equal(retryable({ mayHaveHadEffect: true }), false);
    assert.equal(retryable({ mayHaveHadEffect: false }), true);
    assert.equal(retryable({}), true);
  });
}

Deno.test("ToolError lets a thrower say something more exact", () => {
  const body = new ToolError("FRAME_STALE", "Gone", { suggestion: "Do this.", details: { frameId: "f" } })
    .toBody();
  assert.equal(body.suggestion, "Do this.");
  assert.deepEqual(body.details, { frameId: "f" });
});

Deno.test("ToolError survives the way to another thread and back", () => {
  const sent = new ToolError("LAUNCH_FAILED", "No", { suggestion: "Try.", details: { exitCode: 3 } });
  const received = ToolError.fromBody(structuredClone(sent.toBody()));
  assert.ok(received instanceof ToolError);
  assert.deepEqual(received.toBody(), sent.toBody());
});

Deno.test("ToolError keeps its cause for the log and out of the body", () => {
  const cause = new Error("secret");
  const error = new ToolError("INTERNAL_ERROR", "It failed", { cause });
  assert.equal(error.cause, cause);
  assert.ok(!JSON.stringify(error.toBody()).includes("secret"));
});
