import assert from "node:assert/strict";
import fc from "fast-check";
import { ERROR_TABLE } from "../../src/core/errors.ts";
import { isRetried, POSTCONDITION_CODE } from "../../src/pipeline/retry.ts";
import { attemptsOf, pauseAfter } from "../../src/steps/attempts.ts";

const ANY = {};
const failed = (code: string | undefined, mayHaveHadEffect = false) => ({ code, mayHaveHadEffect });

for (
  const [what, attempt, retry, isIdempotent, expected] of [
    ["a passing failure", failed("PROVIDER_BUSY"), ANY, false, true],
    ["a passing failure without a budget", failed("PROVIDER_BUSY"), undefined, true, false],
    ["a passing failure after something was sent", failed("PROVIDER_BUSY", true), ANY, false, false],
    ["any failure of what is idempotent", failed("ELEMENT_NOT_FOUND"), ANY, true, true],
    ["any failure of what is not", failed("ELEMENT_NOT_FOUND"), ANY, false, false],
    ["a failure that stays", failed("ELEMENT_AMBIGUOUS"), ANY, true, false],
    [
      "a failure that stays, where it is named",
      failed("ELEMENT_AMBIGUOUS"),
      { onlyCodes: ["ELEMENT_AMBIGUOUS"] },
      true,
      true,
    ],
    ["a failure that is not named", failed("PROVIDER_BUSY"), { onlyCodes: ["TIMEOUT"] }, true, false],
    [
      "a named failure after something was sent",
      failed("TIMEOUT", true),
      { onlyCodes: ["TIMEOUT"] },
      false,
      false,
    ],
    ["a condition that did not come, of what is idempotent", failed(POSTCONDITION_CODE), ANY, true, true],
    [
      "a condition that did not come, of what is not",
      failed(POSTCONDITION_CODE),
      { onlyCodes: [POSTCONDITION_CODE] },
      false,
      false,
    ],
    ["a failure without a code", failed(undefined), ANY, true, false],
  ] as const
) {
  Deno.test(`isRetried(): ${what}: ${expected ? "again" : "no more"}`, () => {
    assert.equal(isRetried(attempt, retry, isIdempotent), expected);
  });
}

Deno.test("isRetried(): what may have reached the program is never done twice, unless that is the same", () => {
  const code = fc.constantFrom(...Object.keys(ERROR_TABLE), POSTCONDITION_CODE);
  const retry = fc.record({ onlyCodes: fc.array(code) }, { requiredKeys: [] });
  fc.assert(fc.property(code, retry, (name, budget) => !isRetried(failed(name, true), budget, false)));
});

Deno.test("attempts and pauses follow the budget", () => {
  const retry = { maxAttempts: 9, delayMs: 200, backoffMultiplier: 1.5 };
  assert.deepEqual([attemptsOf(undefined), attemptsOf(retry), attemptsOf({ maxAttempts: 2 })], [1, 5, 2]);
  assert.deepEqual([1, 2, 3].map((count) => pauseAfter(retry, count)), [200, 300, 450]);
});
