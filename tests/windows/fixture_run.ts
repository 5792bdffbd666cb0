import { fixtureProgram } from "../fixtures/fixtures.ts";

/** A line of the fixture's log; which fields there are depends on the event. */
export type FixtureEvent = { readonly event: string } & Readonly<Record<string, unknown>>;

/** Whether the fixture program exists here; tests that need it are skipped with the reason where it does not. */
export const fixture = await fixtureProgram();

/** `ignore` for tests that need the fixture; use {@link needsFixture} for the title. */
export const ignore: boolean = "skipped" in fixture;

/** A test title that says why the test is skipped, where it is. */
export function needsFixture(title: string): string {
  return "skipped" in fixture ? `${title} (skipped: ${fixture.skipped})` : title;
}

/** The fixture's path. */
export function fixturePath(): string {
  if ("skipped" in fixture) throw new Error(fixture.skipped);
  return fixture.path;
}

/** How long the fixture may take to show its window on a busy machine. */
const READY_MS = 20_000;

/** A running fixture program; ends with the `await using` block. */
export class FixtureRun implements AsyncDisposable {
  static readonly #running = new Set<number>();

  readonly pid: number;
  readonly hwnd: bigint;
  readonly #child: Deno.ChildProcess;
  readonly #logPath: string;

  private constructor(child: Deno.ChildProcess, logPath: string, ready: FixtureEvent) {
    this.#child = child;
    this.#logPath = logPath;
    this.pid = Number(ready.pid);
    this.hwnd = BigInt(String(ready.hwnd));
  }

  /** Starts the fixture and waits until its window is there. */
  static start(...args: string[]): Promise<FixtureRun> {
    return FixtureRun.startProgram(fixturePath(), args);
  }

  /** Starts another program that takes `--log` and logs `ready`, as the fixture does. */
  static async startProgram(path: string, args: readonly string[]): Promise<FixtureRun> {
    const logPath = await Deno.makeTempFile({ suffix: ".log" });
    const child = new Deno.Command(path, {
      args: ["--log", logPath, ...args],
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).spawn();
    FixtureRun.#running.add(child.pid);
    const ready = await waitFor(
      async () => (await readLog(logPath)).find(({ event }) => event === "ready"),
      READY_MS,
    );
    if (ready === undefined) throw new Error("the fixture did not start");
    return new FixtureRun(child, logPath, ready);
  }

  /** Whether a process is one of those that end with their own blocks. */
  static owns(pid: number): boolean {
    return FixtureRun.#running.has(pid);
  }

  /** The handle as callers write it. */
  get handle(): string {
    return `0x${this.hwnd.toString(16).toUpperCase().padStart(8, "0")}`;
  }

  /** Everything that has reached the program so far. */
  events(): Promise<FixtureEvent[]> {
    return readLog(this.#logPath);
  }

  /** Waits until something has reached the program. */
  async until(
    matches: (event: FixtureEvent) => boolean,
    timeoutMs = 5_000,
  ): Promise<FixtureEvent | undefined> {
    return await waitFor(async () => (await this.events()).find(matches), timeoutMs);
  }

  /** Its exit code, once it has ended. */
  get status(): Promise<Deno.CommandStatus> {
    return this.#child.status;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      this.#child.kill("SIGKILL");
    } catch {
      // It has ended by itself.
    }
    await this.#child.status;
    FixtureRun.#running.delete(this.#child.pid);
    await Deno.remove(this.#logPath).catch(() => {});
  }
}

/** Reads a log of the fixture; a line that is being written is left for the next time. */
export async function readLog(path: string): Promise<FixtureEvent[]> {
  const text = await Deno.readTextFile(path);
  return text.split("\n").slice(0, -1).filter((line) => line.trim() !== "").map((line) => JSON.parse(line));
}

/** Asks until there is an answer, at most `timeoutMs`. */
export async function waitFor<T>(
  ask: () => T | undefined | Promise<T | undefined>,
  timeoutMs = 5_000,
): Promise<T | undefined> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined || performance.now() > end) return answer;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
