import { ToolError } from "../core/errors.ts";
import type { Rect } from "../core/geometry.ts";
import { formatHwnd, type Hwnd } from "../core/hwnd.ts";
import type { CaptureBackend, CapturedFrame, CaptureRefusal } from "../desktop/desktop.ts";
import type { ActContext } from "./foreground_tracker.ts";
import type { InteractionMode } from "./modes.ts";

/** Which picture is wanted. */
export interface CaptureRequest {
  readonly hwnd: Hwnd;
  readonly method: "auto" | "print" | "screen";
  readonly mode: InteractionMode;
  readonly noActivate: boolean;
  /** The program draws nothing now: it is busy, hung, or hidden from it. */
  readonly responds: boolean;
  /** The part of the window that has to be uncovered for methods that read the screen. */
  readonly neededScreenRect: Rect | undefined;
}

/** A picture that can be believed. */
export interface TrustedFrame {
  readonly frame: CapturedFrame;
  /** Two methods agree that the window really has one colour only. */
  readonly isUniform: boolean;
}

/** The methods that a request allows, in the order in which they are tried. */
export function backendsFor(
  request: Pick<CaptureRequest, "method" | "mode" | "noActivate">,
): CaptureBackend[] {
  // Asking for the screen does not get around background mode; reading a window's own pixels needs no activation.
  if (request.mode === "background" || request.noActivate) return ["print", "windowDc"];
  if (request.method === "print") return ["print"];
  return request.method === "screen" ? ["screen"] : ["print", "windowDc", "screen"];
}

/**
 * Tries the allowed methods until one gives a picture that can be believed. A picture of one colour is believed only
 * when a second method gives the same colour.
 *
 * @throws {ToolError} CAPTURE_BLANK, CAPTURE_OCCLUDED, CAPTURE_FAILED, STALE_WINDOW_HANDLE; in background mode the first
 * two as BACKGROUND_CAPTURE_UNAVAILABLE
 */
export async function captureTrusted(context: ActContext, request: CaptureRequest): Promise<TrustedFrame> {
  const uniform: CapturedFrame[] = [];
  const refusals: CaptureRefusal[] = [];
  for (const backend of backendsFor(request)) {
    if (backend === "print" && !request.responds) continue; // it would wait for a program that does not answer
    const answer = await attempt(context, request, backend);
    if ("reason" in answer) {
      refusals.push(answer);
    } else if (answer.uniformColor === undefined) {
      return { frame: answer, isUniform: false };
    } else if (uniform.some((other) => other.uniformColor === answer.uniformColor)) {
      return { frame: answer, isUniform: true };
    } else {
      uniform.push(answer);
    }
  }
  throw explain(request, uniform, refusals);
}

async function attempt(
  context: ActContext,
  request: CaptureRequest,
  backend: CaptureBackend,
): Promise<CapturedFrame | CaptureRefusal> {
  try {
    return await context.desktop.captureWindow(request.hwnd, backend, request.neededScreenRect);
  } catch (error) {
    // A program that hangs while it draws itself costs this method its turn, not the call.
    if (error instanceof ToolError && error.code === "TIMEOUT") return { backend, reason: "failed" };
    throw error;
  }
}

function explain(
  request: CaptureRequest,
  uniform: readonly CapturedFrame[],
  refusals: readonly CaptureRefusal[],
): ToolError {
  const hwnd = formatHwnd(request.hwnd);
  if (refusals.some((refusal) => refusal.reason === "gone")) {
    return new ToolError("STALE_WINDOW_HANDLE", `Window ${hwnd} has been destroyed`);
  }
  const covered = refusals.find((refusal) => refusal.reason === "covered");
  const details = {
    hwnd,
    requestedMode: request.mode,
    tried: [
      ...uniform.map((frame) => ({ backend: frame.backend, result: `one colour, ${frame.uniformColor}` })),
      ...refusals.map(({ backend, reason, coveredBy }) => ({
        backend,
        result: reason,
        ...(coveredBy === undefined ? {} : { coveredBy: formatHwnd(coveredBy) }),
      })),
    ],
  };
  const isBackground = request.mode === "background";
  const reason = covered !== undefined ? "covered" : uniform.length > 0 ? "blank" : "failed";
  if (isBackground && reason !== "failed") {
    return new ToolError(
      "BACKGROUND_CAPTURE_UNAVAILABLE",
      `In the background the picture of ${hwnd} is ${reason}`,
      {
        details: { ...details, reason, suggestedMode: "foregroundDemo" },
      },
    );
  }
  if (covered !== undefined) {
    return new ToolError("CAPTURE_OCCLUDED", `Window ${hwnd} is covered by another one`, { details });
  }
  return reason === "blank"
    ? new ToolError("CAPTURE_BLANK", `The picture of ${hwnd} has one colour only and nothing confirms it`, {
      details,
    })
    : new ToolError("CAPTURE_FAILED", `No method could read ${hwnd}`, { details });
}
