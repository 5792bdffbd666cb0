/** Whether a program brings a tree of its own for a window: what the window hears of the question. */
import assert from "node:assert/strict";
import { hasServerSideProvider } from "../../ffi/uia/core.ts";
import { elementsTest } from "./elements_run.ts";
import { OwnWindow } from "./own_window.ts";

const WM_GETOBJECT = 0x3D;
const UIA_ROOT_OBJECT_ID = -25n;

elementsTest("a window is asked for its provider, for nothing else, and has none unless it says so", () => {
  const asked: bigint[] = [];
  using own = new OwnWindow({
    title: "Has no provider",
    rect: { x: 60, y: 60, width: 300, height: 200 },
    onMessage: (message, _wParam, lParam) => {
      if (message === WM_GETOBJECT) asked.push(BigInt.asIntN(32, lParam));
    },
  });
  assert.equal(hasServerSideProvider(own.hwnd), false);
  assert.deepEqual([...new Set(asked)], [UIA_ROOT_OBJECT_ID]);
});

elementsTest("a window that is gone has no provider", () => {
  let hwnd: bigint;
  {
    using own = new OwnWindow({ title: "Gone", rect: { x: 60, y: 60, width: 30, height: 20 } });
    hwnd = own.hwnd;
  }
  assert.equal(hasServerSideProvider(hwnd), false);
});
