/** A small UI Automation client for the tests of the server: calls through vtables, everything released at the end. */
import assert from "node:assert/strict";
import { METHODS } from "./methods.ts";

export type InterfaceName = keyof typeof METHODS;

/** An interface pointer that the client releases. */
export type Pointer = bigint;

/** What a VARIANT of a property holds; elements and arrays of them are pointers. */
export type PropertyValue = null | boolean | number | string | readonly number[] | {
  readonly pointer: Pointer;
};

export const S_OK = 0;

const CUI_AUTOMATION8 = "e22ad333-b25f-460c-83d0-0581107395c9";
const CUI_AUTOMATION = "ff48dba4-60ef-4201-aa87-54103eef594e";
const IUI_AUTOMATION = "30cbe57d-d9d0-452a-ab13-7ac5ac4825ee";
const IUI_AUTOMATION6 = "aae072da-29e3-413d-87a7-192dbf81ed10";
const CLSCTX_INPROC_SERVER = 1;

type Parameter = "i32" | "u32" | "u64" | "usize" | "f64" | "buffer";
type Argument = number | bigint | BufferSource;

const SYSTEM = "C:\\windows\\system32\\";
const isWindows = Deno.build.os === "windows";
const ole32 = !isWindows ? undefined : Deno.dlopen(`${SYSTEM}ole32.dll`, {
  CoInitializeEx: { parameters: ["pointer", "u32"], result: "i32" },
  CoCreateInstance: { parameters: ["buffer", "pointer", "u32", "buffer", "buffer"], result: "i32" },
});
const oleaut32 = !isWindows ? undefined : Deno.dlopen(`${SYSTEM}oleaut32.dll`, {
  SysAllocStringLen: { parameters: ["buffer", "u32"], result: "usize" },
  SysFreeString: { parameters: ["usize"], result: "void" },
  SafeArrayGetUBound: { parameters: ["usize", "u32", "buffer"], result: "i32" },
  SafeArrayAccessData: { parameters: ["usize", "buffer"], result: "i32" },
  SafeArrayUnaccessData: { parameters: ["usize"], result: "i32" },
  SafeArrayDestroy: { parameters: ["usize"], result: "i32" },
  VariantClear: { parameters: ["buffer"], result: "i32" },
});

const functions = new Map<string, (...args: readonly unknown[]) => number>();

function view(address: bigint): Deno.UnsafePointerView {
  const pointer = Deno.UnsafePointer.create(address);
  assert.ok(pointer !== null, "a null pointer is used");
  return new Deno.UnsafePointerView(pointer);
}

function slotOf(object: Pointer, slot: number, parameters: readonly Parameter[], nonblocking = false) {
  const address = view(view(object).getBigUint64()).getBigUint64(slot * 8);
  const key = `${address} ${parameters.join()} ${nonblocking}`;
  let called = functions.get(key);
  if (called === undefined) {
    const pointer = Deno.UnsafePointer.create(address);
    assert.ok(pointer !== null);
    const definition = { parameters: ["usize", ...parameters], result: "i32", nonblocking };
    // The parameters are known at run time only.
    const made = Reflect.construct(Deno.UnsafeFnPointer, [pointer, definition]);
    called = (...args) => made.call(...args);
    functions.set(key, called);
  }
  return called;
}

/** Calls a method and returns its HRESULT as an unsigned number. */
export function hresult(
  object: Pointer,
  name: InterfaceName,
  method: string,
  parameters: readonly Parameter[] = [],
  args: readonly Argument[] = [],
): number {
  return slotOf(object, indexOf(name, method) + 3, parameters)(object, ...args) >>> 0;
}

function indexOf(name: InterfaceName, method: string): number {
  const index = (METHODS[name] as readonly string[]).indexOf(method);
  assert.ok(index >= 0, `${name} has no method ${method}`);
  return index;
}

/** As {@link hresult}, on another thread (of the multi-threaded apartment): events reach this one meanwhile. */
export async function hresultAsync(
  object: Pointer,
  name: InterfaceName,
  method: string,
  parameters: readonly Parameter[],
  args: readonly Argument[],
): Promise<number> {
  return await slotOf(object, indexOf(name, method) + 3, parameters, true)(object, ...args) >>> 0;
}

/** Reads a property through its getter, which gives a 32-bit number. */
export function numberOf(object: Pointer, name: InterfaceName, getter: string): number {
  const out = new Int32Array(1);
  succeed(hresult(object, name, getter, ["buffer"], [out]), getter);
  return out[0] ?? NaN;
}

/** Reads a property through its getter, which gives a text. */
export function textOf(object: Pointer, name: InterfaceName, getter: string): string {
  const out = new BigUint64Array(1);
  succeed(hresult(object, name, getter, ["buffer"], [out]), getter);
  return takeText(out[0] ?? 0n);
}

function succeed(result: number, what: string): void {
  assert.equal(hex(result), hex(S_OK), what);
}

/** An HRESULT as people write it. */
export function hex(result: number): string {
  return `0x${(result >>> 0).toString(16).padStart(8, "0")}`;
}

/** A VARIANT that holds a value. A text must be cleared. */
function variantOf(value: boolean | number | string | readonly number[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(24);
  const data = new DataView(bytes.buffer);
  if (typeof value === "boolean") {
    data.setUint16(0, 11, true);
    data.setInt16(8, value ? -1 : 0, true);
  } else if (typeof value === "number") {
    data.setUint16(0, 3, true);
    data.setInt32(8, value, true);
  } else if (typeof value === "string") {
    data.setUint16(0, 8, true);
    data.setBigUint64(8, newText(value), true);
  }
  return bytes;
}

function newText(text: string): bigint {
  const units = Uint16Array.from({ length: text.length + 1 }, (_, i) => text.charCodeAt(i) || 0);
  return oleaut32?.symbols.SysAllocStringLen(units, text.length) ?? 0n;
}

function readText(address: bigint): string {
  if (address === 0n) return "";
  const bytes = view(address - 4n).getUint32();
  return new TextDecoder("utf-16le").decode(
    bytes === 0 ? new ArrayBuffer(0) : view(address).getArrayBuffer(bytes),
  );
}

function takeText(address: bigint): string {
  const text = readText(address);
  oleaut32?.symbols.SysFreeString(address);
  return text;
}

function arrayIn(address: bigint, isReal: boolean): number[] {
  const last = new Int32Array(1);
  if (oleaut32?.symbols.SafeArrayGetUBound(address, 1, last) !== 0) return [];
  const length = (last[0] ?? -1) + 1;
  const data = new BigUint64Array(1);
  if (length === 0 || oleaut32?.symbols.SafeArrayAccessData(address, data) !== 0) return [];
  const bytes = view(data[0] ?? 0n).getArrayBuffer(length * (isReal ? 8 : 4)).slice(0);
  oleaut32?.symbols.SafeArrayUnaccessData(address);
  return [...(isReal ? new Float64Array(bytes) : new Int32Array(bytes))];
}

function guid(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(16);
  const data = new DataView(bytes.buffer);
  const digits = text.replaceAll("-", "");
  data.setUint32(0, Number.parseInt(digits.slice(0, 8), 16), true);
  data.setUint16(4, Number.parseInt(digits.slice(8, 12), 16), true);
  data.setUint16(6, Number.parseInt(digits.slice(12, 16), 16), true);
  for (let i = 8; i < 16; i++) bytes[i] = Number.parseInt(digits.slice(i * 2, i * 2 + 2), 16);
  return bytes;
}

/** A client with everything that it was given; ends with the `using` block. */
export class Client implements Disposable {
  readonly automation: Pointer;
  readonly #owned: Pointer[] = [];

  constructor(isOld = false) {
    assert.ok(ole32 !== undefined);
    // COINIT_MULTITHREADED; a second time on the same thread it says S_FALSE.
    assert.ok(ole32.symbols.CoInitializeEx(null, 0) >= 0);
    const out = new BigUint64Array(1);
    succeed(
      ole32.symbols.CoCreateInstance(
        guid(isOld ? CUI_AUTOMATION : CUI_AUTOMATION8),
        null,
        CLSCTX_INPROC_SERVER,
        guid(isOld ? IUI_AUTOMATION : IUI_AUTOMATION6),
        out,
      ) >>> 0,
      "CoCreateInstance",
    );
    this.automation = this.#own(out[0] ?? 0n);
  }

  /** Calls a method whose last parameter gives an object; 0n where it gives none. */
  take(
    object: Pointer,
    name: InterfaceName,
    method: string,
    parameters: readonly Parameter[] = [],
    args: readonly Argument[] = [],
  ): Pointer {
    const out = new BigUint64Array(1);
    succeed(hresult(object, name, method, [...parameters, "buffer"], [...args, out]), method);
    return this.#own(out[0] ?? 0n);
  }

  /** The same for the client's first object. */
  make(method: string, parameters: readonly Parameter[] = [], args: readonly Argument[] = []): Pointer {
    return this.take(this.automation, "IUIAutomation6", method, parameters, args);
  }

  fromHandle(hwnd: bigint): Pointer {
    return this.make("ElementFromHandle", ["usize"], [hwnd]);
  }

  /** A condition that a property has a value. */
  condition(property: number, value: boolean | number | string, flags = 0): Pointer {
    const variant = variantOf(value);
    const made = this.make("CreatePropertyConditionEx", ["i32", "buffer", "i32"], [property, variant, flags]);
    oleaut32?.symbols.VariantClear(variant);
    return made;
  }

  /** A request that caches these, in a scope (7: subtree) and a view. */
  cacheRequest(
    properties: readonly number[],
    options: {
      readonly scope?: number;
      readonly view?: Pointer;
      readonly patterns?: readonly number[];
      readonly mode?: number;
    } = {},
  ): Pointer {
    const request = this.make("CreateCacheRequest");
    const set = (method: string, type: Parameter, value: number | bigint): void =>
      succeed(hresult(request, "IUIAutomationCacheRequest", method, [type], [value]), method);
    for (const id of properties) set("AddProperty", "i32", id);
    for (const id of options.patterns ?? []) set("AddPattern", "i32", id);
    if (options.scope !== undefined) set("put_TreeScope", "i32", options.scope);
    if (options.view !== undefined) set("put_TreeFilter", "usize", options.view);
    if (options.mode !== undefined) set("put_AutomationElementMode", "i32", options.mode);
    return request;
  }

  findAll(root: Pointer, scope: number, condition: Pointer): Pointer[] {
    return this.elements(
      this.take(root, "IUIAutomationElement9", "FindAll", ["i32", "usize"], [scope, condition]),
    );
  }

  /** 0n where there is none. */
  findFirst(root: Pointer, scope: number, condition: Pointer): Pointer {
    return this.take(root, "IUIAutomationElement9", "FindFirst", ["i32", "usize"], [scope, condition]);
  }

  /** What an element array holds; none for a null one. */
  elements(array: Pointer): Pointer[] {
    if (array === 0n) return [];
    const length = numberOf(array, "IUIAutomationElementArray", "get_Length");
    return Array.from(
      { length },
      (_, i) => this.take(array, "IUIAutomationElementArray", "GetElement", ["i32"], [i]),
    );
  }

  /** A property's value now, or from the cache. */
  property(element: Pointer, id: number, isCached = false): PropertyValue {
    const variant = new Uint8Array(24);
    const method = isCached ? "GetCachedPropertyValue" : "GetCurrentPropertyValue";
    succeed(
      hresult(element, "IUIAutomationElement9", method, ["i32", "buffer"], [id, variant]),
      `${method} ${id}`,
    );
    return this.#valueIn(variant);
  }

  text(element: Pointer, id: number, isCached = false): string {
    const value = this.property(element, id, isCached);
    assert.equal(typeof value, "string", `property ${id}`);
    return value as string;
  }

  /** A text that a method's last parameter gives. */
  takeText(
    object: Pointer,
    name: InterfaceName,
    method: string,
    parameters: readonly Parameter[],
    args: readonly Argument[],
  ): string {
    const out = new BigUint64Array(1);
    succeed(hresult(object, name, method, [...parameters, "buffer"], [...args, out]), method);
    return takeText(out[0] ?? 0n);
  }

  /** A pattern's object; 0n where the element has it not. */
  pattern(element: Pointer, id: number): Pointer {
    return this.take(element, "IUIAutomationElement9", "GetCurrentPattern", ["i32"], [id]);
  }

  /** Calls `work` with a text that lives that long. */
  withText<T>(text: string, work: (bstr: bigint) => T): T {
    const bstr = newText(text);
    try {
      return work(bstr);
    } finally {
      oleaut32?.symbols.SysFreeString(bstr);
    }
  }

  runtimeId(element: Pointer): number[] {
    const out = new BigUint64Array(1);
    succeed(hresult(element, "IUIAutomationElement9", "GetRuntimeId", ["buffer"], [out]), "GetRuntimeId");
    const id = arrayIn(out[0] ?? 0n, false);
    oleaut32?.symbols.SafeArrayDestroy(out[0] ?? 0n);
    return id;
  }

  /** What `IUnknown::QueryInterface` answers. */
  queryInterface(object: Pointer, id: Uint8Array<ArrayBuffer>, out: BigUint64Array<ArrayBuffer>): string {
    return hex(slotOf(object, 0, ["buffer", "buffer"])(object, id, out));
  }

  [Symbol.dispose](): void {
    for (const pointer of this.#owned.reverse()) slotOf(pointer, 2, [])(pointer);
    this.#owned.length = 0;
  }

  #own(pointer: Pointer): Pointer {
    if (pointer !== 0n) this.#owned.push(pointer);
    return pointer;
  }

  #valueIn(variant: Uint8Array<ArrayBuffer>): PropertyValue {
    const data = new DataView(variant.buffer);
    const address = data.getBigUint64(8, true);
    const type = data.getUint16(0, true);
    if (type === 13) return { pointer: this.#own(address) };
    const value = type === 0
      ? null
      : type === 3
      ? data.getInt32(8, true)
      : type === 5
      ? data.getFloat64(8, true)
      : type === 8
      ? readText(address)
      : type === 11
      ? data.getInt16(8, true) !== 0
      : type === 0x2003
      ? arrayIn(address, false)
      : type === 0x2005
      ? arrayIn(address, true)
      : assert.fail(`a VARIANT of type ${type}`);
    oleaut32?.symbols.VariantClear(variant);
    return value;
  }
}
