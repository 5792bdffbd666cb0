/** A control that is being scrolled into view: where it lies now, and what has been done for it. */
import { intersect, isEmpty } from "../../core/geometry.ts";
import type { UiLook } from "../../desktop/ui_act.ts";
import type { UiElement } from "../../desktop/ui_element.ts";
import { elementAt } from "../../elements/tree.ts";
import type { CompositeCall, FoundPart } from "./composite_call.ts";
import type { Visibility } from "./composite_results.ts";
import { lookAt, rectOf, type Viewport } from "./viewport.ts";
import { distanceBeyond, isFullyVisible } from "./visibility_geometry.ts";

/** See the head of this file. */
export class Scrolling {
  readonly attempted: string[] = [];
  attemptCount = 0;
  valueChanged = false;
  /** Something was sent to the control or to its container. */
  hasActed = false;
  element: UiElement;
  #viewport: Viewport;

  /** @param endsAt by the clock of the call: no strategy goes on then */
  constructor(
    readonly call: CompositeCall,
    readonly container: FoundPart | undefined,
    viewport: Viewport,
    readonly endsAt: number,
  ) {
    this.#viewport = viewport;
    this.element = elementAt(call.control.tree, call.control.node);
  }

  get margin(): number {
    return this.call.entry.visibility?.margin ?? 0;
  }

  get isOver(): boolean {
    return this.call.context.clock.now() >= this.endsAt;
  }

  /** Which way it must be scrolled now, and how far. */
  get beyond(): ReturnType<typeof distanceBeyond> {
    return distanceBeyond(this.element.screenRect, this.#viewport.screenRect, this.margin);
  }

  get isDone(): boolean {
    return isFullyVisible(this.element.screenRect, this.#viewport.screenRect, this.margin);
  }

  /**
   * Looks where the control and its container are now, as far as the control can be looked at.
   *
   * @throws {ToolError} CANCELLED and what looking throws
   */
  async look(): Promise<UiLook["outcome"]> {
    const look = await lookAt(this.call, this.call.control);
    const element = look.outcome === "seen" ? look.element : null;
    // What cannot be looked at is nowhere: the last place of it would be a claim.
    this.element = element ?? { ...this.element, screenRect: null };
    if (element !== null && this.container !== undefined && this.#viewport.source === "scrollContainer") {
      // What is around the container may have been scrolled as well.
      const screenRect = await rectOf(this.call, this.container);
      if (screenRect !== null) this.#viewport = { ...this.#viewport, screenRect };
    }
    return look.outcome;
  }

  facts(): Visibility {
    const { element: { screenRect, offscreen } } = this;
    const viewport = this.#viewport;
    const seen = screenRect === null || viewport.screenRect === null
      ? undefined
      : intersect(screenRect, viewport.screenRect);
    return {
      elementRect: screenRect,
      viewportRect: viewport.screenRect,
      viewportSource: viewport.source,
      margin: this.margin,
      offscreen,
      visible: seen !== undefined && !isEmpty(seen),
      fullyVisible: this.isDone,
      attemptedStrategies: this.attempted,
      attemptCount: this.attemptCount,
      scrollValueChanged: this.valueChanged,
    };
  }
}
