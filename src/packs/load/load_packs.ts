/** Reads all packs of all sources. */
import { basename, join } from "node:path";
import type { Manifest } from "../schema/manifest.ts";
import { loadPack, type Pack } from "./load_pack.ts";
import { reasonOf } from "./pack_folder.ts";
import type { PackIssue, PackIssueCode, PackSource } from "./pack_issue.ts";
import type { SourceFolder } from "./pack_sources.ts";

/** More packs than this are not loaded. */
export const MOST_PACKS = 64;

/** Whoever starts Casement has named their folders, and means them to be there. */
const NAMED_SOURCES: ReadonlySet<PackSource> = new Set(["cli", "env"]);

/** A pack that is not used. */
export interface LeftOutPack {
  readonly source: PackSource;
  /** Name of its folder, without the way there. */
  readonly folder: string;
  /** Undefined where it is what cannot be read. */
  readonly manifest?: Manifest;
  /** All of it, where it could be read. */
  readonly pack?: Pack;
  /** Why; none where its manifest switches it off. */
  readonly issues: readonly PackIssue[];
}

/** What was found. */
export interface LoadedPacks {
  /** By their ids, in the order in which they were found. */
  readonly packs: ReadonlyMap<string, Pack>;
  readonly leftOut: readonly LeftOutPack[];
  /** What is wrong with the folders that packs lie in. */
  readonly sourceIssues: readonly PackIssue[];
}

/** Reads them. A pack with something wrong is left out and told of; the others are there all the same. */
export async function loadPacks(sources: readonly SourceFolder[]): Promise<LoadedPacks> {
  const packs = new Map<string, Pack>();
  const leftOut: LeftOutPack[] = [];
  const sourceIssues: PackIssue[] = [];
  for (const { source, folder: parent } of sources) {
    const names = await subfoldersOf(parent);
    const wrong = whyUnreadable(source, names);
    if (wrong !== undefined) {
      sourceIssues.push({ code: "SOURCE_UNREADABLE", source, folder: basename(parent), message: wrong });
    }
    if (names === undefined || names instanceof Error) continue;
    for (const folder of names) {
      const loaded = await loadPack(join(parent, folder), source);
      switch (loaded.kind) {
        case "none":
          break;
        case "disabled":
          leftOut.push({ source, folder, manifest: loaded.manifest, issues: [] });
          break;
        case "failed": {
          const { issues, manifest } = loaded;
          leftOut.push({ source, folder, ...(manifest === undefined ? {} : { manifest }), issues });
          break;
        }
        case "loaded": {
          const { pack } = loaded;
          const issue = collision(pack, packs);
          if (issue === undefined) packs.set(pack.manifest.id, pack);
          else leftOut.push({ source, folder, manifest: pack.manifest, pack, issues: [issue] });
        }
      }
    }
  }
  return { packs, leftOut, sourceIssues };
}

/** What is wrong with a folder of packs; undefined where nothing is, as where one is not there that nobody has named. */
function whyUnreadable(source: PackSource, names: readonly string[] | Error | undefined): string | undefined {
  if (names instanceof Error) return `The folder cannot be looked into: ${reasonOf(names)}`;
  return names === undefined && NAMED_SOURCES.has(source) ? "There is no such folder" : undefined;
}

/** Why a pack cannot be used beside those that are there; undefined where it can. */
function collision({ manifest: { id }, source, folder }: Pack, packs: ReadonlyMap<string, Pack>) {
  const issue = (code: PackIssueCode, message: string): PackIssue => ({ code, source, folder, message });
  const first = packs.get(id);
  if (first !== undefined) {
    const place = `folder ${first.folder} of source ${first.source}`;
    return issue("PACK_ID_CONFLICT", `Pack ${id} is there already, in ${place}`);
  }
  if (packs.size < MOST_PACKS) return undefined;
  return issue("TOO_MANY_PACKS", `There are ${MOST_PACKS} packs already, which is as many as there may be`);
}

/**
 * Names of the folders, and of links to folders, in a folder, in the order of their names; undefined where it is not
 * there, and why where it cannot be looked into.
 */
export async function subfoldersOf(folder: string): Promise<readonly string[] | Error | undefined> {
  const names: string[] = [];
  try {
    for await (const { name, isDirectory, isSymlink } of Deno.readDir(folder)) {
      if (isDirectory || isSymlink) names.push(name);
    }
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return error instanceof Deno.errors.NotFound ? undefined : error;
  }
  return names.sort();
}
