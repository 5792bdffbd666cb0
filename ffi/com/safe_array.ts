import { defineConstants } from "../constants.ts";
import { Owned } from "../handles.ts";
import { oleaut32 } from "../oleaut32.ts";
import { HRESULT, HresultError, requireHresult } from "../result.ts";
import { bstr, readBstr } from "./bstr.ts";
import { withOutMemory } from "./out_memory.ts";

/** `VARENUM`: what a VARIANT or the elements of a SAFEARRAY are. */
export const VT = defineConstants({
  VT_EMPTY: 0,
  VT_NULL: 1,
  VT_I2: 2,
  VT_I4: 3,
  VT_R8: 5,
  VT_BSTR: 8,
  VT_BOOL: 11,
  VT_UNKNOWN: 13,
  VT_UI4: 19,
  VT_I8: 20,
  VT_ARRAY: 0x2000,
});

/** What the elements of an array may be as JavaScript values. */
export type ArrayValues = number[] | boolean[] | string[];

/** Takes over a SAFEARRAY that a call gave to us; undefined for NULL. */
export function ownSafeArray(address: bigint): Owned<Deno.PointerObject> | undefined {
  const array = Deno.UnsafePointer.create(address);
  if (array === null) return undefined;
  return new Owned("safeArray", array, (open) => void oleaut32.symbols.SafeArrayDestroy(open));
}

/**
 * The elements of an array of numbers, booleans or strings, which stays its owner's.
 *
 * @throws {HresultError} `E_INVALIDARG` when it has several dimensions or elements of another type
 */
export function readSafeArray(array: Deno.PointerObject): ArrayValues {
  switch (elementType(array)) {
    case VT.VT_I4:
    case VT.VT_UI4:
      return withData(array, 4, (data) => [...new Int32Array(data)]);
    case VT.VT_R8:
      return withData(array, 8, (data) => [...new Float64Array(data)]);
    case VT.VT_BOOL:
      return withData(array, 2, (data) => [...new Int16Array(data)].map((value) => value !== 0));
    case VT.VT_BSTR:
      return withData(
        array,
        8,
        (data) => [...new BigUint64Array(data)].map((string) => readBstr(Deno.UnsafePointer.create(string))),
      );
    default:
      throw new HresultError("SafeArrayGetVartype", HRESULT.E_INVALIDARG);
  }
}

/** The interface pointers in an array of objects, which stay the array's; NULL ones are left out. */
export function readPointerArray(array: Deno.PointerObject): Deno.PointerObject[] {
  if (elementType(array) !== VT.VT_UNKNOWN) {
    throw new HresultError("SafeArrayGetVartype", HRESULT.E_INVALIDARG);
  }
  return withData(array, 8, (data) =>
    [...new BigUint64Array(data)]
      .map((address) => Deno.UnsafePointer.create(address)).filter((pointer) => pointer !== null));
}

/** A new array of 32-bit integers, as runtime ids are; it is destroyed by its owner. */
export function intArray(values: readonly number[]): Owned<Deno.PointerObject> {
  return makeArray(VT.VT_I4, 4, values.length, (data) => new Int32Array(data).set(values));
}

/** A new array of doubles; it is destroyed by its owner. */
export function doubleArray(values: readonly number[]): Owned<Deno.PointerObject> {
  return makeArray(VT.VT_R8, 8, values.length, (data) => new Float64Array(data).set(values));
}

/** A new array of strings; it is destroyed by its owner, its strings with it. */
export function textArray(values: readonly string[]): Owned<Deno.PointerObject> {
  return makeArray(VT.VT_BSTR, 8, values.length, (data) => {
    const slots = new BigUint64Array(data);
    values.forEach((text, index) => slots[index] = Deno.UnsafePointer.value(bstr(text).release()));
  });
}

function makeArray(
  type: number,
  elementBytes: number,
  length: number,
  fill: (data: ArrayBuffer) => void,
): Owned<Deno.PointerObject> {
  const pointer = oleaut32.symbols.SafeArrayCreateVector(type, 0, length);
  const array = ownSafeArray(Deno.UnsafePointer.value(pointer));
  if (array === undefined) throw new HresultError("SafeArrayCreateVector", HRESULT.E_OUTOFMEMORY);
  withData(array.value, elementBytes, fill);
  return array;
}

function elementType(array: Deno.PointerObject): number {
  return withOutMemory(({ bytes, shorts }) => {
    requireHresult("SafeArrayGetVartype", oleaut32.symbols.SafeArrayGetVartype(array, bytes));
    return shorts[0] ?? 0;
  });
}

/** Lends the elements of an array of one dimension, which are there for the length of the call alone. */
function withData<T>(array: Deno.PointerObject, elementBytes: number, use: (data: ArrayBuffer) => T): T {
  if (oleaut32.symbols.SafeArrayGetDim(array) !== 1) {
    throw new HresultError("SafeArrayGetDim", HRESULT.E_INVALIDARG);
  }
  const length = bound("SafeArrayGetUBound", array) - bound("SafeArrayGetLBound", array) + 1;
  if (length === 0) return use(new ArrayBuffer(0));
  const address = withOutMemory(({ bytes, longs }) => {
    requireHresult("SafeArrayAccessData", oleaut32.symbols.SafeArrayAccessData(array, bytes));
    return longs[0] ?? 0n;
  });
  try {
    const data = Deno.UnsafePointer.create(address);
    if (data === null) throw new HresultError("SafeArrayAccessData", HRESULT.E_POINTER);
    return use(Deno.UnsafePointerView.getArrayBuffer(data, length * elementBytes));
  } finally {
    oleaut32.symbols.SafeArrayUnaccessData(array);
  }
}

function bound(name: "SafeArrayGetLBound" | "SafeArrayGetUBound", array: Deno.PointerObject): number {
  return withOutMemory(({ bytes, ints }) => {
    requireHresult(name, oleaut32.symbols[name](array, 1, bytes));
    return ints[0] ?? 0;
  });
}
