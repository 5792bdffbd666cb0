import { noteClosed, noteOpened, type OwnedKind } from "./ledger.ts";

/**
 * Something of Windows that has one owner and one end. Use it with `using`; it closes once, on the thread that opened
 * it, and the ledger counts it.
 */
export class Owned<T> implements Disposable {
  readonly value: T;
  readonly #kind: OwnedKind;
  readonly #close: (value: T) => void;
  #isOpen = true;

  constructor(kind: OwnedKind, value: T, close: (value: T) => void) {
    this.value = value;
    this.#kind = kind;
    this.#close = close;
    noteOpened(kind);
  }

  /** Gives it into other hands, which are to close it. */
  release(): T {
    if (this.#isOpen) noteClosed(this.#kind);
    this.#isOpen = false;
    return this.value;
  }

  [Symbol.dispose](): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#close(this.value);
    noteClosed(this.#kind);
  }
}

/** A window handle; 0n where there is none. Only 32 bits are significant, on 64-bit Windows too. */
export type Hwnd = bigint;

/** The significant bits of a handle that Windows returned. */
export function toHwnd(value: bigint): Hwnd {
  return BigInt.asUintN(32, value);
}
