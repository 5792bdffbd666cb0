import { Owned } from "../handles.ts";
import { noteClosed, noteOpened } from "../ledger.ts";
import { HRESULT, HresultError, requireHresult } from "../result.ts";
import { type InterfaceTable, IUNKNOWN } from "./interface_table.ts";
import { bindMethods, callNonblocking, type MethodCall } from "./method_call.ts";
import { type OutMemory, withOutMemory } from "./out_memory.ts";

/**
 * Whose reference a pointer is. An owned one was counted for us and is released by us, once; a borrowed one is somebody
 * else's and good only as long as they say, as the sender of an event is.
 */
export type Ownership = "owned" | "borrowed";

/** How the methods of an interface are called. */
export type MethodCalls = Readonly<Record<string, MethodCall>>;

const unknownCalls = bindMethods(IUNKNOWN.methods);

/** What a pointer parameter takes: an object, or a BSTR, an array or an object of ours that is held; null for NULL. */
export type PointerArgument = ComObject | Owned<Deno.PointerObject> | null;

/** A class of COM objects: how an interface pointer becomes an object. */
export interface ComType<T extends ComObject = ComObject> {
  new (pointer: Deno.PointerObject, ownership: Ownership): T;
  readonly table: InterfaceTable;
}

/**
 * A COM object through one of its interfaces. The pointer stays inside: others hold the object, with `using`. Belongs to
 * the thread that got it.
 */
export abstract class ComObject implements Disposable {
  readonly #table: InterfaceTable;
  readonly #calls: MethodCalls;
  readonly #ownership: Ownership;
  #pointer: Deno.PointerObject | undefined;

  constructor(
    table: InterfaceTable,
    calls: MethodCalls,
    pointer: Deno.PointerObject,
    ownership: Ownership,
  ) {
    this.#table = table;
    this.#calls = calls;
    this.#pointer = pointer;
    this.#ownership = ownership;
    if (ownership === "owned") noteOpened("comObject");
  }

  /** Ends the use of the object, and releases it where it is owned. */
  [Symbol.dispose](): void {
    const pointer = this.#pointer;
    if (pointer === undefined) return;
    this.#pointer = undefined;
    if (this.#ownership === "borrowed") return;
    unknownCalls.Release(pointer, []);
    noteClosed("comObject");
  }

  /** The same object with a reference of its own, to keep what was borrowed or to hold it in two places. */
  addReference<T extends ComObject>(this: T): T {
    const pointer = this.#live("AddRef");
    unknownCalls.AddRef(pointer, []);
    return new (this.constructor as ComType<T>)(pointer, "owned"); // every class has this constructor
  }

  /**
   * Another interface of the object, owned by the caller; undefined when it has none such.
   *
   * @throws {HresultError} when it fails in any other way
   * @see https://learn.microsoft.com/windows/win32/api/unknwn/nf-unknwn-iunknown-queryinterface(refiid_void)
   */
  queryInterface<T extends ComObject>(type: ComType<T>): T | undefined {
    return withOutMemory((memory) => {
      const hresult = unknownCalls.QueryInterface(this.#live("QueryInterface"), [type.table.iid, memory]);
      if (hresult >>> 0 === HRESULT.E_NOINTERFACE) return undefined;
      requireHresult(`${this.#table.interfaceName}.QueryInterface`, hresult);
      return this.#require("QueryInterface", objectIn(memory, type));
    });
  }

  /** Whether both are one and the same object, which by COM's rule the pointers to `IUnknown` tell. */
  isSameObject(other: ComObject): boolean {
    using mine = this.queryInterface(UnknownObject);
    using theirs = other.queryInterface(UnknownObject);
    return mine !== undefined && theirs !== undefined &&
      Deno.UnsafePointer.equals(mine.#live("QueryInterface"), theirs.#live("QueryInterface"));
  }

  /**
   * Calls a method whose HRESULT says whether it worked.
   *
   * @throws {HresultError} when it did not
   */
  protected callNative(name: string, args: unknown[]): number {
    const pointer = this.#live(name);
    const call = this.#calls[name];
    if (call === undefined) throw new TypeError(`Cannot call ${name}: ${this.#table.interfaceName} has none`);
    const hresult = call(pointer, ComObject.#nativeArguments(args));
    // The name is put together only where it is needed: there are thousands of calls.
    return hresult >= 0 ? hresult : requireHresult(`${this.#table.interfaceName}.${name}`, hresult);
  }

  /**
   * The same method for each of many numbers, which stand in its first parameter: much quicker than as many calls. The
   * other arguments are numbers and memory. `done` hears of each call that worked; one that did not ends it.
   */
  protected callNativeForEach(
    name: string,
    numbers: readonly number[],
    others: readonly unknown[],
    done: (index: number) => void,
  ): void {
    const pointer = this.#live(name);
    const call = this.#calls[name];
    if (call === undefined) throw new TypeError(`Cannot call ${name}: ${this.#table.interfaceName} has none`);
    const args: unknown[] = [0, ...others];
    for (let index = 0; index < numbers.length; index++) {
      args[0] = numbers[index];
      const hresult = call(pointer, args);
      if (hresult < 0) requireHresult(`${this.#table.interfaceName}.${name}`, hresult);
      done(index);
    }
  }

  /** The same on another thread: for the calls that wait for a callback on this one. Arguments are kept alive meanwhile. */
  protected async callNativeNonblocking(name: string, args: unknown[]): Promise<number> {
    const pointer = this.#live(name);
    const method = this.#table.methods[name];
    if (method === undefined) {
      throw new TypeError(`Cannot call ${name}: ${this.#table.interfaceName} has none`);
    }
    const hresult = await callNonblocking(method, pointer, ComObject.#nativeArguments(args));
    return requireHresult(`${this.#table.interfaceName}.${name}`, hresult);
  }

  /** The object that a method's last parameter gives, owned by the caller; undefined when it gives NULL. */
  protected nativeObject<T extends ComObject>(
    type: ComType<T>,
    name: string,
    args: unknown[],
  ): T | undefined {
    return withOutMemory((memory) => {
      args.push(memory);
      this.callNative(name, args);
      return objectIn(memory, type);
    });
  }

  /** The same where NULL would be a broken promise. */
  protected requiredNativeObject<T extends ComObject>(type: ComType<T>, name: string, args: unknown[]): T {
    return this.#require(name, this.nativeObject(type, name, args));
  }

  #require<T>(name: string, object: T | undefined): T {
    if (object === undefined) {
      throw new HresultError(`${this.#table.interfaceName}.${name}`, HRESULT.E_POINTER);
    }
    return object;
  }

  #live(name: string): Deno.PointerObject {
    if (this.#pointer !== undefined) return this.#pointer;
    throw new TypeError(`Cannot call ${this.#table.interfaceName}.${name}: the object has been released`);
  }

  /** Puts pointers in the place of the objects that stand for them. */
  static #nativeArguments(args: unknown[]): unknown[] {
    for (let index = 0; index < args.length; index++) {
      const argument = args[index];
      if (argument instanceof ComObject) args[index] = argument.#live("(as an argument)");
      else if (argument instanceof Owned) args[index] = argument.value;
    }
    return args;
  }
}

/** An object of which only {@link IUNKNOWN} is known. */
export class UnknownObject extends ComObject {
  static readonly table: InterfaceTable = IUNKNOWN;

  constructor(pointer: Deno.PointerObject, ownership: Ownership) {
    super(IUNKNOWN, unknownCalls, pointer, ownership);
  }
}

function objectIn<T extends ComObject>(memory: OutMemory, type: ComType<T>): T | undefined {
  const pointer = Deno.UnsafePointer.create(memory.longs[0] ?? 0n);
  return pointer === null ? undefined : new type(pointer, "owned");
}
