import assert from "node:assert/strict";
import { PROJECT_FOLDER } from "./cache.ts";
import { setUpLab } from "./setup.ts";

const ignore = Deno.build.os === "windows";
const LAB_FOLDER = new URL(".", import.meta.url).href;

/** A process that does what `deno task start` does, with another entry. */
async function startProcess(...args: string[]): Promise<Deno.ChildProcess> {
  await setUpLab({ only: ["run"] });
  const code = `
    import { start } from "${LAB_FOLDER}start.ts";
    Deno.exit(await start("${PROJECT_FOLDER}/tests/lab/echo_program.ts", ${JSON.stringify(args)}));`;
  return new Deno.Command(Deno.execPath(), {
    args: ["eval", code],
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
}

async function settledWithin<T>(what: Promise<T>, limitMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not settled within ${limitMs} ms`)), limitMs);
  });
  try {
    return await Promise.race([what, late]);
  } finally {
    clearTimeout(timer);
  }
}

Deno.test({
  name: "start() connects standard input and output, ends with the input, and passes the exit code on",
  ignore,
  fn: async () => {
    const child = await startProcess("5");
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode("ping\n"));
    await writer.close();
    const [stdout, status] = await settledWithin(
      Promise.all([new Response(child.stdout).text(), child.status]),
      20_000,
    );
    const [first = "", ...rest] = stdout.split("\n");
    assert.equal(JSON.parse(first).os, "windows");
    assert.deepEqual(rest, ["ping", ""]);
    assert.equal(status.code, 5);
  },
});

for (const [signal, code] of [["SIGTERM", 143], ["SIGINT", 130]] as const) {
  Deno.test({
    name: `start() ends at once on ${signal} and leaves no run behind`,
    ignore,
    fn: async () => {
      const child = await startProcess();
      const reader = child.stdout.getReader();
      await reader.read();
      child.kill(signal);
      const status = await settledWithin(child.status, 2000);
      assert.equal(status.code, code);
      const { paths } = await setUpLab({ only: ["run"] });
      const runs = [...Deno.readDirSync(`${paths.cache}/runs`)].map(({ name }) => name);
      assert.ok(!runs.some((name) => name.startsWith(`${child.pid}-`)), runs.join());
      await reader.cancel();
      await child.stdin.abort().catch(() => undefined);
    },
  });
}
