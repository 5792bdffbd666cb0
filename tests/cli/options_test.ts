import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Settings } from "../../src/core/config.ts";
import { parseCommandLine, UsageError } from "../../src/cli/options.ts";

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
    toolsets: ["core", "ui", "packs", "pipeline"],
    allowLaunch: undefined,
    capturesDir,
    appPackDirs: [],
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
    [["--toolsets", "core"], { toolsets: ["core"] }],
    [["--toolsets=pipeline, Core"], { toolsets: ["core", "pipeline"] }],
    [["--toolsets=ui", "--toolsets=packs,ui"], { toolsets: ["ui", "packs"] }],
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

Deno.test("parseCommandLine() reads a call, with options before and behind it", () => {
  const command = parseCommandLine(
    ["--read-only", "call", "list_windows", "{}", "--log-level=debug"],
    NOWHERE,
  );
  if (command.kind !== "call") assert.fail(command.kind);
  assert.equal(command.tool, "list_windows");
  assert.equal(command.json, "{}");
  assert.equal(command.settings.isReadOnly, true);
  assert.equal(command.settings.logLevel, "debug");
});

for (
  const [args, json] of [
    [["call", "x"], undefined],
    [["call", "x", "-"], "-"],
    [["call", "x", "--", "--odd"], "--odd"],
    [["call", "x", ""], ""],
  ] as const
) {
  Deno.test(`parseCommandLine() takes the arguments of ${args.join(" ")} as they are`, () => {
    const command = parseCommandLine(args, NOWHERE);
    assert.equal(command.kind === "call" && command.json, json);
  });
}

Deno.test("parseCommandLine() has commands that are not the server log warnings alone", () => {
  for (const args of [["call", "x"], ["tools"]]) {
    const command = parseCommandLine(args, NOWHERE);
    assert.equal("settings" in command && command.settings.logLevel, "warning");
  }
});

Deno.test("parseCommandLine() reads tools --json", () => {
  const command = parseCommandLine(["tools", "--json"], NOWHERE);
  assert.equal(command.kind === "tools" && command.isJson, true);
});

for (
  const [args, kind] of [[["--help"], "help"], [["-h"], "help"], [["--version"], "version"], [
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
    [["--toolsets=core,pipelin"], /no toolset "pipelin"; did you mean pipeline\?/],
    [["--toolsets=mouse"], /no toolset "mouse"; there are core, ui, packs, pipeline/],
    [["--toolsets="], /--toolsets needs one of core, ui, packs, pipeline/],
    [["--output-dir="], /--output-dir needs the name of a folder/],
    [["sreve"], /no command "sreve"; did you mean serve\?/],
    [["serve", "serve"], /serve takes no "serve"; --help/],
    [["tools", "all"], /tools takes no "all"/],
    [["--read-only", "C:\\Users"], /no command/],
    [["cal", "list_windows"], /no command "cal"; did you mean call\?/],
    [["call"], /call needs the name of a tool: call TOOL \[JSON\]/],
    [["call", "x", "{pid:", "1}"], /one JSON text, and the shell has made 2 words of it; .* quotation marks/],
    [["call", "x", "--json"], /--json goes with tools, doctor, and pack validate alone/],
    [["--json"], /--json goes with tools, doctor, and pack validate alone/],
    [["pack"], /pack needs a word behind it, validate, new, or probe/],
    [
      ["pack", "valdate", "x"],
      /pack needs a word behind it, validate, new, or probe; did you mean pack validate\?/,
    ],
    [["pak", "new", "x"], /There is no command "pak"/],
    [["pack", "validate"], /pack validate needs a folder: pack validate DIR/],
    [["pack", "validate", "a", "b"], /one word too many: "b"/],
    [["pack", "new"], /pack new needs a name: pack new NAME/],
    [["pack", "new", "a", "--out="], /--out needs the name of a folder/],
    [["pack", "validate", "a", "--out=b"], /--out goes with pack new and pack probe alone/],
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

Deno.test("parseCommandLine() takes folders of App Packs, against the current folder, in their order", () => {
  const { appPackDirs } = settings(["--app-pack-dir", "/packs/one", "--app-pack-dir=two"]);
  assert.deepEqual(appPackDirs, [resolve("/packs/one"), resolve(HERE, "two")]);
});

Deno.test("parseCommandLine() reads commands of two words, with options before, between and behind", () => {
  const command = parseCommandLine(["--json", "pack", "--log-level=debug", "validate", "packs"], NOWHERE);
  if (command.kind !== "pack validate") assert.fail(command.kind);
  assert.deepEqual([command.folder, command.isJson, command.settings.logLevel], [
    join(HERE, "packs"),
    true,
    "debug",
  ]);
});

Deno.test("parseCommandLine() has new packs go where they are found, or where the call says", () => {
  for (
    const [args, parentFolder] of [
      [["pack", "new", "lab"], join(HERE, "local-app-packs")],
      [["pack", "new", "lab", "--out", "x"], join(HERE, "x")],
    ] as const
  ) {
    const command = parseCommandLine(args, NOWHERE);
    if (command.kind !== "pack new") assert.fail(command.kind);
    assert.deepEqual([command.name, command.parentFolder], ["lab", parentFolder]);
  }
});

Deno.test("parseCommandLine(): pack probe needs a process and a folder", () => {
  const parse = (...args: string[]) => parseCommandLine(["pack", "probe", ...args], NOWHERE);
  const command = parse("--pid=7", "--out=lab");
  assert.deepEqual(command.kind === "pack probe" ? [command.pid, command.folder] : [], [
    7,
    resolve(HERE, "lab"),
  ]);
  for (
    const args of [["--out=lab"], ["--pid=x", "--out=lab"], ["--pid=0", "--out=lab"], ["--pid=7"], [
      "--pid=7",
      "--out=",
    ]]
  ) {
    assert.throws(() => parse(...args), UsageError);
  }
});
