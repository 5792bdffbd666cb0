import assert from "node:assert/strict";

/**
 * Runs a script in a Deno of its own until it has said what is waited for; it is then the caller's to end. The script
 * must print nothing more and stay.
 *
 * @param arg what the script finds in `Deno.args[0]`
 */
export async function startScript(script: string, arg: string, says: RegExp): Promise<Deno.ChildProcess> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-lock", "-", arg],
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(script));
  await writer.close();
  const reader = child.stdout.getReader();
  assert.match(new TextDecoder().decode((await reader.read()).value), says);
  await reader.cancel();
  return child;
}
