import assert from "node:assert/strict";
import { annotationsOf, type Effect } from "../../src/core/effect.ts";

const EXPECTED: Readonly<Record<Effect, readonly [boolean, boolean, boolean]>> = {
  read: [true, false, true],
  act: [false, false, false],
  launch: [false, false, false],
  terminate: [false, true, false],
  clipboard: [false, false, true],
};

for (const effect of Object.keys(EXPECTED) as Effect[]) {
  Deno.test(`annotationsOf() gives the hints of ${effect}`, () => {
    const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotationsOf(effect);
    assert.deepEqual([readOnlyHint, destructiveHint, idempotentHint], EXPECTED[effect]);
    assert.equal(openWorldHint, true);
  });
}
