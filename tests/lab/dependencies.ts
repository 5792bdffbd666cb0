/**
 * The project's npm packages. The program in the lab runs without a network, so `node_modules` must be complete
 * before it starts. Deno for Linux fills it; its symbolic links resolve under Wine.
 */

import { createHash } from "node:crypto";
import { runCommand } from "./command.ts";
import { withProgress } from "./progress.ts";
import { takeLock } from "./lock.ts";

/** Installs the project's packages unless its import map and lock file are the ones of the last time. */
export async function installDependencies(cache: string, project: string): Promise<void> {
  const key = createHash("sha256").update(project).digest("hex").slice(0, 16);
  const stamp = `${cache}/dependencies/${key}`;
  if (isInstalled(project, stamp)) return;
  await Deno.mkdir(`${cache}/dependencies`, { recursive: true });
  using _lock = await takeLock(`${stamp}.lock`);
  if (isInstalled(project, stamp)) return;
  await withProgress("npm packages of the project", "5 s", async (progress) => {
    await runCommand([Deno.execPath(), "install"], { cwd: project, progress });
  });
  await Deno.writeTextFile(`${stamp}.new`, fingerprint(project));
  await Deno.rename(`${stamp}.new`, stamp);
}

function isInstalled(project: string, stamp: string): boolean {
  try {
    return Deno.statSync(`${project}/node_modules/.deno`).isDirectory &&
      Deno.readTextFileSync(stamp) === fingerprint(project);
  } catch {
    return false;
  }
}

/** Of the imports alone: an edited task must not cost an installation. */
function fingerprint(project: string): string {
  const settings: { imports?: unknown } = JSON.parse(Deno.readTextFileSync(`${project}/deno.json`));
  return createHash("sha256").update(JSON.stringify(settings.imports)).update(readLock(project)).digest(
    "hex",
  );
}

function readLock(project: string): string {
  try {
    return Deno.readTextFileSync(`${project}/deno.lock`);
  } catch {
    return "";
  }
}
