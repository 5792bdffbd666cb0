/**
 * What the set-up says while it works. Everything goes to standard error: standard output belongs to the program
 * that runs in the lab, which may be speaking MCP on it.
 */

const encoder = new TextEncoder();

/** Longest silence, in ms, that a person takes for work and not for a hang. */
const HEARTBEAT_MS = 10_000;

/** Writes one line to standard error. */
export function say(line: string): void {
  try {
    Deno.stderr.writeSync(encoder.encode(`lab: ${line}\n`));
  } catch {
    // Nobody reads standard error any more; that is no reason to stop.
  }
}

/** A piece of long work that can be told what it is doing right now. */
export interface Progress {
  /** The newest detail (a line of a child's output); shown with the next heartbeat. */
  detail: string;
}

/**
 * Runs `work` between a line that says what starts and one that says how long it took, with a line every ten
 * seconds in between.
 */
export async function withProgress<T>(
  what: string,
  usually: string,
  work: (progress: Progress) => Promise<T>,
): Promise<T> {
  const startMs = performance.now();
  const seconds = (): string => ((performance.now() - startMs) / 1000).toFixed(0);
  const progress: Progress = { detail: "" };
  say(`${what} (usually ${usually}) …`);
  const heartbeat = setInterval(() => {
    say(`… ${what}: ${seconds()} s ${progress.detail.slice(0, 70)}`.trimEnd());
  }, HEARTBEAT_MS);
  try {
    const result = await work(progress);
    say(`${what}: done in ${seconds()} s`);
    return result;
  } catch (error) {
    // At once, because the caller may wait for other work before it reports the reason.
    say(`${what}: failed after ${seconds()} s`);
    throw error;
  } finally {
    clearInterval(heartbeat);
  }
}
