/**
 * Under Deno a plain import of the MCP SDK silently has the type `any`, to which everything fits. `deno check` fails
 * here, at an error that was expected and did not come, if that happens to our imports.
 */
import assert from "node:assert/strict";
import {
  type CallToolResult,
  type JSONRPCMessage,
  JSONRPCMessageSchema,
  ListToolsRequestSchema,
  McpError,
  RpcErrorCode,
  Server,
  type Transport,
} from "../../src/server/sdk.ts";
import { Client, InMemoryTransport } from "../server/sdk_client.ts";

Deno.test("the SDK's types are real", () => {
  const server = new Server({ name: "x", version: "1" });
  // @ts-expect-error: a server is no number
  const number: number = server;
  // @ts-expect-error: a server needs a version
  void (() => new Server({ name: "x" }));
  // @ts-expect-error: a client is no server
  const other: Server = new Client({ name: "x", version: "1" });
  // @ts-expect-error: content is a list of blocks
  const result: CallToolResult = { content: "text" };
  // @ts-expect-error: only 2.0 is spoken
  const message: JSONRPCMessage = { jsonrpc: "1.0", method: "x" };
  // @ts-expect-error: a transport can be started
  const transport: Transport = { send: () => Promise.resolve(), close: () => Promise.resolve() };
  // @ts-expect-error: the schema gives a message, which is no text
  void ((): string => JSONRPCMessageSchema.parse({}));
  // @ts-expect-error: the schema gives a request, which is no text
  void ((): string => ListToolsRequestSchema.parse({}));
  // @ts-expect-error: a protocol error has a number for code
  void (() => new McpError("code", "message"));
  // @ts-expect-error: there is no such code
  const code = RpcErrorCode.NoSuchCode;
  // @ts-expect-error: a pair has two sides
  const [, , third] = InMemoryTransport.createLinkedPair();
  assert.deepEqual([code, third], [undefined, undefined]);
  assert.ok([number, other, result, message, transport].every((value) => value !== undefined));
});
