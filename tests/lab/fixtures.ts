/**
 * Small Windows programs and libraries that the tests act on, built with mingw-w64 from C and C++ and kept in the
 * cache. Built on the Linux side; the Windows Deno in a sandbox finds what was built there before it started.
 */

import { createHash } from "node:crypto";
import { basename, dirname, extname, resolve } from "node:path";
import type { BuildResult } from "./build_program.ts";
import { cacheFolder, PROJECT_FOLDER } from "./cache.ts";
import { type Compiler, findCompiler, type Language } from "./compiler.ts";
import { makeRunFolder } from "./run_folder.ts";

/** How a fixture is built. */
export interface FixtureOptions {
  /** Sources besides the main one; with them the headers beside them count as part of the fixture. */
  readonly moreSources?: readonly string[];
  /** Flags before the sources, such as "-municode", "-mwindows", "-shared". */
  readonly flags?: readonly string[];
  /** Libraries to link, such as "gdi32". */
  readonly libraries?: readonly string[];
  /** File name of the result; the source's with ".exe" by default. */
  readonly output?: string;
  /** Compiles the sources as if they were one file: big headers are then read once. */
  readonly isOneUnit?: boolean;
}

/** A fixture's path, as a path of the side that asks, or why there is none. */
export type Fixture = { readonly path: string } | { readonly skipped: string };

/** The result of a compiler's look at a text. */
export type CheckResult = { readonly ok: boolean; readonly stderr: string } | { readonly skipped: string };

/** Part of every fixture's key: change it when the way of building changes. */
const RECIPE = "fixture 1";

/** Static: the fixtures run where mingw's libraries are not on the path. */
const COMMON_FLAGS = ["-static", "-O1", "-s"];

/** Files beside a source that may be part of it. */
const COMPANION = /\.(?:h|hpp|def|rc|manifest)$/;

/**
 * Builds a fixture, or finds it in the cache.
 * @param source a path relative to `tests/fixtures`, or an absolute one
 * @throws {Error} with the compiler's words when the source does not compile
 */
export async function buildFixture(source: string, options: FixtureOptions = {}): Promise<Fixture> {
  const sources = [source, ...options.moreSources ?? []].map((path) =>
    resolve(PROJECT_FOLDER, "tests", "fixtures", path)
  );
  const output = options.output ?? `${basename(source, extname(source))}.exe`;
  return await builtOnce(
    fixtureKey(sources, output, options),
    output,
    findCompiler,
    (compiler, path) => compile(compiler, sources, path, options),
  );
}

/**
 * Builds a file once and keeps it in the cache.
 * @param key everything that decides the result, as a name
 * @param findBuilder what builds it, or undefined where that is not to be had
 * @param build writes the file
 * @throws {Error} with the builder's words when it fails
 */
export async function builtOnce<Builder>(
  key: string,
  output: string,
  findBuilder: () => Promise<Builder | undefined>,
  build: (builder: Builder, path: string) => Promise<BuildResult>,
): Promise<Fixture> {
  const folder = resolve(cacheFolder(), "fixtures", key);
  const path = resolve(folder, output);
  if (isThere(path)) return { path };
  const builder = await findBuilder();
  if (builder === undefined) {
    return { skipped: `${output} is not built and there is nothing here to build it with` };
  }
  // In the folder of a run, so that the next set-up removes it if we are killed.
  const fresh = await makeRunFolder(cacheFolder());
  try {
    const { code, stderr } = await build(builder, resolve(fresh, output));
    if (code !== 0) throw new Error(`${output} cannot be built:\n${stderr}`);
    // Another process may have built the same in the meantime; then its folder is as good as ours.
    await Deno.mkdir(dirname(folder), { recursive: true });
    await Deno.rename(fresh, folder).catch((error) => {
      if (!isThere(path)) throw error;
    });
  } finally {
    await Deno.remove(fresh, { recursive: true }).catch(() => undefined);
  }
  return { path };
}

/** Whether a text compiles; nothing is kept. What the ABI check rests on. */
export async function compileCheck(
  sourceText: string,
  flags: readonly string[] = [],
  language: Language = "c++",
): Promise<CheckResult> {
  const compiler = await findCompiler();
  if (compiler === undefined) return { skipped: "there is no mingw-w64 compiler here" };
  const { code, stderr } = await compiler.run({
    language,
    args: ["-fsyntax-only", ...flags, "-x", language, "-"],
    stdin: sourceText,
    readable: [],
    writable: [],
  });
  return { ok: code === 0, stderr };
}

async function compile(
  compiler: Compiler,
  sources: readonly string[],
  path: string,
  options: FixtureOptions,
): Promise<BuildResult> {
  const language = sources.every((source) => source.endsWith(".c")) ? "c" : "c++";
  // The language is for standard input alone: what follows (libraries) is no source.
  const input = options.isOneUnit ? ["-x", language, "-", "-x", "none"] : sources;
  return await compiler.run({
    language,
    args: [
      ...[...COMMON_FLAGS, ...options.flags ?? [], ...input, "-o", path],
      ...(options.libraries ?? []).map((name) => `-l${name}`),
    ],
    stdin: options.isOneUnit ? sources.map((source) => `#include "${source}"\n`).join("") : "",
    readable: sources.map((source) => dirname(source)),
    writable: [dirname(path)],
  });
}

/** The same on both sides of Wine: made of contents and names, never of absolute paths. */
function fixtureKey(sources: readonly string[], output: string, options: FixtureOptions): string {
  const hash = createHash("sha256");
  // The sources' names and contents follow.
  hash.update(JSON.stringify([RECIPE, COMMON_FLAGS, output, { ...options, moreSources: sources.length }]));
  for (const folder of new Set(sources.map((path) => dirname(path)))) {
    const headers = [...Deno.readDirSync(folder)].map(({ name }) => name).filter((name) =>
      COMPANION.test(name)
    );
    for (const name of headers.sort()) hash.update(name).update(Deno.readFileSync(resolve(folder, name)));
  }
  for (const path of sources) hash.update(basename(path)).update(Deno.readFileSync(path));
  return hash.digest("hex").slice(0, 24);
}

function isThere(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
