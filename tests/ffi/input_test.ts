import assert from "node:assert/strict";
import fc from "fast-check";
import { type KeyEvent, owedKeyUps, unicodeKeyEvents } from "../../ffi/input.ts";

const DOWN = 0x0004; // KEYEVENTF_UNICODE
const UP = 0x0006; // and KEYEVENTF_KEYUP

function press(unit: number): KeyEvent[] {
  return [DOWN, UP].map((flags) => ({ virtualKey: 0, scanCode: unit, flags }));
}

Deno.test("unicodeKeyEvents() presses and releases each unit, both halves of an emoji too", () => {
  assert.deepEqual(unicodeKeyEvents("A😀"), [...press(0x41), ...press(0xD83D), ...press(0xDE00)]);
});

Deno.test("unicodeKeyEvents() sends lone surrogates and control characters as they are", () => {
  assert.deepEqual(unicodeKeyEvents("\uDE00\r\0"), [...press(0xDE00), ...press(0x0D), ...press(0)]);
});

Deno.test("unicodeKeyEvents() makes nothing of nothing", () => {
  assert.deepEqual(unicodeKeyEvents(""), []);
});

Deno.test("property: the downs of unicodeKeyEvents() spell the text, and so do the ups", () => {
  fc.assert(fc.property(fc.array(fc.integer({ min: 0, max: 0xFFFF }), { maxLength: 100 }), (units) => {
    const events = unicodeKeyEvents(String.fromCharCode(...units));
    const scans = (flags: number) => events.filter((event) => event.flags === flags).map((e) => e.scanCode);
    assert.deepEqual(scans(DOWN), units);
    assert.deepEqual(scans(UP), units);
    assert.ok(events.every(({ virtualKey }) => virtualKey === 0)); // a virtual key would override the unit
  }));
});

const CTRL_C: KeyEvent[] = [
  { virtualKey: 0x11, scanCode: 0x1D, flags: 0 },
  { virtualKey: 0x43, scanCode: 0x2E, flags: 0 },
  { virtualKey: 0x43, scanCode: 0x2E, flags: 2 },
  { virtualKey: 0x11, scanCode: 0x1D, flags: 2 },
];

for (const [sent, owed] of [[0, []], [1, [0x11]], [2, [0x43, 0x11]], [3, [0x11]], [4, []]] as const) {
  Deno.test(`owedKeyUps() lets go of what ${sent} events of a chord left down`, () => {
    const ups = owedKeyUps(CTRL_C, sent);
    assert.deepEqual(ups.map(({ virtualKey }) => virtualKey), owed);
    assert.ok(ups.every(({ flags }) => flags === 2));
  });
}
