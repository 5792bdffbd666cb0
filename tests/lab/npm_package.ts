/**
 * Programs that come from the npm registry. npm itself fetches them, so its settings (registry, proxy,
 * certificates) hold; the sums below say that what came is what was tried.
 */

import { createHash } from "node:crypto";
import { findProgram, runCommand } from "./command.ts";
import type { Progress } from "./progress.ts";
import type { Step } from "./step.ts";

/** A package at one version, with the sum that npm publishes for its tarball. */
export interface NpmPackage {
  readonly name: string;
  readonly version: string;
  readonly integrity: string;
}

/** Fetches a package and unpacks its files into `folder`. */
export async function unpackNpmPackage(
  source: NpmPackage,
  folder: string,
  progress: Progress,
): Promise<void> {
  if (findProgram("npm") === undefined) throw new Error("npm cannot be found; install Node, which brings it");
  const tarball = `${folder}/package.tgz`;
  const specifier = `${source.name}@${source.version}`;
  const printed = await runCommand(
    ["npm", "pack", specifier, "--silent", "--pack-destination", folder],
    { cwd: folder, progress },
  );
  // npm prints the tarball's name last.
  const fileName = printed.trim().split("\n").at(-1) ?? "";
  await Deno.rename(`${folder}/${fileName}`, tarball);
  await checkIntegrity(tarball, source);
  await runCommand(["tar", "-xzf", tarball, "-C", folder, "--strip-components=1", "--no-same-owner"], {
    progress,
  });
  await Deno.remove(tarball);
}

/** The step that puts a package's files into the cache. */
export function npmStep(name: string, what: string, source: NpmPackage): Step {
  return {
    name,
    what,
    usually: "5 s",
    recipe: [`${source.name}@${source.version}`, source.integrity],
    build: (folder, progress) => unpackNpmPackage(source, folder, progress),
  };
}

async function checkIntegrity(path: string, source: NpmPackage): Promise<void> {
  const sum = createHash("sha512").update(await Deno.readFile(path)).digest("base64");
  if (`sha512-${sum}` !== source.integrity) {
    throw new Error(
      `${source.name}@${source.version} is not the file that was tried: its sum is sha512-${sum}`,
    );
  }
}
