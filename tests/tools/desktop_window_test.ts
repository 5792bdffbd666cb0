/** The desktop window has the windows of all programs below it, so that no act may take it for a target. */
import assert from "node:assert/strict";
import { FakeDesktop } from "../fakes/fake_desktop.ts";
import { fakeWindow } from "../fakes/fake_window.ts";
import { createTestDoor } from "../fakes/test_door.ts";

const HWND = 0x10010n;

for (
  const [tool, args] of [
    ["click_window", { x: 5, y: 5 }],
    ["move_mouse_window", { x: 5, y: 5 }],
    ["type_text", { text: "x" }],
    ["send_key", { key: "enter" }],
    ["click_menu_item", { path: ["File"] }],
    ["manage_window", { action: "close" }],
  ] as const
) {
  Deno.test(`${tool}: the desktop window is refused, and nothing is sent`, async () => {
    const desktop = new FakeDesktop({ windows: [fakeWindow({ hwnd: HWND, root: 0n, className: "#32769" })] });
    const door = createTestDoor({ desktop });
    const { code, details } = await door.fail(tool, { hwnd: "0x00010010", ...args });
    assert.equal(code, "PROTECTED_PROCESS");
    assert.deepEqual(details, { hwnd: "0x00010010", className: "#32769" });
    const reads = ["windowState", "targetCondition"];
    assert.deepEqual(desktop.calls.filter(({ method }) => !reads.includes(method)), []);
  });
}
