import assert from "node:assert/strict";
import { createLog } from "../../src/core/log.ts";
import type { JSONRPCMessage } from "../../src/server/sdk.ts";
import { StdioTransport } from "../../src/server/stdio_transport.ts";

interface Pipes {
  readonly transport: StdioTransport;
  readonly received: JSONRPCMessage[];
  readonly logLines: string[];
  readonly ended: Promise<void>;
  /** Everything written so far. */
  output(): string;
  input(text: string): void;
  endInput(): void;
}

async function open(
  write?: (bytes: Uint8Array, take: (bytes: Uint8Array) => void) => Promise<number>,
): Promise<Pipes> {
  const written: number[] = [];
  const take = (bytes: Uint8Array): void => void written.push(...bytes);
  const logLines: string[] = [];
  const received: JSONRPCMessage[] = [];
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let onEnd: () => void = () => {};
  const ended = new Promise<void>((resolve) => onEnd = resolve);
  const input = new ReadableStream<Uint8Array>({ start: (given) => void (controller = given) });
  const transport = new StdioTransport(
    {
      input,
      write: (bytes) => {
        if (write !== undefined) return write(bytes, take);
        take(bytes);
        return Promise.resolve(bytes.length);
      },
    },
    createLog("debug", (line) => logLines.push(line)),
    onEnd,
  );
  transport.onmessage = (message) => received.push(message);
  await transport.start();
  return {
    transport,
    received,
    logLines,
    ended,
    output: () => new TextDecoder().decode(new Uint8Array(written)),
    input: (text) => controller?.enqueue(new TextEncoder().encode(text)),
    endInput: () => controller?.close(),
  };
}

const ping = (id: number): JSONRPCMessage => ({ jsonrpc: "2.0", id, method: "ping" });
const line = (message: unknown): string => `${JSON.stringify(message)}\n`;

Deno.test("StdioTransport receives messages and says when its input ends", async () => {
  const pipes = await open();
  pipes.input(line(ping(1)) + line(ping(2)));
  pipes.endInput();
  await pipes.ended;
  assert.deepEqual(pipes.received, [ping(1), ping(2)]);
});

Deno.test("StdioTransport logs a line that is no JSON and goes on; nothing of its text appears", async () => {
  const pipes = await open();
  pipes.input(`secret garbage\n\n   \n${line(ping(1))}`);
  pipes.endInput();
  await pipes.ended;
  assert.deepEqual(pipes.received, [ping(1)]);
  assert.equal(pipes.output(), "");
  assert.equal(pipes.logLines.filter((text) => text.startsWith("casement warning")).length, 1);
  for (const text of pipes.logLines) assert.equal(text.includes("secret"), false);
});

Deno.test("StdioTransport logs nothing of what was to be typed by a message of the wrong shape", async () => {
  const pipes = await open();
  const params = { name: "type_text", arguments: { hwnd: "1", text: "secret" } };
  pipes.input(line({ jsonrpc: "2.0", id: null, method: "tools/call", params }));
  pipes.input(line({ jsonrpc: "2.0", id: 1, method: "tools/call", params }).slice(0, -3) + "\n");
  pipes.endInput();
  await pipes.ended;
  assert.deepEqual(pipes.logLines.filter((text) => text.startsWith("casement debug")), [
    "casement debug: the line is an object with jsonrpc (string), id (null), method (string), params (object)",
    "casement debug: the line is broken JSON",
  ]);
  for (const text of pipes.logLines) assert.equal(text.includes("secret"), false);
});

for (
  const [what, message] of [
    ["of another version", { jsonrpc: "1.0", id: 7, method: "ping" }],
    ["with a list for params", { jsonrpc: "2.0", id: 7, method: "tools/call", params: [1] }],
    ["without a version", { id: 7, method: "ping" }],
  ] as const
) {
  Deno.test(`StdioTransport answers a request ${what}, so that nobody waits for ever`, async () => {
    const pipes = await open();
    pipes.input(line(message));
    pipes.endInput();
    await pipes.ended;
    await pipes.transport.flushed();
    const answer = JSON.parse(pipes.output());
    assert.equal(answer.id, 7);
    assert.equal(answer.error.code, -32600);
    assert.deepEqual(pipes.received, []);
  });
}

for (const noise of [[], null, 5, "text", { id: {}, method: "x" }, { method: "x" }, [ping(1)]]) {
  Deno.test(`StdioTransport leaves ${JSON.stringify(noise)} unanswered`, async () => {
    const pipes = await open();
    pipes.input(line(noise));
    pipes.endInput();
    await pipes.ended;
    await pipes.transport.flushed();
    assert.equal(pipes.output(), "");
    assert.deepEqual(pipes.received, []);
  });
}

Deno.test("StdioTransport writes messages whole and in order through a pipe that takes little", async () => {
  const pipes = await open(async (bytes, take) => {
    await new Promise((resolve) => setTimeout(resolve, 0));
    const part = bytes.subarray(0, 7);
    take(part);
    return part.length;
  });
  await Promise.all([pipes.transport.send(ping(1)), pipes.transport.send(ping(2))]);
  assert.equal(pipes.output(), line(ping(1)) + line(ping(2)));
});

Deno.test("StdioTransport takes a broken pipe for the end", async () => {
  const pipes = await open(() => Promise.reject(new Deno.errors.BrokenPipe("gone")));
  await assert.rejects(pipes.transport.send(ping(1)), Deno.errors.BrokenPipe);
  await pipes.ended;
});

Deno.test("StdioTransport stops reading while much is left unread by the client", async () => {
  let letGo: () => void = () => {};
  const mayWrite = new Promise<void>((resolve) => letGo = resolve);
  const pipes = await open(async (bytes) => {
    await mayWrite;
    return bytes.length;
  });
  pipes.transport.onmessage = (message) => {
    pipes.received.push(message);
    const text = "x".repeat(9_000_000);
    void pipes.transport.send({ jsonrpc: "2.0", id: 1, result: { text } });
  };
  for (let id = 1; id <= 5; id++) {
    pipes.input(line(ping(id)));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  assert.equal(pipes.received.length, 2);
  letGo();
  pipes.endInput();
  await pipes.ended;
  assert.equal(pipes.received.length, 5);
});

Deno.test("StdioTransport notices the end of its input while its client reads nothing", async () => {
  const pipes = await open(() => new Promise(() => {}));
  pipes.transport.onmessage = (message) => {
    pipes.received.push(message);
    void pipes.transport.send({ jsonrpc: "2.0", id: 1, result: { text: "x".repeat(9_000_000) } });
  };
  for (let id = 1; id <= 50; id++) pipes.input(line(ping(id)));
  pipes.endInput();
  await pipes.ended;
  assert.equal(pipes.received.length, 2);
});

Deno.test("StdioTransport takes a line of 20 MB within a second", async () => {
  const pipes = await open();
  const begun = performance.now();
  const text = line({ jsonrpc: "2.0", id: 1, method: "x", params: { text: "y".repeat(20_000_000) } });
  for (let at = 0; at < text.length; at += 65_536) pipes.input(text.slice(at, at + 65_536));
  pipes.endInput();
  await pipes.ended;
  assert.equal(pipes.received.length, 1);
  assert.ok(performance.now() - begun < 1_000, `${performance.now() - begun} ms`);
});
