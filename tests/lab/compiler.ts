/** Finds mingw-w64 and runs it, inside the root file system where the lab has one. */

import { type BuildCall, type BuildResult, runBuild, runBuildInRootfs } from "./build_program.ts";
import { findProgram } from "./command.ts";
import { setUpLab } from "./setup.ts";

/** The language of a source. */
export type Language = "c" | "c++";

/** One call of the compiler. */
export interface CompilerCall extends Omit<BuildCall, "argv" | "env"> {
  readonly language: Language;
  readonly args: readonly string[];
  /** What the compiler reads where an argument says "-". */
  readonly stdin: string;
}

/** A compiler that makes programs for 64-bit Windows. */
export interface Compiler {
  run(call: CompilerCall): Promise<BuildResult>;
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
    if (home?.kind === "rootfs") return { run: (call) => runBuildInRootfs(home, buildCall(call)) };
  }
  if (findProgram(PROGRAM.c) === undefined || findProgram(PROGRAM["c++"]) === undefined) return undefined;
  return { run: (call) => runBuild(buildCall(call)) };
}

function buildCall(call: CompilerCall): BuildCall {
  return { ...call, argv: [PROGRAM[call.language], ...call.args] };
}
