/** The packs that are in use: an unchanging set, which only another whole set takes the place of. */
import type { StepTools } from "../steps/step_tools.ts";
import { type LeftOutPack, loadPacks } from "./load/load_packs.ts";
import type { Pack } from "./load/load_pack.ts";
import type { PackIssue } from "./load/pack_issue.ts";
import type { SourceFolder } from "./load/pack_sources.ts";
import type { Finding } from "./validate/finding.ts";
import { validatePack } from "./validate/validate_pack.ts";

/** Packs as they were read at one moment. */
export interface PackSet {
  /** Those that can be used, by their ids, in the order of their sources. */
  readonly packs: ReadonlyMap<string, Pack>;
  /** What the checks found in each pack that was read, those among them that cannot be used for it. */
  readonly findings: ReadonlyMap<Pack, readonly Finding[]>;
  /** Those that were found and are not used. */
  readonly leftOut: readonly LeftOutPack[];
  /** Why folders, files and packs were left out; a pack that is switched off is no fault. */
  readonly issues: readonly PackIssue[];
}

/** What became of reading all again. */
export interface Reload {
  /** False where something was wrong: the packs in use are those of before. */
  readonly isReloaded: boolean;
  /** What was wrong. */
  readonly issues: readonly PackIssue[];
  /** What is in use now. */
  readonly inUse: PackSet;
}

/** Reads and checks all packs. One that contradicts itself is left out and told of, as one that cannot be read is. */
export async function readPackSet(sources: readonly SourceFolder[], tools?: StepTools): Promise<PackSet> {
  const { packs, leftOut, sourceIssues } = await loadPacks(sources);
  const usable = new Map<string, Pack>();
  const findings = new Map<Pack, readonly Finding[]>();
  const contradictory: LeftOutPack[] = [];
  for (const [id, pack] of packs) {
    // Between two packs calls have their turn.
    await new Promise((resolve) => setTimeout(resolve));
    const found = validatePack(pack, tools);
    findings.set(pack, found);
    const errors = found.filter(({ severity }) => severity === "error").length;
    if (errors === 0) {
      usable.set(id, pack);
      continue;
    }
    const { source, folder, manifest } = pack;
    contradictory.push({ source, folder, manifest, pack, issues: [invalid(pack, errors)] });
  }
  const allLeftOut = [...leftOut, ...contradictory];
  const issues = [...sourceIssues, ...allLeftOut.flatMap((one) => one.issues)];
  return { packs: usable, findings, leftOut: allLeftOut, issues };
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

/** The packs as a call sees them. */
export interface PackAccess {
  /** An unchanging set: whoever takes it once is not concerned by what is loaded later. */
  current(): Promise<PackSet>;
  /** Reads all again; see {@link PackRegistry.reload}. */
  reload(): Promise<Reload>;
}

/** Packs as they were at one moment, for calls that belong together. A reload is for those that come later. */
export function pinnedPacks(set: PackSet, packs: PackAccess): PackAccess {
  return { current: () => Promise.resolve(set), reload: () => packs.reload() };
}

/** Holds the packs that are in use. Whoever takes {@link current} keeps that set, whatever is loaded later. */
export class PackRegistry implements PackAccess {
  readonly #read: () => Promise<PackSet>;
  #current: Promise<PackSet> | undefined;
  /** The last reload that was asked for. */
  #reloading: Promise<unknown> = Promise.resolve();

  /** @param read reads all packs, as {@link readPackSet} does */
  constructor(read: () => Promise<PackSet>) {
    this.#read = read;
  }

  /**
   * The packs in use, read when they are first asked for: those that can be used are, whatever is wrong with others. A
   * start need not wait for them.
   */
  current(): Promise<PackSet> {
    if (this.#current === undefined) {
      const read = this.#read();
      this.#current = read;
      // What failed once may not the next time.
      read.catch(() => this.#current === read ? this.#current = undefined : undefined);
    }
    return this.#current;
  }

  /**
   * Reads all again, and uses that only where nothing at all is wrong. Of several that are asked for at once each reads
   * after the one before, so that none puts back what an earlier one has read.
   */
  reload(): Promise<Reload> {
    const reloaded = this.#reloading.then(() => this.#reload());
    this.#reloading = reloaded.catch(() => {});
    return reloaded;
  }

  async #reload(): Promise<Reload> {
    // What is in use when nothing was read yet is what a first reading gives, whatever is wrong with some of it.
    const before = await this.current();
    const read = await this.#read();
    const { issues } = read;
    if (issues.length > 0) return { isReloaded: false, issues, inUse: before };
    this.#current = Promise.resolve(read);
    return { isReloaded: true, issues, inUse: read };
  }
}
