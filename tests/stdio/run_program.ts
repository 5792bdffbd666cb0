import { SERVER_FROM_SOURCE } from "./client.ts";

/** What a program left behind. */
export interface ProgramRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the program from its sources, or another one, to its end; stdin brings what is given and ends. */
export async function runProgram(
  args: readonly string[],
  stdin = "",
  command: readonly string[] = SERVER_FROM_SOURCE,
): Promise<ProgramRun> {
  const [program = "", ...first] = command;
  const child = new Deno.Command(program, {
    args: [...first, ...args],
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  // A program that does not read its stdin may have ended.
  const written = writer.write(new TextEncoder().encode(stdin)).then(() => writer.close()).catch(() => {});
  const { code, stdout, stderr } = await child.output();
  await written;
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}
