import { beforeDeadline } from "../../core/clock.ts";
import type { ExecutableFacts } from "../../desktop/desktop.ts";
import { compatibilityOf, type ExecutableIdentity, type PackCompatibility } from "../compatibility.ts";
import type { Manifest } from "../schema/manifest.ts";
import type { LocatingContext } from "./locate_executable.ts";

/** A file on a slow drive is not read to its end: the launch is what was asked for. */
const MOST_HASH_MS = 20_000;

/**
 * Compares the program that runs with the one that the pack was made for. The whole file is read only where the pack has
 * its hash.
 *
 * @param path undefined where it is not known which file runs
 * @throws {ToolError} CANCELLED
 */
export async function programCompatibility(
  { desktop, clock, signal }: LocatingContext,
  manifest: Manifest,
  { path, facts }: { readonly path: string | undefined; readonly facts: ExecutableFacts | undefined },
): Promise<PackCompatibility> {
  if (path === undefined || facts === undefined) return compatibilityOf(manifest, undefined);
  const { fileVersion, productVersion } = facts;
  const isHashed = manifest.testedAgainst?.executable?.sha256 !== undefined;
  const limits = { timeoutMs: MOST_HASH_MS, signal };
  const sha256 = isHashed
    ? await beforeDeadline(clock, limits, (soon) => desktop.fileSha256(path, soon))
    : undefined;
  const isUnreadable = isHashed && sha256 === undefined;
  const identity: ExecutableIdentity = { sha256, fileVersion, productVersion };
  return compatibilityOf(manifest, isUnreadable ? undefined : identity);
}
