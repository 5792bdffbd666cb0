import assert from "node:assert/strict";
import fc from "fast-check";
import { formatHwnd, parseHwnd } from "../../src/core/hwnd.ts";

Deno.test("formatHwnd() writes eight upper-case hex digits", () => {
  assert.equal(formatHwnd(0x1002An), "0x0001002A");
  assert.equal(formatHwnd(0xFFFFFFFFn), "0xFFFFFFFF");
});

Deno.test("formatHwnd() keeps the 32 significant bits of a sign-extended handle", () => {
  assert.equal(formatHwnd(-1n), "0xFFFFFFFF");
  assert.equal(formatHwnd(0xFFFFFFFF_8001002An), "0x8001002A");
});

Deno.test("parseHwnd() reads back what formatHwnd() wrote, and decimals and numbers", () => {
  fc.assert(fc.property(fc.integer({ min: 1, max: 0xFFFFFFFF }), (value) => {
    const hwnd = BigInt(value);
    assert.equal(parseHwnd(formatHwnd(hwnd)), hwnd);
    assert.equal(parseHwnd(String(value)), hwnd);
    assert.equal(parseHwnd(value), hwnd);
  }));
});

for (
  const [written, expected] of [
    [" 0x1002a ", 0x1002An],
    ["0X1002A", 0x1002An],
    ["00042", 42n],
    ["0", undefined],
    [0, undefined],
    ["0x0", undefined],
    ["0x100000000", undefined],
    [2 ** 32, undefined],
    [-5, undefined],
    [1.5, undefined],
    [NaN, undefined],
    [1e21, undefined],
    ["", undefined],
    ["0x", undefined],
    ["1002A", undefined],
    ["0b11", undefined],
    ["1_000", undefined],
    ["9".repeat(100_000), undefined],
  ] as const
) {
  Deno.test(`parseHwnd() reads ${JSON.stringify(String(written).slice(0, 20))} as ${expected}`, () => {
    assert.equal(parseHwnd(written), expected);
  });
}
