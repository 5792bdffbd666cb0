import { Owned } from "./handles.ts";

/** The C signature of a function that Windows calls. */
export interface CallbackSignature {
  readonly parameters: readonly Deno.NativeType[];
  readonly result: Deno.NativeResultType;
}

/** A callback type under its header name. */
export interface CallbackType<S extends CallbackSignature> {
  readonly callbackName: string;
  readonly signature: S;
  /** Makes a function that Windows may call while the owner holds it, on the thread that made it. */
  create(body: Deno.UnsafeCallbackFunction<S["parameters"], S["result"]>): Owned<Deno.UnsafeCallback<S>>;
}

const defined: CallbackType<CallbackSignature>[] = [];

/** Every callback type defined by the modules loaded so far, for the ABI check. */
export function definedCallbacks(): readonly CallbackType<CallbackSignature>[] {
  return defined;
}

/** Declares a callback type under its header name. */
export function defineCallback<const S extends CallbackSignature>(
  callbackName: string,
  signature: S,
): CallbackType<S> {
  const type: CallbackType<S> = {
    callbackName,
    signature,
    create: (body) => makeCallback(signature, body),
  };
  defined.push(type as unknown as CallbackType<CallbackSignature>); // the registry only reads names and signatures
  return type;
}

/** A function for Windows to call whose signature stands in another table: that of a COM interface. */
export function makeCallback<const S extends CallbackSignature>(
  signature: S,
  body: Deno.UnsafeCallbackFunction<S["parameters"], S["result"]>,
): Owned<Deno.UnsafeCallback<S>> {
  return new Owned("callback", new Deno.UnsafeCallback(signature, body), (open) => open.close());
}
