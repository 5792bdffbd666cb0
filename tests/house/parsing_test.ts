import assert from "node:assert/strict";
import * as z from "zod";
import { ListToolsRequestSchema } from "../../src/server/sdk.ts";
import { createTools } from "../../src/tools/index.ts";

Deno.test("no schema is compiled when it first parses, the SDK's neither", () => {
  const { Function: Real } = globalThis;
  let compiled = 0;
  globalThis.Function = new Proxy(Real, {
    construct(target, args): object {
      compiled++;
      return Reflect.construct(target, args);
    },
  });
  try {
    assert.equal(ListToolsRequestSchema.safeParse({ method: "tools/list" }).success, true);
    for (const { input } of createTools()) input.safeParse({});
    assert.equal(compiled, 0);
    // It would be seen: this is what zod does otherwise.
    z.config({ jitless: false });
    z.object({ a: z.string() }).safeParse({ a: "" });
    assert.ok(compiled > 0);
  } finally {
    globalThis.Function = Real;
    z.config({ jitless: true });
  }
});
