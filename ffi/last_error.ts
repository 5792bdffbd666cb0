import { C } from "./ctype.ts";
import { defineLibrary } from "./library.ts";

const kernel32 = defineLibrary("kernel32.dll", {
  GetLastError: { parameters: [], result: C.DWORD },
});

/**
 * The thread's last error code. Only a hint for logs and messages: the runtime may call Windows between our call and
 * this one. Decisions are made by return values.
 *
 * @see https://learn.microsoft.com/windows/win32/api/errhandlingapi/nf-errhandlingapi-getlasterror
 */
export function getLastError(): number {
  return kernel32.symbols.GetLastError();
}
