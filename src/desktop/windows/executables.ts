/** Files of programs, and where they are looked for, as a lane reads them. */
import { getEnvironmentVariable } from "../../../ffi/process.ts";
import { readProgramManifest } from "../../../ffi/resource.ts";
import { getFileVersions } from "../../../ffi/version.ts";
import type { ExecutableFacts, SearchFolders } from "../desktop.ts";
import { manifestLevel } from "./manifest_level.ts";

/** See the port. */
export function environmentVariable(name: string): string | undefined {
  return getEnvironmentVariable(name);
}

/** See the port. */
export function searchFolders(): SearchFolders {
  const windows = getEnvironmentVariable("SystemRoot") ?? "C:\\Windows";
  const listed = (getEnvironmentVariable("PATH") ?? "").split(";")
    .map((folder) => folder.trim().replace(/^"(.*)"$/, "$1"))
    // What is written without a drive would depend on the current folder.
    .filter((folder) => /^([a-z]:[\\/]|[\\/]{2}[^\\/.?])/i.test(folder));
  return { current: Deno.cwd(), others: [...new Set([...listed, `${windows}\\System32`, windows])] };
}

/** See the port. */
export function executableFacts(path: string): ExecutableFacts {
  return { manifestLevel: manifestLevel(readProgramManifest(path)), ...getFileVersions(path) };
}
