import { pollUntil } from "../core/clock.ts";
import { ToolError } from "../core/errors.ts";
import { formatHwnd } from "../core/hwnd.ts";
import type { DeliveryResult, TargetCondition, TextContent, TextControl } from "../desktop/desktop.ts";
import type { ActContext } from "./act_context.ts";
import { lostForegroundError } from "./keyboard_focus.ts";
import { hungError, notRespondingError, PROBE_MS } from "./preflight.ts";
import { readPatiently } from "./text_control.ts";
import { judgeText, type TextVerdict, type Verified } from "./text_expectation.ts";
import type { TypingRequest } from "./typing_request.ts";
import { waitNotice } from "./wait_notice.ts";

/** How long the control may take to show what it was sent. */
const SETTLE_MS = 1_500;

/** Between two looks at a control. */
const LOOK_MS = 15;

/** One text on its way: how much of it has been delivered, and how long it may still be waited for. */
export class Delivery {
  readonly #context: ActContext;
  readonly #request: TypingRequest;
  /** How much longer a busy program may be waited for; all waits of one text share it. */
  #busyLeftMs: number;
  #deliveredUnits = 0;

  constructor(context: ActContext, request: TypingRequest) {
    this.#context = context;
    this.#request = request;
    this.#busyLeftMs = request.busyMs;
  }

  /**
   * Notes what became of a batch.
   *
   * @throws {ToolError} FOCUS_FAILED, STALE_WINDOW_HANDLE, INPUT_DELIVERY_FAILED when it was not taken whole
   */
  async note(result: DeliveryResult, units: number): Promise<void> {
    this.#deliveredUnits += result.acceptedUnits;
    if (result.stopped === undefined && result.acceptedUnits === units) return;
    if (result.stopped === "notInFront") {
      const message = "The target lost the foreground; typing was stopped";
      throw await lostForegroundError(this.#context, this.#request.root, message);
    }
    if (result.stopped === "menuOpen") {
      throw new ToolError("FOCUS_FAILED", "The target has a menu open, which would take the text", {
        details: { hwnd: formatHwnd(this.#request.root) },
        suggestion: "Close the menu, then repeat the call.",
      });
    }
    if (result.stopped === "gone") throw destroyedError();
    throw new ToolError("INPUT_DELIVERY_FAILED", "Windows took only a part of the text", {
      details: { acceptedUnits: result.acceptedUnits, batchUnits: units },
    });
  }

  /** Notes a text that the control has and is still working on: whether it arrives is read, not guessed. */
  noteUnderWay(units: number): void {
    this.#deliveredUnits += units;
  }

  /**
   * Waits until the program answers again; all waits of one text share their time.
   *
   * @throws {ToolError} WINDOW_HUNG, WINDOW_NOT_RESPONDING, STALE_WINDOW_HANDLE
   */
  async settle(control: TextControl): Promise<void> {
    const { desktop, clock, signal } = this.#context;
    const notice = waitNotice(this.#context, "the control to respond");
    let busySince: number | undefined;
    let condition: TargetCondition | undefined;
    const answered = await pollUntil(
      clock,
      { timeoutMs: this.#busyLeftMs, intervalMs: LOOK_MS, signal },
      async () => {
        notice();
        condition = await desktop.targetCondition(control.hwnd, PROBE_MS);
        if (condition.responding === "yes" || condition.hung || !condition.exists) return true;
        busySince ??= clock.now();
        return undefined;
      },
    );
    // A look that is answered at once is no waiting, however many there are.
    if (busySince !== undefined) this.#busyLeftMs = Math.max(0, this.#busyLeftMs - (clock.now() - busySince));
    if (condition?.exists === false) throw destroyedError();
    if (condition?.hung) throw hungError(condition, control.hwnd);
    if (answered === undefined) throw notRespondingError(control.hwnd, this.#request.busyMs);
  }

  /**
   * Reads back until the text is there, or until the control holds the same thing for a while.
   *
   * @throws {ToolError} INPUT_DELIVERY_FAILED when the control holds exactly what it held before; what {@link settle} throws
   */
  async verify(control: TextControl, before: TextContent | undefined, text: string): Promise<Verified> {
    if (before === undefined) return "unknown";
    if (text === "") return "yes";
    await this.settle(control);
    const { clock, signal } = this.#context;
    let last: TextVerdict | undefined;
    await pollUntil(clock, { timeoutMs: SETTLE_MS, intervalMs: LOOK_MS, signal }, async () => {
      const after = await readPatiently(this.#context, control.hwnd);
      last = after === undefined ? undefined : judgeText(control, before, text, after.text);
      return last?.verified === "yes" ? true : undefined;
    });
    if (last?.isUnchanged) {
      throw new ToolError("INPUT_DELIVERY_FAILED", "The control holds exactly what it held before", {
        details: { control: formatHwnd(control.hwnd), controlClass: control.className },
      });
    }
    return last?.verified ?? "unknown";
  }

  /** The error with what the caller must know before it tries again: how much has been delivered already. */
  explain(error: unknown): unknown {
    if (!(error instanceof ToolError) || this.#deliveredUnits === 0) return error;
    return new ToolError(error.code, error.message, {
      details: { ...error.details, deliveredUnits: this.#deliveredUnits, mayHaveHadEffect: true },
      suggestion:
        `Look at the window before typing again: ${this.#deliveredUnits} UTF-16 units were delivered already.`,
      cause: error,
    });
  }
}

function destroyedError(): ToolError {
  return new ToolError("STALE_WINDOW_HANDLE", "The control was destroyed while it was typed into");
}
