import assert from "node:assert/strict";
import { PROJECT_FOLDER } from "./cache.ts";
import type { Lab } from "./lab.ts";
import { setUpLab } from "./setup.ts";
import { toHostPath, toWindowsPath } from "./wine_paths.ts";

const ignore = Deno.build.os === "windows";
const ECHO = toWindowsPath(`${PROJECT_FOLDER}/tests/lab/echo_program.ts`);

/** Asks Windows for its screen: width, height, left, top, width and height of all monitors, their number, the DPI. */
const ASK_SCREEN = `
  const user32 = Deno.dlopen("user32.dll", {
    SetProcessDpiAwarenessContext: { parameters: ["isize"], result: "i32" },
    GetSystemMetrics: { parameters: ["i32"], result: "i32" },
    GetDpiForSystem: { parameters: [], result: "u32" },
  });
  user32.symbols.SetProcessDpiAwarenessContext(-4n);
  const metrics = [0, 1, 76, 77, 78, 79, 80].map((index) => user32.symbols.GetSystemMetrics(index));
  console.log([...metrics, user32.symbols.GetDpiForSystem()].join());`;

/** Command lines of processes that name this run folder in their environment or arguments. */
function processesOf(folder: string): string[] {
  return [...Deno.readDirSync("/proc")].filter(({ name }) => /^\d+$/.test(name)).flatMap(({ name }) => {
    try {
      const text = Deno.readTextFileSync(`/proc/${name}/environ`) +
        Deno.readTextFileSync(`/proc/${name}/cmdline`);
      return text.includes(folder)
        ? [Deno.readTextFileSync(`/proc/${name}/cmdline`).replaceAll("\0", " ")]
        : [];
    } catch {
      return [];
    }
  });
}

async function isGone(folder: string): Promise<void> {
  for (let attempt = 0; processesOf(folder).length > 0; attempt++) {
    assert.ok(attempt < 40, `still running: ${processesOf(folder).join("; ")}`);
    await new Promise((done) => setTimeout(done, 50));
  }
  assert.throws(() => Deno.statSync(folder), Deno.errors.NotFound);
  assert.ok(!Deno.readTextFileSync("/proc/self/mounts").includes(folder));
}

/** Whether a run folder is of this process; others may run things at the same time. */
function isOurs(name: string): boolean {
  return name.startsWith(`${Deno.pid}-`);
}

/** A run whose program is up, with its folder. */
async function startEcho(lab: Lab): Promise<{ process: Awaited<ReturnType<Lab["spawn"]>>; folder: string }> {
  const process = await lab.spawn({
    argv: [lab.paths.windowsDeno, "run", "--cached-only", "-A", ECHO],
    stdin: "piped",
    stdout: "piped",
  });
  const reader = process.stdout.getReader();
  await reader.read();
  await reader.cancel();
  return { process, folder: process.prefix.replace(/\/prefix$/, "") };
}

Deno.test({
  name: "run: a program's exit code and its own output alone come back, and its input goes in",
  ignore,
  fn: async () => {
    const lab = await setUpLab({ only: ["run"] });
    const process = await lab.spawn({
      argv: [lab.paths.windowsDeno, "run", "--cached-only", "-A", ECHO, "7", "a b", 'with "quotes"'],
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    });
    const writer = process.stdin.getWriter();
    await writer.write(new TextEncoder().encode("line with ü and 😀\n"));
    await writer.close();
    const [stdout, stderr, status] = await Promise.all([
      new Response(process.stdout).text(),
      new Response(process.stderr).text(),
      process.status,
    ]);
    const [first = "", second] = stdout.split("\n");
    const said = JSON.parse(first);
    assert.deepEqual(said.args, ["7", "a b", 'with "quotes"']);
    assert.equal(said.os, "windows");
    assert.equal(toHostPath(said.cwd), PROJECT_FOLDER);
    assert.equal(second, "line with ü and 😀");
    assert.equal(stderr, "");
    assert.deepEqual(status, { success: false, code: 7, signal: null, isTimedOut: false });
  },
});

Deno.test({
  name: "run: nothing of a run is left when its program has ended or was killed",
  ignore,
  fn: async () => {
    const lab = await setUpLab({ only: ["run"] });
    const ended = await startEcho(lab);
    await ended.process.stdin.close();
    await ended.process.status;
    await isGone(ended.folder);
    const killed = await startEcho(lab);
    assert.ok(
      processesOf(killed.folder).some((line) => line.includes("wineserver")),
      "the test sees the processes",
    );
    killed.process.kill();
    await killed.process.status;
    await isGone(killed.folder);
    await killed.process.stdin.abort().catch(() => undefined);
  },
});

Deno.test({
  name: "run: a run that cannot start fails and leaves no folder",
  ignore,
  fn: async () => {
    const lab = await setUpLab({ only: ["run"] });
    const before = [...Deno.readDirSync(`${lab.paths.cache}/runs`)].filter(({ name }) => isOurs(name)).length;
    await assert.rejects(lab.run({ argv: ["cmd", "/c", "ver"], cwd: "/no/such/folder" }));
    const after = [...Deno.readDirSync(`${lab.paths.cache}/runs`)].filter(({ name }) => isOurs(name)).length;
    assert.equal(after, before);
    assert.notEqual((await lab.output({ argv: ["no-such-program.exe"] })).code, 0);
  },
});

Deno.test({
  name: "run: a run ends when its time is over, and says so",
  ignore,
  fn: async () => {
    const lab = await setUpLab({ only: ["run"] });
    const startMs = performance.now();
    const status = await lab.run({ argv: ["notepad"], timeoutMs: 1500 });
    assert.equal(status.isTimedOut, true);
    assert.equal(status.success, false);
    assert.ok(performance.now() - startMs < 10_000);
  },
});

Deno.test({
  name: "run: several runs at once have a display and a prefix of their own",
  ignore,
  fn: async () => {
    const lab = await setUpLab({ only: ["run"] });
    const code = `
      const file = "C:\\\\mark.txt";
      let mark = "none";
      try { mark = Deno.readTextFileSync(file); } catch { /* expected */ }
      Deno.writeTextFileSync(file, "marked");
      console.log(Deno.env.get("DISPLAY"), mark);
      await new Promise((done) => setTimeout(done, 1500));`;
    const outputs = await Promise.all(
      [1, 2, 3].map(() => lab.output({ argv: [lab.paths.windowsDeno, "eval", code] })),
    );
    const lines = outputs.map(({ stdout }) => stdout.trim());
    assert.equal(new Set(lines).size, 3, lines.join("; "));
    for (const line of lines) assert.match(line, /^:\d+ none$/);
  },
});

for (
  const [what, options, expected] of [
    ["one screen of 1280x1024 at 100 %", {}, "1280,1024,0,0,1280,1024,1,96"],
    ["another size and scale", { screen: "1600x900x24", scalePercent: 150 }, "1600,900,0,0,1600,900,1,144"],
    ["two monitors, one on the left", { screen: "two-monitors" }, "1280,1024,-1024,0,2304,1024,2,96"],
  ] as const
) {
  Deno.test({
    name: `run: Windows reports ${what}`,
    ignore,
    fn: async () => {
      const lab = await setUpLab({ only: ["run"] });
      const output = await lab.output({ ...options, argv: [lab.paths.windowsDeno, "eval", ASK_SCREEN] });
      assert.equal(output.stdout.trim(), expected, output.stderr);
    },
  });
}

Deno.test({
  name: "run: a kept prefix keeps registry and files, and the template stays as it was",
  ignore,
  fn: async () => {
    const lab = await setUpLab({ only: ["run"] });
    const folder = await Deno.makeTempDir();
    const key = "HKCU\\Software\\CasementLabTest";
    try {
      const prefix = `${folder}/prefix`;
      const added = await lab.output({ prefix, argv: ["reg", "add", key, "/v", "name", "/d", "kept value"] });
      assert.equal(added.code, 0, added.stderr);
      const asked = await lab.output({ prefix, argv: ["reg", "query", key] });
      assert.match(asked.stdout, /kept value/);
      const fresh = await lab.output({ argv: ["reg", "query", key] });
      assert.equal(fresh.code, 1);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

Deno.test({
  name: "setUpLab() takes less than 100 ms when everything is there",
  ignore,
  fn: async () => {
    await setUpLab({ only: ["run"] });
    let tookMs = Infinity;
    for (let attempt = 0; attempt < 3; attempt++) {
      const startMs = performance.now();
      await setUpLab({ only: ["run"] });
      tookMs = Math.min(tookMs, performance.now() - startMs);
    }
    assert.ok(tookMs < 100, `took ${tookMs} ms`);
  },
});
