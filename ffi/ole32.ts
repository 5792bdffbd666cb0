import { C } from "./ctype.ts";
import { defineLibrary } from "./library.ts";

/**
 * The ole32 functions that Casement uses. Wrappers stand in `com/apartment.ts` and `com/create_instance.ts`.
 *
 * @see https://learn.microsoft.com/windows/win32/api/combaseapi/
 */
export const ole32 = defineLibrary("ole32.dll", {
  CoInitializeEx: { parameters: [C.POINTER, C.DWORD], result: C.HRESULT }, // pvReserved, dwCoInit
  CoUninitialize: { parameters: [], result: C.VOID },
  CoCreateInstance: { parameters: [C.BUFFER, C.POINTER, C.DWORD, C.BUFFER, C.BUFFER], result: C.HRESULT }, // rclsid, pUnkOuter, dwClsContext, riid, ppv
});
