/** A window that looks like one of Chromium's: what it is asked before it is read. */
import assert from "node:assert/strict";
import type { UiReadRequest } from "../../src/desktop/ui_element.ts";
import { elementsTest } from "./elements_run.ts";
import { OwnWindow } from "./own_window.ts";
import { createRealDoor } from "./real_door.ts";

const WM_GETOBJECT = 0x3D;

elementsTest(
  "a window of the Chromium family is asked as a screen reader asks, and is said to be unlit",
  async () => {
    const asked: bigint[] = [];
    using chromium = new OwnWindow({
      className: "Chrome_WidgetWin_7",
      title: "Looks like Chromium",
      rect: { x: 60, y: 60, width: 300, height: 200 },
      onMessage: (message, _wParam, lParam) => {
        if (message === WM_GETOBJECT) asked.push(lParam);
      },
    });
    using plain = new OwnWindow({ title: "Does not", rect: { x: 60, y: 300, width: 300, height: 200 } });
    using door = createRealDoor();
    // Both answer only while this thread handles messages.
    const pumping = setInterval(() => {
      chromium.pump();
      plain.pump();
    }, 5);
    try {
      const read = (hwnd: bigint, className: string) => {
        const request: UiReadRequest = {
          windows: [{ hwnd, title: "", className, processId: Deno.pid, isMain: true, isPopup: false }],
          maxDepth: 10,
          maxNodes: 100,
          maxChildren: 100,
          timeoutMs: 5_000,
        };
        return door.desktop.readUiTree(request);
      };
      const tree = await read(chromium.hwnd, "Chrome_WidgetWin_7");
      assert.ok(asked.includes(1n), asked.join());
      assert.equal(tree.reading.unlit, true);
      assert.equal(tree.reading.fetched, "byLevel");
      assert.equal((await read(plain.hwnd, "")).reading.unlit, false);
    } finally {
      clearInterval(pumping);
    }
  },
);
