/** Runs a program that builds something: inside the lab's root file system, or on the machine itself. */

import { PROJECT_FOLDER } from "./cache.ts";
import type { WineHome } from "./host.ts";
import { sandboxCommand } from "./sandbox.ts";

/** One run of such a program. */
export interface BuildCall {
  readonly argv: readonly string[];
  /** What it reads from standard input. */
  readonly stdin?: string;
  /** Folders besides the project that it may read. */
  readonly readable: readonly string[];
  /** Folders that it may write. */
  readonly writable: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** How it ended, and what it said. */
export interface BuildResult {
  readonly code: number;
  readonly stderr: string;
}

/** Runs it with the programs and libraries of the root file system, seeing no more of the machine than it may. */
export function runBuildInRootfs(home: WineHome & { kind: "rootfs" }, call: BuildCall): Promise<BuildResult> {
  const binds = [
    ...[PROJECT_FOLDER, ...call.readable].map((path) => ({ path, isWritable: false })),
    ...call.writable.map((path) => ({ path, isWritable: true })),
  ];
  const env = { PATH: "/usr/bin:/bin", LC_ALL: "C.UTF-8", ...call.env };
  const argv = sandboxCommand(home, { binds, env, cwd: PROJECT_FOLDER }, call.argv);
  return runBuild({ ...call, argv, env: {} });
}

/** Runs it on the machine itself. */
export async function runBuild({ argv, stdin = "", env = {} }: BuildCall): Promise<BuildResult> {
  const [program = "", ...args] = argv;
  const child = new Deno.Command(program, { args, env, stdin: "piped", stdout: "null", stderr: "piped" })
    .spawn();
  const feed = async (): Promise<void> => {
    const writer = child.stdin.getWriter();
    try {
      await writer.write(new TextEncoder().encode(stdin));
      await writer.close();
    } catch {
      // The program has given up before it read everything; it says why on standard error.
    }
  };
  const [, stderr, status] = await Promise.all([feed(), new Response(child.stderr).text(), child.status]);
  return { code: status.code, stderr };
}
