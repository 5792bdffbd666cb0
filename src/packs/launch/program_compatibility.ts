import type { Desktop, ExecutableFacts } from "../../desktop/desktop.ts";
import { compatibilityOf, type ExecutableIdentity, type PackCompatibility } from "../compatibility.ts";
import type { Manifest } from "../schema/manifest.ts";

/**
 * Compares the program that runs with the one that the pack was made for. The whole file is read only where the pack has
 * its hash.
 *
 * @param path undefined where it is not known which file runs
 * @throws {ToolError} CANCELLED
 */
export async function programCompatibility(
  desktop: Desktop,
  manifest: Manifest,
  { path, facts }: { readonly path: string | undefined; readonly facts: ExecutableFacts | undefined },
  signal: AbortSignal,
): Promise<PackCompatibility> {
  if (path === undefined || facts === undefined) return compatibilityOf(manifest, undefined);
  const { fileVersion, productVersion } = facts;
  const isHashed = manifest.testedAgainst?.executable?.sha256 !== undefined;
  const sha256 = isHashed ? await desktop.fileSha256(path, signal) : undefined;
  const isUnreadable = isHashed && sha256 === undefined;
  const identity: ExecutableIdentity = { sha256, fileVersion, productVersion };
  return compatibilityOf(manifest, isUnreadable ? undefined : identity);
}
