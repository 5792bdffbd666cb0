/** Errors that come once something was done say so: whoever repeated the call unawares would do it twice. */
import { type ErrorDetails, ToolError } from "../core/errors.ts";

/** The error with what the caller must know before it tries again; what it says of itself comes before `known`. */
export function afterActing(error: unknown, known: ErrorDetails = {}): unknown {
  if (!(error instanceof ToolError)) return error;
  return new ToolError(error.code, error.message, {
    details: { ...known, ...error.details, mayHaveHadEffect: true },
    suggestion: "Look at the program before repeating the call: it was acted on.",
    cause: error,
  });
}

/** Does what follows an act; whatever that throws says that the act was done. */
export async function onceActed<T>(work: () => Promise<T>, known: ErrorDetails = {}): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw afterActing(error, known);
  }
}
