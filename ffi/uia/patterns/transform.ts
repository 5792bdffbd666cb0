import { defineInterface } from "../../com/define_interface.ts";
import { method } from "../../com/interface_table.ts";
import { C, OUT } from "../../ctype.ts";
import type { View } from "../enums.ts";
import { PATTERN } from "../ids.ts";

const base = defineInterface("IUIAutomationTransformPattern", "a9b55844-a55d-4ef0-926d-569c16ff89bb", {
  Move: method(3, C.DOUBLE, C.DOUBLE), // x, y
  Resize: method(4, C.DOUBLE, C.DOUBLE), // width, height
  Rotate: method(5, C.DOUBLE), // degrees
  get_CurrentCanMove: method(6, OUT.INT),
  get_CurrentCanResize: method(7, OUT.INT),
  get_CurrentCanRotate: method(8, OUT.INT),
  get_CachedCanMove: method(9, OUT.INT),
  get_CachedCanResize: method(10, OUT.INT),
  get_CachedCanRotate: method(11, OUT.INT),
});

/**
 * What can be moved, sized or turned.
 *
 * @see https://learn.microsoft.com/windows/win32/api/uiautomationclient/nn-uiautomationclient-iuiautomationtransformpattern
 */
export class UIAutomationTransformPattern extends base {
  static readonly patternId = PATTERN.UIA_TransformPatternId;

  /** To a screen point in physical pixels. */
  move(x: number, y: number): void {
    this.call("Move", x, y);
  }

  /** To a size in physical pixels. */
  resize(widthPx: number, heightPx: number): void {
    this.call("Resize", widthPx, heightPx);
  }

  /** Clockwise. */
  rotate(degrees: number): void {
    this.call("Rotate", degrees);
  }

  canMove(view: View): boolean {
    return this.bool(`get_${view}CanMove`);
  }

  canResize(view: View): boolean {
    return this.bool(`get_${view}CanResize`);
  }

  canRotate(view: View): boolean {
    return this.bool(`get_${view}CanRotate`);
  }
}
