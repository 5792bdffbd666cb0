import assert from "node:assert/strict";
import process from "node:process";
import { SERVER_FROM_SOURCE } from "./client.ts";
import { isRunning } from "./running.ts";

/** What the product promises is 2 s; a busy test machine gets more. */
const END_MS = 6_000;

async function endsWithin(pid: number, timeoutMs: number): Promise<boolean> {
  const end = performance.now() + timeoutMs;
  while (isRunning(pid) && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 50));
  return !isRunning(pid);
}

/** What the server may be doing meanwhile. */
const WAIT_FOR_WINDOW = {
  jsonrpc: "2.0",
  id: 2,
  method: "tools/call",
  params: { name: "wait_for_window", arguments: { titleContains: "never", timeoutMs: 300_000 } },
};

for (const [doing, requests] of [["", []], [", during a wait too", [WAIT_FOR_WINDOW]]] as const) {
  Deno.test({
    name:
      `stdio: the program ends when its parent is killed, though others still hold its stdin open${doing}`,
    // Off Windows there is no desktop to protect and no watch.
    ignore: Deno.build.os !== "windows",
    fn: async () => {
      // Detached, or the runtime of the one in the middle ends its children with itself.
      // The one in the middle lets the server inherit its own stdin, whose other end this test holds.
      const middle = `
      const child = new Deno.Command(${JSON.stringify(SERVER_FROM_SOURCE[0])}, {
        args: ${
        JSON.stringify(SERVER_FROM_SOURCE.slice(1))
      }, stdin: "inherit", stdout: "piped", stderr: "null", detached: true,
      }).spawn();
      const answer = await child.stdout.getReader().read();
      console.log(child.pid);
      setInterval(() => {}, 1000);
    `;
      const parent = new Deno.Command(Deno.execPath(), {
        args: ["eval", middle],
        stdin: "piped",
        stdout: "piped",
        stderr: "inherit",
      }).spawn();
      const writer = parent.stdin.getWriter();
      const ping = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
      await writer.write(new TextEncoder().encode(`${ping}\n`));
      const reader = parent.stdout.getReader();
      const pid = Number(new TextDecoder().decode((await reader.read()).value));
      try {
        assert.equal(isRunning(pid), true);
        for (const request of requests) {
          await writer.write(new TextEncoder().encode(`${JSON.stringify(request)}\n`));
        }
        // The watch on the parent begins just after the first answer may have been given.
        await new Promise((resolve) => setTimeout(resolve, 1_500));
        assert.equal(isRunning(pid), true, "it must not end by itself");
        parent.kill("SIGKILL");
        await parent.status;
        assert.equal(await endsWithin(pid, END_MS), true, "the server is still running");
      } finally {
        if (isRunning(pid)) process.kill(pid, "SIGKILL");
        await writer.close().catch(() => {});
        await reader.cancel().catch(() => {});
      }
    },
  });
}
