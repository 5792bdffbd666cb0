/** Programs that are never ended: this server, what it runs in, and the Windows shell. */
import type { Desktop, ProcessInfo } from "../desktop/desktop.ts";

/** Parts of Windows whose end takes the session, the shell or other programs' windows with it. */
const SHELL_PROCESSES: ReadonlySet<string> = new Set([
  "applicationframehost",
  "csrss",
  "ctfmon",
  "dwm",
  "explorer",
  "fontdrvhost",
  "logonui",
  "lockapp",
  "lsass",
  "registry",
  "runtimebroker",
  "searchapp",
  "searchhost",
  "services",
  "shellexperiencehost",
  "sihost",
  "smss",
  "startmenuexperiencehost",
  "svchost",
  "system",
  "taskhostw",
  "textinputhost",
  "userinit",
  "wininit",
  "winlogon",
]);

/** Whether a process is a part of the Windows shell, by its name without `.exe`. */
export function isShellProcess(name: string | undefined): boolean {
  return name !== undefined && SHELL_PROCESSES.has(name.toLowerCase());
}

/** Says why a process is never ended; undefined for those that may be. */
export type Protection = (pid: number, name: string | undefined) => string | undefined;

/** Which processes are never ended, as things are now. */
export async function protection(desktop: Desktop, processes: readonly ProcessInfo[]): Promise<Protection> {
  const own = await ownChain(desktop, processes);
  return (pid, name) => {
    if (isShellProcess(name)) return "part of the Windows shell";
    if (pid <= 4) return "part of Windows";
    return own.has(pid) ? "this server or one of its parents" : undefined;
  };
}

/** This server and its parents. A process that is younger than its child has only inherited the parent's id. */
export async function ownChain(
  desktop: Desktop,
  processes: readonly ProcessInfo[],
): Promise<ReadonlySet<number>> {
  const chain = new Set<number>();
  let youngest: bigint | undefined;
  for (let at: number | undefined = desktop.ownPid; at !== undefined && at !== 0 && !chain.has(at);) {
    const born = (await desktop.identifyProcess(at))?.creationTime;
    if (born !== undefined && youngest !== undefined && born > youngest) break;
    youngest = born ?? youngest;
    chain.add(at);
    at = processes.find((process) => process.pid === at)?.parentPid;
  }
  return chain;
}
