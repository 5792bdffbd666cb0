/** What the facts about the system mean: judgement alone, no look at anything. */
import { inQuotes } from "../core/text.ts";
import type { SystemFacts } from "../desktop/desktop.ts";
import { type Check, OLDEST_BUILD } from "./doctor_check.ts";

const WINDOWS_11_BUILD = 22_000;

/** Everything that the system says of itself. */
export function checkSystem(system: SystemFacts): readonly Check[] {
  return [
    checkVersion(system),
    ...checkWine(system),
    checkSession(system),
    checkInputDesktop(system),
    checkDpi(system),
    checkRights(system),
  ];
}

function checkVersion({ windowsVersion: { major, minor, build } }: SystemFacts): Check {
  const name = major === 10 ? (build >= WINDOWS_11_BUILD ? "11" : "10") : `${major}.${minor}`;
  const says = `Windows ${name}, build ${build}.`;
  if (major > 10 || (major === 10 && build >= OLDEST_BUILD)) return { name: "windows", status: "good", says };
  return {
    name: "windows",
    status: "degraded",
    says: `${says} It is older than what Casement is made for.`,
    doNext: `Use Windows 10 of 2017 (build ${OLDEST_BUILD}) or later.`,
  };
}

function checkWine({ wineVersion }: SystemFacts): readonly Check[] {
  if (wineVersion === undefined) return [];
  return [{
    name: "wine",
    status: "degraded",
    says:
      `This is Wine ${inQuotes(wineVersion)}, not Windows: other programs' windows cannot be printed, so ` +
      "covered ones cannot be captured; programs have no rights of their own; the foreground is always granted.",
    doNext: "Use Windows for more than tests.",
  }];
}

function checkSession({ sessionId, remoteSession }: SystemFacts): Check {
  const name = "session";
  if (sessionId === 0) {
    return {
      name,
      status: "missing",
      says: "This is session 0, the one of services, which has no desktop that a person sees.",
      doNext: "Start Casement in the session of the person whose desktop is meant.",
    };
  }
  const id = sessionId === undefined ? "A session whose number cannot be read" : `Session ${sessionId}`;
  const says = remoteSession
    ? `${id}, shown on another machine: while that is disconnected or minimised, nothing can be seen or done.`
    : `${id}, at this machine.`;
  return { name, status: "good", says };
}

function checkInputDesktop({ inputDesktop, ownDesktop }: SystemFacts): Check {
  const name = "input desktop";
  if (inputDesktop === undefined) {
    return {
      name,
      status: "missing",
      says: "The session is locked, disconnected, or shows a secure prompt: nothing can be seen or done.",
      doNext: "Unlock or reconnect the session, and answer the prompt.",
    };
  }
  if (inputDesktop === ownDesktop) {
    return {
      name,
      status: "good",
      says: `Casement is on ${inQuotes(inputDesktop)}, which receives input.`,
    };
  }
  const own = ownDesktop === undefined ? "another one" : inQuotes(ownDesktop);
  return {
    name,
    status: "missing",
    says: `Input goes to the desktop ${inQuotes(inputDesktop)}, and Casement is on ${own}.`,
    doNext: "Start Casement on the desktop that is shown.",
  };
}

function checkDpi({ perMonitorAware }: SystemFacts): Check {
  const name = "DPI awareness";
  if (perMonitorAware) {
    return { name, status: "good", says: "Per monitor, version 2: coordinates are physical pixels." };
  }
  return {
    name,
    status: "degraded",
    says: "Windows scales coordinates for Casement, so places on scaled monitors are off.",
    doNext: "Set all monitors to 100 %, or remove the compatibility settings of casement.exe.",
  };
}

function checkRights({ integrityLevel }: SystemFacts): Check {
  const name = "rights";
  if (integrityLevel === undefined) {
    return {
      name,
      status: "degraded",
      says: "Casement's own integrity level cannot be read, so programs with higher rights cannot be told.",
      doNext: "Start Casement as an ordinary program of the person.",
    };
  }
  if (integrityLevel < 0x2000) {
    return {
      name,
      status: "degraded",
      says: "Low integrity: Windows drops what Casement sends to ordinary programs.",
      doNext: "Start Casement from an ordinary program, not from a sandbox.",
    };
  }
  if (integrityLevel < 0x3000) {
    return {
      name,
      status: "good",
      says: "Medium integrity, not elevated: programs that run as administrator take nothing from Casement.",
    };
  }
  const level = integrityLevel < 0x4000 ? "High" : "System";
  return {
    name,
    status: "good",
    says:
      `${level} integrity, elevated: elevated programs can be driven, and what a client starts is elevated too.`,
  };
}
