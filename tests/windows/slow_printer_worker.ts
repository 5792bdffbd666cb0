/**
 * The Worker of a window that hangs while it draws itself for others: made in a thread of its own, since only windows of
 * the test's own process are asked to draw under Wine. It draws noise on the screen, so that a picture of that can be told.
 */
import { OwnWindow } from "./own_window.ts";

const WM_PRINT = 0x317;
const WM_PRINTCLIENT = 0x318;

self.onmessage = (event: MessageEvent<{ readonly hangMs: number }>) => {
  const asleep = new Int32Array(new SharedArrayBuffer(4));
  const window = new OwnWindow({
    rect: { x: 400, y: 300, width: 120, height: 90 },
    title: "Slow printer",
    patches: [
      { x: 0, y: 0, width: 60, height: 90, colour: 0x3060C0 },
      { x: 60, y: 0, width: 60, height: 90, colour: 0xC06030 },
    ],
    onMessage(message) {
      if (message === WM_PRINT || message === WM_PRINTCLIENT) Atomics.wait(asleep, 0, 0, event.data.hangMs);
    },
  });
  self.postMessage(window.hwnd);
  setInterval(() => window.pump(), 10);
};
