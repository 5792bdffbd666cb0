import assert from "node:assert/strict";
import { renderResult } from "../../src/server/render.ts";

Deno.test("renderResult(): the text block is the JSON, or the text that a tool made for reading", () => {
  const output = { success: true, value: "a \ud83d" };
  const plain = renderResult({ ok: true, output, attachments: [] });
  assert.deepEqual(plain.content, [{ type: "text", text: '{"success":true,"value":"a \ufffd"}' }]);
  const read = renderResult({ ok: true, output, attachments: [], text: "line\nlone \ud83d" });
  assert.deepEqual(read.content, [{ type: "text", text: "line\nlone \ufffd" }]);
  assert.deepEqual(read.structuredContent, { success: true, value: "a \ufffd" });
});

Deno.test("renderResult(): pictures come behind the text", () => {
  const attachments = [{ mimeType: "image/png", data: new Uint8Array([1, 2, 3]) }];
  const { content } = renderResult({ ok: true, output: { success: true }, attachments, text: "t" });
  assert.deepEqual(content, [
    { type: "text", text: "t" },
    { type: "image", mimeType: "image/png", data: "AQID" },
  ]);
});

Deno.test("renderResult(): an error has its sentence, its advice and its details in the text", () => {
  const error = {
    code: "ELEMENT_STALE",
    message: "It is gone",
    suggestion: "Read again.",
    details: { ref: "e1" },
    retryable: false,
  } as const;
  const { isError, content, structuredContent } = renderResult({ ok: false, error });
  assert.equal(isError, true);
  assert.deepEqual(content, [{
    type: "text",
    text: 'ELEMENT_STALE: It is gone. Read again.\ndetails: {"ref":"e1"}',
  }]);
  assert.deepEqual(structuredContent, { success: false, error });
});
