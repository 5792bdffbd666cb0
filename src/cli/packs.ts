import { delimiter } from "node:path";
import { fileURLToPath } from "node:url";
import type { Settings } from "../core/config.ts";
import { sourceFolders } from "../packs/load/pack_sources.ts";
import { PackRegistry, readPackSet } from "../packs/registry.ts";
import type { Surroundings } from "./options.ts";

/** The App Packs of a run with these settings; nothing is read yet. */
export function packRegistry({ appPackDirs }: Settings, { env, currentDir }: Surroundings): PackRegistry {
  const sources = sourceFolders({
    packDirs: appPackDirs,
    env,
    separator: delimiter,
    currentFolder: currentDir,
    examples: examplesFolder(),
  });
  return new PackRegistry(() => readPackSet(sources));
}

/** The packs that come with Casement; a bundle lies beside them as this file does among the sources. */
function examplesFolder(): string {
  return fileURLToPath(new URL("../../app-packs/examples", import.meta.url));
}
