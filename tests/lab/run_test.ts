import assert from "node:assert/strict";
import { parseRunArguments } from "./run.ts";

Deno.test("parseRunArguments() leaves what follows the program to the program", () => {
  assert.deepEqual(parseRunArguments(["deno", "eval", "--two-monitors"]), {
    argv: ["deno", "eval", "--two-monitors"],
  });
});

Deno.test("parseRunArguments() reads the options before the program", () => {
  assert.deepEqual(parseRunArguments(["--scale=150", "--two-monitors", "notepad"]), {
    argv: ["notepad"],
    screen: "two-monitors",
    scalePercent: 150,
  });
});

Deno.test("parseRunArguments() reads the wish for the UI Automation server", () => {
  assert.deepEqual(parseRunArguments(["--uia-server", "notepad"]), {
    argv: ["notepad"],
    wantsUiaServer: true,
  });
});

for (const args of [[], ["--two-monitors"], ["--scale=big", "notepad"], ["--unknown", "notepad"]]) {
  Deno.test(`parseRunArguments() refuses ${JSON.stringify(args)}`, () => {
    assert.throws(() => parseRunArguments(args));
  });
}
