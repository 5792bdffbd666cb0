import { win32 } from "node:path";
import { type FixtureEvent, fixturePath, FixtureRun, readLog, waitFor } from "./fixture_run.ts";
import { endProcess, processTable } from "./observe_processes.ts";

/** How long a program may take on a machine that does other things too. */
const PATIENCE_MS = 20_000;

/** The log of fixtures that the product starts; ends every one of them with the `await using` block. */
export class FixtureLog implements AsyncDisposable {
  readonly folder: string;
  readonly path: string;
  readonly #before = new Set(fixturePids());

  private constructor(folder: string) {
    this.folder = folder;
    this.path = win32.join(folder, "fixture.log");
  }

  static async create(): Promise<FixtureLog> {
    return new FixtureLog(await Deno.makeTempDir({ prefix: "casement" }));
  }

  /** Everything that was written so far. */
  async events(): Promise<FixtureEvent[]> {
    try {
      return await readLog(this.path);
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return [];
      throw error;
    }
  }

  /** Waits for an event; fails when it does not come. */
  async need(event: string): Promise<FixtureEvent> {
    const found = await waitFor(
      async () => (await this.events()).find((each) => each.event === event),
      PATIENCE_MS,
    );
    if (found === undefined) throw new Error(`the fixture did not log "${event}"`);
    return found;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { event, pid } of await this.events()) if (event === "ready") endProcess(Number(pid));
    // One that was just started has not said so yet.
    const left = (): number[] =>
      fixturePids().filter((pid) => !this.#before.has(pid) && !FixtureRun.owns(pid));
    await waitFor(() => {
      left().forEach(endProcess);
      return left().length === 0 ? true : undefined;
    });
    await waitFor(() => Deno.remove(this.folder, { recursive: true }).then(() => true, () => undefined));
  }
}

/** How many fixtures run now. */
export function countFixtures(): number {
  return fixturePids().length;
}

function fixturePids(): number[] {
  const name = win32.basename(fixturePath().replaceAll("/", "\\")).toLowerCase();
  return processTable().filter(({ exeFile }) => exeFile === name).map(({ pid }) => pid);
}

/** Waits until something is so; fails with `what` when it does not come about. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  if (await waitFor(async () => await isSo() ? true : undefined, PATIENCE_MS) === undefined) {
    throw new Error(`it did not come about that ${what}`);
  }
}
