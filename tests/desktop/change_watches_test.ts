import assert from "node:assert/strict";
import { ToolError } from "../../src/core/errors.ts";
import { createLog } from "../../src/core/log.ts";
import type { ChangeScope } from "../../src/desktop/desktop.ts";
import { ChangeWatches } from "../../src/desktop/windows/change_watches.ts";

interface Bench {
  readonly watches: ChangeWatches;
  /** What the lane was asked. */
  readonly asked: string[];
  readonly logLines: string[];
  /** Which of the watches were woken, in order. */
  readonly woken: string[];
  watch(name: string, scope?: Partial<ChangeScope>): Disposable;
}

function bench(begin: () => Promise<boolean> = () => Promise.resolve(true)): Bench {
  const asked: string[] = [];
  const logLines: string[] = [];
  const woken: string[] = [];
  const watches = new ChangeWatches({
    begin() {
      asked.push("begin");
      return begin();
    },
    end() {
      asked.push("end");
      return Promise.reject(new ToolError("TIMEOUT", "the lane does not answer")); // which is nobody's affair
    },
  }, createLog("debug", (line) => logLines.push(line)));
  const watch = (name: string, scope: Partial<ChangeScope> = {}): Disposable =>
    watches.watch({ about: "anything", ...scope }, () => woken.push(name));
  return { watches, asked, logLines, woken, watch };
}

/** Lets everything run that needs no time. */
function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

Deno.test("ChangeWatches has the lane listen from the first wait to the end of the last", async () => {
  const b = bench();
  const first = b.watch("first");
  const second = b.watch("second");
  first[Symbol.dispose]();
  first[Symbol.dispose]();
  assert.deepEqual(b.asked, ["begin"]);
  second[Symbol.dispose]();
  assert.deepEqual(b.asked, ["begin", "end"]);
  using _third = b.watch("third");
  assert.deepEqual(b.asked, ["begin", "end", "begin"]);
  await settle();
});

Deno.test("ChangeWatches wakes everybody once as soon as nothing is missed any more", async () => {
  const b = bench();
  using _first = b.watch("first");
  b.watch("over already")[Symbol.dispose]();
  await settle();
  assert.deepEqual(b.woken, ["first"]);
  using _second = b.watch("second");
  await settle();
  assert.deepEqual(b.woken, ["first", "second"]);
});

Deno.test("ChangeWatches wakes those whom a change concerns", async () => {
  const b = bench();
  using _all = b.watch("all");
  using _windows = b.watch("windows", { about: "windows" });
  using _seven = b.watch("seven", { pid: 7 });
  using _eight = b.watch("eight", { pid: 8, about: "windows" });
  await settle();
  for (
    const [news, expected] of [
      [{ windows: [], anything: [7], places: undefined }, ["all", "seven"]],
      [{ windows: [8], anything: [7, 8], places: undefined }, ["all", "windows", "seven", "eight"]],
      [{ windows: [0], anything: [0], places: undefined }, ["all", "windows", "seven", "eight"]],
      [{ windows: [9], anything: [9], places: undefined }, ["all", "windows"]],
    ] as const
  ) {
    b.woken.length = 0;
    b.watches.hear(news);
    assert.deepEqual(b.woken, expected);
  }
});

Deno.test("ChangeWatches wakes nobody who has gone, even during a round of wakes", async () => {
  const b = bench();
  const others: Disposable[] = [];
  b.watches.watch({ about: "anything" }, () => others.forEach((each) => each[Symbol.dispose]()));
  others.push(b.watch("gone"));
  await settle();
  b.woken.length = 0;
  b.watches.hear({ windows: [], anything: [1], places: undefined });
  assert.deepEqual(b.woken, []);
});

Deno.test("ChangeWatches does without events where Windows refuses them or the lane is lost, and says so in the log", async () => {
  const refused = bench(() => Promise.resolve(false));
  using _one = refused.watch("one");
  const failing = bench(() => Promise.reject(new ToolError("INTERNAL_ERROR", "The events lane ended")));
  using _two = failing.watch("two");
  const odd = bench(() => {
    throw new TypeError("not foreseen");
  });
  using _odd = odd.watch("odd");
  const ending = bench(() => Promise.reject(new ToolError("CANCELLED", "The server is ending")));
  using _three = ending.watch("three");
  await settle();
  assert.deepEqual([refused.woken, failing.woken, ending.woken], [[], [], []]);
  assert.match(failing.logLines.join(), /changes are not heard/);
  assert.match(odd.logLines.join(), /not foreseen/);
  assert.deepEqual(ending.logLines, []);
});

Deno.test("ChangeWatches has a fresh lane listen, and everybody look, when one is lost; not for ever, nor for nobody", async () => {
  const b = bench();
  b.watches.lost();
  assert.deepEqual(b.asked, []);
  const watch = b.watch("waits");
  await settle();
  for (let round = 0; round < 9; round++) b.watches.lost();
  await settle();
  assert.deepEqual(b.asked, Array(6).fill("begin"));
  assert.deepEqual(b.woken, Array(6).fill("waits"));
  watch[Symbol.dispose]();
  using _next = b.watch("next");
  b.watches.lost();
  assert.deepEqual(b.asked.slice(6), ["end", "begin", "begin"]);
  await settle();
});
