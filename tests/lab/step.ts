/**
 * A step of the set-up: a folder in the cache that is either complete or absent. It is built beside its place and
 * renamed into it with its stamp inside, so a set-up that is killed half way leaves nothing that looks finished.
 */

import { type Progress, withProgress } from "./progress.ts";

/** One thing that the set-up makes. */
export interface Step {
  /** The step's folder in the cache. */
  readonly name: string;
  /** What it makes, in the words of the progress line. */
  readonly what: string;
  /** How long it usually takes, for the person who waits. */
  readonly usually: string;
  /** Everything that decides the result. When it changes, the step is built anew. */
  readonly recipe: readonly string[];
  /** The lab does without it where it cannot be made: only what needs it is left out. */
  readonly isOptional?: true;
  /** Fills an empty folder. */
  build(folder: string, progress: Progress): Promise<void>;
}

const STAMP = "stamp";

/** The marks of folders that a killed set-up left behind. */
const LEFTOVER = /\.(?:new|old)-\d+$/;

/** The folder in which a step's result lies. */
export function stepFolder(cache: string, step: Pick<Step, "name">): string {
  return `${cache}/${step.name}`;
}

/** Whether the step's result is there and was made by this very recipe. */
export function isComplete(cache: string, step: Step): boolean {
  try {
    return Deno.readTextFileSync(`${stepFolder(cache, step)}/${STAMP}`) === stampText(step);
  } catch {
    return false;
  }
}

/** Builds the step unless it is complete. The caller holds the cache's lock. */
export async function completeStep(cache: string, step: Step): Promise<void> {
  if (isComplete(cache, step)) return;
  await withProgress(step.what, step.usually, async (progress) => {
    const target = stepFolder(cache, step);
    const fresh = `${target}.new-${Deno.pid}`;
    await Deno.mkdir(fresh, { recursive: true });
    try {
      await step.build(fresh, progress);
    } catch (error) {
      await removeTree(fresh);
      throw error;
    }
    await Deno.writeTextFile(`${fresh}/${STAMP}`, stampText(step));
    const outdated = `${target}.old-${Deno.pid}`;
    await renameIfThere(target, outdated);
    await Deno.rename(fresh, target);
    await removeTree(outdated);
  });
}

/** Removes what killed set-ups left in the cache. The caller holds the cache's lock. */
export async function removeLeftovers(cache: string): Promise<void> {
  for await (const entry of Deno.readDir(cache)) {
    if (LEFTOVER.test(entry.name)) await removeTree(`${cache}/${entry.name}`);
  }
}

/**
 * Removes a folder with everything in it, if it is there. Tries again while something still writes in it: the
 * processes of a sandbox that was just killed take a moment to be gone.
 */
export async function removeTree(path: string): Promise<void> {
  for (let attempt = 1;; attempt++) {
    try {
      await Deno.remove(path, { recursive: true });
      return;
    } catch (error) {
      if (error instanceof Deno.errors.NotFound && !exists(path)) return;
      if (attempt === 10) throw error;
      await new Promise((done) => setTimeout(done, 20 * attempt));
    }
  }
}

function stampText(step: Step): string {
  return `${step.recipe.join("\n")}\n`;
}

async function renameIfThere(from: string, to: string): Promise<void> {
  try {
    await Deno.rename(from, to);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

function exists(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
