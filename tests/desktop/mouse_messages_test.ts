import assert from "node:assert/strict";
import { HIT, packPoint } from "../../ffi/hit_test.ts";
import type { MouseClick, MouseReceiver } from "../../src/desktop/desktop.ts";
import {
  clickMessages,
  moveMessage,
  type PostedMessage,
  wheelMessage,
} from "../../src/desktop/windows/mouse_messages.ts";
import { windowPart } from "../../src/desktop/windows/mouse_receiver.ts";
import { fakeWindow, receiverAt } from "../fakes/fake_window.ts";

const LEFT: MouseClick = { button: "left", isDouble: false, ctrl: false, shift: false };

function receiver(given: Partial<MouseReceiver> = {}): MouseReceiver {
  const window = fakeWindow({ hwnd: 0x10n, receiver: { clientPoint: { x: 3, y: 4 }, ...given } });
  const found = receiverAt(window, { x: -100, y: 50 });
  assert.ok(found !== "busy");
  return found;
}

/** Message, wParam and lParam in hex. */
function written(messages: readonly PostedMessage[]): string[] {
  return messages.map(({ message, wParam, lParam }) =>
    [message, wParam, lParam].map((value) => value.toString(16)).join(" ")
  );
}

for (
  const [title, click, wanted] of [
    ["left", LEFT, ["200 0 40003", "201 1 40003", "202 0 40003"]],
    ["right", { ...LEFT, button: "right" }, ["200 0 40003", "204 2 40003", "205 0 40003"]],
    ["middle", { ...LEFT, button: "middle" }, ["200 0 40003", "207 10 40003", "208 0 40003"]],
    ["with Ctrl", { ...LEFT, ctrl: true }, ["200 8 40003", "201 9 40003", "202 8 40003"]],
    ["with Shift", { ...LEFT, button: "right", shift: true }, ["200 4 40003", "204 6 40003", "205 4 40003"]],
    ["double", { ...LEFT, isDouble: true }, [
      "200 0 40003",
      "201 1 40003",
      "202 0 40003",
      "203 1 40003",
      "202 0 40003",
    ]],
  ] as const
) {
  Deno.test(`clickMessages(): a click that is ${title}`, () => {
    assert.deepEqual(written(clickMessages(receiver(), click)), [...wanted]);
  });
}

Deno.test("clickMessages(): a class without double clicks gets two clicks", () => {
  const messages = clickMessages(receiver({ takesDoubleClicks: false }), { ...LEFT, isDouble: true });
  assert.deepEqual(messages.map(({ message }) => message), [0x200, 0x201, 0x202, 0x201, 0x202]);
});

Deno.test("clickMessages(): the point is the one that the program counts, not the one on the screen", () => {
  const scaled = receiver({ clientPoint: { x: 20, y: 30 }, programScreenPoint: { x: 120, y: 230 } });
  assert.equal(clickMessages(scaled, LEFT)[1]?.lParam, 0x1E_0014n);
});

for (
  const [part, systemCommand, wanted] of [
    ["closeButton", "close", "112 f060 32ff9c"],
    ["minimizeButton", "minimize", "112 f020 32ff9c"],
    ["maximizeButton", "maximize", "112 f030 32ff9c"],
    ["caption", "restore", "112 f120 32ff9c"],
  ] as const
) {
  Deno.test(`clickMessages(): ${part} posts the command that it stands for, with the point on the screen`, () => {
    assert.deepEqual(written(clickMessages(receiver({ part, systemCommand }), LEFT)), [wanted]);
  });
}

for (
  const [part, scrollStep, wanted] of [
    ["verticalScrollBar", "lineBack", ["115 0 0", "115 8 0"]],
    ["verticalScrollBar", "pageForward", ["115 3 0", "115 8 0"]],
    ["horizontalScrollBar", "lineForward", ["114 1 0", "114 8 0"]],
    ["horizontalScrollBar", "pageBack", ["114 2 0", "114 8 0"]],
    ["horizontalScrollBar", "thumb", []],
    ["verticalScrollBar", "unknown", []],
    ["border", undefined, []],
  ] as const
) {
  Deno.test(`clickMessages(): ${part} at ${scrollStep}`, () => {
    assert.deepEqual(written(clickMessages(receiver({ part, scrollStep }), LEFT)), [...wanted]);
  });
}

Deno.test("clickMessages(): a double click on an arrow scrolls twice", () => {
  const arrow = receiver({ part: "verticalScrollBar", scrollStep: "lineForward" });
  const messages = clickMessages(arrow, { ...LEFT, isDouble: true });
  assert.deepEqual(messages.map(({ wParam }) => wParam), [1n, 8n, 1n, 8n]);
});

Deno.test("moveMessage(): inside and outside the client area", () => {
  assert.deepEqual(written([moveMessage(receiver())]), ["200 0 40003"]);
  assert.deepEqual(written([moveMessage(receiver({ part: "caption", hitTest: 2 }))]), ["a0 2 32ff9c"]);
});

Deno.test("packPoint() keeps the sign of each coordinate in its own 16 bits", () => {
  assert.equal(packPoint({ x: -1, y: 2 }), 0x0002_FFFFn);
  assert.equal(packPoint({ x: 1, y: -2 }), 0xFFFE_0001n);
  assert.equal(packPoint({ x: -32_768, y: 32_767 }), 0x7FFF_8000n);
});

for (
  const [answer, part] of [
    [HIT.HTNOWHERE, "nowhere"],
    [-2, "nowhere"],
    [HIT.HTCLIENT, "client"],
    [HIT.HTCAPTION, "caption"],
    [HIT.HTSYSMENU, "systemMenu"],
    [HIT.HTGROWBOX, "border"],
    [HIT.HTMENU, "menuBar"],
    [HIT.HTHSCROLL, "horizontalScrollBar"],
    [HIT.HTVSCROLL, "verticalScrollBar"],
    [HIT.HTMINBUTTON, "minimizeButton"],
    [HIT.HTMAXBUTTON, "maximizeButton"],
    [HIT.HTLEFT, "border"],
    [17, "border"],
    [HIT.HTBORDER, "border"],
    [HIT.HTCLOSE, "closeButton"],
    [HIT.HTHELP, "helpButton"],
    [99, "nowhere"],
  ] as const
) {
  Deno.test(`windowPart(): ${answer} is ${part}`, () => assert.equal(windowPart(answer), part));
}

for (
  const [title, point, notches, wanted] of [
    ["on", { x: 3, y: 4 }, 1, "20a ff880000 40003"],
    ["back", { x: 3, y: 4 }, -1, "20a 780000 40003"],
    ["on by several notches", { x: 3, y: 4 }, 10, "20a fb500000 40003"],
    ["on as far as it may be", { x: 3, y: 4 }, 250, "20a 8ad00000 40003"],
    ["on left of the primary monitor", { x: -100, y: 50 }, 1, "20a ff880000 32ff9c"],
  ] as const
) {
  Deno.test(`wheelMessage(): turned ${title}, over a point of the screen`, () => {
    assert.deepEqual(written([wheelMessage(point, notches)]), [wanted]);
  });
}
