/**
 * Runs the server on standard input and output: on Windows directly, elsewhere under Wine in the lab, which is set
 * up first. Standard output carries the server's own output alone.
 *
 * `deno task start [arguments of the server]`
 */

import { PROJECT_FOLDER } from "./cache.ts";
import type { RunOptions } from "./lab.ts";
import type { LabProcess } from "./lab_process.ts";
import { say } from "./progress.ts";
import { setUpLab } from "./setup.ts";
import { uiaServer } from "../uia_server/server.ts";
import { toWindowsPath } from "./wine_paths.ts";

/** Exit codes that a shell gives to a program that a signal ended. */
const EXIT_CODE = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/** Starts `entry` (a path of this machine) with the Windows Deno and answers with its exit code. */
export async function start(
  entry: string,
  args: readonly string[],
  options: Pick<RunOptions, "uiaServer"> = {},
): Promise<number> {
  const lab = await setUpLab({ only: ["run"] });
  const flags = lab.home === undefined ? [] : ["--cached-only"];
  const process = await lab.spawn({
    argv: [lab.paths.windowsDeno, "run", ...flags, "-A", toWindowsPath(entry), ...args],
    env: ownSettings(),
    stdin: "inherit",
    ...options,
  });
  if (Deno.build.os !== "windows") endWithUs(process);
  return (await process.status).code;
}

/** The variables that are meant for Casement; the cache's place differs on the two sides and is set by the lab. */
function ownSettings(): Record<string, string> {
  const settings = Object.entries(Deno.env.toObject())
    .filter(([name]) => name.startsWith("CASEMENT_") && name !== "CASEMENT_LAB");
  return Object.fromEntries(settings);
}

/** A signal that ends us ends the sandbox first and removes its folder. */
function endWithUs(process: LabProcess): void {
  for (const [signal, code] of Object.entries(EXIT_CODE) as [keyof typeof EXIT_CODE, number][]) {
    Deno.addSignalListener(signal, async () => {
      process.kill();
      await process.status;
      Deno.exit(code);
    });
  }
}

/** Wine's own UI Automation can read hardly anything, so the server of the tests stands for it. */
async function elementReading(): Promise<Pick<RunOptions, "uiaServer">> {
  if (Deno.build.os === "windows") return {};
  await setUpLab({ only: ["run"] });
  const server = await uiaServer();
  if ("path" in server) return { uiaServer: server.path };
  say(`elements of windows cannot be read here: ${server.skipped}`);
  return {};
}

if (import.meta.main) {
  try {
    Deno.exit(await start(`${PROJECT_FOLDER}/main.ts`, Deno.args, await elementReading()));
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    Deno.exit(1);
  }
}
