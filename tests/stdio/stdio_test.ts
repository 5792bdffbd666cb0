import assert from "node:assert/strict";
import config from "../../deno.json" with { type: "json" };
import { PackPlace } from "../packs/load/pack_place.ts";
import { createTools } from "../../src/tools/index.ts";
import { smallPack } from "../tools/pack_world.ts";
import { denoRun, type Message, SERVER_FROM_SOURCE, StdioClient } from "./client.ts";
import { isRunning } from "./running.ts";

const MISBEHAVING = denoRun("tests/stdio/misbehaving_server.ts");
const isWindows = Deno.build.os === "windows";
const INITIALIZE_PARAMS = {
  protocolVersion: "2025-06-18",
  capabilities: {},
  clientInfo: { name: "stdio test", version: "1" },
};
const PING = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });

function assertPure(client: StdioClient): void {
  assert.ok(client.stdoutLines.length > 0);
  for (const line of client.stdoutLines) {
    const message: Message = JSON.parse(line);
    assert.equal(message.jsonrpc, "2.0", line.slice(0, 200));
  }
}

async function waitFor(what: string, timeoutMs: number, isDone: () => boolean): Promise<void> {
  const end = performance.now() + timeoutMs;
  while (!isDone()) {
    if (performance.now() > end) assert.fail(`${what} did not happen within ${timeoutMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

Deno.test("stdio: initialize, list and call", async () => {
  await using client = new StdioClient();
  const { result } = await client.initialize();
  assert.equal(result.serverInfo.name, "casement");
  assert.equal(result.serverInfo.version, config.version);
  const listed = (await client.request("tools/list")).result.tools;
  const called = (await client.callTool("tool_contract_list")).structuredContent;
  assert.equal(called.success, true);
  assert.deepEqual(
    called.tools.map((tool: { name: string }) => tool.name),
    listed.map((tool: { name: string }) => tool.name),
  );
});

Deno.test("stdio: a text of ten million units goes there and back", async () => {
  await using client = await StdioClient.start();
  const text = "漢".repeat(10_000_000);
  const written = (await client.callTool("write_clipboard", { text })).structuredContent;
  if (!isWindows) return assert.equal(written.error.code, "PLATFORM_UNSUPPORTED");
  assert.deepEqual([written.length, written.verified], [text.length, "yes"]);
  const read = (await client.callTool("read_clipboard", { maxUnits: text.length })).structuredContent;
  assert.equal(read.text === text, true);
});

Deno.test("stdio: a desktop tool sees the desktop, or says that there is none", async () => {
  await using client = await StdioClient.start();
  const { isError, structuredContent } = await client.callTool("list_windows");
  if (isWindows) assert.equal(structuredContent.success, true);
  else assert.equal(structuredContent.error.code, "PLATFORM_UNSUPPORTED");
  assert.equal(isError ?? false, !isWindows);
});

Deno.test("stdio: every line of stdout is JSON-RPC, with the talkative log too", async () => {
  const client = await StdioClient.start({ args: ["--log-level=debug"] });
  await client.callTool("tool_contract_list");
  await client.callTool("list_windows");
  await client.callTool("no_such_tool");
  await client.sendLine("no JSON at all");
  await client.request("no/such/method");
  await client.end();
  assertPure(client);
  assert.match(client.stderr, /casement debug: /);
});

Deno.test("stdio: a line that is no JSON is logged and ends nothing", async () => {
  await using client = await StdioClient.start();
  for (const line of ["garbage", "", "[]", '{"half":', "\u0000\ufffd", '{"jsonrpc":"2.0"}']) {
    await client.sendLine(line);
  }
  assert.equal((await client.callTool("tool_contract_list")).isError, undefined);
  await waitFor("a warning for each", 5_000, () => client.stderr.split("casement warning").length >= 6);
});

Deno.test("stdio: an argument of 5 MB is answered with a code, and so is what comes after it", async () => {
  await using client = await StdioClient.start();
  const huge = await client.callTool("tool_contract_describe", { tool: "x".repeat(5_000_000) });
  assert.equal(huge.structuredContent.error.code, "INVALID_PARAMS");
  assert.ok(JSON.stringify(huge).length < 2_000);
  assert.equal((await client.callTool("tool_contract_list")).isError, undefined);
});

Deno.test("stdio: many calls at once are all answered", async () => {
  await using client = await StdioClient.start();
  const names = ["tool_contract_list", "no_such_tool"];
  const results = await Promise.all(
    Array.from({ length: 50 }, (_, index) => client.callTool(names[index % 2] ?? "")),
  );
  assert.deepEqual(
    results.map((result) => result.isError ?? false),
    results.map((_, index) => index % 2 === 1),
  );
});

Deno.test("stdio: a call that hangs delays no other one", async () => {
  await using client = await StdioClient.start({ command: MISBEHAVING });
  await client.send("tools/call", { name: "list_windows", arguments: {} });
  const begun = performance.now();
  assert.equal((await client.callTool("tool_contract_list")).isError, undefined);
  assert.ok(performance.now() - begun < 2_000);
});

Deno.test("stdio: a cancelled call is not answered", async () => {
  const client = await StdioClient.start({ command: MISBEHAVING });
  const { id } = await client.send("tools/call", { name: "list_windows", arguments: {} });
  await client.notify("notifications/cancelled", { requestId: id, reason: "enough" });
  await client.callTool("tool_contract_list");
  await client.end();
  assert.ok(!client.stdoutLines.some((line) => JSON.parse(line).id === id));
});

Deno.test("stdio: App Packs are read behind the first answer, and one line says which, and what was left out", async () => {
  using place = new PackPlace();
  place.write("packs/good", smallPack("stdio-pack"));
  place.write("packs/broken", { "manifest.json": "{" });
  await using client = await StdioClient.start({
    args: [`--app-pack-dir=${place.root}/packs`, "--log-level=info"],
  });
  const line = /^.*App Packs: .*$/gm;
  await waitFor("the line", 10_000, () => line.test(client.stderr));
  const { packs } = (await client.callTool("app_pack_list")).structuredContent;
  assert.ok(packs.some(({ id, source }: Record<string, string>) => id === "stdio-pack" && source === "cli"));
  const [said = "", ...more] = client.stderr.match(line) ?? [];
  assert.match(said, /App Packs: stdio-pack.*; left out: broken \(MANIFEST_UNREADABLE\)/);
  assert.deepEqual(more, []);
});

Deno.test("stdio: stray prints, rejections and errors reach stderr, and the server goes on", async () => {
  const client = await StdioClient.start({ command: MISBEHAVING });
  const answer = await client.callTool("get_window_state", { hwnd: "0x00001234" });
  assert.equal(answer.structuredContent.success, true, JSON.stringify(answer));
  await waitFor(
    "all three on stderr",
    5_000,
    () =>
      ["a stray print", "a stray rejection", "a stray error"].every((text) => client.stderr.includes(text)),
  );
  assert.equal((await client.callTool("tool_contract_list")).isError, undefined);
  assert.equal((await client.end()).code, 0);
  assertPure(client);
});

/** How long the program takes to end after its stdin, at best of three: a busy machine is not the program's fault. */
async function fastestEnd(start: () => Promise<StdioClient>): Promise<number> {
  let fastest = Infinity;
  for (let attempt = 0; attempt < 3 && fastest >= 1_000; attempt++) {
    await using client = await start();
    const begun = performance.now();
    await client.closeInput();
    const { code } = await client.status;
    fastest = Math.min(fastest, performance.now() - begun);
    assert.equal(code, 0, client.stderr);
  }
  return fastest;
}

Deno.test("stdio: the program ends within a second of stdin's end, with code 0", async () => {
  const took = await fastestEnd(async () => {
    const client = await StdioClient.start();
    await client.callTool("list_windows");
    return client;
  });
  assert.ok(took < 1_000, `${took} ms`);
});

Deno.test("stdio: a call that hangs does not keep the program from ending within a second", async () => {
  const took = await fastestEnd(async () => {
    const client = await StdioClient.start({ command: MISBEHAVING });
    await client.send("tools/call", { name: "list_windows", arguments: {} });
    await client.callTool("tool_contract_list");
    return client;
  });
  assert.ok(took < 1_000, `${took} ms`);
});

Deno.test("stdio: calls that were sent before stdin ended are answered", async () => {
  const client = new StdioClient();
  await client.sendLine(
    [
      { jsonrpc: "2.0", id: 1, method: "initialize", params: INITIALIZE_PARAMS },
      { jsonrpc: "2.0", method: "notifications/initialized" },
      { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "tool_contract_list" } },
    ].map((message) => JSON.stringify(message)).join("\n"),
  );
  await client.end();
  const [, answer] = client.stdoutLines.map((line) => JSON.parse(line));
  assert.equal(answer?.id, 2);
  assert.equal(answer?.result.structuredContent.success, true);
});

Deno.test("stdio: a client that never reads stderr is served all the same", async () => {
  const [program = "", ...args] = SERVER_FROM_SOURCE;
  const child = new Deno.Command(program, { args, stdin: "piped", stdout: "piped", stderr: "piped" }).spawn();
  const input = child.stdin.getWriter();
  const encoder = new TextEncoder();
  // Each call writes a line to the log; together they are far more than any pipe holds.
  const calls = 3_000;
  const name = "n".repeat(100);
  const sending = (async () => {
    await input.write(
      encoder.encode(
        `${JSON.stringify({ jsonrpc: "2.0", id: 0, method: "initialize", params: INITIALIZE_PARAMS })}\n`,
      ),
    );
    for (let id = 1; id <= calls; id++) {
      const call = { jsonrpc: "2.0", id, method: "tools/call", params: { name } };
      await input.write(encoder.encode(`${JSON.stringify(call)}\n`));
    }
  })();
  const answers = child.stdout.getReader();
  for (let answered = 0; answered < calls + 1;) {
    const { value } = await answers.read();
    assert.ok(value, `it ended after ${answered} answers`);
    answered += value.filter((byte) => byte === "\n".charCodeAt(0)).length;
  }
  await sending;
  await input.close();
  assert.equal((await child.status).code, 0);
  await Promise.all([answers.cancel(), child.stderr.cancel()]);
});

Deno.test("stdio: the program ends when the program that started it is killed", async () => {
  // The one in the middle starts the server, holds its stdin and tells its process id. Detached, or its runtime would
  // end its children with itself.
  const middle = `
    const child = new Deno.Command(${JSON.stringify(SERVER_FROM_SOURCE[0])}, {
      args: ${
    JSON.stringify(SERVER_FROM_SOURCE.slice(1))
  }, stdin: "piped", stdout: "piped", stderr: "null", detached: true,
    }).spawn();
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(${JSON.stringify(`${PING}\n`)}));
    const reader = child.stdout.getReader();
    await reader.read();
    console.log(child.pid);
    await new Promise(() => setInterval(() => {}, 1000));
  `;
  const parent = new Deno.Command(Deno.execPath(), {
    args: ["eval", middle],
    stdin: "null",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const reader = parent.stdout.getReader();
  const pid = Number(new TextDecoder().decode((await reader.read()).value));
  assert.ok(pid > 0);
  assert.equal(isRunning(pid), true);
  parent.kill("SIGKILL");
  await parent.status;
  await reader.cancel();
  await waitFor("the server's end", 3_000, () => !isRunning(pid));
});

Deno.test("stdio: under --read-only only tools that read are listed, and no other can be called", async () => {
  await using client = await StdioClient.start({ args: ["--read-only"] });
  const { tools } = (await client.request("tools/list")).result;
  for (const { annotations } of tools) assert.equal(annotations.readOnlyHint, true);
  const refused = await client.callTool("close_app", { pid: 1 });
  assert.equal(refused.structuredContent.error.code, "PERMISSION_DENIED");
});

Deno.test("stdio: with --toolsets only the tools of these groups are listed and named, and others can be called", async () => {
  await using client = new StdioClient({ args: ["--toolsets", "core"] });
  const { instructions } = (await client.initialize()).result;
  const { tools } = (await client.request("tools/list")).result;
  const core = createTools().filter(({ toolset }) => toolset === "core").map(({ name }) => name);
  assert.deepEqual(tools.map(({ name }: { name: string }) => name), core);
  const texts = JSON.stringify(tools) + instructions;
  for (const { name } of createTools()) {
    if (!core.includes(name)) assert.equal(texts.includes(name), false, name);
  }
  const { structuredContent } = await client.callTool("app_pack_list");
  assert.ok(Array.isArray(structuredContent.packs));
});
