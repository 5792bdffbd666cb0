/** The log as a client may have it: the lines that go to stderr, from the level it asks for. */
import { LOG_LEVELS, type LogLevel, type SharedLog } from "../core/log.ts";
import { boundedText, quotedText } from "../core/text.ts";
import { McpError, RpcErrorCode } from "./sdk.ts";

/** The levels of the protocol, those of syslog, gravest first. */
export const CLIENT_LEVELS = [
  "emergency",
  "alert",
  "critical",
  "error",
  "warning",
  "notice",
  "info",
  "debug",
] as const;

/** What a line is sent as. Written as a type, since the SDK asks for an index signature. */
export type LogMessage = { level: LogLevel; logger: string; data: string };

/** Lines that a client leaves unread beyond this are left out. */
const MOST_WAITING = 100;
/** A stack may be long; the whole of it goes to stderr. */
const MAX_LINE_UNITS = 1_000;

/**
 * The log of one client. It sends nothing before the client has asked: what nobody reads only fills pipes and
 * conversations. A client that does not read what it asked for loses lines and is told how many.
 */
export class ClientLog {
  readonly #log: SharedLog;
  readonly #send: (message: LogMessage) => Promise<void>;
  #stop = (): void => {};
  #waiting = 0;
  #leftOut = 0;

  /** `send` may fail, as it does when the client is gone. */
  constructor(log: SharedLog, send: (message: LogMessage) => Promise<void>) {
    this.#log = log;
    this.#send = send;
  }

  /**
   * Sends from now on what is at least this grave.
   *
   * @throws {McpError} InvalidParams for a level that the protocol does not have.
   */
  setLevel(written: unknown): void {
    const index = CLIENT_LEVELS.findIndex((level) => level === written);
    if (index < 0) {
      const said = typeof written === "string" ? `no log level ${quotedText(written)}` : "no log level given";
      throw new McpError(
        RpcErrorCode.InvalidParams,
        `There is ${said}; there are ${CLIENT_LEVELS.join(", ")}`,
      );
    }
    this.close();
    const level = LOG_LEVELS.findLast((ours) => CLIENT_LEVELS.indexOf(ours) <= index);
    // Nothing here is graver than an error.
    if (level !== undefined) this.#stop = this.#log.listen(level, (at, line) => this.#hear(at, line));
  }

  /** Sends nothing more. */
  close(): void {
    this.#stop();
    this.#stop = () => {};
  }

  #hear(level: LogLevel, line: string): void {
    if (this.#waiting >= MOST_WAITING) {
      this.#leftOut++;
      return;
    }
    if (this.#leftOut > 0) {
      const data = `${this.#leftOut} lines were left out, as they were not read in time`;
      this.#leftOut = 0;
      this.#post({ level: "warning", logger: "casement", data });
    }
    this.#post({ level, logger: "casement", data: boundedText(line, MAX_LINE_UNITS).toWellFormed() });
  }

  #post(message: LogMessage): void {
    this.#waiting++;
    // A failure is not logged: that line would be sent, fail, and be logged again.
    this.#send(message).catch(() => {}).finally(() => this.#waiting--);
  }
}
