import { C } from "./ctype.ts";
import { defineLibrary } from "./library.ts";

/**
 * The kernel32 functions that Casement uses. Wrappers stand in `process.ts`, `job.ts`, `code_page.ts`, `resource.ts` and
 * `global_memory.ts`.
 *
 * @see https://learn.microsoft.com/windows/win32/api/processthreadsapi/
 */
export const kernel32 = defineLibrary("kernel32.dll", {
  CloseHandle: { parameters: [C.HANDLE], result: C.BOOL },
  OpenProcess: { parameters: [C.DWORD, C.BOOL, C.DWORD], result: C.HANDLE }, // access, inherit, pid
  QueryFullProcessImageNameW: { parameters: [C.HANDLE, C.DWORD, C.BUFFER, C.BUFFER], result: C.BOOL }, // process, flags, name, size
  GetProcessTimes: { parameters: [C.HANDLE, C.BUFFER, C.BUFFER, C.BUFFER, C.BUFFER], result: C.BOOL }, // process, creation, exit, kernel, user
  GetExitCodeProcess: { parameters: [C.HANDLE, C.BUFFER], result: C.BOOL },
  TerminateProcess: { parameters: [C.HANDLE, C.UINT], result: C.BOOL },
  WaitForSingleObject: { parameters: [C.HANDLE, C.DWORD], result: C.DWORD },
  GetCurrentProcess: { parameters: [], result: C.HANDLE },
  ProcessIdToSessionId: { parameters: [C.DWORD, C.BUFFER], result: C.BOOL }, // dwProcessId, pSessionId
  GetCurrentThreadId: { parameters: [], result: C.DWORD },
  CreateProcessW: {
    parameters: [
      C.BUFFER, // lpApplicationName
      C.BUFFER, // lpCommandLine, written to by the call
      C.BUFFER, // lpProcessAttributes
      C.BUFFER, // lpThreadAttributes
      C.BOOL, // bInheritHandles
      C.DWORD, // dwCreationFlags
      C.BUFFER, // lpEnvironment
      C.BUFFER, // lpCurrentDirectory
      C.BUFFER, // lpStartupInfo
      C.BUFFER, // lpProcessInformation
    ],
    result: C.BOOL,
  },
  ResumeThread: { parameters: [C.HANDLE], result: C.DWORD },
  CreateToolhelp32Snapshot: { parameters: [C.DWORD, C.DWORD], result: C.HANDLE },
  Process32FirstW: { parameters: [C.HANDLE, C.BUFFER], result: C.BOOL },
  Process32NextW: { parameters: [C.HANDLE, C.BUFFER], result: C.BOOL },
  CreateJobObjectW: { parameters: [C.BUFFER, C.BUFFER], result: C.HANDLE },
  SetInformationJobObject: { parameters: [C.HANDLE, C.INT, C.BUFFER, C.DWORD], result: C.BOOL },
  QueryInformationJobObject: { parameters: [C.HANDLE, C.INT, C.BUFFER, C.DWORD, C.BUFFER], result: C.BOOL }, // job, class, information, size, returned size
  AssignProcessToJobObject: { parameters: [C.HANDLE, C.HANDLE], result: C.BOOL },
  IsProcessInJob: { parameters: [C.HANDLE, C.HANDLE, C.BUFFER], result: C.BOOL },
  GlobalAlloc: { parameters: [C.UINT, C.SIZE_T], result: C.HGLOBAL }, // uFlags, dwBytes
  GlobalFree: { parameters: [C.HGLOBAL], result: C.HGLOBAL },
  GlobalLock: { parameters: [C.HGLOBAL], result: C.POINTER },
  GlobalUnlock: { parameters: [C.HGLOBAL], result: C.BOOL },
  GlobalSize: { parameters: [C.HGLOBAL], result: C.SIZE_T },
  GetFileAttributesW: { parameters: [C.BUFFER], result: C.DWORD },
  GetEnvironmentVariableW: { parameters: [C.BUFFER, C.BUFFER, C.DWORD], result: C.DWORD }, // name, buffer, units
  LoadLibraryExW: { parameters: [C.BUFFER, C.HANDLE, C.DWORD], result: C.HMODULE }, // lpLibFileName, hFile, dwFlags
  FreeLibrary: { parameters: [C.HMODULE], result: C.BOOL },
  FindResourceW: { parameters: [C.HMODULE, C.POINTER, C.POINTER], result: C.HANDLE }, // hModule, lpName, lpType
  SizeofResource: { parameters: [C.HMODULE, C.HANDLE], result: C.DWORD },
  LoadResource: { parameters: [C.HMODULE, C.HANDLE], result: C.HANDLE },
  LockResource: { parameters: [C.HANDLE], result: C.POINTER },
  ReadProcessMemory: { parameters: [C.HANDLE, C.POINTER, C.BUFFER, C.SIZE_T, C.BUFFER], result: C.BOOL }, // process, base address, buffer, size, bytes read
  GetACP: { parameters: [], result: C.UINT },
  WideCharToMultiByte: {
    parameters: [C.UINT, C.DWORD, C.BUFFER, C.INT, C.BUFFER, C.INT, C.BUFFER, C.BUFFER], // codePage, flags, wide, units, bytes, size, default, usedDefault
    result: C.INT,
  },
});
