import { join } from "node:path";
import { writePack } from "./pack_folder.ts";
import { requirePackId } from "./pack_id.ts";
import { shippedFolder } from "./shipped_folder.ts";
import type { Terminal } from "./terminal.ts";

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
  requirePackId(name);
  const folder = join(parentFolder, name);
  if (!await writePack(folder, () => templateFiles(name))) {
    await terminal.print(`"${folder}" is there already; nothing was changed`);
    return 1;
  }
  await terminal.print(
    `"${folder}" holds the new pack; its README.md says what to change.\n` +
      `To check it: casement pack validate "${folder}"`,
  );
  return 0;
}

/** The files of the template, about a pack of this id. */
async function templateFiles(id: string): Promise<Readonly<Record<string, string>>> {
  const template = join(shippedFolder("app-packs/templates"), TEMPLATE_FOLDER);
  const files: Record<string, string> = {};
  for await (const { name } of Deno.readDir(template)) {
    files[name] = renamed(await Deno.readTextFile(join(template, name)), id);
  }
  return files;
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
