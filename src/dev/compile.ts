/**
 * Builds `dist/casement.exe`. On Windows with Deno's own runtime, for people; on Linux with the runtime that the lab has,
 * for the tests of the exe alone.
 */
import { join, relative } from "node:path";
import { setUpLab } from "../../tests/lab/setup.ts";
import { PACK_DIRS_VARIABLES } from "../packs/load/pack_sources.ts";
import { bundle } from "./bundle.ts";
import { withResources } from "./resources.ts";
import { PROJECT_FOLDER, runDeno } from "./run_deno.ts";
import { orEnd } from "./script.ts";

/** Variables that the product, and Deno's own temporary folder, are looked up in. */
const ENVIRONMENT = [
  "SystemRoot",
  "windir",
  "LOCALAPPDATA",
  "APPDATA",
  "USERPROFILE",
  "TEMP",
  "TMP",
  ...PACK_DIRS_VARIABLES,
];

/**
 * What the exe may do, baked in. Programs are started through `CreateProcessW`, so `--deny-run` costs nothing. Reading and
 * writing cannot be narrower, as the person chooses the folders at start; nor can FFI, as pointers need all of it.
 */
const PERMISSIONS = [
  "--no-prompt",
  "--deny-net",
  "--deny-run",
  "--deny-import",
  "--allow-ffi",
  "--allow-read",
  "--allow-write",
  `--allow-env=${ENVIRONMENT.join(",")}`,
];

/** Bundles and compiles; returns the exe's path. */
export async function compile(): Promise<string> {
  const dist = join(PROJECT_FOLDER, "dist");
  const folder = join(dist, "bundle");
  await Deno.remove(folder, { recursive: true }).catch(() => {});
  await Deno.mkdir(join(folder, "workers"), { recursive: true });
  const { main, workers, data } = await bundle(folder);
  // A configuration of its own: the project's would have its packages embedded.
  await Deno.writeTextFile(join(folder, "deno.json"), "{}\n");
  const exe = join(dist, "casement.exe");
  const include = [...workers, ...data].flatMap((file) => ["--include", relative(folder, file)]);
  await runDeno([
    "compile",
    "--quiet",
    "--no-check",
    "--config=deno.json",
    "--target=x86_64-pc-windows-msvc",
    `--output=${exe}`,
    ...PERMISSIONS,
    ...include,
    relative(folder, main),
  ], { cwd: folder, ...await runtime() });
  await Deno.writeFile(exe, withResources(await Deno.readFile(exe)));
  return exe;
}

/** The Deno that compiles, and the runtime it puts into the exe. */
async function runtime(): Promise<{ deno?: string; env?: Record<string, string> }> {
  if (Deno.build.os === "windows") return {};
  const { denort, compileDeno } = (await setUpLab({ only: ["compile"] })).paths;
  if (denort === undefined || compileDeno === undefined) {
    throw new Error("Cannot compile: the lab has no runtime");
  }
  return { deno: compileDeno, env: { DENORT_BIN: denort } };
}

if (import.meta.main) {
  const exe = await orEnd(compile());
  const { size } = await Deno.stat(exe);
  await Deno.stdout.write(new TextEncoder().encode(`${exe} (${(size / 1e6).toFixed(1)} MB)\n`));
}
