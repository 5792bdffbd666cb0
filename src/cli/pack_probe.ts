import { basename } from "node:path";
import * as z from "zod";
import { profileSchema } from "../packs/schema/profile.ts";
import { writePack } from "./pack_folder.ts";
import { requirePackId } from "./pack_id.ts";
import { type RunOptions, startRun } from "./run.ts";
import { OutputError, type Terminal } from "./terminal.ts";

/** What is used of the tool's answer. */
const probeSchema = z.object({
  draft: z.object({
    profile: z.record(z.string(), z.unknown()),
    controls: z.record(z.string(), z.unknown()),
  }),
  warnings: z.array(z.string()),
});

/**
 * `casement pack probe`: a pack drafted from a running program, written into a new or empty folder, whose name is its id. Returns
 * the exit code: 1 where it could not be made, or there is something of this name already, which stays as it is.
 *
 * @param folder absolute
 * @throws {UsageError} where no pack can have the folder's name; {OutputError} where it cannot be written.
 */
export async function probePack(
  { pid, folder }: { readonly pid: number; readonly folder: string },
  options: RunOptions,
  terminal: Terminal,
): Promise<number> {
  const id = basename(folder);
  requirePackId(id);
  const { door, close } = startRun(options);
  try {
    const { signal } = new AbortController();
    const result = await door.invoke({ tool: "app_pack_probe", args: { pid }, signal });
    if (!result.ok) throw new OutputError(`${result.error.code}: ${result.error.message}`);
    const { draft, warnings } = probeSchema.parse(result.output);
    const isWritten = await writePack(folder, () => Promise.resolve(filesOf(id, draft)));
    if (!isWritten) {
      await terminal.print(`"${folder}" is there already; nothing was changed`);
      return 1;
    }
    const { controls = {} } = draft.controls;
    await terminal.print([
      `"${folder}" holds a pack with ${Object.keys(controls as object).length} controls.`,
      ...warnings,
      "Take out what you do not need, and give the others names that people use, as aliases.",
      `To check it: casement pack validate "${folder}"`,
    ].join("\n"));
    return 0;
  } finally {
    await close();
  }
}

function filesOf(
  id: string,
  { profile, controls }: z.output<typeof probeSchema>["draft"],
): Readonly<Record<string, string>> {
  const { displayName = id, executableNames } = profileSchema().parse({ ...profile, id });
  const json = (data: unknown): string => `${JSON.stringify(data, null, 2)}\n`;
  return {
    "manifest.json": json({ schemaVersion: 1, id, displayName, version: "0.1.0" }),
    "profile.json": json({ ...profile, id }),
    "controls.json": json(controls),
    "README.md":
      `# ${displayName}\n\nDrafted from a running ${executableNames[0] ?? "program"}: every control is ` +
      "found by what it was known by then.\n\nNext: take out what is not needed, give the other controls " +
      "`aliases`, and say in `actions.json` what an action promises.\n",
  };
}
