import { type ErrorCode, ToolError } from "../core/errors.ts";
import { formatHwnd } from "../core/hwnd.ts";
import type { MouseClick, MouseReceiver } from "../desktop/desktop.ts";
import { KEYS_FOR_MENUS } from "./key_advice.ts";

/** Class of the windows that show an open menu. */
const MENU_CLASS = "#32768";

interface Reason {
  readonly code: Extract<ErrorCode, "POINT_NOT_CLICKABLE" | "CONTROL_DISABLED">;
  readonly reason: string;
  readonly suggestion: string;
}

const MENU: Reason = {
  code: "POINT_NOT_CLICKABLE",
  reason: "A menu follows the real pointer, which messages do not move",
  suggestion: `Use click_menu_item, or ui_action invoke for an item of an open menu. ${KEYS_FOR_MENUS}`,
};

/**
 * Why no message does here what the button of a real mouse would do, as an error; undefined where one does. Whatever
 * would start a loop that follows the real pointer (menus, moving, sizing, dragging a thumb) is refused.
 */
export function clickRefusal(
  receiver: MouseReceiver,
  click: MouseClick,
): ToolError | undefined {
  const found = reasonFor(receiver, click);
  if (found === undefined) return undefined;
  return new ToolError(found.code, found.reason, {
    details: {
      control: formatHwnd(receiver.hwnd),
      controlClass: receiver.className,
      hitTest: receiver.part,
    },
    suggestion: found.suggestion,
  });
}

function reasonFor(receiver: MouseReceiver, click: MouseClick): Reason | undefined {
  const { part } = receiver;
  if (part === "client") return receiver.className === MENU_CLASS ? MENU : undefined;
  const isSimple = click.button === "left" && !click.isDouble;
  switch (part) {
    case "closeButton":
    case "minimizeButton":
    case "maximizeButton":
      return isSimple
        ? disabledButton(receiver)
        : frame("Only a simple left click works on a button of the caption");
    case "caption":
    case "systemMenu":
      if (click.button === "left" && click.isDouble) return disabledButton(receiver);
      return part === "caption" ? frame("A click on the caption only activates or moves the window") : MENU;
    case "menuBar":
      return MENU;
    case "horizontalScrollBar":
    case "verticalScrollBar":
      return click.button === "left" ? thumb(receiver) : frame("Only the left button works a scroll bar");
    default:
      return frame("A click on the frame of a window does nothing by message");
  }
}

function frame(reason: string): Reason {
  return {
    code: "POINT_NOT_CLICKABLE",
    reason,
    suggestion: "Give a point in the client area, or use manage_window.",
  };
}

function disabledButton(receiver: MouseReceiver): Reason | undefined {
  if (receiver.systemCommand !== undefined) return undefined;
  return {
    code: "CONTROL_DISABLED",
    reason: "The window cannot do what this part of its caption is for",
    suggestion: "Look at the styles of the window with get_window_state.",
  };
}

function thumb({ scrollStep }: MouseReceiver): Reason | undefined {
  if (scrollStep !== "thumb" && scrollStep !== "unknown") return undefined;
  return {
    code: "POINT_NOT_CLICKABLE",
    reason: scrollStep === "thumb"
      ? "The thumb of a scroll bar is dragged with the real pointer"
      : "Windows does not say where the thumb of this scroll bar is",
    suggestion: "Click the arrows at the ends of the scroll bar, or send Page Down with send_key.",
  };
}
