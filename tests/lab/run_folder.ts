/**
 * The folder of one run, with its copy of the Wine prefix. Its name carries the process that made it, so the next
 * set-up can tell a folder that is in use from one that a killed process left.
 */

import { copyTemplate } from "./prefix.ts";
import { removeTree } from "./step.ts";

/** Makes a new run folder with a fresh prefix in `prefix/`. */
export async function makeRunFolder(cache: string): Promise<string> {
  const name = `${Deno.pid}-${startOf(Deno.pid) ?? 0}-${crypto.randomUUID().slice(0, 8)}`;
  const folder = `${cache}/runs/${name}`;
  await Deno.mkdir(`${folder}/home`, { recursive: true });
  return folder;
}

/** Gives a run folder its copy of the template, or the kept prefix at `kept` what it lacks. */
export async function preparePrefix(cache: string, folder: string, kept?: string): Promise<string> {
  if (kept === undefined) {
    await copyTemplate(cache, `${folder}/prefix`);
    return `${folder}/prefix`;
  }
  const isThere = await Deno.stat(`${kept}/system.reg`).then(() => true, () => false);
  if (!isThere) await copyTemplate(cache, kept);
  return kept;
}

/** Removes the folders of runs whose process is gone. */
export async function removeDeadRuns(cache: string): Promise<void> {
  let entries: Deno.DirEntry[];
  try {
    entries = [...Deno.readDirSync(`${cache}/runs`)];
  } catch {
    return;
  }
  for (const { name } of entries) {
    const [pid = "", start = ""] = name.split("-");
    if (startOf(Number(pid)) !== start) await removeTree(`${cache}/runs/${name}`);
  }
}

/** When a process began, in the kernel's ticks: with it a process id is unique. Undefined for no such process. */
function startOf(pid: number): string | undefined {
  try {
    const stat = Deno.readTextFileSync(`/proc/${pid}/stat`);
    // The second field is the program's name in brackets, with any characters; the 22nd is the start.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  } catch {
    return undefined;
  }
}
