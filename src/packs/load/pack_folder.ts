/** The folder of a pack: gives what lies in it, and nothing else. */
import { basename, isAbsolute, relative, resolve, sep } from "node:path";
import { isDeviceName } from "../../core/device_names.ts";
import { inQuotes } from "../../core/text.ts";

/** Larger files are no pack. */
export const MOST_FILE_BYTES = 2 * 1024 * 1024;

/** What became of a file. */
export type FolderFile =
  | { readonly kind: "read"; readonly bytes: Uint8Array }
  /** There is no such file; a folder or a device of this name is none. */
  | { readonly kind: "absent" }
  | { readonly kind: "escape" | "tooLarge" | "unreadable"; readonly message: string };

/** See the head of this file. */
export class PackFolder {
  private constructor(readonly root: string) {}

  /**
   * Follows the links that lead to the folder, once; undefined where there is none, and why where it is there and cannot
   * be looked into.
   */
  static async open(folder: string): Promise<PackFolder | Error | undefined> {
    try {
      const root = await Deno.realPath(folder);
      return (await Deno.stat(root)).isDirectory ? new PackFolder(root) : undefined;
    } catch (error) {
      if (isAbsence(error)) return undefined;
      if (error instanceof Error) return error;
      throw error;
    }
  }

  /** Reads a file by its name relative to the folder. What leads out of the folder, by its name or by a link, is not read. */
  async read(name: string): Promise<FolderFile> {
    const escape = (how: string): FolderFile => ({ kind: "escape", message: `${inQuotes(name)} ${how}` });
    if (name.includes("\0")) return escape("is no name of a file");
    if (isDeviceName(basename(name.replaceAll("\\", "/")))) return escape("is the name of a device");
    // A drive of its own, or a stream beside a file's content.
    if (name.includes(":")) return escape("leads out of the folder of the pack");
    const path = resolve(this.root, name.replaceAll("\\", "/"));
    if (!this.#holds(path)) return escape("leads out of the folder of the pack");
    try {
      const real = await Deno.realPath(path);
      if (!this.#holds(real)) return escape("is a link that leads out of the folder of the pack");
      const { isFile, size } = await Deno.stat(real);
      if (!isFile) return { kind: "absent" };
      if (size > MOST_FILE_BYTES) {
        return {
          kind: "tooLarge",
          message: `${inQuotes(name)} has ${size} bytes; ${MOST_FILE_BYTES} are allowed`,
        };
      }
      return { kind: "read", bytes: await Deno.readFile(real) };
    } catch (error) {
      if (isAbsence(error)) return { kind: "absent" };
      if (!(error instanceof Error)) throw error;
      return { kind: "unreadable", message: `${inQuotes(name)} cannot be read: ${reasonOf(error)}` };
    }
  }

  #holds(path: string): boolean {
    const way = relative(this.root, path);
    return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
  }
}

/** What the system said, without the way to the file that it adds: clients see what is said of packs. */
export function reasonOf(error: Error): string {
  return error.message.replace(/[:,]? (?:readfile|realpath|stat|readdir|open) ['"].*$/s, "");
}

function isAbsence(error: unknown): boolean {
  return error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory;
}
