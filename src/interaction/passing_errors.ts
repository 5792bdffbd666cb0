import { ToolError } from "../core/errors.ts";

/** Programs that are starting, building a window or busy: it may be otherwise with the next look. */
const PASSING = new Set<string>([
  "UIA_ROOT_UNAVAILABLE",
  "WINDOW_NOT_RESPONDING",
  "TIMEOUT",
  "PROVIDER_BUSY",
]);

/** Whether a failure to look at a program may be over with the next look. */
export function isPassing(error: unknown): error is ToolError {
  return error instanceof ToolError && PASSING.has(error.code);
}
