import assert from "node:assert/strict";
import { OutputError, printTo } from "../../src/cli/terminal.ts";

/** A writer that takes some bytes at a time, and fails when it has taken so many. */
function writer(atATime: number, fail?: { readonly after: number; readonly error: Error }) {
  const taken: number[] = [];
  return {
    taken,
    write(bytes: Uint8Array): Promise<number> {
      if (fail !== undefined && taken.length >= fail.after) return Promise.reject(fail.error);
      const part = bytes.subarray(0, atATime);
      taken.push(...part);
      return Promise.resolve(part.length);
    },
  };
}

Deno.test("printTo() writes all of a text and a line end, however little the writer takes at a time", async () => {
  const slow = writer(3);
  await printTo(slow, "grüße");
  assert.equal(new TextDecoder().decode(Uint8Array.from(slow.taken)), "grüße\n");
});

Deno.test("printTo() says nothing of a reader that has left", async () => {
  await printTo(writer(3, { after: 3, error: new Deno.errors.BrokenPipe("gone") }), "a long text");
  await printTo(writer(3, { after: 0, error: new Deno.errors.BadResource("closed") }), "a long text");
});

Deno.test("printTo() fails where output is lost, as on a full disk", async () => {
  await assert.rejects(
    printTo(writer(3, { after: 3, error: new Error("No space left on device") }), "a long text"),
    (error) => error instanceof OutputError && /No space left on device/.test(error.message),
  );
});
