import { defineConstants } from "../constants.ts";
import { ole32 } from "../ole32.ts";
import { HRESULT, HresultError, requireHresult } from "../result.ts";
import type { ComObject, ComType } from "./com_object.ts";
import { parseGuid } from "./guid.ts";
import { withOutMemory } from "./out_memory.ts";

const CLSCTX = defineConstants({ CLSCTX_INPROC_SERVER: 0x1 });

/**
 * A new object of a registered class that lives in a DLL, owned by the caller. The thread must be in an apartment.
 *
 * @throws {HresultError} `REGDB_E_CLASSNOTREG` when there is no such class, `E_NOINTERFACE` when it lacks the interface
 * @see https://learn.microsoft.com/windows/win32/api/combaseapi/nf-combaseapi-cocreateinstance
 */
export function createInstance<T extends ComObject>(clsid: string, type: ComType<T>): T {
  const address = withOutMemory(({ bytes, longs }) => {
    const hresult = ole32.symbols
      .CoCreateInstance(parseGuid(clsid), null, CLSCTX.CLSCTX_INPROC_SERVER, type.table.iid, bytes);
    requireHresult("CoCreateInstance", hresult);
    return longs[0] ?? 0n;
  });
  const pointer = Deno.UnsafePointer.create(address);
  if (pointer === null) throw new HresultError("CoCreateInstance", HRESULT.E_POINTER);
  return new type(pointer, "owned");
}
