/** Looks at processes by other ways than the product's own: a test must not believe the tool it tests. */
const kernel32 = Deno.build.os !== "windows"
  ? undefined
  : Deno.dlopen("C:\\windows\\system32\\kernel32.dll", {
    OpenProcess: { parameters: ["u32", "i32", "u32"], result: "usize" },
    CloseHandle: { parameters: ["usize"], result: "i32" },
    WaitForSingleObject: { parameters: ["usize", "u32"], result: "u32" },
    GetExitCodeProcess: { parameters: ["usize", "buffer"], result: "i32" },
    TerminateProcess: { parameters: ["usize", "u32"], result: "i32" },
    CreateToolhelp32Snapshot: { parameters: ["u32", "u32"], result: "usize" },
    Process32FirstW: { parameters: ["usize", "buffer"], result: "i32" },
    Process32NextW: { parameters: ["usize", "buffer"], result: "i32" },
  });

function symbols(): NonNullable<typeof kernel32>["symbols"] {
  if (kernel32 === undefined) throw new Error("Cannot look at processes: this system is not Windows");
  return kernel32.symbols;
}

const QUERY_AND_SYNCHRONIZE = 0x1000 | 0x100000;
const TERMINATE = 1;

/** A process under watch: its handle stays open, so that its exit code outlives it. */
export class WatchedProcess implements Disposable {
  readonly pid: number;
  readonly #handle: bigint;

  constructor(pid: number) {
    this.pid = pid;
    this.#handle = symbols().OpenProcess(QUERY_AND_SYNCHRONIZE, 0, pid);
    if (this.#handle === 0n) throw new Error(`there is no process ${pid} to watch`);
  }

  get isRunning(): boolean {
    return symbols().WaitForSingleObject(this.#handle, 0) !== 0;
  }

  /** Undefined while it runs. */
  get exitCode(): number | undefined {
    const code = new Uint32Array(1);
    symbols().GetExitCodeProcess(this.#handle, code);
    return this.isRunning ? undefined : code[0];
  }

  [Symbol.dispose](): void {
    symbols().CloseHandle(this.#handle);
  }
}

/** A running process. */
export interface ProcessRow {
  readonly pid: number;
  readonly parentPid: number;
  /** File name in lower case. */
  readonly exeFile: string;
}

/** All running processes, as Windows' own list has them. */
export function processTable(): ProcessRow[] {
  const row = new Uint8Array(568); // PROCESSENTRY32W
  const view = new DataView(row.buffer);
  view.setUint32(0, row.length, true);
  const snapshot = symbols().CreateToolhelp32Snapshot(2, 0);
  const rows: ProcessRow[] = [];
  for (let more = symbols().Process32FirstW(snapshot, row); more !== 0;) {
    const name = new TextDecoder("utf-16le").decode(row.subarray(44, 44 + 520)).split("\0", 1)[0] ?? "";
    rows.push({
      pid: view.getUint32(8, true),
      parentPid: view.getUint32(32, true),
      exeFile: name.toLowerCase(),
    });
    more = symbols().Process32NextW(snapshot, row);
  }
  symbols().CloseHandle(snapshot);
  return rows;
}

/** Ends a process if it still runs. */
export function endProcess(pid: number): void {
  const handle = symbols().OpenProcess(TERMINATE, 0, pid);
  if (handle === 0n) return;
  symbols().TerminateProcess(handle, 9);
  symbols().CloseHandle(handle);
}
