/** What is around a command: a person's terminal, or the pipes of a script. */

/** See the head of this file. */
export interface Terminal {
  readonly stdin: ReadableStream<Uint8Array>;
  readonly isStdinTerminal: boolean;
  readonly isStdoutTerminal: boolean;
  /**
   * Writes a text and a line end to stdout; a reader that has left is not an error.
   *
   * @throws {OutputError} where there is a reader and not all of it arrived, as on a full disk
   */
  print(text: string): Promise<void>;
  /** Calls back when the person asks for an end (Ctrl+C); returns how to stop listening. */
  onInterrupt(interrupted: () => void): () => void;
}

/** Output that did not arrive: whoever relies on it must not take the exit code for success. */
export class OutputError extends Error {
  override readonly name = "OutputError";
}

/** What `print` of a terminal does, to any writer. */
export async function printTo(
  writer: { write(bytes: Uint8Array): Promise<number> },
  text: string,
): Promise<void> {
  const bytes = new TextEncoder().encode(`${text}\n`);
  try {
    for (let written = 0; written < bytes.length;) written += await writer.write(bytes.subarray(written));
  } catch (error) {
    // `casement tools | head` has seen enough; a program without a stdout has nobody to tell.
    if (error instanceof Deno.errors.BrokenPipe || error instanceof Deno.errors.BadResource) return;
    const said = error instanceof Error ? error.message : String(error);
    throw new OutputError(`The output could not be written: ${said}`, { cause: error });
  }
}

/** The ways in which a person or a system asks for an end, where a process may hear of it. */
const INTERRUPTS: readonly Deno.Signal[] = Deno.build.os === "windows"
  ? ["SIGINT", "SIGBREAK"]
  : ["SIGINT", "SIGTERM", "SIGHUP"];

/** What is around this process. Not for the server, whose stdout belongs to the protocol. */
export const processTerminal: Terminal = {
  get stdin() {
    return Deno.stdin.readable;
  },
  get isStdinTerminal() {
    return Deno.stdin.isTerminal();
  },
  get isStdoutTerminal() {
    return Deno.stdout.isTerminal();
  },
  print: (text) => printTo(Deno.stdout, text),
  onInterrupt(interrupted) {
    for (const signal of INTERRUPTS) Deno.addSignalListener(signal, interrupted);
    return () => {
      for (const signal of INTERRUPTS) Deno.removeSignalListener(signal, interrupted);
    };
  },
};

/** A value as JSON: indented for a person, on one line for a program; without characters that order a terminal about. */
export function jsonText(value: unknown, terminal: Terminal): string {
  // Outside of texts, where an escape means the same, JSON has none of these.
  return JSON.stringify(value, undefined, terminal.isStdoutTerminal ? 2 : undefined)
    .replace(/[\x7F-\x9F\u2028\u2029]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
