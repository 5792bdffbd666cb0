import { dirname, join } from "node:path";
import { isDeviceName } from "../core/device_names.ts";
import { quotedText } from "../core/text.ts";
import { idSchema } from "../packs/schema/texts.ts";
import { UsageError } from "./options.ts";
import { shippedFolder } from "./shipped_folder.ts";
import { OutputError, type Terminal } from "./terminal.ts";

/** What the template calls itself, in all its files. */
const TEMPLATE = { id: "my-app", displayName: "My App" } as const;
const TEMPLATE_FOLDER = "basic";

/**
 * `casement pack new`: a pack to begin with. Returns the exit code: 1 where there is something of this name already, which
 * stays as it is.
 *
 * @param parentFolder absolute; made where it is not there
 * @throws {UsageError} where no pack can have this name; {OutputError} where it cannot be written.
 */
export async function newPack(
  { name, parentFolder }: { readonly name: string; readonly parentFolder: string },
  terminal: Terminal,
): Promise<number> {
  const id = idSchema().safeParse(name);
  if (!id.success) {
    const [issue] = id.error.issues;
    throw new UsageError(`No pack can have the name ${quotedText(name)}. ${issue?.message ?? ""}`);
  }
  if (isDeviceName(name) || name.endsWith(".")) {
    throw new UsageError(`No folder can have the name ${quotedText(name)} on Windows`);
  }
  const folder = join(parentFolder, name);
  const isMade = await writing(() => makeFolder(folder));
  if (!isMade) {
    await terminal.print(`"${folder}" is there already; nothing was changed`);
    return 1;
  }
  await writing(() => fill(folder, name));
  await terminal.print(
    `"${folder}" holds the new pack; its README.md says what to change.\n` +
      `To check it: casement pack validate "${folder}"`,
  );
  return 0;
}

/** Makes a folder and those above it; false where it is there already. */
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

/** Writes the files of the template into a folder of ours, all or none. */
async function fill(folder: string, id: string): Promise<void> {
  const template = join(shippedFolder("app-packs/templates"), TEMPLATE_FOLDER);
  try {
    for await (const { name } of Deno.readDir(template)) {
      await Deno.writeTextFile(
        join(folder, name),
        renamed(await Deno.readTextFile(join(template, name)), id),
      );
    }
  } catch (error) {
    await Deno.remove(folder, { recursive: true });
    throw error;
  }
}

/** What cannot be written is told in a sentence. */
async function writing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw new OutputError(`The pack could not be written: ${said}`, { cause: error });
  }
}

/** The template's text about the new pack. Its schemas lie beside Casement, and nowhere beside the new pack. */
function renamed(text: string, id: string): string {
  return text
    .replace(/^ *"\$schema": .*\n/m, "")
    .replaceAll(TEMPLATE.id, id)
    .replaceAll(TEMPLATE.displayName, displayName(id));
}

/** `sensor-lab` is Sensor Lab. */
function displayName(id: string): string {
  return id.split(/[._-]+/).filter((word) => word !== "")
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join(" ");
}
