import { defineConstants } from "./constants.ts";
import { Owned } from "./handles.ts";
import { kernel32 } from "./kernel32.ts";
import { requireNonZero } from "./result.ts";
import { defineStruct } from "./struct.ts";

/** `IO_COUNTERS`, part of the job limits. */
export const IO_COUNTERS = defineStruct("IO_COUNTERS", {
  ReadOperationCount: "u64",
  WriteOperationCount: "u64",
  OtherOperationCount: "u64",
  ReadTransferCount: "u64",
  WriteTransferCount: "u64",
  OtherTransferCount: "u64",
});

/** `JOBOBJECT_BASIC_LIMIT_INFORMATION`. */
export const JOBOBJECT_BASIC_LIMIT_INFORMATION = defineStruct("JOBOBJECT_BASIC_LIMIT_INFORMATION", {
  PerProcessUserTimeLimit: "i64",
  PerJobUserTimeLimit: "i64",
  LimitFlags: "u32",
  MinimumWorkingSetSize: "usize",
  MaximumWorkingSetSize: "usize",
  ActiveProcessLimit: "u32",
  Affinity: "usize",
  PriorityClass: "u32",
  SchedulingClass: "u32",
});

/** `JOBOBJECT_EXTENDED_LIMIT_INFORMATION`. */
export const JOBOBJECT_EXTENDED_LIMIT_INFORMATION = defineStruct("JOBOBJECT_EXTENDED_LIMIT_INFORMATION", {
  BasicLimitInformation: JOBOBJECT_BASIC_LIMIT_INFORMATION,
  IoInfo: IO_COUNTERS,
  ProcessMemoryLimit: "usize",
  JobMemoryLimit: "usize",
  PeakProcessMemoryUsed: "usize",
  PeakJobMemoryUsed: "usize",
});

/** `JOBOBJECT_BASIC_ACCOUNTING_INFORMATION`: what has run in a job. */
export const JOBOBJECT_BASIC_ACCOUNTING_INFORMATION = defineStruct("JOBOBJECT_BASIC_ACCOUNTING_INFORMATION", {
  TotalUserTime: "i64",
  TotalKernelTime: "i64",
  ThisPeriodTotalUserTime: "i64",
  ThisPeriodTotalKernelTime: "i64",
  TotalPageFaultCount: "u32",
  TotalProcesses: "u32",
  ActiveProcesses: "u32",
  TotalTerminatedProcesses: "u32",
});

const JOB = defineConstants({
  JobObjectBasicAccountingInformation: 1,
  JobObjectExtendedLimitInformation: 9,
  JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE: 0x2000,
});

/** A job whose processes end when its last handle closes, so at the latest when our process ends, however it ends. */
export function createKillOnCloseJob(): Owned<bigint> {
  const handle = requireNonZero("CreateJobObjectW", kernel32.symbols.CreateJobObjectW(null, null));
  const job = new Owned("handle", handle, (open) => void kernel32.symbols.CloseHandle(open));
  const limits = JOBOBJECT_EXTENDED_LIMIT_INFORMATION.make();
  JOBOBJECT_BASIC_LIMIT_INFORMATION.write(
    limits,
    { LimitFlags: JOB.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE },
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION.offsets.BasicLimitInformation,
  );
  const ok = kernel32.symbols
    .SetInformationJobObject(handle, JOB.JobObjectExtendedLimitInformation, limits, limits.byteLength);
  if (ok === 0) {
    job[Symbol.dispose]();
    requireNonZero("SetInformationJobObject", ok);
  }
  return job;
}

/** Puts a process into a job. False when Windows refused. */
export function assignToJob(job: bigint, process: bigint): boolean {
  return kernel32.symbols.AssignProcessToJobObject(job, process) !== 0;
}

/** How many processes run in a job; undefined when it cannot be read. */
export function countActiveProcesses(job: bigint): number | undefined {
  const information = JOBOBJECT_BASIC_ACCOUNTING_INFORMATION.make();
  const ok = kernel32.symbols.QueryInformationJobObject(
    job,
    JOB.JobObjectBasicAccountingInformation,
    information,
    information.byteLength,
    null,
  );
  return ok === 0 ? undefined : JOBOBJECT_BASIC_ACCOUNTING_INFORMATION.read(information).ActiveProcesses;
}

/** Whether the process belongs to any job; undefined when it cannot be read. */
export function isInAnyJob(process: bigint): boolean | undefined {
  const answer = new Int32Array(1);
  return kernel32.symbols.IsProcessInJob(process, 0n, answer) === 0 ? undefined : answer[0] !== 0;
}
