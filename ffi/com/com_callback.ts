import { makeCallback } from "../callback.ts";
import { Owned } from "../handles.ts";
import { HRESULT } from "../result.ts";
import { formatGuid } from "./guid.ts";
import {
  defineInterfaceTable,
  type InterfaceTable,
  IUNKNOWN,
  type Method,
  type MethodTable,
  nativeParameters,
} from "./interface_table.ts";

/** A marker: the object may be called from any thread. It has no methods of its own. */
const IAGILEOBJECT = defineInterfaceTable("IAgileObject", "94ea2b94-e9cc-49e0-c0ff-ee64ca8f5b90", {});

/** The body of a method: gets the arguments behind the object as the FFI gives them; what it throws becomes `E_FAIL`. */
export type MethodBody = (...args: readonly unknown[]) => void;

/** One body for each method of the interface. */
export type MethodBodies<M extends MethodTable> = { readonly [K in keyof M]: MethodBody };

/**
 * A function of a vtable is not closed while it runs, nor in the instant after, when a thread of COM may still be on its
 * way out of it.
 */
const CLOSING_DELAY_MS = 50;

/** Keeps the memory of every object that COM may hold: it has no other owner that JavaScript could see. */
const alive = new Set<LocalObject>();

/**
 * A COM object made of JavaScript functions. COM and the owner each hold references; when the last is gone its functions
 * are closed. They run on this thread, whoever calls: a thread that calls waits until this one's event loop is free.
 *
 * The table must have all methods of the interface.
 */
export function implementInterface<M extends MethodTable>(
  table: InterfaceTable<M>,
  bodies: MethodBodies<M>,
): Owned<Deno.PointerObject> {
  const object = new LocalObject(table, bodies);
  return new Owned("comObject", object.pointer, () => object.release());
}

class LocalObject {
  /** The object, which is a pointer to its vtable, and the vtable right behind it. */
  readonly #memory: BigUint64Array<ArrayBuffer>;
  readonly #functions: Disposable[] = [];
  readonly #iids: ReadonlySet<string>;
  #references = 1;
  #running = 0;

  constructor(table: InterfaceTable, bodies: Readonly<Record<string, MethodBody>>) {
    const own = Object.entries(table.methods).sort(([, a], [, b]) => a.slot - b.slot);
    const gap = own.findIndex(([, { slot }], index) => slot !== index + 3);
    if (gap >= 0) {
      throw new TypeError(`Cannot implement ${table.interfaceName}: slot ${gap + 3} is not known`);
    }
    this.#iids = new Set([table, IUNKNOWN, IAGILEOBJECT].map(({ iid }) => formatGuid(iid)));
    this.#memory = new BigUint64Array(new ArrayBuffer((1 + 3 + own.length) * 8));
    this.#memory[0] = this.#address + 8n;
    const { QueryInterface, AddRef, Release } = IUNKNOWN.methods;
    this.#fill(QueryInterface, (iid, out) => this.#queryInterface(iid, out));
    this.#fill(AddRef, () => ++this.#references);
    this.#fill(Release, () => this.release());
    for (const [name, method] of own) {
      const body = bodies[name];
      this.#fill(method, (...args) => (body?.(...args), 0));
    }
    alive.add(this);
  }

  get pointer(): Deno.PointerObject {
    const pointer = Deno.UnsafePointer.create(this.#address);
    if (pointer === null) throw new TypeError("Cannot make a COM object: there is no memory");
    return pointer;
  }

  /** One reference less; the answer is how many are left. */
  release(): number {
    this.#references--;
    if (this.#references > 0) return this.#references;
    if (this.#running > 0) setTimeout(() => this.#close(), CLOSING_DELAY_MS);
    else this.#close();
    return 0;
  }

  get #address(): bigint {
    return BigInt(Deno.UnsafePointer.value(Deno.UnsafePointer.of(this.#memory)));
  }

  #queryInterface(iid: unknown, out: unknown): number {
    const [id, result] = [iid, out].map((pointer) => pointer as Deno.PointerValue); // as the row says
    if (id === null || id === undefined || result === null || result === undefined) {
      return HRESULT.E_POINTER | 0;
    }
    const wanted = formatGuid(new Uint8Array(Deno.UnsafePointerView.getArrayBuffer(id, 16)));
    const has = this.#iids.has(wanted);
    new BigUint64Array(Deno.UnsafePointerView.getArrayBuffer(result, 8))[0] = has ? this.#address : 0n;
    if (has) this.#references++;
    return has ? 0 : HRESULT.E_NOINTERFACE | 0;
  }

  #fill(method: Method, body: (...args: readonly unknown[]) => number): void {
    const parameters = ["pointer", ...nativeParameters(method, "pointer")] as const;
    const signature = { parameters, result: method.result };
    const run = (_object: unknown, ...args: readonly unknown[]): number => {
      this.#running++;
      try {
        return body(...args);
      } catch {
        return HRESULT.E_FAIL | 0; // nothing may be thrown through COM
      } finally {
        this.#running--;
      }
    };
    const callback = makeCallback(signature, run as never); // a signature that is only known at run time has no type
    callback.value.ref(); // wakes this thread when another one calls
    this.#functions.push(callback);
    this.#memory[this.#functions.length] = BigInt(Deno.UnsafePointer.value(callback.value.pointer));
  }

  #close(): void {
    if (this.#references > 0 || !alive.delete(this)) return;
    for (const each of this.#functions) each[Symbol.dispose]();
  }
}
