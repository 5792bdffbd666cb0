/** A Debian 13 root file system with Wine 10, for machines whose own Wine is older or absent. */

import { findAcquireSettings, findMirror } from "./apt_sources.ts";
import { runCommand } from "./command.ts";
import { ensurePrograms } from "./host.ts";
import type { Progress } from "./progress.ts";
import { type Step, stepFolder } from "./step.ts";

/** Programs that the lab runs in it, and the libraries that Wine loads by name and so does not depend on. */
const PACKAGES = [
  ...["wine", "wine64", "xvfb"],
  ...["libxrandr2", "libxinerama1", "libxcursor1", "libxi6", "libxcomposite1", "libxfixes3", "libxrender1"],
  // fonts-wine has the signs on caption buttons.
  ...["fonts-liberation", "fonts-dejavu-core", "fonts-wine"],
  // Fixtures and the ABI check: GCC 14 with the version-12 headers.
  "g++-mingw-w64-x86-64-win32",
  // Two monitors: Xvfb has one.
  ...["xserver-xorg-core", "xserver-xorg-video-dummy", "x11-xserver-utils"],
];

/** What dpkg leaves out and skips: nobody reads manuals in there, and a tree that a crash spoils is built anew. */
const DPKG_OPTIONS = [
  "force-unsafe-io",
  ...["doc", "man", "info", "locale", "lintian"].map((name) => `path-exclude=/usr/share/${name}/*`),
];

/** Debian 13. */
export const DEBIAN_SUITE = "trixie";

/** Debian's own keys, which Ubuntu does not trust by itself. */
const KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg";

/** The step that makes the root file system. */
export const ROOTFS_STEP: Step = {
  name: "rootfs",
  what: "Debian 13 with Wine 10",
  usually: "1 to 2 minutes, 1.8 GB",
  recipe: [`${DEBIAN_SUITE} 1`, ...PACKAGES],
  build: buildRootfs,
};

/** The folder of the root file system itself. */
export function rootfsTree(cache: string): string {
  return `${stepFolder(cache, ROOTFS_STEP)}/tree`;
}

/**
 * Only root can make a root file system.
 * @throws {Error} that says what else will do
 */
export function requireRoot(): void {
  if (Deno.uid() === 0) return;
  throw new Error(
    "This machine has no Wine 10 or newer, and only root can set up a system that has. Either install Wine 10 or newer " +
      "and Xvfb (Debian 13 has them: apt-get install wine xvfb) and run this again, or run all of it as root.",
  );
}

async function buildRootfs(folder: string, progress: Progress): Promise<void> {
  requireRoot();
  await ensurePrograms(["mmdebstrap", "bwrap"]);
  const tree = `${folder}/tree`;
  await unpackDebianPackages(tree, { variant: "apt", packages: PACKAGES }, progress);
  // The places where a run sees the machine's own files: a mount needs something to be mounted on.
  for (const path of ["/etc/resolv.conf", "/etc/hosts"]) await Deno.writeTextFile(`${tree}${path}`, "");
}

/** What of Debian goes into a tree. */
export interface DebianTree {
  /** A whole small system, or the files of the packages alone, without what these depend on. */
  readonly variant: "apt" | "extract";
  readonly packages: readonly string[];
}

/** Fetches packages of {@link DEBIAN_SUITE} from the machine's own mirror into a tree. Needs root and mmdebstrap. */
export async function unpackDebianPackages(
  tree: string,
  { variant, packages }: DebianTree,
  progress: Progress,
): Promise<void> {
  // mmdebstrap, because debootstrap takes more than twice the time. In a sandbox of its own, because it mounts
  // /proc in the tree and would leave it mounted, and apt running, when it is killed.
  await runCommand([
    ...["bwrap", "--dev-bind", "/", "/", "--proc", "/proc", "--unshare-pid", "--die-with-parent"],
    ...["--cap-add", "ALL", "mmdebstrap", "--verbose", "--mode=root", "--format=directory"],
    ...[`--variant=${variant}`, `--include=${packages.join(",")}`, `--keyring=${KEYRING}`],
    ...['--aptopt=APT::Install-Recommends "false"', '--aptopt=Acquire::Retries "3"'],
    ...findAcquireSettings().map((path) => `--aptopt=${path}`),
    ...DPKG_OPTIONS.map((option) => `--dpkgopt=${option}`),
    // Without a mirror mmdebstrap takes Debian's own.
    ...[DEBIAN_SUITE, tree, findMirror()].filter((argument) => argument !== undefined),
  ], { progress });
}
