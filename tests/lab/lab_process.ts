/** A Windows program that runs in the lab. */

import type { RunOptions, RunStatus } from "./lab.ts";
import { removeTree } from "./step.ts";

/**
 * A running program, shaped like `Deno.ChildProcess`. Killing it ends the whole sandbox: the display, Wine's server
 * and every program in it.
 */
export class LabProcess implements AsyncDisposable {
  /** The folder of its Wine prefix; gone once {@link status} is settled, unless it was to be kept. */
  readonly prefix: string;
  /** Settles when the program has ended and the run's folder is removed. */
  readonly status: Promise<RunStatus>;
  readonly #child: Deno.ChildProcess;
  readonly #killSignal: Deno.Signal;
  #isTimedOut = false;

  constructor(
    child: Deno.ChildProcess,
    folder: string | undefined,
    prefix: string,
    options: Pick<RunOptions, "timeoutMs" | "signal">,
    killSignal: Deno.Signal,
  ) {
    this.#child = child;
    this.#killSignal = killSignal;
    this.prefix = prefix;
    this.status = this.#follow(folder, options);
  }

  /** The id of the sandbox's outermost process. */
  get pid(): number {
    return this.#child.pid;
  }

  get stdin(): WritableStream<Uint8Array<ArrayBufferLike>> {
    return this.#child.stdin;
  }

  get stdout(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return this.#child.stdout;
  }

  get stderr(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return this.#child.stderr;
  }

  /** Ends the sandbox at once. Does nothing when it has ended already. */
  kill(signal: Deno.Signal = this.#killSignal): void {
    try {
      this.#child.kill(signal);
    } catch (error) {
      // Deno throws a TypeError for a child that has ended.
      if (!(error instanceof TypeError || error instanceof Deno.errors.NotFound)) throw error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.kill();
    await this.status;
  }

  async #follow(
    folder: string | undefined,
    options: Pick<RunOptions, "timeoutMs" | "signal">,
  ): Promise<RunStatus> {
    const abort = (): void => this.kill();
    options.signal?.addEventListener("abort", abort);
    const timer = options.timeoutMs === undefined ? undefined : setTimeout(() => {
      this.#isTimedOut = true;
      this.kill();
    }, options.timeoutMs);
    try {
      const status = await this.#child.status;
      return { ...status, isTimedOut: this.#isTimedOut };
    } finally {
      clearTimeout(timer);
      options.signal?.removeEventListener("abort", abort);
      if (folder !== undefined) await removeTree(folder);
    }
  }
}
