import assert from "node:assert/strict";
import { parseWineMajor } from "./host.ts";

for (
  const [answer, expected] of [
    ["wine-10.0 (Debian 10.0~repack-6)\n", 10],
    ["wine-8.0 (Debian 8.0~repack-4)", 8],
    ["wine-9.22", 9],
    ["wine-10.3-145-gabcdef0 (Staging)", 10],
    ["it looks like wine32 is missing, you should install it.\nwine-11.0", 11],
    ["wine: command not found", undefined],
    ["", undefined],
  ] as const
) {
  Deno.test(`parseWineMajor() reads ${JSON.stringify(answer)} as ${expected}`, () => {
    assert.equal(parseWineMajor(answer), expected);
  });
}
