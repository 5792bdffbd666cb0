import assert from "node:assert/strict";

/** A key event of the session. */
export interface HookedKey {
  readonly vk: number;
  readonly scan: number;
  readonly extended: boolean;
  readonly down: boolean;
}

/** Hears every key event of the session until it is disposed of. */
export class KeyboardHook implements Disposable {
  readonly keys: HookedKey[] = [];
  readonly #worker: Worker;

  private constructor(worker: Worker) {
    this.#worker = worker;
  }

  /** Starts listening. */
  static async start(): Promise<KeyboardHook> {
    const url = new URL("./keyboard_hook_worker.ts", import.meta.url);
    const hook = new KeyboardHook(new Worker(url, { type: "module" }));
    const state = await new Promise((resolve) => {
      hook.#worker.onmessage = ({ data }) => typeof data === "string" ? resolve(data) : hook.keys.push(data);
    });
    assert.equal(state, "ready");
    return hook;
  }

  [Symbol.dispose](): void {
    this.#worker.terminate();
  }
}
