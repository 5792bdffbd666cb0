/** The lab once it is set up: runs Windows programs, each in a sandbox with its own display and Wine prefix. */

import { PROJECT_FOLDER } from "./cache.ts";
import { isPlain, type WineHome, winePath } from "./host.ts";
import { LabProcess } from "./lab_process.ts";
import { setScale, setUiaServer, WINE_ENVIRONMENT } from "./prefix.ts";
import { makeRunFolder, preparePrefix } from "./run_folder.ts";
import { removeTree } from "./step.ts";
import { type Bind, sandboxCommand } from "./sandbox.ts";
import { DEFAULT_SCREEN, type Ending, type Screen, sessionScript, TWO_MONITORS_CONFIG } from "./session.ts";
import { toWindowsPath } from "./wine_paths.ts";

/** How a child's stream is connected. */
export type Stream = "piped" | "inherit" | "null";

/** One run of a Windows program. */
export interface RunOptions {
  /** The program (a Windows or a Linux path, or a name that Wine finds) and its arguments. */
  readonly argv: readonly string[];
  /** Working folder as a path of the machine; the project's folder by default. */
  readonly cwd?: string;
  /** Variables besides those that Wine needs. Nothing else of our own environment is passed on. */
  readonly env?: Readonly<Record<string, string>>;
  /** Default: "null". */
  readonly stdin?: Stream;
  /** Default: "inherit". */
  readonly stdout?: Stream;
  /** Default: "inherit". */
  readonly stderr?: Stream;
  /** Width, height and depth of the screen, or "two-monitors"; "1280x1024x24" by default. */
  readonly screen?: Screen;
  /** Display scale that Windows reports; 100 by default. */
  readonly scalePercent?: number;
  /** The library that UI Automation clients get instead of Wine's own (see `tests/uia_server`). */
  readonly uiaServer?: string;
  /** A prefix folder to keep (made from the template if it is absent); by default each run gets a fresh one. */
  readonly prefix?: string;
  /** Folders besides the project that the run sees at their own paths. */
  readonly binds?: readonly Bind[];
  /** The run is killed after this time. */
  readonly timeoutMs?: number;
  /** The run is killed when this signal aborts. */
  readonly signal?: AbortSignal;
}

/** How a run ended. */
export interface RunStatus extends Deno.CommandStatus {
  /** Whether the run was killed because its time was over. */
  readonly isTimedOut: boolean;
}

/** A run's end and what it wrote. */
export interface RunOutput extends RunStatus {
  readonly stdout: string;
  readonly stderr: string;
}

/** Paths of the lab, as paths of the machine. */
export interface LabPaths {
  readonly cache: string;
  readonly project: string;
  /** The Windows build of Deno (on Windows: the one that runs). */
  readonly windowsDeno: string;
  /** The Windows runtime for `deno compile` in `DENORT_BIN`; undefined on Windows, where the official one is used. */
  readonly denort: string | undefined;
  /** The Linux Deno that matches {@link denort}; undefined on Windows. */
  readonly compileDeno: string | undefined;
}

/** The lab. Made by `setUpLab()`. */
export class Lab {
  readonly paths: LabPaths;
  /** Undefined on Windows, where programs run directly. */
  readonly home: WineHome | undefined;

  constructor(paths: LabPaths, home: WineHome | undefined) {
    this.paths = paths;
    this.home = home;
  }

  /** Starts a Windows program and returns it as soon as its sandbox is started. */
  async spawn(options: RunOptions): Promise<LabProcess> {
    options.signal?.throwIfAborted();
    if (this.home === undefined) {
      return new LabProcess(spawnDirectly(options), undefined, "", options, "SIGKILL");
    }
    const folder = await makeRunFolder(this.paths.cache);
    try {
      return await this.#spawnIn(this.home, folder, options);
    } catch (error) {
      await removeTree(folder);
      throw error;
    }
  }

  /** Runs a Windows program to its end. The exit code is the program's. */
  async run(options: RunOptions): Promise<RunStatus> {
    const process = await this.spawn(options);
    return await process.status;
  }

  /** Runs a Windows program to its end and returns what it wrote to both streams. */
  async output(options: Omit<RunOptions, "stdout" | "stderr">): Promise<RunOutput> {
    const process = await this.spawn({ ...options, stdout: "piped", stderr: "piped" });
    const [stdout, stderr, status] = await Promise.all([
      new Response(process.stdout).text(),
      new Response(process.stderr).text(),
      process.status,
    ]);
    return { ...status, stdout, stderr };
  }

  async #spawnIn(home: WineHome, folder: string, options: RunOptions): Promise<LabProcess> {
    await Deno.mkdir(`${folder}/home`);
    const prefix = await preparePrefix(this.paths.cache, folder, options.prefix);
    if (options.scalePercent !== undefined) await setScale(prefix, options.scalePercent);
    if (options.uiaServer !== undefined) await setUiaServer(prefix, options.uiaServer);
    if (options.screen === "two-monitors") {
      await Deno.writeTextFile(`${folder}/screen.conf`, TWO_MONITORS_CONFIG);
    }
    const [program = "", ...args] = this.#command(home, folder, prefix, options);
    const child = new Deno.Command(program, {
      args,
      ...streams(options),
      clearEnv: true,
      env: isPlain(home) ? this.#environment(home, folder, prefix, options) : ourPath(),
      cwd: options.cwd ?? this.paths.project,
    }).spawn();
    // Without a sandbox it is the session's script that ends the rest, so it must be left the time to.
    return new LabProcess(child, folder, prefix, options, isPlain(home) ? "SIGTERM" : "SIGKILL");
  }

  #command(home: WineHome, folder: string, prefix: string, options: RunOptions): string[] {
    const session = (ending: Ending): string[] => [
      ...["sh", "-c", sessionScript(home.kind, options.screen ?? DEFAULT_SCREEN, ending), "session"],
      ...options.argv,
    ];
    if (isPlain(home)) return session("plain");
    const { cache, project } = this.paths;
    const binds: Bind[] = [
      { path: project, isWritable: true },
      { path: cache, isWritable: false },
      { path: `${cache}/deno-dir`, isWritable: true },
      { path: folder, isWritable: true },
      { path: prefix, isWritable: true },
      ...options.binds ?? [],
    ];
    const cwd = options.cwd ?? project;
    const env = this.#environment(home, folder, prefix, options);
    return sandboxCommand(
      home,
      { binds, tinyDisk: tinyDisk(folder), env, cwd },
      session(options.prefix === undefined ? "sandbox" : "keep"),
    );
  }

  #environment(home: WineHome, folder: string, prefix: string, options: RunOptions): Record<string, string> {
    return {
      ...WINE_ENVIRONMENT,
      PATH: winePath(home),
      HOME: `${folder}/home`,
      LANG: "C.UTF-8",
      // No TMPDIR: Wine 10 dies at start ("free(): invalid pointer") when it is set, to whatever.
      WINEPREFIX: prefix,
      LAB_RUN: folder,
      // So that this very code, run by the Windows Deno, finds what has been built (see `fixtures.ts`).
      CASEMENT_LAB: toWindowsPath(this.paths.cache),
      ...(isPlain(home) ? {} : { CASEMENT_TINY_DISK: toWindowsPath(tinyDisk(folder)) }),
      DENO_DIR: toWindowsPath(`${this.paths.cache}/deno-dir`),
      DENO_NO_UPDATE_CHECK: "1",
      ...options.env,
    };
  }
}

function tinyDisk(runFolder: string): string {
  return `${runFolder}/tiny-disk`;
}

/** A lab whose project is this checkout. */
export function projectLab(paths: Omit<LabPaths, "project">, home: WineHome | undefined): Lab {
  return new Lab({ ...paths, project: PROJECT_FOLDER }, home);
}

/** For bubblewrap itself; what runs in it gets an environment of its own. */
function ourPath(): Record<string, string> {
  return { PATH: Deno.env.get("PATH") ?? "/usr/bin:/bin" };
}

function spawnDirectly(options: RunOptions): Deno.ChildProcess {
  const [program = "", ...args] = options.argv;
  return new Deno.Command(program, {
    args,
    ...streams(options),
    cwd: options.cwd ?? PROJECT_FOLDER,
    ...(options.env === undefined ? {} : { env: { ...options.env } }),
  }).spawn();
}

function streams(options: RunOptions): { stdin: Stream; stdout: Stream; stderr: Stream } {
  return {
    stdin: options.stdin ?? "null",
    stdout: options.stdout ?? "inherit",
    stderr: options.stderr ?? "inherit",
  };
}
