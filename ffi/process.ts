import { defineConstants } from "./constants.ts";
import { Owned } from "./handles.ts";
import { kernel32 } from "./kernel32.ts";
import { getLastError } from "./last_error.ts";
import { Win32Error } from "./result.ts";
import { defineStruct, wideArray } from "./struct.ts";
import { fromWide, wideString } from "./wide_string.ts";

/** `PROCESSENTRY32W`: one row of a process snapshot. */
export const PROCESSENTRY32W = defineStruct("PROCESSENTRY32W", {
  dwSize: "u32",
  cntUsage: "u32",
  th32ProcessID: "u32",
  th32DefaultHeapID: "usize",
  th32ModuleID: "u32",
  cntThreads: "u32",
  th32ParentProcessID: "u32",
  pcPriClassBase: "i32",
  dwFlags: "u32",
  szExeFile: wideArray(260),
});

/** `STARTUPINFOW`: how a new process shows its first window. */
export const STARTUPINFOW = defineStruct("STARTUPINFOW", {
  cb: "u32",
  lpReserved: "pointer",
  lpDesktop: "pointer",
  lpTitle: "pointer",
  dwX: "u32",
  dwY: "u32",
  dwXSize: "u32",
  dwYSize: "u32",
  dwXCountChars: "u32",
  dwYCountChars: "u32",
  dwFillAttribute: "u32",
  dwFlags: "u32",
  wShowWindow: "u16",
  cbReserved2: "u16",
  lpReserved2: "pointer",
  hStdInput: "usize",
  hStdOutput: "usize",
  hStdError: "usize",
});

/** `PROCESS_INFORMATION`: the handles and ids of a new process. */
export const PROCESS_INFORMATION = defineStruct("PROCESS_INFORMATION", {
  hProcess: "usize",
  hThread: "usize",
  dwProcessId: "u32",
  dwThreadId: "u32",
});

/** Process constants. */
export const PROCESS = defineConstants({
  PROCESS_TERMINATE: 0x0001,
  PROCESS_QUERY_LIMITED_INFORMATION: 0x1000,
  SYNCHRONIZE: 0x00100000,
  TH32CS_SNAPPROCESS: 0x2,
  STARTF_USESHOWWINDOW: 0x1,
  CREATE_SUSPENDED: 0x4,
  CREATE_NEW_CONSOLE: 0x10,
  CREATE_BREAKAWAY_FROM_JOB: 0x01000000,
  STILL_ACTIVE: 259,
  WAIT_OBJECT_0: 0,
  ERROR_ACCESS_DENIED: 5,
  ERROR_ELEVATION_REQUIRED: 740,
  INVALID_FILE_ATTRIBUTES: 0xFFFFFFFF,
  FILE_ATTRIBUTE_DIRECTORY: 0x10,
});

/** One running process, as the system's own list has it. */
export interface ProcessEntry {
  readonly pid: number;
  readonly parentPid: number;
  /** File name with its extension. */
  readonly exeFile: string;
}

function owned(handle: bigint): Owned<bigint> {
  return new Owned("handle", handle, (open) => void kernel32.symbols.CloseHandle(open));
}

/** A process handle with the given rights (`PROCESS_…`); undefined when there is no such process or it is closed to us. */
export function openProcess(pid: number, access: number): Owned<bigint> | undefined {
  const handle = kernel32.symbols.OpenProcess(access, 0, pid);
  return handle === 0n ? undefined : owned(handle);
}

/** The absolute path of a process's program; undefined when it cannot be read. */
export function getImagePath(process: bigint): string | undefined {
  const units = new Uint16Array(32_768);
  const size = new Uint32Array([units.length]);
  if (kernel32.symbols.QueryFullProcessImageNameW(process, 0, units, size) === 0) return undefined;
  return fromWide(units, size[0]);
}

/** When the process was made, in 100 ns since 1601: with the pid this names a process for good, as pids are reused. */
export function getCreationTime(process: bigint): bigint | undefined {
  const creation = new BigUint64Array(1);
  const rest = [new BigUint64Array(1), new BigUint64Array(1), new BigUint64Array(1)] as const;
  const ok = kernel32.symbols.GetProcessTimes(process, creation, rest[0], rest[1], rest[2]);
  return ok === 0 ? undefined : creation[0];
}

/** Whether the process has ended; waits at most `timeoutMs` for it. Needs `SYNCHRONIZE`. */
export function hasEnded(process: bigint, timeoutMs: number): boolean {
  return kernel32.symbols.WaitForSingleObject(process, timeoutMs) === PROCESS.WAIT_OBJECT_0;
}

/** The exit code of a process that has ended; undefined while it runs or when it cannot be read. */
export function getExitCode(process: bigint): number | undefined {
  const code = new Uint32Array(1);
  if (kernel32.symbols.GetExitCodeProcess(process, code) === 0) return undefined;
  return code[0] === PROCESS.STILL_ACTIVE && !hasEnded(process, 0) ? undefined : code[0];
}

/** Ends a process at once; nothing of it is saved. False when Windows refused. */
export function terminateProcess(process: bigint, exitCode: number): boolean {
  return kernel32.symbols.TerminateProcess(process, exitCode) !== 0;
}

/** Every running process. */
export function listProcesses(): ProcessEntry[] {
  const handle = kernel32.symbols.CreateToolhelp32Snapshot(PROCESS.TH32CS_SNAPPROCESS, 0);
  if (handle === BigInt.asUintN(64, -1n)) throw new Win32Error("CreateToolhelp32Snapshot", getLastError());
  using snapshot = owned(handle);
  const bytes = PROCESSENTRY32W.make({ dwSize: PROCESSENTRY32W.byteLength });
  const entries: ProcessEntry[] = [];
  let more = kernel32.symbols.Process32FirstW(snapshot.value, bytes);
  while (more !== 0) {
    const entry = PROCESSENTRY32W.read(bytes);
    entries.push({
      pid: entry.th32ProcessID,
      parentPid: entry.th32ParentProcessID,
      exeFile: entry.szExeFile,
    });
    more = kernel32.symbols.Process32NextW(snapshot.value, bytes);
  }
  return entries;
}

/** What {@link createProcess} needs to know. */
export interface CreateProcessOptions {
  readonly applicationPath: string;
  /** The whole command line, already quoted, the program first. */
  readonly commandLine: string;
  readonly currentDirectory: string | undefined;
  /** `CREATE_…` flags. */
  readonly flags: number;
  /** `SW_…` for the first window, or undefined to leave it to the program. */
  readonly showCommand: number | undefined;
}

/** A process that was just made; its main thread waits when it was made suspended. */
export interface CreatedProcess {
  readonly pid: number;
  readonly process: Owned<bigint>;
  readonly thread: Owned<bigint>;
}

/**
 * Starts a process that inherits no handle of ours. The caller owns both handles.
 *
 * @throws {Win32Error} with the reason in `lastError`; here it decides, as there is no other answer to look at.
 * @see https://learn.microsoft.com/windows/win32/api/processthreadsapi/nf-processthreadsapi-createprocessw
 */
export function createProcess(options: CreateProcessOptions): CreatedProcess {
  const startup = STARTUPINFOW.make({
    cb: STARTUPINFOW.byteLength,
    dwFlags: options.showCommand === undefined ? 0 : PROCESS.STARTF_USESHOWWINDOW,
    wShowWindow: options.showCommand ?? 0,
  });
  const information = PROCESS_INFORMATION.make();
  const ok = kernel32.symbols.CreateProcessW(
    wideString(options.applicationPath),
    wideString(options.commandLine),
    null,
    null,
    0,
    options.flags,
    null,
    options.currentDirectory === undefined ? null : wideString(options.currentDirectory),
    startup,
    information,
  );
  if (ok === 0) throw new Win32Error("CreateProcessW", getLastError());
  const created = PROCESS_INFORMATION.read(information);
  return { pid: created.dwProcessId, process: owned(created.hProcess), thread: owned(created.hThread) };
}

/** Lets the main thread of a process that was made suspended run. False when Windows refused. */
export function resumeThread(thread: bigint): boolean {
  const refused = 0xFFFFFFFF; // (DWORD)-1
  return kernel32.symbols.ResumeThread(thread) !== refused;
}

/** Whether a path names a file, a folder or nothing; execution aliases count as files, though they cannot be read. */
export function pathKind(path: string): "file" | "folder" | "missing" {
  const attributes = kernel32.symbols.GetFileAttributesW(wideString(path));
  if (attributes === PROCESS.INVALID_FILE_ATTRIBUTES) return "missing";
  return (attributes & PROCESS.FILE_ATTRIBUTE_DIRECTORY) === 0 ? "file" : "folder";
}

/** A variable of this process's environment; undefined where it is not set. */
export function getEnvironmentVariable(name: string): string | undefined {
  const units = new Uint16Array(32_768); // as long as one can be
  const length = kernel32.symbols.GetEnvironmentVariableW(wideString(name), units, units.length);
  return length === 0 || length >= units.length ? undefined : fromWide(units, length);
}

/** The session that a process belongs to: 0 is the one of services. Undefined when it cannot be read. */
export function getSessionId(pid: number): number | undefined {
  const session = new Uint32Array(1);
  return kernel32.symbols.ProcessIdToSessionId(pid, session) === 0 ? undefined : session[0];
}

/** The id of this thread. */
export function getCurrentThreadId(): number {
  return kernel32.symbols.GetCurrentThreadId();
}

/** A pseudo handle of this process, which needs no closing. */
export function getCurrentProcess(): bigint {
  return kernel32.symbols.GetCurrentProcess();
}
