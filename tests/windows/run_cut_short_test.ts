/** A run of steps whose client goes away puts in order what it has changed before the server ends. */
import assert from "node:assert/strict";
import process from "node:process";
import { denoRun, StdioClient } from "../stdio/client.ts";
import { isRunning } from "../stdio/running.ts";
import { fixturePath, ignore, needsFixture, waitFor } from "./fixture_run.ts";
import { countFixtures, FixtureLog, until } from "./launched_fixture.ts";

const ENDED_MS = 15_000;

function test(title: string, body: () => Promise<void>): void {
  Deno.test({ name: needsFixture(`run_steps: ${title}`), ignore, fn: body });
}

/** Starts the fixture, waits for what never comes, and ends the fixture whatever happens. */
function steps(log: FixtureLog): Readonly<Record<string, unknown>> {
  return {
    steps: [
      { id: "start", tool: "launch_app", args: { exePath: fixturePath(), args: ["--log", log.path] } },
      { tool: "wait_for_window", args: { titleContains: "What never comes", timeoutMs: 60_000 } },
    ],
    finally: [{ tool: "close_app", args: { pid: "${start.pid}", force: true } }],
  };
}

test("a client that closes its input has the run cleaned up before the server ends", async () => {
  await using log = await FixtureLog.create();
  await using client = await StdioClient.start();
  await client.send("tools/call", { name: "run_steps", arguments: steps(log) });
  await log.need("ready");
  await client.closeInput();
  assert.equal((await client.status).code, 0);
  assert.equal(countFixtures(), 0);
});

test("a client that is killed has its run cleaned up before the server ends", async () => {
  await using log = await FixtureLog.create();
  const [program = "", ...args] = denoRun("tests/windows/client_to_kill.ts");
  const client = new Deno.Command(program, {
    args: [...args, JSON.stringify([{ name: "run_steps", arguments: steps(log) }])],
    stdin: "null",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const reader = client.stdout.getReader();
  const server = Number(new TextDecoder().decode((await reader.read()).value));
  try {
    await log.need("ready");
    process.kill(client.pid, "SIGKILL");
    await until("the program is ended", () => countFixtures() === 0);
    assert.ok(await waitFor(() => isRunning(server) ? undefined : true, ENDED_MS), "the server still runs");
  } finally {
    for (const pid of [client.pid, server]) if (isRunning(pid)) process.kill(pid, "SIGKILL");
    await client.status;
    await reader.cancel().catch(() => {});
  }
});
