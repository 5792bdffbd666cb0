import { atMost, throwIfCancelled } from "../../core/clock.ts";
import { ToolError } from "../../core/errors.ts";
import type { Log } from "../../core/log.ts";
import type { LaneApi, LaneEvent, LaneMessage } from "./lane_protocol.ts";
import { LaneCall, type LaneRequestOptions } from "./lane_call.ts";
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
  readonly #queue: LaneCall[] = [];
  /** Workers whose call overran and has not returned. */
  readonly #late = new Set<LaneWorker>();
  #worker: LaneWorker | undefined;
  #isReady = false;
  #current: LaneCall | undefined;
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

  /** Whether it is still busy with a request that its caller has left. */
  get isHeld(): boolean {
    return this.#current?.isLeft === true;
  }

  /** Waits for a moment where it is busy with a request that its caller has left: most are soon over. */
  async freeWithin(timeoutMs: number): Promise<void> {
    if (this.#current?.isLeft === true) await atMost(timeoutMs, this.#current.isOver);
  }

  /**
   * Asks the lane. A call that is cancelled leaves at once; what had begun goes on, and its answer is dropped.
   *
   * @throws {ToolError} TIMEOUT when a deadline passes, PROVIDER_BUSY when the process overran a moment ago or too many
   * calls hang, CANCELLED when the call is cancelled or the lane closed, and what the handler throws.
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
    const call = new LaneCall(this.#nextId++, { method, args, options });
    call.leaveWith((left) => this.#left(left), signal);
    this.#queue.push(call);
    this.#advance();
    // The answer of `method` has its return type: both ends are checked against the same Api.
    return call.answer as Promise<ReturnType<Api[M]>>;
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

  /** What has not begun never does; what has begun may have less time from now on. */
  #left(call: LaneCall): void {
    const place = this.#queue.indexOf(call);
    if (place >= 0) this.#queue.splice(place, 1);
    const { abandonedMs } = call.options;
    if (call !== this.#current || abandonedMs === undefined) return;
    clearTimeout(this.#timer);
    call.options = { ...call.options, deadlineMs: abandonedMs };
    this.#timer = setTimeout(() => this.#overrun(), abandonedMs);
  }

  /** The next request; those that may no longer run, as a call overran while they waited, are refused. */
  #nextAllowed(): LaneCall | undefined {
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
    done.end();
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

  #note(request: LaneCall, value: unknown): void {
    request.options = { ...request.options, ...request.options.onNote?.(value) };
    request.waitOn();
    this.#timer = setTimeout(() => this.#overrun(), request.options.deadlineMs);
  }

  #overrun(): void {
    const late = this.#current;
    const worker = this.#worker;
    if (late === undefined || worker === undefined) return;
    this.#current = undefined;
    this.#worker = undefined;
    late.end();
    this.#setAside(worker, late);
    const { deadlineMs } = late.options;
    this.#log.write("warning", `${this.name} lane: ${late.method} overran ${deadlineMs} ms`);
    late.overrun(deadlineMs);
    this.#advance();
  }

  /** Leaves a Worker alone until its call returns, then has it end itself. */
  #setAside(worker: LaneWorker, late: LaneCall): void {
    const { overrunAnswer, pid } = late.options;
    const refused = overrunAnswer === undefined ? pid : undefined;
    const { method, isCancelled } = late;
    const noteReturned = this.#stuck.add({ lane: this.name, method, pid: refused, isCancelled });
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
