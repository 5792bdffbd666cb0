import { fileURLToPath } from "node:url";

/** The project's folder: the one with `deno.json` in it. */
export const PROJECT_FOLDER: string = fileURLToPath(new URL("../../", import.meta.url));

/** Runs a Deno command in the project's folder; its output is shown only when it fails. */
export async function runDeno(
  args: readonly string[],
  options: {
    readonly deno?: string;
    readonly cwd?: string;
    readonly env?: Readonly<Record<string, string>>;
  } = {},
): Promise<void> {
  const output = await new Deno.Command(options.deno ?? Deno.execPath(), {
    args: [...args],
    cwd: options.cwd ?? PROJECT_FOLDER,
    ...(options.env === undefined ? {} : { env: { ...options.env } }),
  }).output();
  if (output.success) return;
  await Deno.stderr.write(output.stdout);
  await Deno.stderr.write(output.stderr);
  throw new Error(`Cannot go on: deno ${args[0] ?? ""} failed`);
}
