/**
 * MCP over stdin and stdout. Written here because the SDK's own transport gives up at a long line, does not notice the
 * end of stdin, leaves a request of the wrong shape unanswered, and reads on however much output waits.
 */
import { atMost } from "../core/clock.ts";
import type { Log } from "../core/log.ts";
import { LineSplitter } from "./line_splitter.ts";
import { type JSONRPCMessage, JSONRPCMessageSchema, RpcErrorCode, type Transport } from "./sdk.ts";

/** Where bytes come from and go to. */
export interface StdioStreams {
  readonly input: ReadableStream<Uint8Array>;
  /** Writes some of the bytes and says how many. */
  write(bytes: Uint8Array): Promise<number>;
}

/** Far above any real message, far below what would hurt. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;
/** While a client leaves this much unread, its requests are not handled. */
const MAX_QUEUED_BYTES = 16 * 1024 * 1024;
/** So much more is read meanwhile: the end of stdin lies behind it. */
const MAX_UNHANDLED_BYTES = 16 * 1024 * 1024;
const MESSAGE_MEMBERS: readonly string[] = ["jsonrpc", "id", "method", "params", "result", "error"];

/** A client that has closed stdin and read nothing for so long does not read any more. */
const UNREAD_MS = 100;

/** The transport of a run. */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;

  readonly #streams: StdioStreams;
  readonly #log: Log;
  readonly #onEnd: () => void;
  readonly #encoder = new TextEncoder();
  #written: Promise<void> = Promise.resolve();
  #queuedBytes = 0;
  /** How many messages have left. */
  #messagesLeft = 0;
  /** What has been read and not handled, oldest first. */
  readonly #unhandled: Uint8Array[] = [];
  #unhandledBytes = 0;
  readonly #lines: LineSplitter;
  #isClosed = false;

  /** `onEnd` is called once, when stdin ends or stdout can no longer be written. */
  constructor(streams: StdioStreams, log: Log, onEnd: () => void) {
    this.#streams = streams;
    this.#log = log;
    this.#lines = new LineSplitter(
      MAX_LINE_BYTES,
      (bytes) => log.write("warning", `a line of ${bytes} bytes on stdin is too long and was left out`),
    );
    let hasEnded = false;
    this.#onEnd = () => {
      if (hasEnded) return;
      hasEnded = true;
      onEnd();
    };
  }

  start(): Promise<void> {
    void this.#read().catch((error: unknown) => {
      this.#log.write(
        "error",
        `stdin cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      );
    }).finally(this.#onEnd);
    return Promise.resolve();
  }

  /** Resolves when the message has left. Messages leave whole and in order. */
  send(message: JSONRPCMessage): Promise<void> {
    const bytes = this.#encoder.encode(`${JSON.stringify(message)}\n`);
    this.#queuedBytes += bytes.length;
    const written = this.#written.then(async () => {
      for (let at = 0; at < bytes.length;) at += await this.#streams.write(bytes.subarray(at));
    }).finally(() => this.#queuedBytes -= bytes.length);
    this.#written = written.then(() => {
      this.#messagesLeft++;
      this.#handle();
    }, () => {
      // A client that does not listen any more has left.
      this.#onEnd();
    });
    return written;
  }

  close(): Promise<void> {
    if (!this.#isClosed) {
      this.#isClosed = true;
      this.onclose?.();
    }
    return Promise.resolve();
  }

  /** Resolves when everything sent so far has left. */
  flushed(): Promise<void> {
    return this.#written;
  }

  /** Goes on reading while the client leaves much unread: one that has closed stdin is not waited for. */
  async #read(): Promise<void> {
    for await (const chunk of this.#streams.input) {
      this.#unhandled.push(chunk);
      this.#unhandledBytes += chunk.length;
      this.#handle();
      if (this.#isClosed) return;
      while (this.#unhandledBytes > MAX_UNHANDLED_BYTES) await this.#written;
    }
    // A client that has closed stdin and still reads gets its answers.
    for (let left = -1; this.#unhandled.length > 0 && this.#messagesLeft !== left;) {
      left = this.#messagesLeft;
      await atMost(UNREAD_MS, this.#written);
    }
  }

  /** Handles what has been read, as far as the client reads the answers. */
  #handle(): void {
    while (!this.#isClosed && this.#queuedBytes <= MAX_QUEUED_BYTES) {
      const chunk = this.#unhandled.shift();
      if (chunk === undefined) return;
      this.#unhandledBytes -= chunk.length;
      for (const line of this.#lines.push(chunk)) this.#receive(line);
    }
  }

  #receive(line: string): void {
    if (line.trim() === "") return;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      this.#logMalformed("is no JSON", line, /^\s*[{[]/.test(line) ? "broken JSON" : "something else");
      return;
    }
    const message = JSONRPCMessageSchema.safeParse(value);
    if (message.success) {
      this.onmessage?.(message.data);
      return;
    }
    this.#logMalformed("is no JSON-RPC message", line, shapeOf(value));
    const id = requestId(value);
    if (id === undefined) return;
    const error = {
      code: RpcErrorCode.InvalidRequest,
      message: "Invalid request: not a JSON-RPC 2.0 message",
    };
    this.send({ jsonrpc: "2.0", id, error }).catch(() => {/* `onEnd` has been called */});
  }

  /** Says what sort of line it was, without a word of it: a broken call may hold typed text. */
  #logMalformed(what: string, line: string, shape: string): void {
    this.#log.write("warning", `a line of ${line.length} characters on stdin ${what} and was left out`);
    this.#log.write("debug", `the line is ${shape}`);
  }
}

/** Which sort of JSON it is, and which members of a message it has. */
function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return `an array of ${value.length}: batches are not taken`;
  if (typeof value !== "object" || value === null) return `${value === null ? "null" : typeof value}`;
  const members = Object.entries(value)
    .filter(([key]) => MESSAGE_MEMBERS.includes(key))
    .map(([key, member]) =>
      `${key} (${member === null ? "null" : Array.isArray(member) ? "array" : typeof member})`
    );
  return `an object with ${members.join(", ") || "no member of a message"}`;
}

/** The id of something that was meant to be a request, so that its sender does not wait for ever. */
function requestId(value: unknown): string | number | undefined {
  if (typeof value !== "object" || value === null || !("method" in value) || !("id" in value)) {
    return undefined;
  }
  return typeof value.id === "string" || typeof value.id === "number" ? value.id : undefined;
}
