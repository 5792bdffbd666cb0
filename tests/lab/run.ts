/**
 * Runs one Windows program in the lab by hand.
 *
 * `deno run -A tests/lab/run.ts [--two-monitors] [--scale=150] PROGRAM [arguments]`
 */

import { say } from "./progress.ts";
import { setUpLab } from "./setup.ts";
import type { RunOptions } from "./lab.ts";

/** Reads the options before the program; what follows it is the program's own. */
export function parseRunArguments(args: readonly string[]): RunOptions {
  let options: RunOptions = { argv: [] };
  const rest = [...args];
  for (let first = rest[0]; first?.startsWith("--"); first = rest[0]) {
    const scale = /^--scale=(\d+)$/.exec(first)?.[1];
    if (first === "--two-monitors") options = { ...options, screen: "two-monitors" };
    else if (scale !== undefined) options = { ...options, scalePercent: Number(scale) };
    else throw new Error(`there is no option ${first}`);
    rest.shift();
  }
  if (rest.length === 0) throw new Error("name a Windows program to run");
  return { ...options, argv: rest };
}

if (import.meta.main) {
  try {
    const options = parseRunArguments(Deno.args);
    const lab = await setUpLab({ only: ["run"] });
    const [program = "", ...args] = options.argv;
    const status = await lab.run({
      ...options,
      argv: [program === "deno" ? lab.paths.windowsDeno : program, ...args],
      cwd: Deno.cwd(),
      binds: [{ path: Deno.cwd(), isWritable: true }],
      env: { WINEDEBUG: Deno.env.get("WINEDEBUG") ?? "-all" },
      stdin: "inherit",
    });
    Deno.exit(status.code);
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    Deno.exit(1);
  }
}
