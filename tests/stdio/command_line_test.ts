import assert from "node:assert/strict";
import config from "../../deno.json" with { type: "json" };
import { PackPlace } from "../packs/load/pack_place.ts";
import { SERVER_FROM_SOURCE } from "./client.ts";
import { runProgram } from "./run_program.ts";

Deno.test("stdio: --version prints one line and ends", async () => {
  assert.deepEqual(await runProgram(["--version"]), {
    code: 0,
    stdout: `casement ${config.version}\n`,
    stderr: "",
  });
});

Deno.test("stdio: --help prints the usage and ends", async () => {
  const { code, stdout } = await runProgram(["--help"]);
  assert.equal(code, 0);
  assert.match(stdout, /^Usage: casement/);
  assert.match(stdout, /--read-only/);
});

Deno.test("stdio: an unknown option ends with code 2 and a sentence on stderr", async () => {
  assert.deepEqual(await runProgram(["--reed-only"]), {
    code: 2,
    stdout: "",
    stderr: 'casement: There is no option "--reed-only"; did you mean --read-only?\n',
  });
});

Deno.test("stdio: tools prints a table and ends", async () => {
  const { code, stdout, stderr } = await runProgram(["tools"]);
  assert.equal(code, 0);
  assert.match(stdout, /^NAME +EFFECT/);
  assert.match(stdout, /^list_windows +read +core +List windows$/m);
  assert.equal(stderr, "");
});

Deno.test("stdio: call takes its arguments from stdin; stdout is the result alone, and the code 0", async () => {
  const { code, stdout, stderr } = await runProgram(
    ["call", "tool_contract_describe"],
    '{"tool":"type_text"}',
  );
  assert.equal(stderr, "");
  assert.equal(code, 0);
  assert.equal(stdout.indexOf("\n"), stdout.length - 1);
  const result = JSON.parse(stdout);
  assert.equal(result.success, true);
  assert.equal(result.name, "type_text");
});

Deno.test("stdio: call answers an error of the tool with the error on stdout and code 1", async () => {
  const { code, stdout, stderr } = await runProgram(["call", "no_such_tool", "{}", "--log-level=info"]);
  assert.equal(code, 1);
  assert.equal(JSON.parse(stdout).error.code, "TOOL_NOT_FOUND");
  assert.match(stderr, /^casement info: [^\n]*TOOL_NOT_FOUND[^\n]*\n$/);
});

Deno.test("stdio: call sees the desktop, or says that there is none", async () => {
  const { code, stdout } = await runProgram(["call", "list_windows", "{}"]);
  const result = JSON.parse(stdout);
  if (Deno.build.os === "windows") assert.equal(Array.isArray(result.items), true, stdout);
  else assert.equal(result.error.code, "PLATFORM_UNSUPPORTED");
  assert.equal(code, Deno.build.os === "windows" ? 0 : 1);
});

Deno.test("stdio: call with malformed JSON ends with code 2 and a sentence on stderr", async () => {
  const { code, stdout, stderr } = await runProgram(["call", "list_windows", "{pid: 1}"]);
  assert.equal(code, 2);
  assert.equal(stdout, "");
  assert.match(stderr, /^casement: The arguments are no JSON: [^\n]*quotation marks[^\n]*\n$/);
});

Deno.test("stdio: doctor says what is there, and ends with 1 where there is no Windows", async () => {
  const { code, stdout, stderr } = await runProgram(["doctor", "--json"]);
  const { isReady, checks } = JSON.parse(stdout);
  const isWindows = Deno.build.os === "windows";
  assert.equal(isReady, isWindows, stdout);
  assert.equal(code, isWindows ? 0 : 1);
  assert.match(checks[0].says, isWindows ? /^Windows 1\d, build \d+/ : /^PLATFORM_UNSUPPORTED/);
  assert.equal(stderr, "");
});

Deno.test("stdio: a reader that has left is no error", async () => {
  const [program = "", ...first] = SERVER_FROM_SOURCE;
  const child = new Deno.Command(program, {
    args: [...first, "tools", "--json"],
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  await child.stdout.cancel();
  const stderr = await new Response(child.stderr).text();
  assert.equal(stderr, "");
  assert.equal((await child.status).code, 0);
});

Deno.test("stdio: pack new and pack validate end with 0, 1 and 2, as it went", async () => {
  using place = new PackPlace();
  const validate = (folder: string) => runProgram(["pack", "validate", `${place.root}/${folder}`, "--json"]);
  const made = await runProgram(["pack", "new", "lab", `--out=${place.root}`]);
  assert.deepEqual([made.code, made.stderr], [0, ""]);
  assert.equal((await runProgram(["pack", "new", "lab", `--out=${place.root}`])).code, 1);
  const good = await validate("lab");
  assert.deepEqual([good.code, JSON.parse(good.stdout).valid], [0, true]);
  place.write("lab", { "controls.json": "{" });
  const bad = await validate("lab");
  assert.deepEqual([bad.code, JSON.parse(bad.stdout).packs[0].errors[0].code], [1, "JSON_INVALID"]);
  const none = await validate("none");
  assert.deepEqual([none.code, none.stdout], [2, ""]);
  assert.match(none.stderr, /^casement: There is no folder "[^\n]*none"\n$/);
});
