import { ToolError } from "../core/errors.ts";
import type { Rect } from "../core/geometry.ts";
import { formatHwnd } from "../core/hwnd.ts";
import type { CaptureBackend, CapturedFrame, CaptureRefusal } from "../desktop/desktop.ts";
import type { ActContext } from "./act_context.ts";
import type { InteractionMode } from "./modes.ts";
import { type ActedWindow, destroyedError, preflight } from "./preflight.ts";

/** How long a busy program is waited for where only its own drawing can give the picture. */
const BUSY_MS = 3_000;

/** Which picture is wanted. */
export interface CaptureRequest {
  readonly window: ActedWindow;
  readonly method: "auto" | "print" | "screen";
  readonly mode: InteractionMode;
  readonly noActivate: boolean;
  /** Whether the program answered a probe; one that did not is asked to draw itself last. */
  readonly responds: boolean;
  /** The part of the window that has to be uncovered for methods that read the screen, from its top-left corner. */
  readonly region: Rect | undefined;
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

/** What the methods gave so far. */
interface Attempts {
  readonly uniform: CapturedFrame[];
  readonly refusals: CaptureRefusal[];
  /** The program was waited for and did not respond. */
  silence: ToolError | undefined;
}

/**
 * Tries the allowed methods until one gives a picture that can be believed. A picture of one colour is believed only
 * when a second method gives the same colour. A program that does not respond is asked to draw itself only after the
 * other methods have failed, and is waited for then.
 *
 * @throws {ToolError} CAPTURE_BLANK, CAPTURE_OCCLUDED, CAPTURE_FAILED, STALE_WINDOW_HANDLE; in background mode as
 * BACKGROUND_CAPTURE_UNAVAILABLE where another mode might do better; WINDOW_HUNG and WINDOW_NOT_RESPONDING where only the program's own drawing is
 * allowed
 */
export async function captureTrusted(context: ActContext, request: CaptureRequest): Promise<TrustedFrame> {
  const backends = backendsFor(request);
  const attempts: Attempts = { uniform: [], refusals: [], silence: undefined };
  for (const backend of backends) {
    if (backend === "print" && !request.responds) continue;
    const trusted = judge(await attempt(context, request, backend), attempts);
    if (trusted !== undefined) return trusted;
  }
  if (backends.includes("print") && !request.responds) {
    attempts.silence = await waitForProgram(context, request.window);
    if (attempts.silence === undefined) {
      const trusted = judge(await attempt(context, request, "print"), attempts);
      if (trusted !== undefined) return trusted;
    }
  }
  const confirmed = await confirm(context, request, attempts);
  if (confirmed !== undefined) return confirmed;
  throw explain(request, attempts);
}

/**
 * The picture of one colour, where a method that the call did not ask for sees the same colour. It only bears witness:
 * none of them brings anything to the front.
 */
async function confirm(
  context: ActContext,
  request: CaptureRequest,
  { uniform }: Attempts,
): Promise<TrustedFrame | undefined> {
  const [frame] = uniform;
  if (frame === undefined) return undefined;
  const asked = backendsFor(request);
  const witnesses = (["windowDc", "screen", "print"] as const).filter((backend) =>
    !asked.includes(backend) && (backend !== "print" || request.responds)
  );
  for (const backend of witnesses) {
    const answer = await attempt(context, request, backend);
    if ("bitmap" in answer && answer.uniformColor === frame.uniformColor) return { frame, isUniform: true };
  }
  return undefined;
}

/** The picture if it can be believed; otherwise it is noted with the others. */
function judge(answer: CapturedFrame | CaptureRefusal, attempts: Attempts): TrustedFrame | undefined {
  if ("reason" in answer) {
    attempts.refusals.push(answer);
    return undefined;
  }
  if (answer.uniformColor === undefined) return { frame: answer, isUniform: false };
  if (attempts.uniform.some((other) => other.uniformColor === answer.uniformColor)) {
    return { frame: answer, isUniform: true };
  }
  attempts.uniform.push(answer);
  return undefined;
}

/** Undefined when the program responds now, else the error that says that it does not. */
async function waitForProgram(context: ActContext, window: ActedWindow): Promise<ToolError | undefined> {
  try {
    await preflight(context, window, "capture", BUSY_MS);
    return undefined;
  } catch (error) {
    const isSilent = error instanceof ToolError &&
      (error.code === "WINDOW_HUNG" || error.code === "WINDOW_NOT_RESPONDING");
    if (isSilent) return error;
    throw error;
  }
}

async function attempt(
  context: ActContext,
  request: CaptureRequest,
  backend: CaptureBackend,
): Promise<CapturedFrame | CaptureRefusal> {
  try {
    return await context.desktop.captureWindow(request.window.hwnd, backend, request.region);
  } catch (error) {
    // A program that hangs while it draws itself, or did a moment ago, costs this method its turn, not the call.
    const costsTurn = error instanceof ToolError &&
      (error.code === "TIMEOUT" || backend === "print" && error.code === "PROVIDER_BUSY");
    if (costsTurn) return { backend, reason: "failed" };
    throw error;
  }
}

function explain(request: CaptureRequest, { uniform, refusals, silence }: Attempts): ToolError {
  const hwnd = formatHwnd(request.window.hwnd);
  const has = (reason: CaptureRefusal["reason"]): boolean =>
    refusals.some((refusal) => refusal.reason === reason);
  if (has("gone")) return destroyedError(request.window.hwnd);
  if (silence !== undefined && uniform.length === 0 && refusals.length === 0) return silence;
  const reason = has("covered")
    ? "covered"
    : uniform.length > 0
    ? "blank"
    : has("offScreen")
    ? "offScreen"
    : has("blank")
    ? "blank"
    : "failed";
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
      ...(silence === undefined ? [] : [{ backend: "print", result: silence.code }]),
    ],
  };
  if (request.mode === "background" && reason !== "failed") {
    return new ToolError(
      "BACKGROUND_CAPTURE_UNAVAILABLE",
      `In the background the picture of ${hwnd} is ${reason}`,
      { details: { ...details, effectiveMode: "background", reason, suggestedMode: "foregroundDemo" } },
    );
  }
  // What has just failed is not offered again.
  const advice = request.method === "screen"
    ? {
      suggestion:
        "Look at the window with get_window_state; details say what was tried and what was in the way.",
    }
    : {};
  switch (reason) {
    case "covered":
      return new ToolError("CAPTURE_OCCLUDED", `Window ${hwnd} is covered by another one`, {
        details,
        ...advice,
      });
    case "blank":
      return new ToolError(
        "CAPTURE_BLANK",
        `The picture of ${hwnd} has one colour only and nothing confirms it`,
        { details, ...advice },
      );
    case "offScreen":
      return new ToolError("CAPTURE_FAILED", `What is wanted of ${hwnd} lies outside the screen`, {
        details,
        ...advice,
      });
    case "failed":
      return new ToolError("CAPTURE_FAILED", `No method could read ${hwnd}`, { details, ...advice });
  }
}
