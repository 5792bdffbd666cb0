import assert from "node:assert/strict";
import { once } from "../../src/core/once.ts";

Deno.test("once() makes a value when it is first asked for, and never again", () => {
  let made = 0;
  const value = once(() => {
    made++;
    return undefined;
  });
  assert.equal(made, 0);
  assert.deepEqual([value(), value()], [undefined, undefined]);
  assert.equal(made, 1);
});

Deno.test("once() tries again where making failed", () => {
  let tries = 0;
  const value = once(() => {
    if (++tries === 1) throw new Error("not yet");
    return tries;
  });
  assert.throws(() => value(), /not yet/);
  assert.equal(value(), 2);
});
