/** A pack in one line: what lists of packs have of it. */
import { inQuotes } from "../core/text.ts";
import type { LeftOutPack } from "./load/load_packs.ts";
import type { Pack } from "./load/load_pack.ts";
import type { PackIssue, PackSource } from "./load/pack_issue.ts";
import type { PackSet } from "./registry.ts";
import type { Manifest } from "./schema/manifest.ts";

/** One pack of a list. */
export interface PackSummary {
  /** The name of its folder where its manifest cannot be read. */
  readonly id: string;
  readonly displayName: string;
  /** Empty where its manifest cannot be read. */
  readonly version: string;
  readonly source: PackSource;
  readonly catalogVisibility: "session" | "hidden";
  /** How many, as far as they could be read. */
  readonly controls: number;
  readonly workflows: number;
  /** It is in use. */
  readonly valid: boolean;
  readonly hidden?: true;
  /** Why it is not in use. */
  readonly error?: string;
}

/** A pack that is in use. */
export function summaryOf(pack: Pack): PackSummary {
  const { manifest, source } = pack;
  return { ...inBrief(manifest, pack, source), valid: true };
}

/** A pack that is not. */
export function summaryOfLeftOut({ source, folder, manifest, pack, issues }: LeftOutPack): PackSummary {
  const { id = folder, displayName = folder, version = "", catalogVisibility = "session" } = manifest ?? {};
  const named = { id, displayName, version, catalogVisibility };
  return { ...inBrief(named, pack, source), valid: false, error: whyLeftOut(issues) };
}

function inBrief(
  { id, displayName, version, catalogVisibility }: Pick<
    Manifest,
    "id" | "displayName" | "version" | "catalogVisibility"
  >,
  pack: Pack | undefined,
  source: PackSource,
): Omit<PackSummary, "valid" | "error"> {
  return {
    id,
    displayName,
    version,
    source,
    catalogVisibility,
    controls: pack?.controls.size ?? 0,
    workflows: pack?.workflows.length ?? 0,
    ...(catalogVisibility === "hidden" ? { hidden: true } : {}),
  };
}

/** Those of a set that a list shows: in use, then not in use. */
export function listedSummaries({ packs, leftOut }: PackSet): readonly PackSummary[] {
  return [...[...packs.values()].map(summaryOf), ...leftOut.map(summaryOfLeftOut)]
    .filter(({ catalogVisibility }) => catalogVisibility === "session");
}

/** Why a pack is left out, in a sentence. */
export function whyLeftOut(issues: readonly PackIssue[]): string {
  const [first] = issues;
  if (first === undefined) return "Its manifest says enabled: false";
  const rest = issues.length > 1 ? `; and ${issues.length - 1} more` : "";
  return `${first.code}: ${placeOf(first)}${first.message}${rest}`;
}

/** Where something is wrong, to stand before what it is; empty where it is about the pack as a whole. */
export function placeOf({ file, path }: { readonly file?: string; readonly path?: string }): string {
  if (file === undefined) return "";
  return path === undefined || path === "" ? `${inQuotes(file)}: ` : `${inQuotes(file)} ${path}: `;
}
