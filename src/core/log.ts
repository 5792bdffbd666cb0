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

/** A log that others may listen to. */
export interface SharedLog extends Log {
  /** Hands every message up to and including `level` to `hear`, on one line; returns how to stop that. */
  listen(level: LogLevel, hear: (level: LogLevel, line: string) => void): () => void;
}

/** A log that writes one line a message through `writeLine`, up to and including `level`. */
export function createLog(level: LogLevel, writeLine: (line: string) => void): SharedLog {
  const listeners = new Set<{ readonly level: LogLevel; hear(level: LogLevel, line: string): void }>();
  const reaches = (wanted: LogLevel, limit: LogLevel): boolean =>
    LOG_LEVELS.indexOf(wanted) <= LOG_LEVELS.indexOf(limit);
  const isEnabled = (wanted: LogLevel): boolean =>
    reaches(wanted, level) || [...listeners].some((listener) => reaches(wanted, listener.level));
  return {
    isEnabled,
    write(wanted, message) {
      if (!isEnabled(wanted)) return;
      const line = onOneLine(message);
      if (reaches(wanted, level)) writeLine(`casement ${wanted}: ${line}`);
      for (const listener of listeners) if (reaches(wanted, listener.level)) listener.hear(wanted, line);
    },
    listen(limit, hear) {
      const listener = { level: limit, hear };
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** A reader of the log must be able to trust each line's beginning, and a terminal that shows it takes no orders from it. */
export function onOneLine(message: string): string {
  return message.replace(/[\r\n]+/g, " ⏎ ").replace(
    // deno-lint-ignore no-control-regex -- these are what is looked for
    /[\x00-\x08\x0B-\x1F\x7F-\x9F\u2028\u2029]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

const encoder = new TextEncoder();

/** Lines that a client leaves unread beyond this are left out: it must not stop the server, nor fill its memory. */
const MAX_WAITING_BYTES = 256 * 1024;

/**
 * Lines on their way to a stream that may not be read: a writer is never kept waiting. What is too much is left out, and
 * a line says so as soon as there is room again.
 */
export class LineQueue {
  readonly #write: (bytes: Uint8Array) => Promise<number>;
  #waitingBytes = 0;
  #leftOut = 0;
  #written: Promise<void> = Promise.resolve();

  /** `write` writes some of the bytes and says how many. */
  constructor(write: (bytes: Uint8Array) => Promise<number>) {
    this.#write = write;
  }

  /** Adds a line, or leaves it out. */
  add(line: string): void {
    if (this.#waitingBytes > MAX_WAITING_BYTES) {
      this.#leftOut++;
      return;
    }
    const note = this.#leftOut === 0
      ? ""
      : `casement warning: ${this.#leftOut} lines were left out, as nobody read them\n`;
    this.#leftOut = 0;
    const bytes = encoder.encode(`${note}${line}\n`);
    this.#waitingBytes += bytes.length;
    this.#written = this.#written.then(async () => {
      for (let at = 0; at < bytes.length;) at += await this.#write(bytes.subarray(at));
    }).catch(() => {
      // Nobody is listening: there is no place left to say so.
    }).finally(() => this.#waitingBytes -= bytes.length);
  }

  /** Resolves when everything added so far has left. */
  flushed(): Promise<void> {
    return this.#written;
  }
}

/** This thread's lines on their way to stderr. */
export const stderrLines = new LineQueue((bytes) => Deno.stderr.write(bytes));

/**
 * Writes a line to stderr, whole, before it returns; a closed stderr is not an error. It waits while nobody reads: for a
 * program that is about to end.
 */
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
    stderrLines.add(values.map((value) => typeof value === "string" ? value : Deno.inspect(value)).join(" "));
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
