/** The product as a few JavaScript files, from which the exe is compiled: smaller than its sources, quicker to start. */
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { PREPARED_TOOLS_FILE } from "../cli/prepared_tools.ts";
import { SHIPPED_FOLDERS } from "../cli/shipped_folder.ts";
import { publishedTools } from "./generated.ts";
import { PROJECT_FOLDER, runDeno } from "./run_deno.ts";

/** The entries: the program itself, and every Worker under the name that `workerEntry` looks for. */
const ENTRIES: readonly { readonly name: string; readonly source: string }[] = [
  { name: "main.js", source: "main.ts" },
  { name: "workers/window_lane.js", source: "src/desktop/windows/lanes/window_lane.ts" },
  { name: "workers/ui_act_lane.js", source: "src/desktop/windows/lanes/ui_act_lane.ts" },
  { name: "workers/events_lane.js", source: "src/desktop/windows/lanes/events_lane.ts" },
  { name: "workers/uia_lane.js", source: "src/desktop/windows/lanes/uia_lane.ts" },
  { name: "workers/picture_worker.js", source: "src/image/picture_worker.ts" },
];

/** What a bundle folder holds. */
export interface Bundle {
  readonly main: string;
  readonly workers: readonly string[];
  /** What `main` reads: files and folders. */
  readonly data: readonly string[];
}

/** Bundles every entry into an existing folder. */
export async function bundle(folder: string): Promise<Bundle> {
  // One after the other: where nothing is cached yet, the first one installs the bundler, and several would collide.
  for (const { name, source } of ENTRIES) {
    await runDeno(["bundle", "--quiet", "--platform=deno", `--output=${join(folder, name)}`, source]);
  }
  const [main = "", ...workers] = ENTRIES.map(({ name }) => join(folder, name));
  const prepared = join(folder, PREPARED_TOOLS_FILE);
  await Deno.writeTextFile(prepared, JSON.stringify(publishedTools()));
  const shipped = SHIPPED_FOLDERS.map((name) => join(folder, name));
  for (const [index, name] of SHIPPED_FOLDERS.entries()) {
    await cp(join(PROJECT_FOLDER, name), shipped[index] ?? "", { recursive: true });
  }
  return { main, workers, data: [prepared, ...shipped] };
}
