/** A window on another desktop of this session, as a secure prompt or a service has. */

/** A visible window that nobody at this desktop can see; its thread is gone with the `using` block. */
export class OtherDesktopWindow implements Disposable {
  readonly hwnd: bigint;
  readonly #worker: Worker;

  private constructor(worker: Worker, hwnd: bigint) {
    this.#worker = worker;
    this.hwnd = hwnd;
  }

  static async create(): Promise<OtherDesktopWindow> {
    const worker = new Worker(new URL("./other_desktop_worker.ts", import.meta.url), { type: "module" });
    const hwnd = await new Promise<bigint>((resolve, reject) => {
      worker.onmessage = (event) => resolve(event.data);
      worker.onerror = (event) => reject(new Error(event.message));
    });
    if (hwnd === 0n) throw new Error("no window could be made on another desktop");
    return new OtherDesktopWindow(worker, hwnd);
  }

  [Symbol.dispose](): void {
    this.#worker.terminate();
  }
}
