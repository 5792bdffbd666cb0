/**
 * The sandbox of one run: bubblewrap's arguments. The root is a folder in memory with the parts of the root file
 * system mounted read-only, so any mount point can be made and nothing a run does stays.
 */

import type { WineHome } from "./host.ts";

/** One folder (or file) of the machine that a run sees at its own path. */
export interface Bind {
  readonly path: string;
  readonly isWritable: boolean;
}

/** What a sandbox shows to the program in it. */
export interface SandboxOptions {
  readonly binds: readonly Bind[];
  /** A folder that becomes a disk of {@link TINY_DISK_BYTES}, for tests of a full one. */
  readonly tinyDisk?: string;
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

/** Room for a folder and a small file. */
export const TINY_DISK_BYTES = 16_384;

/** Folders under `/usr` that stay the machine's or nobody's: a project may lie in them. */
const NOT_FROM_TREE = new Set(["local", "src", "games"]);

/** The argv that runs `argv` in a sandbox. It ends with its last process, with our own, and with its kill. */
export function sandboxCommand(
  home: WineHome,
  options: SandboxOptions,
  argv: readonly string[],
): string[] {
  return [
    "bwrap",
    ...(home.kind === "rootfs" ? rootfsMounts(home.tree) : ["--bind", "/", "/"]),
    ...["--dev", "/dev", "--proc", "/proc"],
    ...options.binds.flatMap(({ path, isWritable }) => [isWritable ? "--bind" : "--ro-bind", path, path]),
    ...(options.tinyDisk === undefined ? [] : ["--size", `${TINY_DISK_BYTES}`, "--tmpfs", options.tinyDisk]),
    ...["--die-with-parent", "--unshare-pid", "--unshare-ipc", "--chdir", options.cwd, "--clearenv"],
    ...Object.entries(options.env).flatMap(([name, value]) => ["--setenv", name, value]),
    "--",
    ...argv,
  ];
}

function rootfsMounts(tree: string): string[] {
  const mounts = ["--tmpfs", "/tmp", "--tmpfs", "/run", "--dir", "/var/tmp"];
  mounts.push("--ro-bind", `${tree}/etc`, "/etc");
  mounts.push("--ro-bind-try", `${tree}/var/cache/fontconfig`, "/var/cache/fontconfig");
  for (const path of ["/etc/resolv.conf", "/etc/hosts"]) mounts.push("--ro-bind-try", path, path);
  for (const entry of Deno.readDirSync(`${tree}/usr`)) {
    if (NOT_FROM_TREE.has(entry.name)) continue;
    mounts.push("--ro-bind", `${tree}/usr/${entry.name}`, `/usr/${entry.name}`);
  }
  for (const entry of Deno.readDirSync(tree)) {
    if (entry.isSymlink) {
      mounts.push("--symlink", Deno.readLinkSync(`${tree}/${entry.name}`), `/${entry.name}`);
    }
  }
  return mounts;
}
