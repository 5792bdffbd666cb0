/**
 * Runs one Windows program in the lab by hand.
 *
 * `deno run -A tests/lab/run.ts [--two-monitors] [--scale=150] [--uia-server] PROGRAM [arguments]`
 */

import { say } from "./progress.ts";
import { setUpLab } from "./setup.ts";
import type { RunOptions } from "./lab.ts";
import { uiaServer } from "../uia_server/server.ts";

/** What the command line asks for. */
export interface RunArguments extends RunOptions {
  /** Whether UI Automation clients in the run get the test server. */
  readonly wantsUiaServer?: boolean;
}

/** Reads the options before the program; what follows it is the program's own. */
export function parseRunArguments(args: readonly string[]): RunArguments {
  let options: RunArguments = { argv: [] };
  const rest = [...args];
  for (let first = rest[0]; first?.startsWith("--"); first = rest[0]) {
    const scale = /^--scale=(\d+)$/.exec(first)?.[1];
    if (first === "--two-monitors") options = { ...options, screen: "two-monitors" };
    else if (first === "--uia-server") options = { ...options, wantsUiaServer: true };
    else if (scale !== undefined) options = { ...options, scalePercent: Number(scale) };
    else throw new Error(`there is no option ${first}`);
    rest.shift();
  }
  if (rest.length === 0) throw new Error("name a Windows program to run");
  return { ...options, argv: rest };
}

/** What the test server reads: its log, its faults. */
function uiaVariables(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(Deno.env.toObject()).filter(([name]) => name.startsWith("CASEMENT_UIA_")),
  );
}

if (import.meta.main) {
  try {
    const options = parseRunArguments(Deno.args);
    const lab = await setUpLab({ only: ["run"] });
    const [program = "", ...args] = options.argv;
    const server = options.wantsUiaServer ? await uiaServer() : undefined;
    if (server !== undefined && "skipped" in server) throw new Error(server.skipped);
    const status = await lab.run({
      ...options,
      ...(server === undefined ? {} : { uiaServer: server.path }),
      argv: [program === "deno" ? lab.paths.windowsDeno : program, ...args],
      cwd: Deno.cwd(),
      binds: [{ path: Deno.cwd(), isWritable: true }],
      env: { WINEDEBUG: Deno.env.get("WINEDEBUG") ?? "-all", ...uiaVariables() },
      stdin: "inherit",
    });
    Deno.exit(status.code);
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    Deno.exit(1);
  }
}
