/** The real import graph, as Deno itself resolves it. */
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { ModuleGraph } from "./layers.ts";

/** The repository. */
export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

interface Resolved {
  readonly specifier?: string;
}

interface Info {
  readonly modules: readonly {
    readonly specifier: string;
    readonly dependencies?: readonly { readonly code?: Resolved; readonly type?: Resolved }[];
  }[];
}

/**
 * The graph of these files and all that they import, types included. Workers are entries that nothing imports, so every
 * file is asked for by itself unless another one has led to it.
 */
export async function readModuleGraph(files: readonly string[]): Promise<ModuleGraph> {
  const graph = new Map<string, readonly string[]>();
  for (const file of files) {
    if (graph.has(file)) continue;
    for (const [module, targets] of await inspect(file)) graph.set(module, targets);
  }
  return graph;
}

/** All TypeScript files below a folder of the repository, relative to it, with `/`. */
export async function sourceFiles(folder: string): Promise<readonly string[]> {
  const files: string[] = [];
  for await (const entry of Deno.readDir(join(ROOT, folder))) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory) files.push(...await sourceFiles(path));
    else if (path.endsWith(".ts")) files.push(path);
  }
  return files.sort();
}

async function inspect(file: string): Promise<[string, readonly string[]][]> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", file],
    cwd: ROOT,
    stdin: "null",
  }).output();
  if (code !== 0) throw new Error(new TextDecoder().decode(stderr));
  const info: Info = JSON.parse(new TextDecoder().decode(stdout));
  return info.modules.filter(({ specifier }) => specifier.startsWith("file:")).map((module) => {
    const targets = (module.dependencies ?? []).flatMap(({ code, type }) =>
      [code?.specifier, type?.specifier].filter((specifier) => specifier !== undefined).map(shortName)
    );
    return [shortName(module.specifier), [...new Set(targets)]];
  });
}

/** `src/core/log.ts`, `npm:zod`, `node:path`. */
function shortName(specifier: string): string {
  if (specifier.startsWith("file:")) return relative(ROOT, fileURLToPath(specifier)).replaceAll(sep, "/");
  const npm = /^npm:\/?((?:@[^/@]+\/)?[^/@]+)/.exec(specifier);
  return npm === null ? specifier : `npm:${npm[1]}`;
}
