import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Settings } from "../../src/core/config.ts";
import { OPTION_ROWS, parseCommandLine, usage, UsageError } from "../../src/cli/options.ts";

const HERE = resolve("/somewhere");
const NOWHERE = { env: () => undefined, currentDir: HERE };

function settings(args: readonly string[], env: Record<string, string> = {}): Settings {
  const command = parseCommandLine(args, { env: (name) => env[name], currentDir: HERE });
  if (command.kind !== "serve") assert.fail(command.kind);
  return command.settings;
}

Deno.test("parseCommandLine() without options serves with the defaults", () => {
  const capturesDir = join(tmpdir(), "Casement", "captures");
  assert.deepEqual(settings([]), {
    logLevel: "info",
    isReadOnly: false,
    allowLaunch: undefined,
    capturesDir,
    outputDirs: [capturesDir, HERE],
  });
  assert.deepEqual(settings(["serve"]), settings([]));
});

Deno.test("parseCommandLine() keeps captures under the user's local application data", () => {
  const { capturesDir, outputDirs } = settings([], { LOCALAPPDATA: resolve("/users/me/local") });
  assert.equal(capturesDir, resolve("/users/me/local/Casement/captures"));
  assert.deepEqual(outputDirs, [capturesDir, HERE]);
});

for (
  const [args, expected] of [
    [["--read-only"], { isReadOnly: true }],
    [["--log-level", "debug"], { logLevel: "debug" }],
    [["--log-level=ERROR"], { logLevel: "error" }],
    [["--log-level=error", "--log-level=debug"], { logLevel: "debug" }],
    [["--allow-launch=notepad.exe, C:\\apps\\*"], { allowLaunch: ["notepad.exe", "C:\\apps\\*"] }],
    [["--allow-launch", "a.exe", "--allow-launch=b.exe"], { allowLaunch: ["a.exe", "b.exe"] }],
    [["--allow-launch="], { allowLaunch: [] }],
    [["--output-dir", "pictures"], { outputDirs: [join(HERE, "pictures")] }],
    [["--output-dir=a", "--output-dir", resolve("/b")], { outputDirs: [join(HERE, "a"), resolve("/b")] }],
  ] as const
) {
  Deno.test(`parseCommandLine() reads ${args.join(" ")}`, () => {
    const actual = settings(args);
    assert.deepEqual({ ...actual, ...expected }, actual);
  });
}

for (
  const [args, kind] of [[["--help"], "help"], [["--version"], "version"], [
    ["--read-only", "--help"],
    "help",
  ]] as const
) {
  Deno.test(`parseCommandLine() takes ${args.join(" ")} for ${kind}`, () => {
    assert.equal(parseCommandLine(args, NOWHERE).kind, kind);
  });
}

for (
  const [args, message] of [
    [["--reed-only"], /no option "--reed-only"; did you mean --read-only\?/],
    [["--loglevel=debug"], /did you mean --log-level\?/],
    [["--no-idea"], /no option "--no-idea"; --help shows all/],
    [["-x"], /no option "-x"/],
    [["--read-only=false"], /--read-only takes no value/],
    [["--log-level"], /--log-level needs a value: --log-level=LEVEL/],
    [["--log-level", "--read-only"], /--log-level needs a value/],
    [["--log-level=loud"], /no log level "loud"; there are error, warning, info, debug/],
    [["--log-level=warnng"], /did you mean warning\?/],
    [["--output-dir="], /--output-dir needs the name of a folder/],
    [["sreve"], /no command "sreve"; did you mean serve\?/],
    [["serve", "serve"], /no command "serve"/],
    [["--read-only", "C:\\Users"], /no command/],
  ] as const
) {
  Deno.test(`parseCommandLine() refuses ${args.join(" ")} with a sentence`, () => {
    assert.throws(() => parseCommandLine(args, NOWHERE), (error) => {
      assert.ok(error instanceof UsageError);
      assert.match(error.message, message);
      return true;
    });
  });
}

Deno.test("usage() names every option, in ASCII and at most 100 columns", () => {
  const text = usage();
  for (const { name } of OPTION_ROWS) assert.ok(text.includes(`--${name}`), name);
  for (const row of text.split("\n")) assert.ok(row.length <= 100, row);
  assert.match(text, /^[\x20-\x7E\n]*$/);
});
