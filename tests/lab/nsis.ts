/**
 * NSIS, which makes installers as programs ship them. It lies beside the root file system and not in it, so that a
 * lab that is there already needs a few seconds for it and no new Wine.
 */

import { ensurePrograms } from "./host.ts";
import { DEBIAN_SUITE, requireRoot, unpackDebianPackages } from "./rootfs.ts";
import { type Step, stepFolder } from "./step.ts";

/** The second has the parts that installers are made of. */
const PACKAGES = ["nsis", "nsis-common"];

/** The step that fetches it. */
export const NSIS_STEP: Step = {
  name: "nsis",
  what: "NSIS, which makes installers",
  usually: "10 s, 25 MB",
  isOptional: true,
  recipe: [DEBIAN_SUITE, ...PACKAGES],
  build: async (folder, progress) => {
    requireRoot();
    await ensurePrograms(["mmdebstrap", "bwrap"]);
    await unpackDebianPackages(nsisTree(folder), { variant: "extract", packages: PACKAGES }, progress);
  },
};

/** The folder under which its files lie; it runs with the libraries of the lab's root file system. */
export function nsisIn(cache: string): string {
  return nsisTree(stepFolder(cache, NSIS_STEP));
}

function nsisTree(folder: string): string {
  return `${folder}/tree`;
}
