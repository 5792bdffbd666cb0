/** Whether a path names a program that can be started. */
import { isDeviceName } from "../core/device_names.ts";
import { ToolError } from "../core/errors.ts";
import type { Desktop } from "../desktop/desktop.ts";

/** @throws {ToolError} INVALID_EXECUTABLE */
export async function requireExecutable(
  desktop: Desktop,
  exePath: string,
  cwd?: string | undefined,
): Promise<void> {
  const exeProblem = await problemOfExecutable(desktop, exePath);
  const problem = exeProblem === undefined ? await problemOfFolder(desktop, cwd) : `exePath ${exeProblem}`;
  if (problem === undefined) return;
  throw new ToolError("INVALID_EXECUTABLE", problem, {
    details: { exePath, ...(cwd === undefined ? {} : { cwd }) },
  });
}

/** What is wrong with the path of a program, as the rest of a sentence; undefined where nothing is. */
export async function problemOfExecutable(desktop: Desktop, path: string): Promise<string | undefined> {
  const shape = problemOfShape(path);
  if (shape !== undefined) return shape;
  if (!/\.exe$/i.test(path)) return "does not end in .exe";
  const kind = await desktop.pathKind(path);
  if (kind === "file") return undefined;
  return kind === "folder" ? "is a folder" : "does not exist";
}

async function problemOfFolder(desktop: Desktop, cwd: string | undefined): Promise<string | undefined> {
  if (cwd === undefined) return undefined;
  const shape = problemOfShape(cwd);
  if (shape !== undefined) return `cwd ${shape}`;
  return await desktop.pathKind(cwd) === "folder" ? undefined : "cwd is not an existing folder";
}

/** What is wrong with a path as it is written; without looking, since looking at a device may do something. */
function problemOfShape(path: string): string | undefined {
  if (/^[\\/]{2}[.?]/.test(path)) return "names a device, not a file in a folder";
  // deno-lint-ignore no-control-regex -- no Windows path can hold a control character
  if (/["<>|?*\x00-\x1F]/.test(path)) return "holds a character that no path can have";
  // With a drive or a share: `\folder` alone would depend on the current drive.
  if (!/^([a-z]:[\\/]|[\\/]{2}[^\\/]+[\\/])/i.test(path)) return "is not absolute";
  if (path.includes(":", 2)) return "names a stream inside a file";
  return path.split(/[\\/]/).some(isDeviceName) ? "names a device, not a file in a folder" : undefined;
}
