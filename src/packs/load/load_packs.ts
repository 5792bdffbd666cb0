/** Reads all packs of all sources. */
import { join } from "node:path";
import { loadPack, type Pack } from "./load_pack.ts";
import type { PackIssue, PackSource } from "./pack_issue.ts";
import type { SourceFolder } from "./pack_sources.ts";

/** More packs than this are not loaded. */
export const MOST_PACKS = 64;

/** What was found. */
export interface LoadedPacks {
  /** By their ids, in the order in which they were found. */
  readonly packs: ReadonlyMap<string, Pack>;
  readonly issues: readonly PackIssue[];
  /** Ids of packs that say of themselves that they are not to be used now. */
  readonly disabled: readonly { readonly id: string; readonly source: PackSource }[];
}

/** Reads them. A pack with something wrong is left out and told of; the others are there all the same. */
export async function loadPacks(sources: readonly SourceFolder[]): Promise<LoadedPacks> {
  const packs = new Map<string, Pack>();
  const issues: PackIssue[] = [];
  const disabled: { id: string; source: PackSource }[] = [];
  for (const { source, folder } of sources) {
    for (const name of await subfoldersOf(folder)) {
      const loaded = await loadPack(join(folder, name), source);
      if (loaded.kind === "failed") issues.push(...loaded.issues);
      if (loaded.kind === "disabled") disabled.push({ id: loaded.id, source });
      if (loaded.kind !== "loaded") continue;
      const { manifest: { id } } = loaded.pack;
      const first = packs.get(id);
      const note = (code: PackIssue["code"], message: string): void =>
        void issues.push({ code, source, folder: name, message });
      if (first !== undefined) {
        note(
          "PACK_ID_CONFLICT",
          `Pack ${id} is there already, in folder ${first.folder} of source ${first.source}`,
        );
      } else if (packs.size >= MOST_PACKS) {
        note("TOO_MANY_PACKS", `There are ${MOST_PACKS} packs already, which is as many as there may be`);
      } else packs.set(id, loaded.pack);
    }
  }
  return { packs, issues, disabled };
}

/** Names of the folders, and of links to folders, in a folder, in the order of their names; none where it is not there. */
async function subfoldersOf(folder: string): Promise<readonly string[]> {
  const names: string[] = [];
  try {
    for await (const { name, isDirectory, isSymlink } of Deno.readDir(folder)) {
      if (isDirectory || isSymlink) names.push(name);
    }
  } catch (error) {
    const isMissing = error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory ||
      error instanceof Deno.errors.PermissionDenied;
    if (!isMissing) throw error;
  }
  return names.sort();
}
