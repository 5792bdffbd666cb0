/** Writing a new pack: all of its files, into a folder that was not there before. */
import { dirname, join } from "node:path";
import { OutputError } from "./terminal.ts";

/**
 * Makes the folder and those above it, and writes the files; false where it is there already, and stays as it is.
 *
 * @param files makes their texts by their names
 * @throws {OutputError} where it cannot be written; nothing is left of it then
 */
export async function writePack(
  folder: string,
  files: () => Promise<Readonly<Record<string, string>>>,
): Promise<boolean> {
  try {
    if (!await makeFolder(folder)) return false;
    await fill(folder, files);
    return true;
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw new OutputError(`The pack could not be written: ${said}`, { cause: error });
  }
}

async function makeFolder(folder: string): Promise<boolean> {
  await Deno.mkdir(dirname(folder), { recursive: true });
  try {
    await Deno.mkdir(folder);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.AlreadyExists) return false;
    throw error;
  }
}

async function fill(folder: string, files: () => Promise<Readonly<Record<string, string>>>): Promise<void> {
  try {
    for (const [name, text] of Object.entries(await files())) {
      await Deno.writeTextFile(join(folder, name), text);
    }
  } catch (error) {
    await Deno.remove(folder, { recursive: true });
    throw error;
  }
}
