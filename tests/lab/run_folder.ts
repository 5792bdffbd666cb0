/**
 * The folder of one run, with its copy of the Wine prefix. Its name carries the process that made it, so the next
 * set-up can tell a folder that is in use from one that a killed process left.
 */

import { copyTemplate } from "./prefix.ts";
import { removeTree } from "./step.ts";

/** Makes a new, empty run folder. */
export async function makeRunFolder(cache: string): Promise<string> {
  const name = `${Deno.pid}-${startOf(Deno.pid) ?? 0}-${crypto.randomUUID().slice(0, 8)}`;
  const folder = `${cache}/runs/${name}`;
  await Deno.mkdir(folder, { recursive: true });
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

/** Age after which a temporary copy of Deno cannot be one that is just being made. */
const ABANDONED_AFTER_MS = 60_000;

/** Removes what runs left whose process is gone. */
export async function removeDeadRuns(cache: string): Promise<void> {
  for (const name of listIfThere(`${cache}/runs`)) {
    const [pid = "", start = ""] = name.split("-");
    if (startOf(Number(pid)) !== start) await removeTree(`${cache}/runs/${name}`);
  }
  // Deno 2.9 under Wine copies itself there (97 MB) when it starts a process, and leaves the copy when it is killed.
  const copies = `${cache}/deno-dir/node_compat_bin`;
  for (const name of listIfThere(copies)) {
    if (name.includes(".tmp-") && ageMs(`${copies}/${name}`) > ABANDONED_AFTER_MS) {
      await removeTree(`${copies}/${name}`);
    }
  }
}

function listIfThere(folder: string): string[] {
  try {
    return [...Deno.readDirSync(folder)].map((entry) => entry.name);
  } catch {
    return [];
  }
}

function ageMs(path: string): number {
  try {
    return Date.now() - (Deno.lstatSync(path).mtime?.getTime() ?? 0);
  } catch {
    return 0;
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
