/** Where the program of a pack is, when the caller does not say. */
import { win32 } from "node:path";
import { type Clock, throwIfCancelled } from "../../core/clock.ts";
import { ToolError } from "../../core/errors.ts";
import { quotedText } from "../../core/text.ts";
import type { Desktop } from "../../desktop/desktop.ts";
import { problemOfExecutable } from "../../interaction/executable_path.ts";
import type { Profile } from "../schema/profile.ts";

/** Folders on PATH may lie on a network that does not answer. */
const MOST_SEARCH_MS = 15_000;

/** Where builds put a program, from the current folder. */
const BUILD_FOLDERS = ["build\\Release", "build\\Release\\Release", "."];

/** What looking for files, and at them, needs. */
export interface LocatingContext {
  readonly desktop: Desktop;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * The program of a pack: what its environment variable names, else the first of its executables in the build folders below
 * the current one, in the current one, on PATH, in Windows' own folders. A variable that is set is believed or refused.
 *
 * @throws {ToolError} INVALID_EXECUTABLE for a variable that names no program, PROFILE_NOT_FOUND where there is none
 * anywhere, TIMEOUT, CANCELLED
 */
export async function locateExecutable(
  context: LocatingContext,
  profile: Profile,
): Promise<string> {
  const { desktop } = context;
  const fromVariable = await executableOfVariable(desktop, profile);
  if (fromVariable !== undefined) return fromVariable;
  const names = profile.executableNames.filter(isFileName).map(withExe);
  const { current, others } = await desktop.searchFolders();
  const below = BUILD_FOLDERS.map((folder) => win32.join(current, folder));
  const paths = [below, others].flatMap((folders) =>
    names.flatMap((name) => folders.map((folder) => win32.join(folder, name)))
  );
  const found = await firstFile(context, paths);
  if (found !== undefined) return found;
  const { executableEnv } = profile;
  throw new ToolError(
    "PROFILE_NOT_FOUND",
    `The program of profile ${quotedText(profile.id)} was not found on this machine`,
    {
      details: {
        profile: profile.id,
        executableNames: profile.executableNames,
        ...(executableEnv === undefined ? {} : { executableEnv, executableEnvSet: false }),
        tried: [...below, "PATH", "Windows' folders"],
      },
      suggestion: executableEnv === undefined
        ? "Give the whole path of the program in exePath."
        : `Give the whole path of the program in exePath, or set ${executableEnv} before Casement is started.`,
    },
  );
}

async function executableOfVariable(
  desktop: Desktop,
  { executableEnv }: Profile,
): Promise<string | undefined> {
  if (executableEnv === undefined) return undefined;
  const path = await desktop.environmentVariable(executableEnv);
  if (path === undefined) return undefined;
  const problem = await problemOfExecutable(desktop, path);
  if (problem === undefined) return path;
  throw new ToolError(
    "INVALID_EXECUTABLE",
    `The environment variable ${executableEnv} names ${quotedText(path, 200)}, which ${problem}`,
    {
      details: { executableEnv, exePath: path },
      suggestion: `Give the path in exePath, or start Casement with ${executableEnv} set to it.`,
    },
  );
}

/** A pack says names; a way to another folder would go round the order of the places. */
function isFileName(name: string): boolean {
  // deno-lint-ignore no-control-regex -- no file name can hold a control character
  return !/["<>|?*:\\/\x00-\x1F]/.test(name);
}

function withExe(name: string): string {
  return /\.exe$/i.test(name) ? name : `${name}.exe`;
}

async function firstFile(
  { desktop, clock, signal }: LocatingContext,
  paths: readonly string[],
): Promise<string | undefined> {
  const endsAt = clock.now() + MOST_SEARCH_MS;
  for (const path of paths) {
    throwIfCancelled(signal);
    if (clock.now() > endsAt) {
      throw new ToolError("TIMEOUT", "The folders on PATH did not answer in time", {
        suggestion: "Give the whole path of the program in exePath.",
      });
    }
    if (await desktop.pathKind(path) === "file") return path;
  }
  return undefined;
}
