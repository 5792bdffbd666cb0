import { C, OUT, type OutParameter } from "../ctype.ts";
import { type Guid, parseGuid } from "./guid.ts";

/** A parameter of a method: what the FFI gives it, or what it writes. */
export type Parameter = Deno.NativeType | OutParameter;

/** One slot of a vtable: the C signature behind the interface pointer itself. */
export interface Method<P extends readonly Parameter[] = readonly Parameter[]> {
  /** Counted from 0, those of the base interfaces included. */
  readonly slot: number;
  /** What follows `This`. */
  readonly parameters: P;
  readonly result: Deno.NativeResultType;
}

/** Native name → slot and signature. */
export type MethodTable = Readonly<Record<string, Method>>;

/** A COM interface as a table. */
export interface InterfaceTable<M extends MethodTable = MethodTable> {
  /** As in `IUIAutomationElement`. */
  readonly interfaceName: string;
  readonly iid: Guid;
  /** The methods that are used; a table need not have them all. */
  readonly methods: M;
}

const defined: InterfaceTable[] = [];

/** Every interface defined by the modules loaded so far, for the ABI check. */
export function definedInterfaces(): readonly InterfaceTable[] {
  return defined;
}

/** A method that returns an HRESULT, as all but two of COM do. */
export function method<const P extends readonly Parameter[]>(
  slot: number,
  ...parameters: P
): Method<P> {
  return { slot, parameters, result: C.HRESULT };
}

/** Whether a parameter is memory that the method writes to. */
export function isOutParameter(parameter: Parameter): parameter is OutParameter {
  return typeof parameter === "object" && "out" in parameter;
}

/** A method's parameters as the FFI takes them; what it writes to is memory of this type. */
export function nativeParameters(
  { parameters }: Method,
  outMemory: "buffer" | "pointer",
): readonly Deno.NativeType[] {
  return parameters.map((parameter) => isOutParameter(parameter) ? outMemory : parameter);
}

/** Declares an interface by its header name; IID, slots and signatures are compared with the headers. */
export function defineInterfaceTable<const M extends MethodTable>(
  interfaceName: string,
  iid: string,
  methods: M,
): InterfaceTable<M> {
  const table = { interfaceName, iid: parseGuid(iid), methods };
  defined.push(table);
  return table;
}

/** The interface that every COM object has. */
export const IUNKNOWN = defineInterfaceTable("IUnknown", "00000000-0000-0000-c000-000000000046", {
  QueryInterface: method(0, C.BUFFER, OUT.INTERFACE), // riid, ppvObject
  AddRef: { slot: 1, parameters: [], result: C.ULONG },
  Release: { slot: 2, parameters: [], result: C.ULONG },
});
