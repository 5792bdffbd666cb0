import { defineConstants } from "../constants.ts";
import { oleaut32 } from "../oleaut32.ts";
import { type Method, type MethodTable, nativeParameters } from "./interface_table.ts";
import { OutMemory } from "./out_memory.ts";
import { VT } from "./safe_array.ts";

/**
 * Calls a method with arguments as its row has them: numbers, pointers, memory of ours. {@link OutMemory} stands for its
 * bytes. The answer is what the method returns.
 */
export type MethodCall = (object: Deno.PointerObject, args: readonly unknown[]) => number;

/**
 * The calls of an interface's methods, by name.
 *
 * A function at an address that is only known at run time costs Deno 3.4 µs, since it looks at the signature anew each
 * time; a function of a DLL costs 0.03 µs. So Windows itself is asked to make the call: `DispCallFunc` exists for that,
 * and all in all it takes 0.5 µs. Elsewhere, where the tests' fakes are, it is called at its address.
 */
export function bindMethods<M extends MethodTable>(methods: M): { readonly [K in keyof M]: MethodCall } {
  const bind = Deno.build.os === "windows" ? viaDispatch : atAddress;
  const calls = Object.entries<Method>(methods).map(([name, each]) => [name, bind(each)]);
  return Object.fromEntries(calls);
}

const CALL = defineConstants({ CC_STDCALL: 4 });

/** More than any method that is called has. */
const MOST_PARAMETERS = 8;

const VARIANT_BYTES = 24;

/**
 * The arguments of a call, each in a VARIANT, and its result. One for all calls: they are read before the method begins,
 * and the result is written when it has ended, so that a call inside of a call does no harm.
 */
let frame: Frame | undefined;

interface Frame {
  readonly ints: Int32Array<ArrayBuffer>;
  readonly doubles: Float64Array<ArrayBuffer>;
  readonly longs: BigUint64Array<ArrayBuffer>;
  /** Where each argument lies. */
  readonly addresses: BigUint64Array<ArrayBuffer>;
  readonly result: Int32Array<ArrayBuffer>;
}

function makeFrame(): Frame {
  const values = new ArrayBuffer(MOST_PARAMETERS * VARIANT_BYTES);
  const start = addressOf(values);
  return {
    ints: new Int32Array(values),
    doubles: new Float64Array(values),
    longs: new BigUint64Array(values),
    addresses: BigUint64Array.from(
      { length: MOST_PARAMETERS },
      (_, index) => start + BigInt(index * VARIANT_BYTES),
    ),
    result: new Int32Array(VARIANT_BYTES / 4),
  };
}

/**
 * A call by `DispCallFunc`. Where that refuses, it has called nothing; the method is then called at its address.
 *
 * @see https://learn.microsoft.com/windows/win32/api/oleauto/nf-oleauto-dispcallfunc
 */
export function viaDispatch(method: Method, resultType: number = VT.VT_I4): MethodCall {
  const parameters = nativeParameters(method, "buffer");
  let direct: MethodCall | undefined;
  const count = parameters.length;
  const types = new Uint16Array(MOST_PARAMETERS);
  parameters.forEach((type, index) => types[index] = type === "f64" ? VT.VT_R8 : VT.VT_I8);
  const offset = BigInt(method.slot * 8);
  return (object, args) => {
    const to = frame ??= makeFrame();
    for (let index = 0; index < count; index++) writeArgument(to, index, parameters[index], args[index]);
    const hresult = oleaut32.symbols
      .DispCallFunc(object, offset, CALL.CC_STDCALL, resultType, count, types, to.addresses, to.result);
    if (hresult >= 0) return to.result[2] ?? 0;
    direct ??= atAddress(method);
    return direct(object, args);
  };
}

/** Puts an argument where `DispCallFunc` takes it from, as it would stand in a register or on the stack. */
function writeArgument(
  to: Frame,
  index: number,
  type: Deno.NativeType | undefined,
  argument: unknown,
): void {
  if (type === "f64") {
    to.doubles[index * 3 + 1] = argument as number;
  } else if (typeof argument === "number") {
    to.ints[index * 6 + 2] = argument;
    to.ints[index * 6 + 3] = 0; // only the low half of the register counts
  } else {
    to.longs[index * 3 + 1] = registerOf(type, argument);
  }
}

function registerOf(type: Deno.NativeType | undefined, argument: unknown): bigint {
  if (argument instanceof OutMemory) return argument.address;
  if (typeof argument === "bigint") return BigInt.asUintN(64, argument);
  if (type === "pointer") return BigInt(Deno.UnsafePointer.value(argument as Deno.PointerValue));
  if (argument === null || argument === undefined) return 0n;
  const memory = argument as Uint8Array<ArrayBuffer>;
  // A struct of 8 bytes travels as a number; a larger one in memory, whose address travels.
  const isInRegister = typeof type === "object" && memory.byteLength === 8;
  return isInRegister
    ? new DataView(memory.buffer, memory.byteOffset).getBigUint64(0, true)
    : addressOf(memory);
}

function addressOf(memory: BufferSource): bigint {
  return BigInt(Deno.UnsafePointer.value(Deno.UnsafePointer.of(memory as Uint8Array<ArrayBuffer>)));
}

/** A function whose types are known by its row alone. */
interface NativeMethod {
  call(object: Deno.PointerObject, ...args: readonly unknown[]): unknown;
}

function atAddress(method: Method): MethodCall {
  const natives = new Map<bigint, NativeMethod>();
  return (object, args) => {
    const address = methodAddress(object, method);
    let native = natives.get(address);
    if (native === undefined) natives.set(address, native = nativeMethod(address, method, false));
    return native.call(object, ...args.map(asNative)) as number;
  };
}

/** Calls a method on a thread of the runtime's pool, while this one goes on; the caller keeps the arguments alive. */
export async function callNonblocking(
  method: Method,
  object: Deno.PointerObject,
  args: readonly unknown[],
): Promise<number> {
  const native = nativeMethod(methodAddress(object, method), method, true);
  return await native.call(object, ...args.map(asNative)) as number;
}

function methodAddress(object: Deno.PointerObject, { slot }: Method): bigint {
  const vtable = Deno.UnsafePointer.create(new Deno.UnsafePointerView(object).getBigUint64());
  if (vtable === null) throw new TypeError("Cannot call a method: the object has no vtable");
  return new Deno.UnsafePointerView(vtable).getBigUint64(slot * 8);
}

function nativeMethod(address: bigint, method: Method, nonblocking: boolean): NativeMethod {
  const pointer = Deno.UnsafePointer.create(address);
  if (pointer === null) {
    throw new TypeError(`Cannot call a method: slot ${method.slot} of its vtable is empty`);
  }
  const parameters = ["pointer", ...nativeParameters(method, "buffer")] as const;
  const native = new Deno.UnsafeFnPointer(
    pointer as Deno.PointerObject<never>,
    { parameters, result: method.result, nonblocking },
  );
  return native as unknown as NativeMethod; // a signature that is only known at run time has no type
}

function asNative(argument: unknown): unknown {
  return argument instanceof OutMemory ? argument.bytes : argument;
}
