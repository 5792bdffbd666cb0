import { throwIfCancelled } from "../../core/clock.ts";
import { ToolError } from "../../core/errors.ts";
import type { Log } from "../../core/log.ts";
import type { LaneApi, LaneEvent, LaneMessage } from "./lane_protocol.ts";
import { requestWords } from "./request_words.ts";
import type { StuckCalls } from "./stuck_calls.ts";

/** Starting a Worker takes 25 ms on an idle machine; this is for a very busy one. */
const START_DEADLINE_MS = 30_000;

/** The part of a Worker that a lane needs; a test gives something simpler. */
export interface LaneWorker {
  postMessage(message: unknown): void;
  terminate(): void;
  onmessage: ((event: MessageEvent) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

/** How a request runs. */
export interface LaneRequestOptions {
  /** Counted from the moment the lane begins with it. */
  readonly deadlineMs: number;
  /** Whom the request asks something, for refusing programs that overran: a process id, or undefined for nobody. */
  readonly pid?: number | undefined;
  /** No program can hold it up, so it runs even while many hang. */
  readonly asksNobody?: boolean;
  /**
   * What is answered when it overruns, instead of TIMEOUT. That a program takes its time is expected then, so the program
   * is not refused for it.
   */
  readonly overrunAnswer?: unknown;
  /** Hears what the handler says of the request under way; the answer is what holds for it from then on. */
  readonly onNote?: (note: unknown) => Pick<LaneRequestOptions, "deadlineMs" | "overrunAnswer">;
}

interface Waiting {
  readonly id: number;
  readonly method: string;
  readonly args: readonly unknown[];
  options: LaneRequestOptions;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** What a lane works with. */
export interface LaneOptions {
  readonly stuck: StuckCalls;
  readonly log: Log;
  readonly onEvent?: (event: LaneEvent) => void;
  /** Called when a Worker is given up: what it was watching is no longer watched. */
  readonly onLost?: () => void;
}

/**
 * A Worker that makes native calls, one after another, with a deadline that the main thread keeps. When a call overruns,
 * its caller gets a code at once, a fresh Worker takes the lane's place, and the old one ends itself when the call
 * returns: what it owns is closed by the thread that opened it, never under a running call.
 */
export class Lane<Api extends LaneApi> {
  /** What it is for, in one word. */
  readonly name: string;
  readonly #startWorker: () => LaneWorker;
  readonly #stuck: StuckCalls;
  readonly #log: Log;
  readonly #onEvent: (event: LaneEvent) => void;
  readonly #onLost: () => void;
  readonly #queue: Waiting[] = [];
  /** Workers whose call overran and has not returned. */
  readonly #late = new Set<LaneWorker>();
  #worker: LaneWorker | undefined;
  #isReady = false;
  #current: Waiting | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #nextId = 1;
  #isClosed = false;

  constructor(name: string, startWorker: () => LaneWorker, options: LaneOptions) {
    this.name = name;
    this.#startWorker = startWorker;
    this.#stuck = options.stuck;
    this.#log = options.log;
    this.#onEvent = options.onEvent ?? (() => {});
    this.#onLost = options.onLost ?? (() => {});
  }

  /** Whether its Worker has been started. */
  get isStarted(): boolean {
    return this.#worker !== undefined;
  }

  /**
   * Asks the lane.
   *
   * @throws {ToolError} TIMEOUT when the deadline passes, PROVIDER_BUSY when the process overran a moment ago or too many
   * calls hang, CANCELLED when the lane is closed, and what the handler throws.
   */
  request<M extends keyof Api & string>(
    method: M,
    args: Parameters<Api[M]>,
    options: LaneRequestOptions,
    signal?: AbortSignal,
  ): Promise<ReturnType<Api[M]>> {
    throwIfCancelled(signal);
    if (this.#isClosed) return Promise.reject(serverIsEnding());
    this.#stuck.refuseIfBusy(options.pid, options.asksNobody);
    return new Promise((resolve, reject) => {
      // The answer of `method` has its return type: both ends are checked against the same Api.
      const settle = resolve as (value: unknown) => void;
      this.#queue.push({ id: this.#nextId++, method, args, options, resolve: settle, reject });
      this.#advance();
    });
  }

  /** Ends every Worker, whatever it does, refuses what waits and all that is asked later. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#worker?.terminate();
    this.#worker = undefined;
    for (const worker of this.#late) worker.terminate();
    this.#late.clear();
    for (const waiting of [this.#current, ...this.#queue.splice(0)]) waiting?.reject(serverIsEnding());
    this.#current = undefined;
  }

  #advance(): void {
    if (this.#current !== undefined || this.#queue.length === 0) return;
    if (this.#worker === undefined) this.#replaceWorker();
    if (!this.#isReady) return;
    const next = this.#nextAllowed();
    if (next === undefined) return;
    this.#current = next;
    this.#timer = setTimeout(() => this.#overrun(), next.options.deadlineMs);
    this.#worker?.postMessage({ id: next.id, method: next.method, args: next.args });
  }

  /** The next request; those that may no longer run, as a call overran while they waited, are refused. */
  #nextAllowed(): Waiting | undefined {
    for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift()) {
      try {
        this.#stuck.refuseIfBusy(next.options.pid, next.options.asksNobody);
        return next;
      } catch (error) {
        next.reject(error);
      }
    }
    return undefined;
  }

  #replaceWorker(): void {
    const worker = this.#startWorker();
    this.#worker = worker;
    this.#isReady = false;
    worker.onmessage = (event) => {
      if (worker === this.#worker) this.#hear(event.data as LaneMessage); // only our own lane entries post here
    };
    worker.onerror = (event) => {
      event.preventDefault();
      if (worker === this.#worker) this.#crashed(event.message);
    };
    this.#timer = setTimeout(() => this.#crashed("did not start"), START_DEADLINE_MS);
  }

  #hear(message: LaneMessage): void {
    if (message.kind === "event") return this.#onEvent(message.event);
    if (message.kind === "ready") {
      clearTimeout(this.#timer);
      this.#isReady = true;
      return this.#advance();
    }
    const done = this.#current;
    if (done === undefined || done.id !== message.id) return;
    clearTimeout(this.#timer);
    if (message.kind === "note") return this.#note(done, message.value);
    this.#current = undefined;
    if (message.kind === "answer") {
      done.resolve(message.value);
    } else {
      if (message.stack !== undefined) {
        this.#log.write("error", `${this.name} lane, ${done.method}: ${message.stack}`);
      }
      done.reject(ToolError.fromBody(message.error));
    }
    this.#advance();
  }

  #note(request: Waiting, value: unknown): void {
    request.options = { ...request.options, ...request.options.onNote?.(value) };
    this.#timer = setTimeout(() => this.#overrun(), request.options.deadlineMs);
  }

  #overrun(): void {
    const late = this.#current;
    const worker = this.#worker;
    if (late === undefined || worker === undefined) return;
    this.#current = undefined;
    this.#worker = undefined;
    this.#setAside(worker, late);
    const { deadlineMs, overrunAnswer } = late.options;
    this.#log.write("warning", `${this.name} lane: ${late.method} overran ${deadlineMs} ms`);
    if (overrunAnswer === undefined) {
      late.reject(new ToolError("TIMEOUT", `${requestWords(late.method)} took longer than ${deadlineMs} ms`));
    } else {
      late.resolve(overrunAnswer);
    }
    this.#advance();
  }

  /** Leaves a Worker alone until its call returns, then has it end itself. */
  #setAside(worker: LaneWorker, late: Waiting): void {
    const { overrunAnswer, pid } = late.options;
    const refused = overrunAnswer === undefined ? pid : undefined;
    const noteReturned = this.#stuck.add({ lane: this.name, method: late.method, pid: refused });
    this.#late.add(worker);
    const returned = (): void => {
      noteReturned();
      this.#late.delete(worker);
    };
    worker.onmessage = (event) => {
      const message = event.data as LaneMessage; // as above
      if (message.kind !== "answer" && message.kind !== "failure") return; // sent before the call returned
      returned();
      worker.postMessage({ end: true });
    };
    worker.onerror = (event) => {
      event.preventDefault();
      returned();
    };
    this.#onLost();
  }

  #crashed(why: string): void {
    clearTimeout(this.#timer);
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#log.write("error", `${this.name} lane ended: ${why}`);
    const error = new ToolError("INTERNAL_ERROR", `The ${this.name} lane ended: ${why}`);
    // What waits is refused too: a lane that cannot start would otherwise be started for ever.
    for (const waiting of [this.#current, ...this.#queue.splice(0)]) waiting?.reject(error);
    this.#current = undefined;
    this.#onLost();
  }
}

function serverIsEnding(): ToolError {
  return new ToolError("CANCELLED", "The server is ending");
}
