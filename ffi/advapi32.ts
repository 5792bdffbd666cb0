import { defineConstants } from "./constants.ts";
import { C } from "./ctype.ts";
import { Owned } from "./handles.ts";
import { kernel32 } from "./kernel32.ts";
import { defineLibrary } from "./library.ts";

/** The advapi32 functions that Casement uses. @see https://learn.microsoft.com/windows/win32/api/securitybaseapi/ */
export const advapi32 = defineLibrary("advapi32.dll", {
  OpenProcessToken: { parameters: [C.HANDLE, C.DWORD, C.BUFFER], result: C.BOOL }, // process, access, token
  GetTokenInformation: { parameters: [C.HANDLE, C.INT, C.BUFFER, C.DWORD, C.BUFFER], result: C.BOOL }, // token, class, info, length, needed
  GetSidSubAuthorityCount: { parameters: [C.POINTER], result: C.POINTER },
  GetSidSubAuthority: { parameters: [C.POINTER, C.DWORD], result: C.POINTER }, // sid, index
});

const TOKEN = defineConstants({ TOKEN_QUERY: 0x0008, TokenIntegrityLevel: 25 });

/**
 * The integrity level of a process as its number: 0x1000 low, 0x2000 medium, 0x3000 high, 0x4000 system. Undefined when
 * it cannot be read, which for another person's or a protected process is the rule.
 *
 * @see https://learn.microsoft.com/windows/win32/secauthz/mandatory-integrity-control
 */
export function getIntegrityLevel(process: bigint): number | undefined {
  const handle = new BigUint64Array(1);
  if (advapi32.symbols.OpenProcessToken(process, TOKEN.TOKEN_QUERY, handle) === 0) return undefined;
  using token = new Owned("handle", handle[0] ?? 0n, (open) => void kernel32.symbols.CloseHandle(open));
  // TOKEN_MANDATORY_LABEL: its first member is a pointer to the SID, which lies behind it in the same memory.
  const label = new BigUint64Array(16);
  const needed = new Uint32Array(1);
  const ok = advapi32.symbols
    .GetTokenInformation(token.value, TOKEN.TokenIntegrityLevel, label, label.byteLength, needed);
  const sid = ok === 0 ? null : Deno.UnsafePointer.create(label[0] ?? 0n);
  if (sid === null) return undefined;
  const count = advapi32.symbols.GetSidSubAuthorityCount(sid);
  if (count === null) return undefined;
  const last = new Deno.UnsafePointerView(count).getUint8() - 1;
  const authority = advapi32.symbols.GetSidSubAuthority(sid, last);
  return authority === null ? undefined : new Deno.UnsafePointerView(authority).getUint32();
}
