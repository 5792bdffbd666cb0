import assert from "node:assert/strict";
import { ChromiumLight, type LightQuestions } from "../../src/desktop/windows/elements/chromium.ts";

function open(msEach: number, answers: (hwnd: bigint) => boolean = () => true) {
  const asked: [bigint, number][] = [];
  let nowMs = 0;
  const questions: LightQuestions = {
    classNameOf: (hwnd) => hwnd === 99n ? "Notepad" : hwnd === 98n ? "Static" : "Chrome_WidgetWin_1",
    windowsIn: (hwnd) => [hwnd * 10n, 98n, hwnd * 10n + 1n],
    ask(hwnd, timeoutMs) {
      asked.push([hwnd, timeoutMs]);
      nowMs += Math.min(msEach, timeoutMs);
      return answers(hwnd);
    },
    now: () => nowMs,
  };
  return { light: new ChromiumLight(300, questions), asked };
}

Deno.test("ChromiumLight asks the windows of the family, and those in them, no others", () => {
  const { light, asked } = open(0);
  assert.equal(light.lightUp(1n), true);
  assert.equal(light.lightUp(99n), false);
  assert.deepEqual(asked, [[1n, 100], [10n, 100], [11n, 100]]);
});

Deno.test("ChromiumLight asks no further window of one that does not answer", () => {
  const { light, asked } = open(0, (hwnd) => hwnd !== 1n);
  assert.equal(light.lightUp(1n), true);
  light.lightUp(2n);
  assert.deepEqual(asked.map(([hwnd]) => hwnd), [1n, 2n, 20n, 21n]);
});

Deno.test("ChromiumLight takes 300 ms for all windows together, and still knows the family after that", () => {
  const { light, asked } = open(80);
  for (const hwnd of [1n, 2n, 3n]) assert.equal(light.lightUp(hwnd), true);
  assert.deepEqual(asked, [[1n, 100], [10n, 100], [11n, 100], [2n, 60]]);
});
