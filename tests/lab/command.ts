/** Runs the programs that the set-up is made of, quietly while they succeed and in full when they fail. */

import type { Progress } from "./progress.ts";

/** How a command of the set-up is run. */
export interface CommandOptions {
  readonly cwd?: string;
  readonly env?: Record<string, string>;
  /** Gets the newest line of output, for the heartbeat. */
  readonly progress?: Progress;
}

/** A command of the set-up that failed; the message ends with what it printed last. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

/** Lines of output that a failure shows: enough for apt's reason, which stands near the end. */
const TAIL_LINES = 25;

/** Runs a command to its end and returns what it wrote to standard output. @throws {CommandError} */
export async function runCommand(argv: readonly string[], options: CommandOptions = {}): Promise<string> {
  const [program = "", ...args] = argv;
  let child: Deno.ChildProcess;
  try {
    child = new Deno.Command(program, {
      args,
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
      ...(options.env === undefined ? {} : { env: options.env }),
    }).spawn();
  } catch (cause) {
    throw new CommandError(`${program} cannot be started`, { cause });
  }
  const tail: string[] = [];
  const [stdout, , status] = await Promise.all([
    collect(child.stdout, tail, options.progress),
    collect(child.stderr, tail, options.progress),
    child.status,
  ]);
  if (!status.success) {
    const how = status.signal === null ? `with code ${status.code}` : `on ${status.signal}`;
    throw new CommandError(`${program} ended ${how}:\n${tail.join("\n")}`);
  }
  return stdout;
}

/** Reads a stream to its end and keeps its last lines in `tail`, which both streams of a command share. */
async function collect(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  tail: string[],
  progress: Progress | undefined,
): Promise<string> {
  let text = "";
  for await (const chunk of stream.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    for (const line of chunk.split(/[\r\n]+/)) {
      if (line.trim() === "") continue;
      tail.push(line);
      if (tail.length > TAIL_LINES) tail.shift();
      if (progress !== undefined) progress.detail = line.trim();
    }
  }
  return text;
}

/** The absolute path of a program on the PATH, or undefined. On Windows the name goes without ".exe". */
export function findProgram(name: string): string | undefined {
  const isWindows = Deno.build.os === "windows";
  for (const folder of (Deno.env.get("PATH") ?? "").split(isWindows ? ";" : ":")) {
    if (folder === "") continue;
    const path = isWindows ? `${folder}\\${name}.exe` : `${folder}/${name}`;
    try {
      const info = Deno.statSync(path);
      if (info.isFile && (isWindows || ((info.mode ?? 0) & 0o111) !== 0)) return path;
    } catch {
      // Not in this folder.
    }
  }
  return undefined;
}
