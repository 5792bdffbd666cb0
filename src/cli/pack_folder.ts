/** Writing a new pack: all of its files, into a folder that was not there before, or had nothing in it. */
import { dirname, join } from "node:path";
import { OutputError } from "./terminal.ts";

/**
 * Makes the folder and those above it, and writes the files; false where there is something of this name already, which
 * stays as it is. An empty folder is as good as none.
 *
 * @param files makes their texts by their names
 * @throws {OutputError} where it cannot be written; nothing is left of it then
 */
export async function writePack(
  folder: string,
  files: () => Promise<Readonly<Record<string, string>>>,
): Promise<boolean> {
  try {
    const made = await makeFolder(folder);
    if (made === "inUse") return false;
    await fill(folder, files, made === "made");
    return true;
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw new OutputError(`The pack could not be written: ${said}`, { cause: error });
  }
}

async function makeFolder(folder: string): Promise<"made" | "empty" | "inUse"> {
  await Deno.mkdir(dirname(folder), { recursive: true });
  try {
    await Deno.mkdir(folder);
    return "made";
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
    return await isEmptyFolder(folder) ? "empty" : "inUse";
  }
}

async function isEmptyFolder(folder: string): Promise<boolean> {
  if (!(await Deno.stat(folder)).isDirectory) return false;
  for await (const _entry of Deno.readDir(folder)) return false;
  return true;
}

/** What was written is taken away again where not all of it can be, and the folder where it was made for it. */
async function fill(
  folder: string,
  files: () => Promise<Readonly<Record<string, string>>>,
  isOurs: boolean,
): Promise<void> {
  const written: string[] = [];
  try {
    for (const [name, text] of Object.entries(await files())) {
      const path = join(folder, name);
      // Whatever came into the folder meanwhile stays as it is.
      await Deno.writeTextFile(path, "", { createNew: true });
      written.push(path);
      await Deno.writeTextFile(path, text);
    }
  } catch (error) {
    for (const path of written) await Deno.remove(path);
    if (isOurs) await Deno.remove(folder).catch(() => {});
    throw error;
  }
}
