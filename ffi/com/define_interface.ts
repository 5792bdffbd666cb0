import type { OutKind, OutParameter } from "../ctype.ts";
import { type Hwnd, toHwnd } from "../handles.ts";
import type { StructValue } from "../struct.ts";
import { POINT, RECT } from "../window.ts";
import { takeBstr } from "./bstr.ts";
import { ComObject, type ComType, type Ownership, type PointerArgument } from "./com_object.ts";
import { defineInterfaceTable, type InterfaceTable, type MethodTable } from "./interface_table.ts";
import { bindMethods } from "./method_call.ts";
import { type OutMemory, withOutMemory } from "./out_memory.ts";
import { type ArrayValues, ownSafeArray, readSafeArray } from "./safe_array.ts";
import { takeValue, Variant, type VariantValue } from "./variant.ts";

/** What a parameter takes, by its native type. */
type Argument<T> = T extends OutParameter ? BufferSource
  : T extends "pointer" ? PointerArgument
  : T extends "buffer" ? BufferSource | null
  : T extends "u64" | "i64" | "usize" | "isize" ? bigint
  : T extends { struct: readonly Deno.NativeType[] } ? BufferSource
  : number;

/** What all parameters of a method take. */
type Arguments<M extends MethodTable, K extends keyof M> = ArgumentsOf<M[K]["parameters"]>;

type ArgumentsOf<P extends readonly unknown[]> = { -readonly [I in keyof P]: Argument<P[I]> };

/** What the parameters take but for the last, which is memory for the result. */
type InArguments<M extends MethodTable, K extends keyof M> = ArgumentsOf<Leading<M[K]["parameters"]>>;

type Leading<P extends readonly unknown[]> = P extends readonly [...infer L, unknown] ? L : never;

type Name<M extends MethodTable> = keyof M & string;

/** The methods whose last parameter gives something of this kind. */
type Giving<M extends MethodTable, O extends OutKind> =
  & {
    [K in keyof M]: M[K]["parameters"] extends readonly [...unknown[], OutParameter<O>] ? K : never;
  }[keyof M]
  & string;

/** A class of objects with one interface: its methods are called by their native names, in the types of the table. */
export abstract class ComInterface<M extends MethodTable> extends ComObject {
  /** @throws {HresultError} as all below, when the method fails */
  protected call<K extends Name<M>>(method: K, ...args: Arguments<M, K>): void {
    this.callNative(method, args);
  }

  /** What the method's last parameter gives: a 32-bit number or an enum. */
  protected int<K extends Giving<M, "INT">>(method: K, ...args: InArguments<M, K>): number {
    return this.#out(method, args, ({ ints }) => ints[0] ?? 0);
  }

  /** A `BOOL`. */
  protected bool<K extends Giving<M, "INT">>(method: K, ...args: InArguments<M, K>): boolean {
    return this.#out(method, args, ({ ints }) => ints[0] !== 0);
  }

  /** A `double`. */
  protected double<K extends Giving<M, "DOUBLE">>(method: K, ...args: InArguments<M, K>): number {
    return this.#out(method, args, ({ doubles }) => doubles[0] ?? 0);
  }

  /** A BSTR, which is freed. */
  protected text<K extends Giving<M, "BSTR">>(method: K, ...args: InArguments<M, K>): string {
    return this.#out(method, args, ({ longs }) => takeBstr(longs[0] ?? 0n));
  }

  /** A window handle. */
  protected hwnd<K extends Giving<M, "HWND">>(method: K, ...args: InArguments<M, K>): Hwnd {
    return this.#out(method, args, ({ longs }) => toHwnd(longs[0] ?? 0n));
  }

  /** A `RECT`. */
  protected rect<K extends Giving<M, "RECT">>(
    method: K,
    ...args: InArguments<M, K>
  ): StructValue<typeof RECT.fields> {
    return this.#out(method, args, ({ bytes }) => RECT.read(bytes));
  }

  /** A SAFEARRAY, which is destroyed; empty for NULL. */
  protected array<K extends Giving<M, "SAFEARRAY">>(method: K, ...args: InArguments<M, K>): ArrayValues {
    return this.#out(method, args, ({ longs }) => {
      using array = ownSafeArray(longs[0] ?? 0n);
      return array === undefined ? [] : readSafeArray(array.value);
    });
  }

  /** A VARIANT, owned by the caller. */
  protected variant<K extends Giving<M, "VARIANT">>(method: K, ...args: InArguments<M, K>): Variant {
    return Variant.receive((memory) => this.callNative(method, [...args, memory]));
  }

  /** What is in a VARIANT, which is cleared. */
  protected variantValue<K extends Giving<M, "VARIANT">>(
    method: K,
    ...args: InArguments<M, K>
  ): VariantValue {
    return this.#out(method, args, takeValue);
  }

  /**
   * Which of many numbers make a method, whose first parameter they are, give a VARIANT that is `VT_BOOL` and true.
   *
   * @param between the arguments behind that number
   */
  protected trueFor<K extends Giving<M, "VARIANT">>(
    method: K,
    numbers: readonly number[],
    ...between: readonly number[]
  ): number[] {
    return withOutMemory((memory) => {
      const found: number[] = [];
      this.callNativeForEach(method, numbers, [...between, memory], (index) => {
        if (takeValue(memory) === true) found.push(index);
        memory.longs[0] = 0n;
      });
      return found;
    });
  }

  /** An object, owned by the caller; undefined for NULL. */
  protected object<T extends ComObject, K extends Giving<M, "INTERFACE">>(
    type: ComType<T>,
    method: K,
    ...args: InArguments<M, K>
  ): T | undefined {
    return this.nativeObject(type, method, args);
  }

  /** An object where NULL would be a broken promise: `E_POINTER`. */
  protected requiredObject<T extends ComObject, K extends Giving<M, "INTERFACE">>(
    type: ComType<T>,
    method: K,
    ...args: InArguments<M, K>
  ): T {
    return this.requiredNativeObject(type, method, args);
  }

  /** A method without results that waits for a callback on this thread, called from another one. */
  protected async callNonblocking<K extends Name<M>>(method: K, ...args: Arguments<M, K>): Promise<void> {
    await this.callNativeNonblocking(method, args);
  }

  #out<T>(method: string, args: unknown[], read: (memory: OutMemory) => T): T {
    return withOutMemory((memory) => {
      args.push(memory);
      this.callNative(method, args);
      return read(memory);
    });
  }
}

/** What {@link defineInterface} makes: a class to extend with the methods under their own names. */
export interface InterfaceClass<M extends MethodTable> {
  readonly table: InterfaceTable<M>;
}

/**
 * Declares an interface by its header name. The class that comes back is extended by one with a method for each row;
 * the ABI check compares IID, slots and signatures with the headers.
 */
export function defineInterface<const M extends MethodTable>(
  interfaceName: string,
  iid: string,
  methods: M,
):
  & InterfaceClass<M>
  & (abstract new (pointer: Deno.PointerObject, ownership: Ownership) => ComInterface<M>) {
  const table = defineInterfaceTable(interfaceName, iid, methods);
  const calls = bindMethods(methods);
  abstract class Defined extends ComInterface<M> {
    static readonly table = table;

    constructor(pointer: Deno.PointerObject, ownership: Ownership) {
      super(table, calls, pointer, ownership);
    }
  }
  return Defined;
}

/** A `POINT` by value, in physical pixels of the virtual desktop. */
export function pointByValue(x: number, y: number): Uint8Array<ArrayBuffer> {
  return POINT.make({ x, y });
}
