/** A Debian 13 root file system with Wine 10, for machines whose own Wine is older or absent. */

import { DEFAULT_MIRROR, findAcquireSettings, findMirror } from "./apt_sources.ts";
import { runCommand } from "./command.ts";
import { ensurePrograms } from "./host.ts";
import type { Progress } from "./progress.ts";
import { type Step, stepFolder } from "./step.ts";

/** Programs that the lab runs in it, and the libraries that Wine loads by name and so does not depend on. */
const PACKAGES = [
  ...["wine", "wine64", "xvfb"],
  ...["libxrandr2", "libxinerama1", "libxcursor1", "libxi6", "libxcomposite1", "libxfixes3", "libxrender1"],
  ...["fonts-liberation", "fonts-dejavu-core"],
  // Fixtures and the ABI check: GCC 14 with the version-12 headers.
  "g++-mingw-w64-x86-64-win32",
  // Two monitors: Xvfb has one.
  ...["xserver-xorg-core", "xserver-xorg-video-dummy", "x11-xserver-utils"],
];

/** What dpkg leaves out: nobody reads manuals in there, and unpacking is most of the time. */
const DPKG_SETTINGS = [
  "force-unsafe-io",
  ...["doc", "man", "info", "locale", "lintian"].map((name) => `path-exclude=/usr/share/${name}/*`),
].join("\n");

/** The step that makes the root file system. */
export const ROOTFS_STEP: Step = {
  name: "rootfs",
  what: "Debian 13 with Wine 10",
  usually: "2 minutes, 1.9 GB",
  recipe: ["trixie 1", ...PACKAGES],
  build: buildRootfs,
};

/** The folder of the root file system itself. */
export function rootfsTree(cache: string): string {
  return `${stepFolder(cache, ROOTFS_STEP)}/tree`;
}

async function buildRootfs(folder: string, progress: Progress): Promise<void> {
  if (Deno.uid() !== 0) {
    throw new Error(
      "Making a root file system takes root. Run this as root once, " +
        "or install Wine 10 or newer together with Xvfb and bubblewrap, which needs no root file system.",
    );
  }
  await ensurePrograms(["debootstrap", "bwrap"]);
  const tree = `${folder}/tree`;
  const mirror = findMirror();
  // Before the first package, so that it holds for all.
  await Deno.mkdir(`${tree}/etc/dpkg/dpkg.cfg.d`, { recursive: true });
  await Deno.writeTextFile(`${tree}/etc/dpkg/dpkg.cfg.d/lab`, `${DPKG_SETTINGS}\n`);
  // In a sandbox of its own, because debootstrap mounts /proc and would leave it mounted when killed.
  await runCommand([
    ...["bwrap", "--dev-bind", "/", "/", "--proc", "/proc", "--unshare-pid", "--die-with-parent"],
    ...["--cap-add", "ALL", "debootstrap", "--force-check-gpg", "--variant=minbase", "trixie", tree, mirror],
  ], { progress });
  await writeSettings(tree, mirror);
  await runInTree(tree, ["apt-get", "update"], progress);
  await runInTree(
    tree,
    ["apt-get", "install", "--yes", "--no-install-recommends", ...PACKAGES],
    progress,
  );
  await runInTree(tree, ["sh", "-c", "apt-get clean; rm -rf /var/lib/apt/lists/*"], progress);
}

/** Gives the tree the machine's way to the mirror: name servers, proxies, certificates. */
async function writeSettings(tree: string, mirror: string): Promise<void> {
  await Deno.writeTextFile(`${tree}/etc/apt/sources.list`, `deb ${mirror} trixie main\n`);
  for (const path of ["/etc/resolv.conf", "/etc/hosts"]) {
    await Deno.writeTextFile(`${tree}${path}`, await Deno.readTextFile(path).catch(() => ""));
  }
  for (const path of findAcquireSettings()) {
    const target = path.endsWith("/apt.conf") ? "/etc/apt/apt.conf" : path;
    await Deno.writeTextFile(`${tree}${target}`, await Deno.readTextFile(path));
  }
  if (mirror === DEFAULT_MIRROR || !mirror.startsWith("https:")) return;
  const certificates = "/etc/ssl/certs/ca-certificates.crt";
  await Deno.mkdir(`${tree}/etc/ssl/certs`, { recursive: true });
  await Deno.copyFile(certificates, `${tree}${certificates}`);
}

/** Runs a program as root of the tree. Nothing stays mounted or running when it ends or is killed. */
function runInTree(tree: string, argv: readonly string[], progress: Progress): Promise<string> {
  return runCommand([
    ...[
      "bwrap",
      "--bind",
      tree,
      "/",
      "--dev",
      "/dev",
      "--proc",
      "/proc",
      "--tmpfs",
      "/run",
      "--tmpfs",
      "/tmp",
    ],
    ...["--unshare-pid", "--die-with-parent", "--cap-add", "ALL", "--chdir", "/"],
    ...["--setenv", "DEBIAN_FRONTEND", "noninteractive", "--setenv", "TMPDIR", "/tmp"],
    ...["--setenv", "PATH", "/usr/sbin:/usr/bin:/sbin:/bin", "--setenv", "LC_ALL", "C.UTF-8"],
    ...argv,
  ], { progress });
}
