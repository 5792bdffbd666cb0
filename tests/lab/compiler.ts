/** Finds mingw-w64 and runs it, inside the root file system where the lab has one. */

import { PROJECT_FOLDER } from "./cache.ts";
import { findProgram } from "./command.ts";
import { sandboxCommand } from "./sandbox.ts";
import { setUpLab } from "./setup.ts";

/** The language of a source. */
export type Language = "c" | "c++";

/** One call of the compiler. */
export interface CompilerCall {
  readonly language: Language;
  readonly args: readonly string[];
  /** What the compiler reads where an argument says "-". */
  readonly stdin: string;
  /** Folders besides the project that it may read. */
  readonly readable: readonly string[];
  /** Folders that it may write. */
  readonly writable: readonly string[];
}

/** A compiler that makes programs for 64-bit Windows. */
export interface Compiler {
  run(call: CompilerCall): Promise<{ readonly code: number; readonly stderr: string }>;
}

/** The two programs of a mingw-w64 compiler, as Debian and most others name them. */
const PROGRAM: Readonly<Record<Language, string>> = {
  c: "x86_64-w64-mingw32-gcc",
  "c++": "x86_64-w64-mingw32-g++",
};

/** The compiler of the lab's root file system, else the one on the PATH, else undefined. */
export async function findCompiler(): Promise<Compiler | undefined> {
  if (Deno.build.os !== "windows") {
    const { home } = await setUpLab({ only: ["run"] });
    if (home?.kind === "rootfs") {
      return {
        run: (call) => {
          const binds = [
            ...[PROJECT_FOLDER, ...call.readable].map((path) => ({ path, isWritable: false })),
            ...call.writable.map((path) => ({ path, isWritable: true })),
          ];
          const env = { PATH: "/usr/bin:/bin", LC_ALL: "C.UTF-8" };
          const options = { binds, env, cwd: PROJECT_FOLDER };
          return runCompiler(
            sandboxCommand(home, options, [PROGRAM[call.language], ...call.args]),
            call.stdin,
          );
        },
      };
    }
  }
  if (findProgram(PROGRAM.c) === undefined || findProgram(PROGRAM["c++"]) === undefined) return undefined;
  return { run: (call) => runCompiler([PROGRAM[call.language], ...call.args], call.stdin) };
}

async function runCompiler(
  argv: readonly string[],
  stdin: string,
): Promise<{ readonly code: number; readonly stderr: string }> {
  const [program = "", ...args] = argv;
  const child = new Deno.Command(program, { args, stdin: "piped", stdout: "null", stderr: "piped" }).spawn();
  const feed = async (): Promise<void> => {
    const writer = child.stdin.getWriter();
    try {
      await writer.write(new TextEncoder().encode(stdin));
      await writer.close();
    } catch {
      // The compiler has given up before it read everything; it says why on standard error.
    }
  };
  const [, stderr, status] = await Promise.all([feed(), new Response(child.stderr).text(), child.status]);
  return { code: status.code, stderr };
}
