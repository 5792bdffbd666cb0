import { C } from "./ctype.ts";
import { defineLibrary } from "./library.ts";
import { defineStruct, wideArray } from "./struct.ts";

/** The ntdll functions that Casement uses. @see https://learn.microsoft.com/windows/win32/devnotes/rtlgetversion */
export const ntdll = defineLibrary("ntdll.dll", {
  RtlGetVersion: { parameters: [C.BUFFER], result: C.LONG }, // lpVersionInformation
  /** Wine alone has it. */
  wine_get_version: { parameters: [], result: C.POINTER, optional: true },
});

/** `OSVERSIONINFOW`: the version of Windows. */
export const OSVERSIONINFOW = defineStruct("OSVERSIONINFOW", {
  dwOSVersionInfoSize: "u32",
  dwMajorVersion: "u32",
  dwMinorVersion: "u32",
  dwBuildNumber: "u32",
  dwPlatformId: "u32",
  szCSDVersion: wideArray(128),
});

/** The true version of Windows; `GetVersionExW` tells a program what its manifest asks for. */
export function getWindowsVersion(): { major: number; minor: number; build: number } {
  const bytes = OSVERSIONINFOW.make({ dwOSVersionInfoSize: OSVERSIONINFOW.byteLength });
  ntdll.symbols.RtlGetVersion(bytes); // never fails
  const { dwMajorVersion, dwMinorVersion, dwBuildNumber } = OSVERSIONINFOW.read(bytes);
  return { major: dwMajorVersion, minor: dwMinorVersion, build: dwBuildNumber };
}

/** The version of Wine, as in `10.0`; undefined on Windows itself. */
export function getWineVersion(): string | undefined {
  // What is optional and not there is null, which its type does not say.
  const ask = ntdll.symbols.wine_get_version as (() => Deno.PointerValue) | null;
  const text = ask?.() ?? null;
  return text === null ? undefined : Deno.UnsafePointerView.getCString(text);
}
