import type { Owned } from "../handles.ts";
import { noteClosed, noteOpened } from "../ledger.ts";
import { oleaut32 } from "../oleaut32.ts";
import { HRESULT, HresultError } from "../result.ts";
import { bstr, readBstr } from "./bstr.ts";
import { type ComObject, type ComType, UnknownObject } from "./com_object.ts";
import { borrowOutMemory, giveBackOutMemory, type OutMemory } from "./out_memory.ts";
import { type ArrayValues, readPointerArray, readSafeArray, VT } from "./safe_array.ts";

/** A VARIANT as a JavaScript value: undefined for `VT_EMPTY`, null for `VT_NULL`. */
export type VariantValue = undefined | null | boolean | number | string | ArrayValues;

const VARIANT_TRUE = -1;

/** The types whose value is all in the variant itself. */
const OWNS_NOTHING: readonly number[] = [
  VT.VT_EMPTY,
  VT.VT_NULL,
  VT.VT_BOOL,
  VT.VT_I2,
  VT.VT_I4,
  VT.VT_UI4,
  VT.VT_R8,
];

/** Where the union begins, as an index of each view. */
const VALUE = { shorts: 4, ints: 2, longs: 1 } as const;

/**
 * A VARIANT, which owns what is in it until it is disposed of. Use it with `using`.
 *
 * @see https://learn.microsoft.com/windows/win32/api/oaidl/ns-oaidl-variant
 */
export class Variant implements Disposable {
  #memory: OutMemory | undefined = borrowOutMemory();

  private constructor() {
    noteOpened("variant");
  }

  /** The variant that a call fills in. When the call throws there is none, and nothing is left open. */
  static receive(fill: (memory: OutMemory) => void): Variant {
    const variant = new Variant();
    try {
      fill(variant.#live());
    } catch (error) {
      variant[Symbol.dispose]();
      throw error;
    }
    return variant;
  }

  /** A `VT_I4`. */
  static ofInt(value: number): Variant {
    return Variant.#of(VT.VT_I4, ({ ints }) => ints[VALUE.ints] = value);
  }

  /** A `VT_R8`. */
  static ofDouble(value: number): Variant {
    return Variant.#of(VT.VT_R8, ({ doubles }) => doubles[VALUE.longs] = value);
  }

  /** A `VT_BOOL`. */
  static ofBool(value: boolean): Variant {
    return Variant.#of(VT.VT_BOOL, ({ shorts }) => shorts[VALUE.shorts] = value ? VARIANT_TRUE : 0);
  }

  /** A `VT_BSTR`. */
  static ofText(value: string): Variant {
    return Variant.#ofPointer(VT.VT_BSTR, bstr(value));
  }

  /** A `VT_ARRAY`, which takes over an array of elements of this type (`VT_…`). */
  static ofArray(elementType: number, array: Owned<Deno.PointerObject>): Variant {
    return Variant.#ofPointer(VT.VT_ARRAY | elementType, array);
  }

  /** The `VT_EMPTY`. */
  static empty(): Variant {
    return new Variant();
  }

  static #ofPointer(type: number, owned: Owned<Deno.PointerObject>): Variant {
    const address = Deno.UnsafePointer.value(owned.release());
    return Variant.#of(type, ({ longs }) => longs[VALUE.longs] = address);
  }

  static #of(type: number, write: (memory: OutMemory) => void): Variant {
    const variant = new Variant();
    const memory = variant.#live();
    memory.shorts[0] = type;
    write(memory);
    return variant;
  }

  /** What is in it, as `VT_…`. */
  get type(): number {
    return this.#live().shorts[0] ?? 0;
  }

  /** The 24 bytes, for a parameter by value or by pointer. They stay this variant's. */
  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#live().bytes;
  }

  /**
   * The value that is in it, copied.
   *
   * @throws {HresultError} `E_INVALIDARG` when it is an object or of a type that UI Automation does not use
   */
  get value(): VariantValue {
    return valueIn(this.#live());
  }

  /** The object that is in it, with a reference of its own for the caller; undefined when it is NULL or something else. */
  object(): UnknownObject | undefined {
    const pointer = this.type === VT.VT_UNKNOWN ? this.#pointer() : null;
    return pointer === null ? undefined : new UnknownObject(pointer, "borrowed").addReference();
  }

  /** The objects of an array that have this interface, owned by the caller. */
  objects<T extends ComObject>(type: ComType<T>): T[] {
    const array = this.type === (VT.VT_ARRAY | VT.VT_UNKNOWN) ? this.#pointer() : null;
    if (array === null) return [];
    return readPointerArray(array)
      .map((pointer) => new UnknownObject(pointer, "borrowed").queryInterface(type))
      .filter((object) => object !== undefined);
  }

  [Symbol.dispose](): void {
    const memory = this.#memory;
    if (memory === undefined) return;
    this.#memory = undefined;
    clear(memory);
    giveBackOutMemory(memory);
    noteClosed("variant");
  }

  #pointer(): Deno.PointerValue {
    return pointerIn(this.#live());
  }

  #live(): OutMemory {
    if (this.#memory === undefined) throw new TypeError("Cannot use a VARIANT: it has been cleared");
    return this.#memory;
  }
}

/** Frees what a variant owns. */
function clear({ shorts, bytes }: OutMemory): void {
  if (!OWNS_NOTHING.includes(shorts[0] ?? 0)) oleaut32.symbols.VariantClear(bytes);
}

function pointerIn({ longs }: OutMemory): Deno.PointerValue {
  return Deno.UnsafePointer.create(longs[VALUE.longs] ?? 0n);
}

function valueIn(memory: OutMemory): VariantValue {
  const { shorts, ints, doubles } = memory;
  const type = shorts[0] ?? 0;
  switch (type) {
    case VT.VT_EMPTY:
      return undefined;
    case VT.VT_NULL:
      return null;
    case VT.VT_BOOL:
      return shorts[VALUE.shorts] !== 0;
    case VT.VT_I2:
      return shorts[VALUE.shorts];
    case VT.VT_I4:
      return ints[VALUE.ints];
    case VT.VT_UI4:
      return (ints[VALUE.ints] ?? 0) >>> 0;
    case VT.VT_R8:
      return doubles[VALUE.longs];
    case VT.VT_BSTR:
      return readBstr(pointerIn(memory));
  }
  if ((type & VT.VT_ARRAY) === 0) throw new HresultError("VARIANT", HRESULT.E_INVALIDARG);
  const array = pointerIn(memory);
  return array === null ? [] : readSafeArray(array);
}

/**
 * The value of a variant that a call has filled in, which is cleared at once: for the thousands that are only looked at.
 *
 * @throws {HresultError} as {@link Variant.value}
 */
export function takeValue(memory: OutMemory): VariantValue {
  try {
    return valueIn(memory);
  } finally {
    clear(memory);
  }
}
