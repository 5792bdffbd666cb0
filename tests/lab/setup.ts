/**
 * Sets up the lab: what the Windows program needs to run for real on Linux. Everything is kept in a cache; once it
 * is there, setting up is a look at a few stamp files.
 *
 * Run by hand: `deno run -A tests/lab/setup.ts`.
 */

import { cacheFolder, PROJECT_FOLDER } from "./cache.ts";
import { installDependencies } from "./dependencies.ts";
import { COMPILE_DENO_STEP, WINDOWS_DENO_STEP } from "./deno_builds.ts";
import { DENORT_STEP, denortPath } from "./denort.ts";
import { canSandbox, ensurePrograms, hostHasWine, type WineHome } from "./host.ts";
import { type Lab, projectLab } from "./lab.ts";
import { takeLock } from "./lock.ts";
import { NSIS_STEP } from "./nsis.ts";
import { prefixStep } from "./prefix.ts";
import { say } from "./progress.ts";
import { requireRoot, ROOTFS_STEP, rootfsTree } from "./rootfs.ts";
import { removeDeadRuns } from "./run_folder.ts";
import { completeStep, isComplete, removeLeftovers, type Step, stepFolder } from "./step.ts";

/** A part of the lab that can be had alone. */
export type LabPart =
  /** Wine, a prefix and the Windows Deno: what running programs takes. */
  | "run"
  /** What compiling the exe takes: the Windows runtime and the Linux Deno of its version. */
  | "compile"
  /** What making installers takes besides, where the lab has a root file system. */
  | "installers";

/** What to set up. */
export interface SetUpOptions {
  /** The parts that are needed; all by default. */
  readonly only?: readonly LabPart[];
}

/** Sets up what is missing and returns the lab. On Windows nothing is needed. */
export async function setUpLab(options: SetUpOptions = {}): Promise<Lab> {
  const cache = cacheFolder();
  if (Deno.build.os === "windows") {
    const paths = { cache, windowsDeno: Deno.execPath(), denort: undefined, compileDeno: undefined };
    return projectLab(paths, undefined);
  }
  const home = await chooseHome(cache);
  const parts = options.only ?? ["run", "compile", "installers"];
  const chains = stepChains(home, parts);
  await Deno.mkdir(`${cache}/deno-dir`, { recursive: true });
  if (!chains.flat().every((step) => isComplete(cache, step))) await complete(cache, home, chains);
  await removeDeadRuns(cache);
  if (parts.includes("run")) await installDependencies(cache, PROJECT_FOLDER);
  return projectLab({
    cache,
    windowsDeno: `${stepFolder(cache, WINDOWS_DENO_STEP)}/deno.exe`,
    denort: denortPath(cache),
    compileDeno: `${stepFolder(cache, COMPILE_DENO_STEP)}/deno`,
  }, home);
}

/** The machine's own Wine where that is new enough, else a root file system. */
async function chooseHome(cache: string): Promise<WineHome> {
  if (!(await hostHasWine())) {
    await ensurePrograms(["bwrap"]);
    return { kind: "rootfs", tree: rootfsTree(cache) };
  }
  return { kind: "host", hasSandbox: await canSandbox() };
}

/** The steps, as chains that can be worked on side by side. */
function stepChains(home: WineHome, parts: readonly LabPart[]): Step[][] {
  const chains: Step[][] = [];
  const isInRootfs = home.kind === "rootfs";
  if (parts.includes("run")) {
    const before = isInRootfs ? [ROOTFS_STEP] : [];
    const recipe = before.flatMap((step) => step.recipe).join(" ");
    // One after another: on a fresh machine both install what fetches packages.
    const installers = isInRootfs && parts.includes("installers") ? [NSIS_STEP] : [];
    chains.push([...before, prefixStep(home, recipe), ...installers], [WINDOWS_DENO_STEP]);
  }
  if (parts.includes("compile")) chains.push([COMPILE_DENO_STEP], [DENORT_STEP]);
  return chains;
}

async function complete(cache: string, home: WineHome, chains: readonly Step[][]): Promise<void> {
  // Before anything is downloaded for nothing.
  if (home.kind === "rootfs" && !isComplete(cache, ROOTFS_STEP)) requireRoot();
  if (home.kind === "rootfs" && !(await canSandbox())) {
    throw new Error(
      "bubblewrap is not allowed to make its name spaces here (in a container, give it more rights; elsewhere look " +
        'at what "bwrap --ro-bind / / --proc /proc --unshare-pid true" says). Or install Wine 10 or newer together ' +
        "with Xvfb, which runs without it.",
    );
  }
  say(`setting up in ${cache}; this happens once`);
  using _lock = await takeLock(`${cache}/lock`);
  await removeLeftovers(cache);
  const results = await Promise.allSettled(chains.map(async (chain) => {
    for (const step of chain) await completeOrLeaveOut(cache, step);
  }));
  // All chains are waited for first, so that no half-made folder is still being written when the lock goes.
  for (const result of results) if (result.status === "rejected") throw result.reason;
}

async function completeOrLeaveOut(cache: string, step: Step): Promise<void> {
  try {
    await completeStep(cache, step);
  } catch (error) {
    if (step.isOptional !== true) throw error;
    say(`${step.what}: left out, as ${error instanceof Error ? error.message : String(error)}`);
  }
}

if (import.meta.main) {
  try {
    const lab = await setUpLab();
    say(`ready in ${lab.paths.cache}`);
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    Deno.exit(1);
  }
}
