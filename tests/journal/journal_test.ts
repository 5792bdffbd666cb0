import assert from "node:assert/strict";
import { createLog } from "../../src/core/log.ts";
import { Journal } from "../../src/journal/journal.ts";
import { FakeClock } from "../fakes/fake_clock.ts";

function setUp(): { journal: Journal; clock: FakeClock; lines: string[] } {
  const clock = new FakeClock();
  const lines: string[] = [];
  const journal = new Journal(clock, createLog("info", (line) => lines.push(line)), () => new Date(0));
  return { journal, clock, lines };
}

const CALL = { tool: "type_text", effect: "act", args: { text: "<12 units>" } } as const;

Deno.test("Journal shows a call that still runs", () => {
  const { journal, lines } = setUp();
  journal.begin(CALL);
  assert.deepEqual(journal.entries(), [{
    id: 1,
    tool: "type_text",
    effect: "act",
    target: undefined,
    outcome: "running",
    startedAt: "1970-01-01T00:00:00.000Z",
    durationMs: undefined,
    args: { text: "<12 units>" },
  }]);
  assert.deepEqual(lines, []);
});

Deno.test("Journal writes one line a call, when it ends", () => {
  const { journal, clock, lines } = setUp();
  const call = journal.begin(CALL);
  call.setTarget("0x0001002A");
  clock.pass(12.4);
  call.finish("ok");
  journal.begin({ tool: "list_windows", effect: "read", args: {} }).finish("TIMEOUT");
  assert.deepEqual(lines, [
    'casement info: #1 type_text (act) on 0x0001002A: ok in 12 ms {"text":"<12 units>"}',
    "casement info: #2 list_windows (read): TIMEOUT in 0 ms {}",
  ]);
});

Deno.test("Journal keeps the first outcome of a call", () => {
  const { journal, lines } = setUp();
  const call = journal.begin(CALL);
  call.finish("CANCELLED");
  call.finish("ok");
  assert.equal(journal.entries()[0]?.outcome, "CANCELLED");
  assert.equal(lines.length, 1);
});

Deno.test("Journal keeps the last 200 calls, and a call that was pushed out still ends well", () => {
  const { journal, lines } = setUp();
  const first = journal.begin(CALL);
  for (let i = 0; i < 250; i++) journal.begin(CALL).finish("ok");
  first.finish("ok");
  const entries = journal.entries();
  assert.equal(entries.length, 200);
  assert.equal(entries[0]?.id, 52);
  assert.equal(entries.at(-1)?.id, 251);
  assert.equal(lines.length, 251);
});

Deno.test("Journal bounds its lines", () => {
  const { journal, lines } = setUp();
  journal.begin({ ...CALL, args: { names: Array.from({ length: 1_000 }, (_, i) => i) } }).finish("ok");
  assert.ok((lines[0]?.length ?? 0) < 600);
});
