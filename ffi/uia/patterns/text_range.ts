import { bstr } from "../../com/bstr.ts";
import { defineInterface } from "../../com/define_interface.ts";
import { method } from "../../com/interface_table.ts";
import type { Variant } from "../../com/variant.ts";
import { C, OUT } from "../../ctype.ts";
import { UIAutomationElement } from "../element.ts";
import { UIAutomationElementArray } from "../element_array.ts";

const base = defineInterface("IUIAutomationTextRange", "a543cc6a-f4ae-494b-8239-c814481187a8", {
  Clone: method(3, OUT.INTERFACE), // clonedRange
  Compare: method(4, C.INTERFACE, OUT.INT), // range, areSame
  CompareEndpoints: method(5, C.ENUM, C.INTERFACE, C.ENUM, OUT.INT), // srcEndPoint, range, targetEndPoint, compValue
  ExpandToEnclosingUnit: method(6, C.ENUM), // textUnit
  FindText: method(8, C.BSTR, C.BOOL, C.BOOL, OUT.INTERFACE), // text, backward, ignoreCase, found
  GetAttributeValue: method(9, C.INT, OUT.VARIANT), // attr, value
  GetBoundingRectangles: method(10, OUT.SAFEARRAY), // boundingRects
  GetEnclosingElement: method(11, OUT.INTERFACE), // enclosingElement
  GetText: method(12, C.INT, OUT.BSTR), // maxLength, text
  Move: method(13, C.ENUM, C.INT, OUT.INT), // unit, count, moved
  MoveEndpointByUnit: method(14, C.ENUM, C.ENUM, C.INT, OUT.INT), // endpoint, unit, count, moved
  MoveEndpointByRange: method(15, C.ENUM, C.INTERFACE, C.ENUM), // srcEndPoint, range, targetEndPoint
  Select: method(16),
  AddToSelection: method(17),
  RemoveFromSelection: method(18),
  ScrollIntoView: method(19, C.BOOL), // alignToTop
  GetChildren: method(20, OUT.INTERFACE), // children
});

/** A rectangle of doubles in physical pixels of the virtual desktop, as text has it. */
export interface TextRectangle {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/**
 * A piece of text between two endpoints. Units are of {@link TEXT_UNIT}, endpoints of {@link TEXT_ENDPOINT}.
 *
 * @see https://learn.microsoft.com/windows/win32/api/uiautomationclient/nn-uiautomationclient-iuiautomationtextrange
 */
export class UIAutomationTextRange extends base {
  /** A copy that moves by itself. */
  clone(): UIAutomationTextRange {
    return this.requiredObject(UIAutomationTextRange, "Clone");
  }

  /** Whether both have the same endpoints. */
  compare(other: UIAutomationTextRange): boolean {
    return this.bool("Compare", other);
  }

  /** Below zero, zero or above: this endpoint is before, at or behind the other range's. */
  compareEndpoints(endpoint: number, other: UIAutomationTextRange, otherEndpoint: number): number {
    return this.int("CompareEndpoints", endpoint, other, otherEndpoint);
  }

  expandToEnclosingUnit(unit: number): void {
    this.call("ExpandToEnclosingUnit", unit);
  }

  /** The first or last place in the range where the text stands; undefined where it does not. */
  findText(text: string, backward: boolean, ignoreCase: boolean): UIAutomationTextRange | undefined {
    using wanted = bstr(text);
    return this.object(UIAutomationTextRange, "FindText", wanted, backward ? 1 : 0, ignoreCase ? 1 : 0);
  }

  /** An attribute of {@link TEXT_ATTRIBUTE}; an object where it differs within the range or is not supported. */
  attributeValue(attributeId: number): Variant {
    return this.variant("GetAttributeValue", attributeId);
  }

  /** One rectangle for each line that can be seen. */
  boundingRectangles(): readonly TextRectangle[] {
    const numbers = this.array("GetBoundingRectangles").map(Number);
    return Array.from({ length: Math.floor(numbers.length / 4) }, (_, index) => {
      const [left = 0, top = 0, width = 0, height = 0] = numbers.slice(index * 4, index * 4 + 4);
      return { left, top, width, height };
    });
  }

  /** The innermost element around the range. */
  enclosingElement(): UIAutomationElement | undefined {
    return this.object(UIAutomationElement, "GetEnclosingElement");
  }

  /** At most so many UTF-16 units of its text; -1 for all, which may be very much. */
  readText(maxLength: number): string {
    return this.text("GetText", maxLength);
  }

  /** Moves the range by so many units, back where negative; the answer is by how many it did. */
  move(unit: number, count: number): number {
    return this.int("Move", unit, count);
  }

  /** Moves one endpoint, as {@link move}. */
  moveEndpointByUnit(endpoint: number, unit: number, count: number): number {
    return this.int("MoveEndpointByUnit", endpoint, unit, count);
  }

  /** Puts an endpoint where one of another range is. */
  moveEndpointByRange(endpoint: number, other: UIAutomationTextRange, otherEndpoint: number): void {
    this.call("MoveEndpointByRange", endpoint, other, otherEndpoint);
  }

  /** Selects it alone. */
  select(): void {
    this.call("Select");
  }

  addToSelection(): void {
    this.call("AddToSelection");
  }

  removeFromSelection(): void {
    this.call("RemoveFromSelection");
  }

  scrollIntoView(alignToTop: boolean): void {
    this.call("ScrollIntoView", alignToTop ? 1 : 0);
  }

  /** The elements within it, such as links. */
  children(): UIAutomationElementArray | undefined {
    return this.object(UIAutomationElementArray, "GetChildren");
  }
}
