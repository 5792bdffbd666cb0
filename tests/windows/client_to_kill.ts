/**
 * A client in a process of its own: starts a server that does not end with its runtime, says its pid, and makes the calls
 * that it was given as JSON, all at once. It then waits to be killed.
 */
import { SERVER_FROM_SOURCE } from "../stdio/client.ts";

const [program = "", ...args] = SERVER_FROM_SOURCE;
const server = new Deno.Command(program, {
  args,
  stdin: "piped",
  stdout: "piped",
  stderr: "null",
  detached: true,
}).spawn();
await Deno.stdout.write(new TextEncoder().encode(`${server.pid}\n`));

const calls: { name: string; arguments: unknown }[] = JSON.parse(Deno.args[0] ?? "[]");
const input = server.stdin.getWriter();
const send = (message: unknown) =>
  input.write(new TextEncoder().encode(`${JSON.stringify({ jsonrpc: "2.0", ...Object(message) })}\n`));
const clientInfo = { name: "client to kill", version: "1" };
await send({
  id: 0,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo },
});
await send({ method: "notifications/initialized" });
for (const [index, params] of calls.entries()) await send({ id: index + 1, method: "tools/call", params });
for await (const _chunk of server.stdout) { /* answers are read, or the server would wait for its reader */ }
