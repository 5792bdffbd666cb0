import assert from "node:assert/strict";
import { z } from "zod";
import type { Settings } from "../../src/core/config.ts";
import { ToolError } from "../../src/core/errors.ts";
import type { JSONRPCMessage } from "../../src/server/sdk.ts";
import { StdioTransport } from "../../src/server/stdio_transport.ts";
import { createMcpServer, type McpServer, VERSION } from "../../src/server/server.ts";
import type { Tool } from "../../src/tools/tool.ts";
import { createTestDoor, type TestDoor } from "../fakes/test_door.ts";
import { actTool, lookTool } from "../tools/made_up_tools.ts";
import { Client, InMemoryTransport } from "./sdk_client.ts";

/** Takes any result: what is asked for here is not what the client's own schemas expect. */
const AnyResult = z.looseObject({});

interface Connection extends AsyncDisposable {
  readonly client: Client;
  readonly server: McpServer;
  readonly testDoor: TestDoor;
  /** Every message that the server sent. */
  readonly sent: JSONRPCMessage[];
}

async function connect(tools?: readonly Tool[], settings: Partial<Settings> = {}): Promise<Connection> {
  const testDoor = createTestDoor({ ...(tools === undefined ? {} : { tools }), settings });
  const server = createMcpServer({ tools: testDoor.tools, door: testDoor.door, log: testDoor.log });
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  const sent: JSONRPCMessage[] = [];
  const send = serverSide.send.bind(serverSide);
  serverSide.send = (message, options) => {
    sent.push(message);
    return send(message, options);
  };
  await server.connect(serverSide);
  const client = new Client({ name: "test", version: "1" });
  await client.connect(clientSide);
  return {
    client,
    server,
    testDoor,
    sent,
    async [Symbol.asyncDispose]() {
      await client.close();
    },
  };
}

Deno.test("the server introduces itself with name, title, version, instructions, tools and logging alone", async () => {
  await using connection = await connect();
  const { client } = connection;
  assert.deepEqual(client.getServerVersion(), { name: "casement", title: "Casement", version: VERSION });
  assert.deepEqual(client.getServerCapabilities(), { tools: {}, logging: {} });
  assert.ok((client.getInstructions() ?? "").length < 1_000, client.getInstructions());
});

Deno.test("the instructions name no tool that is not listed", async () => {
  await using connection = await connect([lookTool()]);
  assert.doesNotMatch(connection.client.getInstructions() ?? "", /_/);
});

Deno.test("tools/list gives name, title, description, schemas and hints", async () => {
  await using connection = await connect([lookTool(), actTool()]);
  const { tools } = await connection.client.listTools();
  assert.deepEqual(tools.map(({ name }) => name), ["look_around", "act_boldly"]);
  const [look] = tools;
  assert.equal(look?.title, "Look around");
  assert.equal(look?.description, "Looks. Then use act_boldly.");
  assert.deepEqual(look?.annotations, {
    title: "Look around",
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: true,
  });
  assert.deepEqual(look?.inputSchema.properties?.hwnd, {
    type: "string",
    description: "A handle.",
  });
  assert.deepEqual(look?.outputSchema?.required, ["success"]);
  assert.deepEqual(look?._meta, { toolset: "core", pipeSafeFields: ["seen"] });
});

Deno.test("tools/list under --read-only lists only what reads, and points to nothing else", async () => {
  await using connection = await connect([lookTool(), actTool()], { isReadOnly: true });
  const { tools } = await connection.client.listTools();
  assert.deepEqual(tools.map(({ name, description }) => [name, description]), [["look_around", "Looks."]]);
});

Deno.test("a success is compact JSON text first, then pictures, and structured content", async () => {
  const tool = lookTool((_args, { attach }) => {
    attach({ mimeType: "image/png", data: new Uint8Array([0xFF, 0x00, 0x10]) });
    return Promise.resolve({ seen: 1, note: "x" });
  });
  await using connection = await connect([tool]);
  // Listing first makes the client hold results against the output schema.
  await connection.client.listTools();
  const result = await connection.client.callTool({ name: "look_around", arguments: {} });
  assert.deepEqual(result, {
    content: [
      { type: "text", text: '{"success":true,"seen":1,"note":"x"}' },
      { type: "image", mimeType: "image/png", data: "/wAQ" },
    ],
    structuredContent: { success: true, seen: 1, note: "x" },
  });
});

Deno.test("an error is one text with code, message and suggestion, and fits the output schema", async () => {
  const tool = lookTool(() =>
    Promise.reject(new ToolError("TIMEOUT", "It took 5 s", { details: { ms: 5 } }))
  );
  await using connection = await connect([tool]);
  await connection.client.listTools();
  const result = await connection.client.callTool({ name: "look_around", arguments: {} });
  assert.equal(result.isError, true);
  assert.deepEqual(result.content, [
    { type: "text", text: 'TIMEOUT: It took 5 s. Repeat the call.\ndetails: {"ms":5}' },
  ]);
  assert.deepEqual(result.structuredContent, {
    success: false,
    error: {
      code: "TIMEOUT",
      message: "It took 5 s",
      details: { ms: 5 },
      retryable: true,
      suggestion: "Repeat the call.",
    },
  });
});

Deno.test("an unknown tool is an answer with TOOL_NOT_FOUND, not a protocol error", async () => {
  await using connection = await connect([lookTool()]);
  const result = await connection.client.callTool({ name: "look_round" });
  assert.match(JSON.stringify(result.content), /TOOL_NOT_FOUND: .*did you mean/);
});

for (const args of ["{}", [1], 5]) {
  Deno.test(`arguments that are ${JSON.stringify(args)} are an answer with INVALID_PARAMS`, async () => {
    await using connection = await connect([lookTool()]);
    const request = { method: "tools/call", params: { name: "look_around", arguments: args } } as const;
    // The client's types know only right requests.
    const result = await connection.client.request(request as never, AnyResult);
    assert.match(JSON.stringify(result), /INVALID_PARAMS/);
  });
}

Deno.test("an unknown method is a protocol error", async () => {
  await using connection = await connect([lookTool()]);
  await assert.rejects(connection.client.request({ method: "resources/lst" } as never, AnyResult), /-32601/);
});

Deno.test("lone surrogates leave as U+FFFD, in texts, keys and messages", async () => {
  const note = "a\ud800b \ud83d\ude00";
  await using connection = await connect([
    lookTool((args) =>
      args.titleContains === "fail"
        ? Promise.reject(
          new ToolError("TIMEOUT", note, { details: { "\udc00": [note] }, suggestion: `Do ${note}.` }),
        )
        : Promise.resolve({ seen: 1, note })
    ),
  ]);
  const success = await connection.client.callTool({ name: "look_around", arguments: {} });
  assert.deepEqual(success.structuredContent, { success: true, seen: 1, note: "a\ufffdb \ud83d\ude00" });
  const failure = await connection.client.callTool({
    name: "look_around",
    arguments: { titleContains: "fail" },
  });
  for (const result of [success, failure]) {
    assert.ok(!/\\ud[89a-f]/i.test(JSON.stringify(result).replaceAll("\ud83d\ude00", "")));
  }
});

Deno.test("progress goes to the client that asked for it, in order and before the answer", async () => {
  const tool = lookTool((_args, { progress }) => {
    progress("waiting \ud800");
    progress("still waiting");
    return Promise.resolve({ seen: 1 });
  });
  await using connection = await connect([tool]);
  const heard: unknown[] = [];
  await connection.client.callTool({ name: "look_around", arguments: {} }, undefined, {
    onprogress: (progress) => heard.push(progress),
  });
  assert.deepEqual(heard, [
    { progress: 1, message: "waiting \ufffd" },
    { progress: 2, message: "still waiting" },
  ]);
});

Deno.test("a client that asks for the log gets the line of each call before its answer, and no text of it", async () => {
  await using connection = await connect([lookTool()]);
  const { client, sent } = connection;
  await client.callTool({ name: "look_around", arguments: {} });
  assert.ok(!JSON.stringify(sent).includes("notifications/message"), "nobody has asked yet");
  await client.setLoggingLevel("info");
  const from = sent.length;
  await client.callTool({ name: "look_around", arguments: { titleContains: "secret title" } });
  const [line, answer] = sent.slice(from);
  assert.deepEqual(line, {
    jsonrpc: "2.0",
    method: "notifications/message",
    params: {
      level: "info",
      logger: "casement",
      data:
        '#2 look_around (read): ok in 0 ms {"titleContains":"<12 units>","method":"auto","timeoutMs":1000}',
    },
  });
  assert.ok(answer !== undefined && "result" in answer);
});

Deno.test("a log level that there is not is a protocol error", async () => {
  await using connection = await connect([lookTool()]);
  const request = { method: "logging/setLevel", params: { level: "loud" } } as const;
  await assert.rejects(connection.client.request(request as never, AnyResult), /-32602.*no log level "loud"/);
});

Deno.test("a log that is read after the end sends nothing", async () => {
  const connection = await connect([lookTool()]);
  await connection.client.setLoggingLevel("debug");
  const from = connection.sent.length;
  await connection.server.close();
  connection.testDoor.log.write("error", "late");
  assert.equal(connection.sent.length, from);
});

Deno.test("a client that asked for the log and then reads nothing stops no call", async () => {
  const testDoor = createTestDoor({ tools: [lookTool()] });
  const server = createMcpServer({ tools: testDoor.tools, door: testDoor.door, log: testDoor.log });
  const calls = 1_000;
  const requests = [
    { id: -1, method: "logging/setLevel", params: { level: "debug" } },
    ...Array.from({ length: calls }, (_, id) => ({
      id,
      method: "tools/call",
      params: { name: "look_around", arguments: {} },
    })),
  ];
  let writes = 0;
  const lines = requests.map((request) => `${JSON.stringify({ jsonrpc: "2.0", ...request })}\n`);
  const transport = new StdioTransport(
    {
      input: ReadableStream.from([new TextEncoder().encode(lines.join(""))]),
      write: () => (writes++, new Promise(() => {})),
    },
    testDoor.log,
    () => {},
  );
  await server.connect(transport);
  while (testDoor.journal.entries().at(-1)?.id !== calls) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await server.settled(5_000);
  assert.equal(testDoor.journal.entries().at(-1)?.outcome, "ok");
  assert.equal(writes, 1);
  await server.close();
});

Deno.test("progress goes nowhere when nobody asked for it", async () => {
  const tool = lookTool((_args, { progress }) => {
    progress("waiting");
    return Promise.resolve({ seen: 1 });
  });
  await using connection = await connect([tool]);
  await connection.client.callTool({ name: "look_around", arguments: {} });
  assert.ok(!JSON.stringify(connection.sent).includes("notifications/progress"));
});

Deno.test("a cancelled call is aborted, journalled, and its answer is not sent", async () => {
  let begun: () => void = () => {};
  const hasBegun = new Promise<void>((resolve) => begun = resolve);
  const tool = lookTool((args, { signal }) => {
    if (args.titleContains !== "wait") return Promise.resolve({ seen: 2 });
    begun();
    return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  });
  await using connection = await connect([tool]);
  const controller = new AbortController();
  const call = connection.client.callTool(
    { name: "look_around", arguments: { titleContains: "wait" } },
    undefined,
    { signal: controller.signal },
  );
  await hasBegun;
  controller.abort("enough");
  await assert.rejects(call);
  const after = await connection.client.callTool({ name: "look_around", arguments: {} });
  assert.equal(after.isError, undefined);
  assert.equal(connection.testDoor.journal.entries()[0]?.outcome, "CANCELLED");
  const answers = connection.sent.filter((message) => "result" in message);
  assert.equal(answers.length, 2, "the answers to initialize and to the second call");
});

Deno.test("a waiting call does not delay another one", async () => {
  const tool = lookTool((args, { signal }) =>
    args.titleContains === "wait"
      ? new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)))
      : Promise.resolve({ seen: 1 })
  );
  await using connection = await connect([tool]);
  const waiting = connection.client.callTool({ name: "look_around", arguments: { titleContains: "wait" } });
  const answer = await connection.client.callTool({ name: "look_around", arguments: {} });
  assert.deepEqual(answer.structuredContent, { success: true, seen: 1 });
  await connection.server.close();
  await assert.rejects(waiting);
});

Deno.test("what the client sends is not quoted in the log when nobody waits for it", async () => {
  await using connection = await connect();
  const { client, testDoor } = connection;
  const secret = `secret ${"x".repeat(5_000)}`;
  await client.transport?.send({ jsonrpc: "2.0", id: 99, result: { secret } });
  await client.transport?.send({
    jsonrpc: "2.0",
    method: "notifications/progress",
    params: { progressToken: secret, progress: 1 },
  });
  await client.ping();
  const said = testDoor.logLines.filter((line) => line.includes("protocol:"));
  assert.equal(said.length, 2);
  for (const line of said) assert.ok(!line.includes("secret") && line.length < 400, line);
});

Deno.test("settled() waits for running calls, but not longer than it is told", async () => {
  await using connection = await connect([lookTool(() => new Promise(() => {}))]);
  await connection.server.settled(60_000);
  connection.client.callTool({ name: "look_around", arguments: {} }).catch(() => {});
  await connection.client.ping();
  const begun = performance.now();
  await connection.server.settled(30);
  const took = performance.now() - begun;
  assert.ok(took >= 25 && took < 2_000, `${took} ms`);
});
