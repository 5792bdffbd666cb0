/** Where the lab keeps what it has set up. */

import { fileURLToPath } from "node:url";
import { resolve } from "node:path";

/** The project's folder: the one with `deno.json` in it. */
export const PROJECT_FOLDER: string = fileURLToPath(new URL("../..", import.meta.url)).replace(/[\\/]$/, "");

/** The cache folder of the lab: `CASEMENT_LAB`, else `casement-lab` in the user's cache folder. */
export function cacheFolder(env: { get(name: string): string | undefined } = Deno.env): string {
  const chosen = env.get("CASEMENT_LAB");
  if (chosen !== undefined && chosen !== "") return resolve(chosen);
  if (Deno.build.os === "windows") return resolve(env.get("LOCALAPPDATA") ?? ".", "casement-lab");
  const userCache = env.get("XDG_CACHE_HOME") ?? "";
  // The XDG rules: a relative XDG_CACHE_HOME is to be ignored.
  if (userCache.startsWith("/")) return resolve(userCache, "casement-lab");
  return resolve(env.get("HOME") ?? ".", ".cache", "casement-lab");
}
