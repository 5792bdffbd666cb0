import assert from "node:assert/strict";
import fc from "fast-check";
import { editDistance } from "../../src/core/edit_distance.ts";

Deno.test("editDistance() is zero for the same text only, and the same both ways", () => {
  fc.assert(fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (a, b) => {
    assert.equal(editDistance(a, b) === 0, a === b);
    assert.equal(editDistance(a, b), editDistance(b, a));
    assert.ok(editDistance(a, b) <= Math.max(a.length, b.length));
  }));
});
