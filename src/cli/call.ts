import { ToolError } from "../core/errors.ts";
import { wellFormedJson } from "../core/text.ts";
import type { CallResult } from "../tools/tool.ts";
import { CLEAN_UP_MS } from "../pipeline/run_time.ts";
import { readArguments } from "./call_arguments.ts";
import { type RunOptions, startRun } from "./run.ts";
import { jsonText, type Terminal } from "./terminal.ts";

/** A call that is cancelled has this long to stop and say so. */
const CANCEL_MS = 2_000;
/** One that puts in order what it has changed has this long; whoever does not want to wait asks for the end again. */
const LONGEST_CLEAN_UP_MS = CLEAN_UP_MS + CANCEL_MS;

/**
 * `casement call`: one call through the door, its result as one JSON object. Returns the exit code: 0 for success, 1 for
 * an error of the tool, and for a run that failed.
 *
 * @throws {UsageError} where the arguments are not JSON.
 */
export async function callTool(
  command: { readonly tool: string; readonly json: string | undefined },
  options: RunOptions,
  terminal: Terminal,
): Promise<number> {
  const args = await readArguments(command.json, terminal);
  const run = startRun(options);
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const gaveUp = Promise.withResolvers<CallResult>();
  const stopListening = terminal.onInterrupt(() => {
    if (controller.signal.aborted) return gaveUp.resolve(notStopped());
    controller.abort();
    const patienceMs = run.tools.find(command.tool)?.cleansUp === true ? LONGEST_CLEAN_UP_MS : CANCEL_MS;
    timer = setTimeout(() => gaveUp.resolve(notStopped()), patienceMs);
  });
  try {
    const call = run.door.invoke({ tool: command.tool, args, signal: controller.signal });
    const result = await Promise.race([call, gaveUp.promise]);
    await terminal.print(jsonText(wellFormedJson(bodyOf(result)), terminal));
    return result.ok && result.output.success !== false ? 0 : 1;
  } finally {
    clearTimeout(timer);
    stopListening();
    await run.close();
  }
}

/** What a client gets as structured content. A picture lies in the file that the result names. */
function bodyOf(result: CallResult): Readonly<Record<string, unknown>> {
  return result.ok ? result.output : { success: false, error: result.error };
}

function notStopped(): CallResult {
  const error = new ToolError("CANCELLED", "The call was cancelled and did not stop in time");
  return { ok: false, error: error.toBody() };
}
