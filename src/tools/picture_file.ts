/** Where captures are written: paths that a caller may name, and the folder of those without a name. */
import {
  basename,
  dirname,
  extname,
  isAbsolute,
  join,
  normalize,
  parse,
  relative,
  resolve,
  sep,
} from "node:path";
import type { Settings } from "../core/config.ts";
import { isDeviceName } from "../core/device_names.ts";
import { ToolError } from "../core/errors.ts";
import { allInQuotes } from "../core/text.ts";

/** Older captures in the default folder are removed beyond this many. */
const CAPTURES_KEPT = 200;

/** What the default folder's file names look like, so that nothing else in it is ever removed. */
const CAPTURE_NAME = /^\d{8}-\d{6}-[0-9a-z]{6}\.png$/;

/**
 * The path a caller named, made absolute and plain; undefined when it named none.
 *
 * @throws {ToolError} INVALID_OUTPUT_PATH (not absolute, not `.png`, a device, a stream, a folder), PERMISSION_DENIED (in
 * no allowed folder, or `--read-only`)
 */
export function checkOutputPath(outputPath: string | undefined, settings: Settings): string | undefined {
  if (outputPath === undefined) return undefined;
  if (settings.isReadOnly) {
    throw new ToolError(
      "PERMISSION_DENIED",
      "A server started with --read-only writes to its own folder only",
    );
  }
  const path = normalize(outputPath);
  const { root } = parse(path);
  const names = path.slice(root.length).split(sep);
  // A path that begins with one backslash is absolute to Windows, on whatever drive happens to be the current one.
  const problem = !isAbsolute(path) || root === "\\"
    ? "is not absolute"
    : extname(path).toLowerCase() !== ".png"
    ? "does not end in .png"
    : names.at(-1) === ""
    ? "ends in a separator, as a folder does"
    : names.some((name) => isDeviceName(name))
    ? "names a device"
    : names.some(hasForbiddenCharacter)
    ? "holds characters that no file name can have"
    : names.some((name) => /[ .]$/.test(name))
    ? "has a name that ends in a space or a full stop, which Windows drops"
    : undefined;
  if (problem !== undefined) throw invalidPath(problem);
  if (!settings.outputDirs.some((dir) => isInside(path, dir))) throw outsideAllowed(settings);
  return path;
}

/**
 * Writes a capture, to the path given or under a new name in the default folder, whole or not at all.
 *
 * @returns the absolute path
 * @throws {ToolError} OUTPUT_WRITE_FAILED, INVALID_OUTPUT_PATH (a folder of that name), PERMISSION_DENIED (a link leads
 * out of the allowed folders)
 */
export async function savePicture(
  png: Uint8Array,
  path: string | undefined,
  settings: Settings,
): Promise<string> {
  const target = path ?? join(settings.capturesDir, newCaptureName(new Date()));
  const folder = dirname(target);
  try {
    if (path !== undefined) await requireRealFolder(folder, settings);
    await Deno.mkdir(folder, { recursive: true });
    if (await isFolder(target)) throw invalidPath("is a folder");
    await writeWhole(target, png);
  } catch (error) {
    if (error instanceof ToolError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new ToolError("OUTPUT_WRITE_FAILED", `The picture could not be written: ${reason}`, {
      cause: error,
    });
  }
  if (path === undefined) await removeOldCaptures(basename(target), settings);
  return target;
}

/** Under a name of its own first, so that nobody ever finds half a picture. */
async function writeWhole(target: string, content: Uint8Array): Promise<void> {
  const unfinished = join(dirname(target), `${crypto.randomUUID()}.part`);
  try {
    await Deno.writeFile(unfinished, content, { createNew: true });
    await Deno.rename(unfinished, target);
  } catch (error) {
    await Deno.remove(unfinished).catch(() => {});
    throw error;
  }
}

/** What no Windows file name can hold; a colon would name a stream of the file. */
function hasForbiddenCharacter(name: string): boolean {
  return /[<>:"|?*]/.test(name) || !name.isWellFormed() || [...name].some((character) => character < " ");
}

function invalidPath(problem: string): ToolError {
  return new ToolError("INVALID_OUTPUT_PATH", `The output path ${problem}`);
}

function outsideAllowed(settings: Settings): ToolError {
  const message = `The output path is in no folder that pictures may be saved in: ${
    allInQuotes(settings.outputDirs)
  }`;
  return new ToolError("PERMISSION_DENIED", message, {
    details: { option: "--output-dir", allowed: settings.outputDirs.slice(0, 20) },
    suggestion: "Give a path inside one of the allowed folders, or leave outputPath out.",
  });
}

function isInside(path: string, dir: string): boolean {
  const way = relative(resolve(dir), path);
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** A link inside an allowed folder may lead out of it. Looked at before any folder is made. */
async function requireRealFolder(folder: string, settings: Settings): Promise<void> {
  const real = await realPath(folder);
  const allowed = await Promise.all(
    settings.outputDirs.map((dir) => realPath(dir).catch(() => resolve(dir))),
  );
  if (!allowed.some((dir) => real === dir || isInside(real, dir))) throw outsideAllowed(settings);
}

/** The path without links; what does not exist yet follows the real path of what does. */
async function realPath(path: string): Promise<string> {
  try {
    return await Deno.realPath(path);
  } catch (error) {
    const parent = dirname(path);
    if (!(error instanceof Deno.errors.NotFound) || parent === path) throw error;
    // A link to nowhere exists all the same, and making a folder would follow it.
    if (await Deno.lstat(path).then(() => true, () => false)) throw error;
    return join(await realPath(parent), basename(path));
  }
}

async function isFolder(path: string): Promise<boolean> {
  return await Deno.stat(path).then((info) => info.isDirectory, () => false);
}

/** `YYYYMMDD-HHMMSS-` in local time and six random base-36 characters. */
export function newCaptureName(at: Date): string {
  const pad = (value: number): string => String(value).padStart(2, "0");
  const date = `${at.getFullYear()}${pad(at.getMonth() + 1)}${pad(at.getDate())}`;
  const time = `${pad(at.getHours())}${pad(at.getMinutes())}${pad(at.getSeconds())}`;
  const random = Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => (byte % 36).toString(36))
    .join("");
  return `${date}-${time}-${random}.png`;
}

/** After so many captures the folder is read again: another server may write there too. */
const CAPTURES_PER_READ = 50;

/** The captures in the default folder as a run knows them, oldest first; reading 200 names takes longer than a picture. */
const knownCaptures = new WeakMap<Settings, { readonly names: string[]; newSinceRead: number }>();

/** Tidying up is no part of the capture: what goes wrong with it is left for the next time. */
async function removeOldCaptures(newest: string, settings: Settings): Promise<void> {
  const dir = settings.capturesDir;
  let known = knownCaptures.get(settings);
  if (known === undefined || known.newSinceRead >= CAPTURES_PER_READ) {
    known = { names: await captureNames(dir), newSinceRead: 0 };
    knownCaptures.set(settings, known);
  } else {
    known.names.push(newest);
    known.newSinceRead++;
  }
  for (const name of known.names.splice(0, Math.max(0, known.names.length - CAPTURES_KEPT))) {
    await Deno.remove(join(dir, name)).catch(() => {}); // another server may have removed it already
  }
}

/** The names begin with the time, so their order is the age. */
async function captureNames(dir: string): Promise<string[]> {
  const names: string[] = [];
  try {
    for await (const entry of Deno.readDir(dir)) if (CAPTURE_NAME.test(entry.name)) names.push(entry.name);
  } catch {
    return [];
  }
  return names.sort();
}
