/** Installers that the tests drive, made with NSIS and kept in the cache beside the other fixtures. */

import { createHash } from "node:crypto";
import { dirname, resolve } from "node:path";
import { type BuildCall, type BuildResult, runBuild, runBuildInRootfs } from "./build_program.ts";
import { PROJECT_FOLDER } from "./cache.ts";
import { findProgram } from "./command.ts";
import { builtOnce, type Fixture } from "./fixtures.ts";
import { NSIS_STEP, nsisIn } from "./nsis.ts";
import { setUpLab } from "./setup.ts";
import { isComplete } from "./step.ts";

/** Part of every installer's key: change it when the way of building changes. */
const RECIPE = "installer 1";

const MAKENSIS = "makensis";

/** Runs makensis with these arguments. */
type Nsis = (
  call: Omit<BuildCall, "argv" | "env"> & { readonly args: readonly string[] },
) => Promise<BuildResult>;

/**
 * Builds an installer, or finds it in the cache. The script takes the path of the result as `OUTPUT`; everything in
 * its folder counts as part of it.
 * @param script a path relative to `tests/fixtures`, or an absolute one
 * @throws {Error} with NSIS' words when the script is wrong
 */
export async function buildInstaller(script: string, output: string): Promise<Fixture> {
  const source = resolve(PROJECT_FOLDER, "tests", "fixtures", script);
  return await builtOnce(installerKey(source, output), output, findNsis, async (nsis, path) =>
    await nsis({
      args: ["-V2", "-INPUTCHARSET", "UTF8", `-DOUTPUT=${path}`, source],
      readable: [dirname(source)],
      writable: [dirname(path)],
    }));
}

/** NSIS of the lab, else the one on the PATH, else undefined. */
async function findNsis(): Promise<Nsis | undefined> {
  if (Deno.build.os !== "windows") {
    const { home, paths } = await setUpLab({ only: ["run", "installers"] });
    if (home?.kind === "rootfs") {
      if (!isComplete(paths.cache, NSIS_STEP)) return undefined;
      const tree = nsisIn(paths.cache);
      return ({ args, readable, ...call }) =>
        runBuildInRootfs(home, {
          ...call,
          argv: [`${tree}/usr/bin/${MAKENSIS}`, ...args],
          readable: [tree, ...readable],
          env: { NSISDIR: `${tree}/usr/share/nsis` },
        });
    }
  }
  const program = findProgram(MAKENSIS);
  return program === undefined
    ? undefined
    : ({ args, ...call }) => runBuild({ ...call, argv: [program, ...args] });
}

function installerKey(source: string, output: string): string {
  const folder = dirname(source);
  const hash = createHash("sha256").update(JSON.stringify([RECIPE, output]));
  for (const { name } of [...Deno.readDirSync(folder)].sort((a, b) => a.name < b.name ? -1 : 1)) {
    hash.update(name).update(Deno.readFileSync(resolve(folder, name)));
  }
  return hash.digest("hex").slice(0, 24);
}
