/** The packs that are in use: an unchanging set, which only another whole set takes the place of. */
import { loadPacks } from "./load/load_packs.ts";
import type { Pack } from "./load/load_pack.ts";
import type { PackIssue, PackSource } from "./load/pack_issue.ts";
import type { SourceFolder } from "./load/pack_sources.ts";
import type { Finding } from "./validate/finding.ts";
import { validatePack } from "./validate/validate_pack.ts";

/** Packs as they were read at one moment. */
export interface PackSet {
  /** Those that can be used, by their ids, in the order of their sources. */
  readonly packs: ReadonlyMap<string, Pack>;
  /** What the checks found in each pack that was read, those among them that cannot be used for it. */
  readonly findings: ReadonlyMap<string, readonly Finding[]>;
  /** Why folders, files and packs were left out. */
  readonly issues: readonly PackIssue[];
  readonly disabled: readonly { readonly id: string; readonly source: PackSource }[];
}

/** What became of reading all again. */
export interface Reload {
  /** False where something was wrong: the packs in use are those of before. */
  readonly isReloaded: boolean;
  /** What was wrong. */
  readonly issues: readonly PackIssue[];
}

/** Reads and checks all packs. One that contradicts itself is left out and told of, as one that cannot be read is. */
export async function readPackSet(sources: readonly SourceFolder[]): Promise<PackSet> {
  const { packs, issues, disabled } = await loadPacks(sources);
  const usable = new Map<string, Pack>();
  const findings = new Map<string, readonly Finding[]>();
  const contradictions: PackIssue[] = [];
  for (const [id, pack] of packs) {
    const found = validatePack(pack);
    findings.set(id, found);
    const errors = found.filter(({ severity }) => severity === "error").length;
    if (errors === 0) usable.set(id, pack);
    else contradictions.push(invalid(pack, errors));
  }
  return { packs: usable, findings, issues: [...issues, ...contradictions], disabled };
}

function invalid({ manifest: { id }, source, folder }: Pack, errors: number): PackIssue {
  const count = errors === 1 ? "one thing" : `${errors} things`;
  return {
    code: "PACK_INVALID",
    source,
    folder,
    message: `Pack ${id} has ${count} wrong with it; validating it says what`,
  };
}

/** Holds the packs that are in use. Whoever takes {@link current} keeps that set, whatever is loaded later. */
export class PackRegistry {
  readonly #read: () => Promise<PackSet>;
  #current: Promise<PackSet> | undefined;

  /** @param read reads all packs, as {@link readPackSet} does */
  constructor(read: () => Promise<PackSet>) {
    this.#read = read;
  }

  /**
   * The packs in use, read when they are first asked for: those that can be used are, whatever is wrong with others. A
   * start need not wait for them.
   */
  current(): Promise<PackSet> {
    return this.#current ??= this.#read();
  }

  /** Reads all again, and uses that only where nothing at all is wrong. */
  async reload(): Promise<Reload> {
    const read = await this.#read();
    const isReloaded = read.issues.length === 0;
    if (isReloaded) this.#current = Promise.resolve(read);
    return { isReloaded, issues: read.issues };
  }
}
