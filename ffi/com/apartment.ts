import { defineConstants } from "../constants.ts";
import { Owned } from "../handles.ts";
import { ole32 } from "../ole32.ts";
import { requireHresult } from "../result.ts";

const COINIT = defineConstants({ COINIT_MULTITHREADED: 0 });

/**
 * Puts this thread into the multithreaded apartment until it is disposed of, on the same thread and after every object.
 * A client of UI Automation belongs there: its calls then need no message loop and are not re-entered.
 *
 * @throws {HresultError} `RPC_E_CHANGED_MODE` when the thread is in another apartment already
 * @see https://learn.microsoft.com/windows/win32/api/combaseapi/nf-combaseapi-coinitializeex
 */
export function enterMultithreadedApartment(): Owned<true> {
  requireHresult("CoInitializeEx", ole32.symbols.CoInitializeEx(null, COINIT.COINIT_MULTITHREADED));
  return new Owned("apartment", true, () => ole32.symbols.CoUninitialize());
}
