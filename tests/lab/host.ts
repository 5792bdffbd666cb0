/** What the machine itself brings: its Wine, its sandbox, and the programs that have to be installed first. */

import { CommandError, findProgram, runCommand } from "./command.ts";
import { withProgress } from "./progress.ts";

/** The oldest major version of Wine that the Windows Deno starts on. */
const OLDEST_WINE = 10;

/** Where Wine lives: on the machine, or in a root file system of our own. */
export type WineHome =
  | { readonly kind: "host"; readonly hasSandbox: boolean }
  | { readonly kind: "rootfs"; readonly tree: string };

/** Whether programs run as plain processes, because no sandbox can be had. */
export function isPlain(home: WineHome): boolean {
  return home.kind === "host" && !home.hasSandbox;
}

/** The PATH on which Wine's programs are found. */
export function winePath(home: WineHome): string {
  return home.kind === "rootfs" ? "/usr/bin:/bin" : Deno.env.get("PATH") ?? "/usr/bin:/bin";
}

/** The major version in the answer of `wine --version` ("wine-10.0 (Debian …)"), or undefined. */
export function parseWineMajor(answer: string): number | undefined {
  const match = /^wine-(\d+)\b/m.exec(answer);
  return match?.[1] === undefined ? undefined : Number(match[1]);
}

/** Whether this machine's own Wine and display server will do. */
export async function hostHasWine(): Promise<boolean> {
  if (findProgram("wine") === undefined || findProgram("Xvfb") === undefined) return false;
  try {
    return (parseWineMajor(await runCommand(["wine", "--version"])) ?? 0) >= OLDEST_WINE;
  } catch {
    return false;
  }
}

/** Whether bubblewrap is there and allowed to make its name spaces (containers often forbid that). */
export async function canSandbox(): Promise<boolean> {
  if (findProgram("bwrap") === undefined) return false;
  try {
    await runCommand(["bwrap", "--ro-bind", "/", "/", "--proc", "/proc", "--unshare-pid", "true"]);
    return true;
  } catch {
    return false;
  }
}

/**
 * Packages of the machine, by the program that they are needed for. The keys come along because Ubuntu does not have
 * Debian's, and without them nothing would tell a genuine archive from another.
 */
const PACKAGES_OF = {
  bwrap: ["bubblewrap"],
  mmdebstrap: ["mmdebstrap", "debian-archive-keyring"],
} as const;

/**
 * Makes sure that programs are there, installing them where that is possible (root on Debian or Ubuntu).
 * @throws {Error} that says what is missing and how to get it
 */
export async function ensurePrograms(programs: readonly (keyof typeof PACKAGES_OF)[]): Promise<void> {
  const missing = programs.filter((name) => findProgram(name) === undefined);
  if (missing.length === 0) return;
  const packages = missing.flatMap((name) => PACKAGES_OF[name]);
  if (Deno.uid() !== 0 || findProgram("apt-get") === undefined) {
    throw new Error(
      `${missing.join(" and ")} cannot be found. Install the package${packages.length > 1 ? "s" : ""} ` +
        `${packages.join(", ")} (on Debian or Ubuntu, as root: apt-get install ${packages.join(" ")}), ` +
        "or install Wine 10 or newer together with Xvfb, and run this again.",
    );
  }
  await withProgress(`installing ${packages.join(", ")}`, "10 s", async (progress) => {
    const env = { DEBIAN_FRONTEND: "noninteractive" };
    const install = [
      ...["apt-get", "-o", "DPkg::Lock::Timeout=300", "install", "--yes", "--no-install-recommends"],
      ...packages,
    ];
    try {
      await runCommand(install, { env, progress });
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      // A fresh machine has no package lists. An update may fail for one source of many and still help.
      await runCommand(["apt-get", "update"], { env, progress }).catch(() => undefined);
      await runCommand(install, { env, progress });
    }
  });
}
