/** An event handler of a test: a COM object whose methods are functions of TypeScript. */
import type { Pointer } from "./client.ts";

const UNKNOWN = "00000000-0000-0000-c000-000000000046";

/** The interfaces of handlers, and what follows the sender in their one method. */
const HANDLERS = {
  focus: { id: "c270f6b5-5c69-4290-9745-7a7f97169468", rest: [] },
  automation: { id: "146c3c17-f12e-4e22-8c27-f894b9b79c69", rest: ["i32"] },
  property: { id: "40cd37d4-c756-4b0c-8c6f-bddfeeb13b50", rest: ["i32", "pointer"] },
  structure: { id: "e81d1b4e-11c5-42f8-9754-e7036c79f054", rest: ["i32", "pointer"] },
} as const;

export type HandlerKind = keyof typeof HANDLERS;

/** Counts its references, so that a test sees whether the server lets go of it. */
export class Handler implements Disposable {
  references = 1;
  /** What was told so far. */
  readonly told: { readonly sender: Pointer; readonly rest: readonly unknown[] }[] = [];
  readonly #callbacks: { readonly pointer: Deno.PointerValue; close(): void }[];
  readonly #table: BigUint64Array<ArrayBuffer>;
  readonly #object: BigUint64Array<ArrayBuffer>;

  /** `onEvent` runs while the sender lives; it may ask it. */
  constructor(kind: HandlerKind, onEvent: (sender: Pointer, ...rest: unknown[]) => void = () => {}) {
    const { id, rest } = HANDLERS[kind];
    const handle = { parameters: ["pointer", "pointer", ...rest], result: "i32" };
    this.#callbacks = [
      Deno.UnsafeCallback.threadSafe(
        { parameters: ["pointer", "pointer", "pointer"], result: "i32" } as const,
        (_self, wanted, out) => this.#queryInterface(id, wanted, out),
      ),
      Deno.UnsafeCallback.threadSafe(
        { parameters: ["pointer"], result: "u32" } as const,
        () => ++this.references,
      ),
      Deno.UnsafeCallback.threadSafe(
        { parameters: ["pointer"], result: "u32" } as const,
        () => --this.references,
      ),
      // The parameters depend on the kind.
      Reflect.apply(Deno.UnsafeCallback.threadSafe, Deno.UnsafeCallback, [
        handle,
        (_self: Deno.PointerValue, sender: Deno.PointerValue, ...others: unknown[]) => {
          const element = BigInt(Deno.UnsafePointer.value(sender));
          this.told.push({ sender: element, rest: others });
          onEvent(element, ...others);
          return 0;
        },
      ]),
    ];
    this.#table = BigUint64Array.from(
      this.#callbacks.map(({ pointer }) => BigInt(Deno.UnsafePointer.value(pointer))),
    );
    this.#object = BigUint64Array.of(BigInt(Deno.UnsafePointer.value(Deno.UnsafePointer.of(this.#table))));
  }

  get pointer(): Pointer {
    return BigInt(Deno.UnsafePointer.value(Deno.UnsafePointer.of(this.#object)));
  }

  [Symbol.dispose](): void {
    // A test that failed has not removed it: the server may still call it.
    if (this.references > 1) return;
    for (const callback of this.#callbacks) callback.close();
  }

  #queryInterface(id: string, wanted: Deno.PointerValue, out: Deno.PointerValue): number {
    if (wanted === null || out === null) return 0x80004003 | 0;
    const isKnown = [id, UNKNOWN].includes(guidAt(wanted));
    const target = new BigUint64Array(Deno.UnsafePointerView.getArrayBuffer(out, 8));
    target[0] = isKnown ? this.pointer : 0n;
    if (isKnown) this.references++;
    return isKnown ? 0 : 0x80004002 | 0;
  }
}

function guidAt(pointer: Deno.PointerObject): string {
  const view = new DataView(Deno.UnsafePointerView.getArrayBuffer(pointer, 16));
  const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, "0");
  const bytes = Array.from({ length: 8 }, (_, i) => hex(view.getUint8(8 + i), 2)).join("");
  return [
    ...[hex(view.getUint32(0, true), 8), hex(view.getUint16(4, true), 4), hex(view.getUint16(6, true), 4)],
    ...[bytes.slice(0, 4), bytes.slice(4)],
  ].join("-");
}
