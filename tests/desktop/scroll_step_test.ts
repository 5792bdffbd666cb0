import assert from "node:assert/strict";
import { type ScrollBarPoint, scrollStepOf } from "../../src/desktop/windows/scroll_step.ts";

/** A bar of 234 pixels: arrows of 17, a track of 200, a thumb of 50 in its middle (92 to 141). */
const BAR: Omit<ScrollBarPoint, "at"> = {
  barLength: 234,
  arrowLength: 17,
  shortestThumb: 8,
  scrolled: { min: 0, max: 99, page: 25, position: 38 },
};

for (
  const [at, wanted] of [
    [0, "lineBack"],
    [16, "lineBack"],
    [17, "pageBack"],
    [92, "pageBack"],
    [93, "thumb"],
    [142, "thumb"],
    [143, "pageForward"],
    [216, "pageForward"],
    [217, "lineForward"],
    [233, "lineForward"],
  ] as const
) {
  Deno.test(`scrollStepOf(): ${at} is ${wanted}`, () => assert.equal(scrollStepOf({ ...BAR, at }), wanted));
}

for (
  const [title, scrolled] of [
    ["nothing is known of it", undefined],
    ["Windows answers with zeros", { min: 0, max: 0, page: 0, position: 0 }],
    ["there is nothing to scroll", { min: 0, max: 9, page: 10, position: 0 }],
  ] as const
) {
  Deno.test(`scrollStepOf(): between the arrows of a bar where ${title} it is unknown`, () => {
    assert.equal(scrollStepOf({ ...BAR, scrolled, at: 100 }), "unknown");
    assert.equal(scrollStepOf({ ...BAR, scrolled, at: 3 }), "lineBack");
  });
}

Deno.test("scrollStepOf(): a bar that is too short has its arrows alone", () => {
  assert.equal(scrollStepOf({ ...BAR, barLength: 20, at: 9 }), "lineBack");
  assert.equal(scrollStepOf({ ...BAR, barLength: 20, at: 10 }), "lineForward");
});

Deno.test("scrollStepOf(): a thumb is never shorter than a hand needs", () => {
  const long = { min: 0, max: 100_000, page: 1, position: 0 };
  assert.equal(scrollStepOf({ ...BAR, scrolled: long, at: 24 }), "thumb");
  assert.equal(scrollStepOf({ ...BAR, scrolled: long, at: 25 }), "pageForward");
});

Deno.test("scrollStepOf(): a thumb is as long as an arrow where the program tells no page", () => {
  const scrolled = { min: 0, max: 100, page: 0, position: 0 };
  assert.equal(scrollStepOf({ ...BAR, scrolled, at: 33 }), "thumb");
  assert.equal(scrollStepOf({ ...BAR, scrolled, at: 34 }), "pageForward");
});
