import assert from "node:assert/strict";
import { createLog, type LogLevel } from "../../src/core/log.ts";
import { ClientLog, type LogMessage } from "../../src/server/client_log.ts";
import { McpError } from "../../src/server/sdk.ts";

interface SetUp {
  readonly log: ReturnType<typeof createLog>;
  readonly clientLog: ClientLog;
  readonly sent: LogMessage[];
}

function setUp(send: () => Promise<void> = () => Promise.resolve()): SetUp {
  const log = createLog("error", () => {});
  const sent: LogMessage[] = [];
  const clientLog = new ClientLog(log, (message) => {
    sent.push(message);
    return send();
  });
  return { log, clientLog, sent };
}

const EVERY: readonly LogLevel[] = ["error", "warning", "info", "debug"];

Deno.test("ClientLog sends nothing before it is asked", () => {
  const { log, sent } = setUp();
  for (const level of EVERY) log.write(level, level);
  assert.deepEqual(sent, []);
});

for (
  const [asked, expected] of [
    ["debug", EVERY],
    ["info", ["error", "warning", "info"]],
    ["notice", ["error", "warning"]],
    ["warning", ["error", "warning"]],
    ["error", ["error"]],
    ["critical", []],
    ["alert", []],
    ["emergency", []],
  ] as const
) {
  Deno.test(`ClientLog sends a client that asks for ${asked} what is at least as grave`, () => {
    const { log, clientLog, sent } = setUp();
    clientLog.setLevel(asked);
    for (const level of EVERY) log.write(level, `a ${level}`);
    assert.deepEqual(sent, expected.map((level) => ({ level, logger: "casement", data: `a ${level}` })));
  });
}

Deno.test("ClientLog keeps to the last level that was asked for, each line once", () => {
  const { log, clientLog, sent } = setUp();
  clientLog.setLevel("debug");
  clientLog.setLevel("info");
  clientLog.setLevel("error");
  log.write("info", "no");
  log.write("error", "yes");
  assert.deepEqual(sent.map(({ data }) => data), ["yes"]);
});

for (const written of ["loud", "INFO", undefined, 3, null]) {
  Deno.test(`ClientLog refuses the level ${written} and stays as it was`, () => {
    const { log, clientLog, sent } = setUp();
    clientLog.setLevel("error");
    assert.throws(() => clientLog.setLevel(written), (error) => {
      assert.ok(error instanceof McpError);
      assert.equal(error.code, -32602);
      assert.match(error.message, /there are emergency, .*debug/);
      return true;
    });
    log.write("error", "still");
    assert.equal(sent.length, 1);
  });
}

Deno.test("ClientLog leaves lines out while the client does not read, and says how many", async () => {
  const gates: (() => void)[] = [];
  const { log, clientLog, sent } = setUp(() => new Promise((resolve) => gates.push(resolve)));
  clientLog.setLevel("info");
  for (let line = 0; line < 150; line++) log.write("info", `line ${line}`);
  assert.equal(sent.length, 100);
  for (const open of gates) open();
  await new Promise((resolve) => setTimeout(resolve, 0));
  log.write("info", "after");
  assert.deepEqual(sent.slice(100).map(({ level, data }) => [level, data]), [
    ["warning", "50 lines were left out, as they were not read in time"],
    ["info", "after"],
  ]);
});

Deno.test("ClientLog is not stopped by a client that is gone, and bounds what it sends", async () => {
  const { log, clientLog, sent } = setUp(() => Promise.reject(new Error("gone")));
  clientLog.setLevel("info");
  log.write("info", "x".repeat(100_000));
  await new Promise((resolve) => setTimeout(resolve, 0));
  log.write("info", "y");
  assert.equal(sent.length, 2);
  assert.ok((sent[0]?.data.length ?? 0) <= 1_000);
});

Deno.test("ClientLog sends nothing once it is closed", () => {
  const { log, clientLog, sent } = setUp();
  clientLog.setLevel("debug");
  clientLog.close();
  log.write("error", "late");
  assert.deepEqual(sent, []);
});
