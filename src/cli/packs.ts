import { delimiter } from "node:path";
import type { Settings } from "../core/config.ts";
import { sourceFolders } from "../packs/load/pack_sources.ts";
import { PackRegistry, readPackSet } from "../packs/registry.ts";
import type { Surroundings } from "./options.ts";
import { shippedFolder } from "./shipped_folder.ts";
import { allStepTools } from "./step_tools.ts";

/** The App Packs of a run with these settings; nothing is read yet. */
export function packRegistry({ appPackDirs }: Settings, { env, currentDir }: Surroundings): PackRegistry {
  const sources = sourceFolders({
    packDirs: appPackDirs,
    env,
    separator: delimiter,
    currentFolder: currentDir,
    examples: shippedFolder("app-packs/examples"),
  });
  return new PackRegistry(() => readPackSet(sources, allStepTools()));
}
