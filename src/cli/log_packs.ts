import type { Log } from "../core/log.ts";
import type { LeftOutPack } from "../packs/load/load_packs.ts";
import type { PackRegistry, PackSet } from "../packs/registry.ts";

/** More names than these say no more in a line of a log. */
const MOST_NAMED = 20;

/** Reads the packs if nobody has yet, and writes one line about them: by ids, folder names and codes alone. Never throws. */
export async function logPacks(packs: PackRegistry, log: Log): Promise<void> {
  try {
    const set = await packs.current();
    log.write(set.issues.length > 0 ? "warning" : "info", packsLine(set));
  } catch (error) {
    log.write(
      "error",
      `App Packs could not be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** What is loaded, and what was left out and why, on one line. */
export function packsLine({ packs, leftOut, issues }: PackSet): string {
  const loaded = packs.size === 0 ? "no App Packs" : `App Packs: ${several([...packs.keys()])}`;
  const sources = issues.filter(({ code }) => code === "SOURCE_UNREADABLE").map(({ code, folder }) =>
    `${folder} (${code})`
  );
  const left = [...leftOut.map(reasonOf), ...sources];
  return left.length === 0 ? loaded : `${loaded}; left out: ${several(left)}`;
}

function reasonOf({ folder, issues }: LeftOutPack): string {
  const codes = [...new Set(issues.map(({ code }) => code))];
  return `${folder} (${codes.length === 0 ? "switched off" : codes.join(", ")})`;
}

function several(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMED).join(", ");
  return names.length > MOST_NAMED ? `${shown} and ${names.length - MOST_NAMED} more` : shown;
}
