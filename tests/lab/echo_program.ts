/**
 * What the lab's own tests run in it: says where it runs, then repeats its input until that ends, then ends with the
 * code that its first argument names.
 */

// Stands for any npm package: it must resolve inside the sandbox.
import { z } from "zod";

const encoder = new TextEncoder();

async function writeAll(bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length;) done += await Deno.stdout.write(bytes.subarray(done));
}

const code = z.coerce.number().int().parse(Deno.args[0] ?? "0");
const report = { os: Deno.build.os, args: Deno.args, cwd: Deno.cwd() };
await writeAll(encoder.encode(`${JSON.stringify(report)}\n`));
for await (const chunk of Deno.stdin.readable) await writeAll(chunk);
Deno.exit(code);
