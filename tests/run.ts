/**
 * Runs every test layer that applies on this machine and ends with the line `N passed, N failed`.
 *
 * On Linux the layers that need Windows run in one Wine session of the lab, with the Windows build of Deno. Name layers
 * on the command line to run only those; `--filter TEXT` goes to `deno test`.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { compile } from "../src/dev/compile.ts";
import { orEnd } from "../src/dev/script.ts";
import {
  administratorsProgram,
  consoleWriter,
  fixtureProgram,
  installerProgram,
  uiFixtureProgram,
} from "./fixtures/fixtures.ts";
import { PROJECT_FOLDER } from "./lab/cache.ts";
import type { Lab, RunOptions } from "./lab/lab.ts";
import { setUpLab } from "./lab/setup.ts";
import { type Counts, countsOf } from "./junit_counts.ts";
import { uiaServer } from "./uia_server/server.ts";

interface Layer {
  readonly name: string;
  readonly paths: readonly string[];
  /** Needs Windows: on Linux it runs in the lab. */
  readonly needsWindows: boolean;
  readonly prepare?: () => Promise<void>;
  /** The displays of the session; one of 100 % unless given. */
  readonly session?: Pick<RunOptions, "screen" | "scalePercent">;
  /** Whether UI Automation clients in the session get the test server instead of Wine's own. */
  readonly hasUiaServer?: boolean;
}

/** Folders of tests that need Windows; everything else runs on the machine's own Deno. */
const WINDOWS_FOLDERS = ["windows", "stdio", "exe", "uia_server"];

/** Tests that need more than one plain monitor; each is skipped by itself where there is none like it. */
const DISPLAY_TEST = /_displays_test\.ts$/;

/** Two monitors, one at negative coordinates, both at 150 %: one session shows what either does. */
const DISPLAYS_SESSION = { screen: "two-monitors", scalePercent: 150 } as const;

/** Tests that read elements, which Wine itself has little of. */
const ELEMENTS_TEST = /_elements_test\.ts$/;

/** A session that hangs must fail, not stop the whole run. */
const LAYER_TIMEOUT_MS = 40 * 60_000;

async function unitFolders(): Promise<string[]> {
  const folders: string[] = [];
  for await (const entry of Deno.readDir(join(PROJECT_FOLDER, "tests"))) {
    if (entry.isDirectory && !WINDOWS_FOLDERS.includes(entry.name)) folders.push(`tests/${entry.name}`);
  }
  return folders.sort();
}

/** The tests of real windows, apart by the displays that they need; on Windows there are those that there are. */
async function windowLayers(): Promise<Layer[]> {
  const shared = { needsWindows: true, prepare: buildFixtures };
  if (Deno.build.os === "windows") return [{ name: "windows", paths: ["tests/windows"], ...shared }];
  const files: string[] = [];
  for await (const { name } of Deno.readDir(join(PROJECT_FOLDER, "tests/windows"))) {
    if (name.endsWith("_test.ts")) files.push(`tests/windows/${name}`);
  }
  files.sort();
  return [
    {
      name: "windows",
      paths: files.filter((path) => !DISPLAY_TEST.test(path) && !ELEMENTS_TEST.test(path)),
      ...shared,
    },
    {
      name: "displays",
      paths: files.filter((path) => DISPLAY_TEST.test(path)),
      session: DISPLAYS_SESSION,
      ...shared,
    },
    // On Windows there is the real thing.
    {
      name: "uia",
      paths: ["tests/uia_server", ...files.filter((path) => ELEMENTS_TEST.test(path))],
      hasUiaServer: true,
      ...shared,
    },
  ];
}

async function layers(): Promise<Layer[]> {
  return [
    { name: "units", paths: [...await unitFolders(), "tests/stdio"], needsWindows: false },
    { name: "stdio", paths: ["tests/stdio"], needsWindows: true },
    ...await windowLayers(),
    { name: "exe", paths: ["tests/exe"], needsWindows: true, prepare: async () => void await compile() },
  ];
}

/** Builds every fixture, since there is no compiler where the tests run. */
async function buildFixtures(): Promise<void> {
  const programs = [
    fixtureProgram,
    uiFixtureProgram,
    consoleWriter,
    administratorsProgram,
    installerProgram,
  ];
  for (const fixture of await Promise.all(programs.map((program) => program()))) {
    if ("skipped" in fixture) say(`tests that need a fixture program are skipped: ${fixture.skipped}`);
  }
}

/** Built here, since there is no compiler where the tests run. */
async function builtUiaServer(): Promise<Pick<RunOptions, "uiaServer">> {
  const server = await uiaServer();
  if ("path" in server) return { uiaServer: server.path };
  say(`tests of UI Automation are skipped: ${server.skipped}`);
  return {};
}

function say(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}

async function runLayer(layer: Layer, lab: Lab, extra: readonly string[]): Promise<Counts> {
  say(`\n== ${layer.name} ==`);
  let server: Pick<RunOptions, "uiaServer"> = {};
  const report = join(PROJECT_FOLDER, "dist", `junit-${layer.name}.xml`);
  await Deno.mkdir(join(PROJECT_FOLDER, "dist"), { recursive: true });
  await Deno.remove(report).catch(() => {});
  try {
    await layer.prepare?.();
    if (layer.hasUiaServer) server = await builtUiaServer();
  } catch (error) {
    say(`${layer.name}: ${error instanceof Error ? error.message : String(error)}`);
    return { passed: 0, failed: 1, ignored: 0 };
  }
  // Types are checked once, on the machine itself (`deno task check`).
  // In the lab everything has been installed, and the Windows Deno would ask the registry by other certificates.
  const isInLab = layer.needsWindows && lab.home !== undefined;
  const args = [
    "test",
    "-A",
    "--no-check",
    ...(isInLab ? ["--cached-only"] : []),
    "--junit-path",
    `dist/junit-${layer.name}.xml`,
    ...extra,
    ...layer.paths,
  ];
  const status = layer.needsWindows
    ? await lab.run({
      argv: [lab.paths.windowsDeno, ...args],
      timeoutMs: LAYER_TIMEOUT_MS,
      ...layer.session,
      ...server,
    })
    : await new Deno.Command(Deno.execPath(), { args, cwd: PROJECT_FOLDER, stdin: "null" }).spawn().status;
  const xml = await Deno.readTextFile(report).catch(() => undefined);
  const counts = xml === undefined ? undefined : countsOf(xml);
  if (counts === undefined) say(`${layer.name}: ended with code ${status.code} and without a report`);
  if (counts === undefined) return { passed: 0, failed: 1, ignored: 0 };
  // A failure outside of any test, such as a leak at the end of a file, must not pass unseen.
  return status.success || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}

const { values, positionals } = parseArgs({
  args: Deno.args,
  allowPositionals: true,
  options: { filter: { type: "string" } },
});
const known = await layers();
const unknown = positionals.filter((name) => !known.some((layer) => layer.name === name));
if (unknown.length > 0) {
  say(`no such layer: ${unknown.join(", ")}; there are ${known.map((layer) => layer.name).join(", ")}`);
  Deno.exit(2);
}
const wanted = known.filter((layer) => positionals.length === 0 || positionals.includes(layer.name));
// The units too: the ABI check compiles with the lab's compiler.
const lab = await orEnd(setUpLab());
const total = { passed: 0, failed: 0, ignored: 0 };
for (const layer of wanted) {
  const counts = await runLayer(layer, lab, values.filter === undefined ? [] : ["--filter", values.filter]);
  say(`${layer.name}: ${counts.passed} passed, ${counts.failed} failed, ${counts.ignored} skipped`);
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.ignored += counts.ignored;
}
if (total.ignored > 0) say(`\n${total.ignored} skipped; the reason stands in each test's name or above`);
say(`${total.passed} passed, ${total.failed} failed`);
Deno.exit(total.failed > 0 || total.passed === 0 ? 1 : 0);
