/** The Windows runtime for `deno compile`, which downloads its own from a place that CI cannot reach. */

import { unpackNpmPackage } from "./npm_package.ts";
import { stripCompiledProgram } from "./pe_strip.ts";
import { type Step, stepFolder } from "./step.ts";

/** An exe that was made by `deno compile` of Deno 2.7.11, so the runtime of that version is in it. */
const COMPILED_PROGRAM = {
  name: "@stdy/cli-win32-x64",
  version: "0.22.2",
  integrity:
    "sha512-7ZsJltOYVvMTl6eAy1AKMya7TFhb629FXr/BKZTyQsBrPj28rAaebQSTFYs1IZN0+n6LnJTpue6m4SIkevqBNA==",
} as const;

/** The step that makes it. */
export const DENORT_STEP: Step = {
  name: "denort",
  what: "Windows runtime for deno compile",
  usually: "5 s",
  recipe: ["strip 1", `${COMPILED_PROGRAM.name}@${COMPILED_PROGRAM.version}`, COMPILED_PROGRAM.integrity],
  build: async (folder, progress) => {
    const unpacked = `${folder}/package`;
    await Deno.mkdir(unpacked);
    await unpackNpmPackage(COMPILED_PROGRAM, unpacked, progress);
    const program = await Deno.readFile(`${unpacked}/bin/steady.exe`);
    await Deno.writeFile(`${folder}/denort.exe`, stripCompiledProgram(program));
    await Deno.remove(unpacked, { recursive: true });
  },
};

/** Where the runtime lies. */
export function denortPath(cache: string): string {
  return `${stepFolder(cache, DENORT_STEP)}/denort.exe`;
}
