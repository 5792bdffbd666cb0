import assert from "node:assert/strict";
import { join } from "node:path";
import { ROOT, sourceFiles } from "./module_graph.ts";

/** Every Worker entry is a file of such a name. */
const WORKER = /_(lane|worker)\.ts$/;

async function read(file: string): Promise<string> {
  return await Deno.readTextFile(join(ROOT, file));
}

Deno.test("main.ts turns the console away from stdout before it does anything else", async () => {
  const statements = (await read("main.ts")).split("\n").filter((line) => /^[a-z]/.test(line));
  assert.equal(statements.find((line) => !line.startsWith("import ")), "keepStdoutPure();");
});

Deno.test("every Worker entry turns the console away from stdout, and is bundled into the exe", async () => {
  const entries = (await sourceFiles("src")).filter((file) => WORKER.test(file));
  const bundle = await read("src/dev/bundle.ts");
  const started = (await Promise.all((await sourceFiles("src")).map(read))).join("\n");
  const isStarted = (entry: string): boolean =>
    started.includes(`/${entry.slice(entry.lastIndexOf("/") + 1)}", "`);
  const workers = entries.filter(isStarted);
  assert.ok(workers.length >= 3, workers.join());
  for (const entry of workers) {
    const text = await read(entry);
    const isPure = /^\s*keepStdoutPure\(\);/m.test(text) || text.includes('from "./serve_lane.ts"');
    assert.ok(isPure, `${entry} prints to stdout`);
    assert.ok(bundle.includes(`"${entry}"`), `${entry} is not bundled`);
  }
});

Deno.test("only the command line writes to stdout directly", async () => {
  const writers: string[] = [];
  for (const file of [...await sourceFiles("src"), ...await sourceFiles("ffi"), "main.ts"]) {
    if (file.startsWith("src/dev/")) continue;
    if (/\bDeno\.stdout\b|\bprocess\.stdout\b|\bconsole\.\w+\(/.test(await read(file))) writers.push(file);
  }
  assert.deepEqual(writers.sort(), ["src/cli/serve.ts", "src/cli/terminal.ts"]);
});
