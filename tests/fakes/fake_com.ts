/** COM objects made by hand, a vtable of callbacks each: what the bindings call is seen from the other side. */

import { formatGuid } from "../../ffi/com/guid.ts";

/** One slot of a fake's vtable. The first argument of the body is what follows `This`. */
export interface FakeSlot {
  readonly parameters: readonly Deno.NativeType[];
  readonly result?: Deno.NativeResultType;
  readonly body: (...args: never[]) => number;
}

/** What a fake is made of besides `IUnknown`. */
export interface FakeParts {
  readonly slots?: Readonly<Record<number, FakeSlot>>;
  /** What `QueryInterface` gives, by IID; `IUnknown` is always itself. */
  readonly interfaces?: Readonly<Record<string, () => FakeComObject>>;
}

const E_NOINTERFACE = 0x80004002 | 0;
const IID_IUNKNOWN = "00000000-0000-0000-c000-000000000046";

/** A COM object with one reference, which its maker holds. */
export class FakeComObject implements Disposable {
  readonly pointer: Deno.PointerObject;
  references = 1;
  readonly #callbacks: Deno.UnsafeCallback[] = [];
  readonly #vtable: BigUint64Array<ArrayBuffer>;
  readonly #object: BigUint64Array<ArrayBuffer>;

  constructor({ slots = {}, interfaces = {} }: FakeParts = {}) {
    const highest = Math.max(2, ...Object.keys(slots).map(Number));
    this.#vtable = new BigUint64Array(new ArrayBuffer((highest + 1) * 8));
    this.#object = new BigUint64Array(new ArrayBuffer(8));
    this.#object[0] = addressOf(this.#vtable);
    const pointer = Deno.UnsafePointer.create(addressOf(this.#object));
    if (pointer === null) throw new Error("no memory");
    this.pointer = pointer;
    const queryInterface = (iid: Deno.PointerObject, out: Deno.PointerObject): number => {
      const wanted = formatGuid(new Uint8Array(Deno.UnsafePointerView.getArrayBuffer(iid, 16)));
      const found = wanted === IID_IUNKNOWN ? this : interfaces[wanted]?.();
      writePointer(out, found);
      if (found === undefined) return E_NOINTERFACE;
      found.references++;
      return 0;
    };
    this.#fill(0, { parameters: ["pointer", "pointer"], body: queryInterface });
    this.#fill(1, { parameters: [], result: "u32", body: () => ++this.references });
    this.#fill(2, { parameters: [], result: "u32", body: () => --this.references });
    for (const [slot, row] of Object.entries(slots)) this.#fill(Number(slot), row);
  }

  /** Ends the fake. Nothing may call it any more, which the test sees to. */
  [Symbol.dispose](): void {
    for (const callback of this.#callbacks) callback.close();
  }

  #fill(slot: number, { parameters, result = "i32", body }: FakeSlot): void {
    const signature = { parameters: ["pointer", ...parameters], result } as const;
    const run = (_object: unknown, ...args: never[]): number => body(...args);
    const callback = new Deno.UnsafeCallback(signature, run as never);
    this.#callbacks.push(callback as unknown as Deno.UnsafeCallback);
    this.#vtable[slot] = BigInt(Deno.UnsafePointer.value(callback.pointer));
  }
}

/** Writes an out parameter: an interface pointer, NULL where there is none. */
export function writePointer(out: Deno.PointerObject, object: FakeComObject | undefined): void {
  const address = object === undefined ? 0n : BigInt(Deno.UnsafePointer.value(object.pointer));
  new BigUint64Array(Deno.UnsafePointerView.getArrayBuffer(out, 8))[0] = address;
}

/** Writes an out parameter of 32-bit numbers. */
export function writeInts(out: Deno.PointerObject, ...values: readonly number[]): void {
  new Int32Array(Deno.UnsafePointerView.getArrayBuffer(out, values.length * 4)).set(values);
}

function addressOf(memory: BigUint64Array<ArrayBuffer>): bigint {
  return BigInt(Deno.UnsafePointer.value(Deno.UnsafePointer.of(memory)));
}
