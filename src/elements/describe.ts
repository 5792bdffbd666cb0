/** Elements as error details and lists show them: bounded, never a value. */
import type { Rect } from "../core/geometry.ts";
import { boundedText } from "../core/text.ts";
import type { UiElement, UiTree } from "../desktop/ui_element.ts";
import type { FindOptions } from "./find.ts";
import { ancestorsOf, elementAt } from "./tree.ts";

const MOST_TEXT_UNITS = 100;
const MOST_STEPS = 6;
const MOST_STEP_UNITS = 60;

/** An element among others. */
export interface ElementSummary {
  readonly controlType: string;
  readonly name: string;
  readonly automationId: string;
  readonly className: string;
  readonly enabled: boolean;
  readonly offscreen: boolean;
  readonly screenRect: Rect | null;
  /** `Type:Name` of it and of what is above it, itself first; at most six. */
  readonly uiPath: readonly string[];
}

/** A search whose outcome is shown to the caller. */
export interface ShowOptions extends FindOptions {
  /** Gives elements that are shown a name, by which the caller can go on with them. */
  readonly refOf?: (node: number) => string;
}

/** The name of an element that is shown, where it gets one. */
export function refFields(node: number, { refOf }: ShowOptions): { readonly ref?: string } {
  return refOf === undefined ? {} : { ref: refOf(node) };
}

/** A foreign text in details. */
export function shownText(text: string, maxUnits = MOST_TEXT_UNITS): string {
  return boundedText(text, maxUnits);
}

/** What tells a reader which element it is. */
export function summaryOf(tree: UiTree, index: number): ElementSummary {
  const element = elementAt(tree, index);
  return {
    controlType: element.controlType,
    name: shownText(element.name),
    automationId: shownText(element.automationId),
    className: shownText(element.className),
    enabled: element.enabled,
    offscreen: element.offscreen,
    screenRect: element.screenRect,
    uiPath: uiPathOf(tree, index),
  };
}

/** `Type:Name` of the element and of those above it, itself first; at most six. */
export function uiPathOf(tree: UiTree, index: number): readonly string[] {
  const path = [stepOf(elementAt(tree, index))];
  for (const above of ancestorsOf(tree, index)) {
    if (path.length >= MOST_STEPS) break;
    path.push(stepOf(elementAt(tree, above)));
  }
  return path;
}

function stepOf({ controlType, name }: UiElement): string {
  return `${controlType}:${shownText(name, MOST_STEP_UNITS)}`;
}
