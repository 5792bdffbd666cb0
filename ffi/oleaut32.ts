import { C } from "./ctype.ts";
import { defineLibrary } from "./library.ts";

/**
 * The oleaut32 functions that Casement uses. Wrappers stand in `com/bstr.ts`, `com/safe_array.ts`, `com/variant.ts`
 * and `com/method_call.ts`.
 *
 * @see https://learn.microsoft.com/windows/win32/api/oleauto/
 */
export const oleaut32 = defineLibrary("oleaut32.dll", {
  SysAllocStringLen: { parameters: [C.BUFFER, C.UINT], result: C.BSTR }, // strIn, ui
  SysFreeString: { parameters: [C.BSTR], result: C.VOID },
  SysStringLen: { parameters: [C.BSTR], result: C.UINT },
  DispCallFunc: {
    parameters: [
      C.POINTER, // pvInstance
      C.ULONG_PTR, // oVft, in bytes
      C.ENUM, // cc
      C.VARTYPE, // vtReturn
      C.UINT, // cActuals
      C.BUFFER, // prgvt
      C.BUFFER, // prgpvarg
      C.BUFFER, // pvargResult
    ],
    result: C.HRESULT,
    callback: true, // the method may call one of ours, which the fastest way of the runtime forbids
  },
  VariantClear: { parameters: [C.BUFFER], result: C.HRESULT },
  SafeArrayCreateVector: { parameters: [C.VARTYPE, C.LONG, C.ULONG], result: C.SAFEARRAY }, // vt, lLbound, cElements
  SafeArrayDestroy: { parameters: [C.SAFEARRAY], result: C.HRESULT },
  SafeArrayGetDim: { parameters: [C.SAFEARRAY], result: C.UINT },
  SafeArrayGetVartype: { parameters: [C.SAFEARRAY, C.BUFFER], result: C.HRESULT },
  SafeArrayGetLBound: { parameters: [C.SAFEARRAY, C.UINT, C.BUFFER], result: C.HRESULT }, // psa, nDim, plLbound
  SafeArrayGetUBound: { parameters: [C.SAFEARRAY, C.UINT, C.BUFFER], result: C.HRESULT }, // psa, nDim, plUbound
  SafeArrayAccessData: { parameters: [C.SAFEARRAY, C.BUFFER], result: C.HRESULT }, // psa, ppvData
  SafeArrayUnaccessData: { parameters: [C.SAFEARRAY], result: C.HRESULT },
});
