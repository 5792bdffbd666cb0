import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { NtExecutable, NtExecutableResource, Resource } from "resedit";
import config from "../../deno.json" with { type: "json" };
import { publishedTools } from "../../src/dev/generated.ts";
import { type Message, StdioClient } from "../stdio/client.ts";
import { runProgram } from "../stdio/run_program.ts";

const EXE = fileURLToPath(new URL("../../dist/casement.exe", import.meta.url));
const PACKS = fileURLToPath(new URL("../../app-packs/examples", import.meta.url));
const NOTEPAD = "C:\\Windows\\System32\\notepad.exe";

function start(...args: readonly string[]): Promise<StdioClient> {
  return StdioClient.start({ command: [EXE], args });
}

Deno.test("exe: --version says the version and nothing else", async () => {
  const { code, stdout, stderr } = await new Deno.Command(EXE, { args: ["--version"] }).output();
  const decoder = new TextDecoder();
  assert.equal(decoder.decode(stdout).trim(), `casement ${config.version}`);
  assert.equal(decoder.decode(stderr), "");
  assert.equal(code, 0);
});

Deno.test("exe: initialize, list and call, and an end with code 0", async () => {
  const client = await start();
  const { tools } = (await client.request("tools/list")).result;
  assert.deepEqual(tools, JSON.parse(JSON.stringify(publishedTools())));
  const { structuredContent } = await client.callTool("tool_contract_describe", { tool: "type_text" });
  assert.equal(structuredContent.inputSchema.type, "object");
  assert.equal((await client.end()).code, 0);
  for (const line of client.stdoutLines) assert.equal((JSON.parse(line) as Message).jsonrpc, "2.0");
});

// Workers that were forgotten in the exe fail only when they are started: this starts every one of them.
Deno.test("exe: every Worker starts, and the main job is done on a real window", async () => {
  const client = await start("--log-level", "debug");
  await using _end = client;
  // processes, windows, events
  const started = (await client.callTool("launch_app", { exePath: NOTEPAD })).structuredContent;
  assert.equal(started.success, true, JSON.stringify(started));
  const pid = started.windowPid ?? started.pid;
  try {
    assert.notEqual(started.window, null);
    const { hwnd } = started.window;
    // messages
    const typed = (await client.callTool("type_text", { hwnd, text: "from the exe 😀" })).structuredContent;
    assert.equal(typed.verified, "yes", JSON.stringify(typed));
    // captures, pictures
    const captured = await client.callTool("capture_window", { hwnd });
    assert.equal(captured.structuredContent.success, true, JSON.stringify(captured.structuredContent));
    const image = captured.content.find((block: { type: string }) => block.type === "image");
    const signature = Uint8Array.from(atob(image.data.slice(0, 12)), (character) => character.charCodeAt(0));
    assert.deepEqual([...signature.slice(1, 4)], [0x50, 0x4E, 0x47]);
    const file = await Deno.stat(captured.structuredContent.path);
    assert.equal(file.size > 100, true);
  } finally {
    const closed = await client.callTool("close_app", { pid, force: true });
    assert.equal(closed.structuredContent.success, true);
  }
});

Deno.test("exe: doctor finds everything that the exe needs, the permissions baked in", async () => {
  const { code, stdout, stderr } = await runProgram(["doctor"], "", [EXE]);
  assert.equal(code, 0, stdout);
  for (const name of ["windows", "input desktop", "lanes", "system DLLs", "monitors", "captures folder"]) {
    assert.match(stdout, new RegExp(`^good +${name}  `, "m"));
  }
  assert.equal(stderr, "");
});

Deno.test("exe: a program that call started goes on without it, until another call closes it", async () => {
  // A person's shell leaves no quotation marks to chance: the arguments come by stdin.
  const launched = await runProgram(["call", "launch_app"], JSON.stringify({ exePath: NOTEPAD }), [EXE]);
  assert.equal(launched.code, 0, launched.stdout + launched.stderr);
  const { pid, windowPid, window } = JSON.parse(launched.stdout);
  const closed = await runProgram(["call", "close_app", JSON.stringify({ pid: windowPid ?? pid })], "", [
    EXE,
  ]);
  // It can only be closed, politely, where it still runs and shows its window.
  assert.notEqual(window, null);
  assert.equal(closed.code, 0, closed.stdout + closed.stderr);
  const { method, windowsAsked } = JSON.parse(closed.stdout);
  assert.deepEqual({ method, isAsked: windowsAsked > 0 }, { method: "polite", isAsked: true });
  assert.equal(launched.stderr + closed.stderr, "");
});

Deno.test("exe: the App Packs that come with it are inside it, and each can be used", async () => {
  const names = [...Deno.readDirSync(new URL("../../app-packs/examples", import.meta.url))]
    .filter(({ isDirectory }) => isDirectory).map(({ name }) => name);
  assert.ok(names.length > 0, "there is no example");
  const { code, stdout, stderr } = await runProgram(["call", "app_pack_list", "{}"], "", [EXE]);
  assert.equal(code, 0, stdout + stderr);
  const packs: { source: string; valid: boolean; controls: number }[] = JSON.parse(stdout).packs;
  const embedded = packs.filter(({ source }) => source === "examples");
  assert.equal(embedded.length, names.length, stdout);
  for (const pack of embedded) assert.ok(pack.valid && pack.controls > 0, JSON.stringify(pack));
});

Deno.test("exe: folders of App Packs come from the environment too", async () => {
  const folder = await Deno.makeTempDir({ prefix: "casement" });
  try {
    const pack = join(folder, "env-pack");
    const made = await runProgram(["pack", "new", "env-pack", `--out=${folder}`], "", [EXE]);
    assert.equal(made.code, 0, made.stdout + made.stderr);
    const checked = await runProgram(["pack", "validate", pack], "", [EXE]);
    assert.equal(checked.code, 0, checked.stdout + checked.stderr);
    const listed = await new Deno.Command(EXE, {
      args: ["call", "app_pack_list", "{}"],
      env: { CASEMENT_APP_PACK_DIRS: folder },
    }).output();
    assert.match(new TextDecoder().decode(listed.stdout), /"id":"env-pack"[^}]*"source":"env"/);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("exe: the permissions are baked in", async () => {
  // The runtime keeps what it may do as JSON at the end of the exe; what is not there cannot be had at run time.
  const bytes = await Deno.readFile(EXE);
  const text = new TextDecoder("latin1").decode(bytes.subarray(bytes.length * 2 / 3));
  const found = /"permissions":(\{[^{}]*\})/.exec(text);
  assert.ok(found, "no permissions in the exe");
  const permissions = JSON.parse(found[1] ?? "");
  assert.equal(permissions.prompt, false);
  assert.deepEqual(permissions.deny_net, []);
  assert.deepEqual(permissions.deny_run, []);
  assert.deepEqual(permissions.deny_import, []);
  assert.deepEqual(permissions.allow_ffi, []);
  assert.equal(permissions.allow_net, null);
  assert.equal(permissions.allow_run, null);
  assert.equal(permissions.allow_env.includes("LOCALAPPDATA"), true);
  assert.equal(permissions.allow_env.includes("PATH"), false);
});

Deno.test("exe: icon and version information are Casement's own", async () => {
  const executable = NtExecutable.from(await Deno.readFile(EXE), { ignoreCert: true });
  const { entries } = NtExecutableResource.from(executable);
  const versions = Resource.VersionInfo.fromEntries(entries);
  assert.equal(versions.length, 1);
  const [language] = versions[0]?.getAllLanguagesForStringValues() ?? [];
  assert.ok(language);
  const values = versions[0]?.getStringValues(language);
  assert.equal(values?.ProductName, "Casement");
  assert.equal(values?.ProductVersion, config.version);
  const icons = Resource.IconGroupEntry.fromEntries(entries);
  assert.equal(icons.length, 1);
  assert.equal(icons[0]?.icons.length, 6);
});

// What compiles a pack's schema makes code as it goes, which not everything that runs TypeScript can do.
Deno.test("exe: inputs of a workflow are checked by the schema of its pack", async () => {
  const client = await start("--app-pack-dir", PACKS);
  await using _end = client;
  const { structuredContent } = await client.callTool("run_workflow", {
    pack: "notepad",
    workflow: "find",
    inputs: { word: 1, matchCase: "perhaps" },
  });
  assert.equal(structuredContent.error.code, "WORKFLOW_INPUT_INVALID");
  assert.deepEqual(structuredContent.error.details.validationErrors, [
    { path: "word", message: "must be string" },
    { path: "matchCase", message: 'must be one of "true", "false"' },
  ]);
});
