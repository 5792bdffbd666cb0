/** Reading and replacing what is on the clipboard, which any program may hold open or have promised. */
import { pollUntil } from "../core/clock.ts";
import { ToolError } from "../core/errors.ts";
import { formatHwnd } from "../core/hwnd.ts";
import { quotedText } from "../core/text.ts";
import type {
  ClipboardBefore,
  ClipboardContent,
  ClipboardFormat,
  ClipboardHeld,
  ClipboardOwner,
  ClipboardProgram,
} from "../desktop/desktop.ts";
import type { ActContext } from "./act_context.ts";
import { PROBE_MS } from "./preflight.ts";
import { waitNotice } from "./wait_notice.ts";

/** Between two attempts to open the clipboard, which others hold for some milliseconds. */
const ATTEMPT_PAUSE_MS = 20;

/** How long a clipboard that was written may be held by others before it is given up to look at it again. */
const VERIFY_MS = 500;

/**
 * What the clipboard holds, its text up to `maxUnits`.
 *
 * @param timeoutMs how long other programs are waited for in all
 * @throws {ToolError} CLIPBOARD_BUSY, WINDOW_NOT_RESPONDING, TIMEOUT, PROVIDER_BUSY, CANCELLED
 */
export async function readClipboard(
  context: ActContext,
  maxUnits: number,
  timeoutMs: number,
): Promise<ClipboardContent> {
  const start = context.clock.now();
  const owner = await answeringOwner(context, timeoutMs);
  const leftMs = timeoutMs - (context.clock.now() - start);
  try {
    return await whenOpened(context, leftMs, () => context.desktop.readClipboard(maxUnits));
  } catch (error) {
    throw overrun(error, owner, "did not hand over in time what it has promised on the clipboard");
  }
}

/**
 * Replaces everything on the clipboard by a text or by formats that were kept, and says what was there.
 *
 * @param keepBytes up to so many bytes of what was there are handed back
 * @param timeoutMs how long other programs are waited for in all
 * @throws {ToolError} before anything is written: CLIPBOARD_BUSY, WINDOW_NOT_RESPONDING, PROVIDER_BUSY, CANCELLED; TIMEOUT,
 * when it may still be written
 */
export async function replaceClipboard(
  context: ActContext,
  content: string | readonly ClipboardFormat[],
  keepBytes: number,
  timeoutMs: number,
): Promise<ClipboardBefore> {
  const { clock, desktop } = context;
  const start = clock.now();
  // Only what is to be kept has to be asked for; what is thrown away is thrown away whatever its owner does.
  const owner = keepBytes > 0
    ? await answeringOwner(context, timeoutMs)
    : await desktop.clipboardOwner(PROBE_MS);
  const leftMs = timeoutMs - (clock.now() - start);
  try {
    return await whenOpened(context, leftMs, () => desktop.writeClipboard(content, keepBytes));
  } catch (error) {
    throw overrun(error, owner, "holds up the clipboard, which may still be written once it goes on");
  }
}

/** Whether the clipboard holds what was written; `no` when another program has replaced it already. */
export async function verifyClipboard(
  context: ActContext,
  content: string | readonly ClipboardFormat[],
): Promise<"yes" | "no" | "unknown"> {
  try {
    const { holds } = await whenOpened(context, VERIFY_MS, () => context.desktop.clipboardHolds(content));
    return holds ? "yes" : "no";
  } catch (error) {
    if (!(error instanceof ToolError) || error.code === "CANCELLED") throw error;
    return "unknown"; // it has been written, whatever keeps us from looking
  }
}

/**
 * The program behind what the clipboard holds, once it answers: a promised format is made by that program, and while it
 * does not the clipboard would stay open, to us and everybody else.
 */
async function answeringOwner(context: ActContext, timeoutMs: number): Promise<ClipboardOwner | undefined> {
  const { desktop, clock, signal } = context;
  const notice = waitNotice(context, "the program behind the clipboard to respond");
  let owner: ClipboardOwner | undefined;
  const isReady = await pollUntil(clock, { timeoutMs, intervalMs: PROBE_MS, signal }, async () => {
    owner = await desktop.clipboardOwner(PROBE_MS);
    notice();
    return owner === undefined || owner.responding === "yes" ? true : undefined;
  });
  if (isReady || owner === undefined) return owner;
  throw new ToolError(
    "WINDOW_NOT_RESPONDING",
    `${named(owner)}, which put on the clipboard what is there, stayed busy for ${timeoutMs} ms`,
    { details: { owner: detailsOf(owner), waitedMs: timeoutMs } },
  );
}

/** Asks again and again until the clipboard could be opened. */
async function whenOpened<T extends object>(
  context: ActContext,
  timeoutMs: number,
  ask: () => Promise<T | ClipboardHeld>,
): Promise<T> {
  const { clock, signal } = context;
  const notice = waitNotice(context, "the clipboard");
  let holder: ClipboardProgram | undefined;
  const answer = await pollUntil(clock, { timeoutMs, intervalMs: ATTEMPT_PAUSE_MS, signal }, async () => {
    const said = await ask();
    if (!("heldBy" in said)) return said;
    holder = said.heldBy ?? holder;
    notice();
    return undefined;
  });
  if (answer !== undefined) return answer;
  const message = holder === undefined
    ? `The clipboard could not be opened for ${
      Math.round(timeoutMs)
    } ms. Who holds it opened it without a window, and so ` +
      "cannot be named"
    : `${named(holder)} kept the clipboard open for ${Math.round(timeoutMs)} ms`;
  throw new ToolError("CLIPBOARD_BUSY", message, {
    details: { holder: holder === undefined ? null : detailsOf(holder) },
  });
}

/** A request that overran, with the name of the program that held it up. */
function overrun(error: unknown, owner: ClipboardOwner | undefined, what: string): unknown {
  if (!(error instanceof ToolError) || error.code !== "TIMEOUT" || owner === undefined) return error;
  return new ToolError("TIMEOUT", `${named(owner)} ${what}`, {
    details: { owner: detailsOf(owner) },
    cause: error,
  });
}

function named({ pid, processName }: ClipboardProgram): string {
  return processName === undefined ? `Process ${pid}` : `Process ${pid} (${quotedText(processName)})`;
}

function detailsOf({ hwnd, pid, processName }: ClipboardProgram): Record<string, unknown> {
  return { hwnd: formatHwnd(hwnd), pid, processName: processName ?? null };
}
