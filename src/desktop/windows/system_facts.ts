/** The system around the desktop, as a lane reads it. */
import { getIntegrityLevel } from "../../../ffi/advapi32.ts";
import {
  getInputDesktopName,
  getThreadDesktopName,
  isPerMonitorAware,
  isRemoteSession,
} from "../../../ffi/desktop.ts";
import { definedLibraries, missingFunctions } from "../../../ffi/library.ts";
import { getWindowsVersion, getWineVersion } from "../../../ffi/ntdll.ts";
import { getCurrentProcess, getCurrentThreadId, getSessionId } from "../../../ffi/process.ts";
import type { LibraryFacts, SystemFacts } from "../desktop.ts";

/** See the port. */
export function systemFacts(): SystemFacts {
  return {
    windowsVersion: getWindowsVersion(),
    wineVersion: getWineVersion(),
    sessionId: getSessionId(Deno.pid),
    remoteSession: isRemoteSession(),
    inputDesktop: getInputDesktopName(),
    ownDesktop: getThreadDesktopName(getCurrentThreadId()),
    perMonitorAware: isPerMonitorAware(),
    integrityLevel: getIntegrityLevel(getCurrentProcess()),
  };
}

/** See the port. Several modules may each use a part of one DLL. */
export function libraryFacts(): LibraryFacts[] {
  const facts = new Map<string, LibraryFacts>();
  for (const library of definedLibraries()) {
    const { fileName } = library;
    const missing = missingFunctions(library);
    const known = facts.get(fileName) ?? { functionCount: 0, missing: [] };
    facts.set(fileName, {
      fileName,
      functionCount: known.functionCount + Object.keys(library.table).length,
      missing: missing === undefined ? undefined : [...known.missing ?? [], ...missing],
    });
  }
  return [...facts.values()];
}
