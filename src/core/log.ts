/** Log levels, least talkative first. Titles, typed text and clipboard contents appear at `debug` only. */
export const LOG_LEVELS = ["error", "warning", "info", "debug"] as const;

/** One of {@link LOG_LEVELS}. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Where log lines go; the server's is stderr, never stdout, which belongs to the protocol. */
export interface Log {
  /** Whether a line of this level would be written, to save the work of making it. */
  isEnabled(level: LogLevel): boolean;
  write(level: LogLevel, message: string): void;
}

/** A log that writes one line a message through `writeLine`, up to and including `level`. */
export function createLog(level: LogLevel, writeLine: (line: string) => void): Log {
  const limit = LOG_LEVELS.indexOf(level);
  const isEnabled = (wanted: LogLevel): boolean => LOG_LEVELS.indexOf(wanted) <= limit;
  return {
    isEnabled,
    write(wanted, message) {
      // A message never spans lines: a reader of the log must be able to trust each line's beginning.
      if (isEnabled(wanted)) writeLine(`casement ${wanted}: ${message.replace(/[\r\n]+/g, " ⏎ ")}`);
    },
  };
}

const encoder = new TextEncoder();

/** Writes a line to stderr, whole, whatever state the program is in; a closed stderr is not an error. */
export function writeStderrLine(line: string): void {
  const bytes = encoder.encode(`${line}\n`);
  try {
    for (let written = 0; written < bytes.length;) written += Deno.stderr.writeSync(bytes.subarray(written));
  } catch {
    // Nobody is listening: there is no place left to say so.
  }
}

/**
 * Sends everything that this thread's libraries print through `console` to stderr. To be called first in the program
 * and in every Worker: one stray line on stdout breaks the protocol.
 */
export function keepStdoutPure(): void {
  const print = (...values: unknown[]): void =>
    writeStderrLine(values.map((value) => typeof value === "string" ? value : Deno.inspect(value)).join(" "));
  for (const method of PRINTING_METHODS) {
    // deno-lint-ignore no-console -- this replaces it
    console[method] = print;
  }
  // deno-lint-ignore no-console -- this would write control characters
  console.clear = () => {};
}

/** All methods of `console` that may write to stdout. */
const PRINTING_METHODS = [
  "log",
  "info",
  "debug",
  "dir",
  "dirxml",
  "table",
  "trace",
  "warn",
  "error",
  "group",
  "groupCollapsed",
  "count",
  "timeEnd",
  "timeLog",
] as const;
