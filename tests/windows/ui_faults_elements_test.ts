/** Programs that are slow, hang, die or change while they are read: the reading says so, and nobody else pays for it. */
import assert from "node:assert/strict";
import { ToolError } from "../../src/core/errors.ts";
import type { UiTree } from "../../src/desktop/ui_element.ts";
import { withFaults } from "../uia_server/counters.ts";
import {
  byId,
  childrenOf,
  Elements,
  elementsTest,
  faultTest,
  nodeAt,
  nodeById,
  openNow,
  ReadWindow,
} from "./elements_run.ts";
import { waitFor } from "./fixture_run.ts";
import { controlOf } from "./observe.ts";
import { press } from "./ui_messages.ts";

/** How a reading ended: the tree, or a code. */
async function ended(reading: Promise<UiTree>): Promise<UiTree | string> {
  try {
    return await reading;
  } catch (error) {
    assert.ok(error instanceof ToolError, String(error));
    return error.code;
  }
}

function tree(one: UiTree | string): UiTree {
  assert.ok(typeof one !== "string", `${one}`);
  return one;
}

/** How long a reading of each of these windows takes, in the middle: read again and again, all at once, until it is over. */
async function readingTimes(
  open: Elements,
  others: readonly ReadWindow[],
  isOver: (round: number) => boolean,
): Promise<readonly number[]> {
  const times = others.map((): number[] => []);
  for (let round = 0; round === 0 || !isOver(round); round++) {
    await Promise.all(others.map(async (other, index) => {
      const startMs = performance.now();
      const read = await open.desktop.readUiTree(other.request);
      assert.ok(read.nodes.length > 10);
      times[index]?.push(performance.now() - startMs);
    }));
  }
  return times.map((mine) => mine.toSorted((one, other) => one - other)[Math.floor(mine.length / 2)] ?? 0);
}

/** So much more than alone is the machine's doing; who waits for a program that hangs waits for seconds each time. */
const MOST_MORE_MS = 1_500;

/** Reads other windows until the promise settles: none of them takes much longer than it does when nothing hangs. */
async function othersGoOn(
  open: Elements,
  others: readonly ReadWindow[],
  aloneMs: readonly number[],
  until: Promise<unknown>,
): Promise<void> {
  let isOver = false;
  until.then(() => isOver = true, () => isOver = true);
  const meanwhileMs = await readingTimes(open, others, () => isOver);
  const most = 3 * Math.max(...aloneMs) + MOST_MORE_MS;
  assert.ok(Math.max(...meanwhileMs) < most, `${meanwhileMs.join()} ms, alone ${aloneMs.join()} ms`);
}

/** Waits until a reading has something in its hands. */
async function isUnderWay(open: Elements, before: Readonly<Record<string, number>>): Promise<void> {
  const found = await waitFor(
    async () => ((await openNow(open)).comObject ?? 0) > (before.comObject ?? 0) ? true : undefined,
    30_000,
  );
  assert.ok(found, "the reading has not begun");
}

faultTest("a provider that hangs costs its own reading only", async () => {
  await using open = await Elements.start("--rows", "20");
  await using stack = new AsyncDisposableStack();
  const others: ReadWindow[] = [];
  for (let count = 0; count < 5; count++) others.push(stack.use(await ReadWindow.start(open, "--wizard")));
  await open.read();
  const aloneMs = await readingTimes(open, others, (round) => round === 5);
  using _ = withFaults("hang=1222");
  const reading = ended(open.read({ timeoutMs: 18_000 }));
  // They share a lane at most with each other: nobody waits for the time-out of the one that hangs.
  await othersGoOn(open, others, aloneMs, reading);
  const read = tree(await reading);
  assert.equal(read.reading.fetched, "byLevel");
  assert.ok(read.nodes.length > 100, `${read.nodes.length} elements`);
  assert.ok(read.reading.skipped > 0 || read.reading.cutByTime);
  assert.ok(read.nodes.some(({ element }) => element.automationId === "1001"), "what answers is there");
  assert.ok(!read.nodes.some(({ element }) => element.automationId === "1222"));
});

faultTest(
  "a provider that hangs beyond every time-out is given up and refused; the others are read",
  async () => {
    await using open = await Elements.start("--rows", "20");
    await using other = await ReadWindow.start(open, "--wizard");
    await open.read();
    const aloneMs = await readingTimes(open, [other], (round) => round === 5);
    const before = await openNow(open);
    {
      using _ = withFaults("freeze=1001");
      const reading = ended(open.read({ timeoutMs: 3_000 }));
      await othersGoOn(open, [other], aloneMs, reading);
      assert.equal(await reading, "TIMEOUT");
      // Its time was the caller's; that it hangs is known a little later.
      const isRefused = async () =>
        await ended(open.read({ timeoutMs: 500 })) === "PROVIDER_BUSY" ? true : undefined;
      assert.ok(await waitFor(isRefused, 20_000));
      assert.ok((await open.desktop.readUiTree(other.request)).nodes.length > 10);
    }
    // The lane that was given up ends itself and leaves nothing behind.
    const read = await waitFor(async () => {
      const one = await ended(open.read());
      return one === "PROVIDER_BUSY" ? undefined : one;
    }, 20_000);
    assert.equal(byId(tree(read ?? "nothing"), 1001).name, "Push");
    await open.settles(before);
  },
);

elementsTest("a window whose thread sleeps is not read, in time, and others are", async () => {
  await using open = await Elements.start("--rows", "20", "--slow-click-ms", "60000");
  await using other = await ReadWindow.start(open, "--wizard");
  await open.read();
  const aloneMs = await readingTimes(open, [other], (round) => round === 5);
  const request = { ...(await ReadWindow.of(open)).request, timeoutMs: 2_000 };
  press(controlOf(open.run.hwnd, 1004));
  const isAsleep = await waitFor(
    async () => (await open.desktop.windowState(open.run.hwnd, 500))?.responding === "no" ? true : undefined,
    20_000,
  );
  assert.ok(isAsleep);
  const reading = ended(open.desktop.readUiTree(request));
  await othersGoOn(open, [other], aloneMs, reading);
  const one = await reading;
  if (typeof one === "string") assert.match(one, /^(TIMEOUT|PROVIDER_BUSY)$/);
  else assert.ok(one.reading.skipped > 0 || one.reading.cutByTime || one.nodes.length < 50);
  assert.ok(!(await open.run.events()).some(({ event }) => event === "slowEnd"), "it was not waited for");
});

elementsTest("a program that ends while it is read: a code, and the next one is read", async () => {
  await using open = await Elements.start();
  await using other = await ReadWindow.start(open, "--wizard");
  await Promise.all([open.read({ maxChildren: 5 }), open.desktop.readUiTree(other.request)]);
  const before = await openNow(open);
  const reading = ended(open.read({ maxChildren: 5_000, timeoutMs: 15_000 }));
  await isUnderWay(open, before);
  Deno.kill(open.run.pid, "SIGKILL");
  assert.equal(await reading, "STALE_WINDOW_HANDLE");
  assert.ok((await open.desktop.readUiTree(other.request)).nodes.length > 10);
  await open.settles(before);
});

faultTest("a fact that fails is noted, and costs no other", async () => {
  await using open = await Elements.start("--rows", "20");
  const whole = await open.read();
  using _ = withFaults("failProperty=30013;failProperty=30012");
  const read = await open.read();
  assert.equal(read.nodes.length, whole.nodes.length);
  assert.ok(
    read.nodes.every(({ element }) => element.failed.join() === "className" && element.className === ""),
  );
  assert.equal(byId(read, 1001).name, "Push");
});

faultTest("where it cannot be known that a value is no password it is not read", async () => {
  await using open = await Elements.start("--rows", "20");
  using _ = withFaults("failProperty=30019");
  const read = await open.read();
  const edits = read.nodes.map(({ element }) => element).filter(({ patterns }) => patterns.includes("Value"));
  assert.ok(edits.length > 5);
  for (const edit of edits) {
    assert.deepEqual([edit.isPassword, edit.valueProtected, edit.value], [false, true, null]);
    assert.deepEqual(edit.failed, ["isPassword"]);
  }
});

faultTest("every fact can fail", async () => {
  await using open = await Elements.start("--rows", "20");
  const properties = {
    30000: "runtimeId",
    30001: "screenRect",
    30003: "controlType",
    30005: "name",
    30010: "enabled",
    30031: "patterns",
    30045: "value",
    30047: "range",
    30070: "expandCollapseState",
    30079: "selected",
    30086: "toggleState",
  };
  for (const [id, name] of Object.entries(properties)) {
    using _ = withFaults(`failProperty=${id}`);
    const read = await open.read();
    assert.ok(read.nodes.length > 400);
    const failed = new Set(read.nodes.flatMap(({ element }) => element.failed));
    // An element knows its runtime id itself where the request did not bring it.
    assert.ok(name === "runtimeId" || failed.has(name as never), name);
    assert.ok(failed.size <= 1, [...failed].join());
  }
});

faultTest("an element that fails is left out, one that dies is there without what is in it", async () => {
  await using open = await Elements.start("--rows", "20");
  const whole = await open.read();
  {
    using _ = withFaults("failElement=1121");
    const read = await open.read();
    assert.ok(!read.nodes.some(({ element }) => element.automationId === "1121"));
    assert.ok(read.nodes.length > 300 && read.nodes.length < whole.nodes.length);
  }
  {
    using _ = withFaults("die=1121");
    const read = await open.read({ maxNodes: whole.nodes.length + 10 });
    assert.equal(read.reading.fetched, "byLevel");
    assert.ok(read.nodes.length > 300);
    assert.ok(byId(read, 1001).name === "Push");
  }
});

faultTest("one request that fails is made up for level by level", async () => {
  await using open = await Elements.start("--rows", "20");
  const whole = await open.read();
  using _ = withFaults("failRequest=BuildUpdatedCache");
  const read = await open.read({ maxNodes: whole.nodes.length + 10 });
  assert.equal(read.reading.fetched, "byLevel");
  assert.equal(read.nodes.length, whole.nodes.length);
});

faultTest("what is not read when the time is over is cut, and everything has its place", async () => {
  await using open = await Elements.start();
  await open.read({ maxChildren: 20 });
  using _ = withFaults("slow=100");
  open.resetCounts();
  const read = await open.read({ maxChildren: 500, timeoutMs: 2_000 });
  // Each request takes 100 ms at least, so no more of them fit into the time, whatever the machine is doing.
  const remote = open.counts?.remote ?? 0;
  assert.ok(remote > 0 && remote <= 25, `${remote} requests`);
  assert.equal(read.reading.cutByTime, true);
  assert.ok(read.nodes.some(({ cut }) => cut?.by === "time"));
  assert.ok(read.nodes.length > 10);
});

faultTest("a reading that is cancelled stops between two requests and leaves nothing open", async () => {
  await using open = await Elements.start();
  await open.read({ maxChildren: 20 });
  const before = await openNow(open);
  using _ = withFaults("slow=50");
  const abort = new AbortController();
  const reading = ended(open.read({}, abort.signal));
  await isUnderWay(open, before);
  open.resetCounts();
  abort.abort();
  assert.equal(await reading, "CANCELLED");
  await open.settles(before);
  // A slice takes 200 ms, and each request in it 50 ms at least; the whole reading takes hundreds.
  const remote = open.counts?.remote ?? 0;
  assert.ok(remote <= 10, `${remote} requests`);
  // Every lane has had its turn since.
  await openNow(open);
  assert.equal(open.counts?.remote, remote, "nothing is asked any more");
});

elementsTest(
  "a dialog that is rebuilt again and again is read each time, with no element twice",
  async () => {
    await using open = await Elements.start("--rows", "20", "--rebuild-ms", "150");
    for (let round = 0; round < 6; round++) {
      const read = await open.read(round % 2 === 0 ? {} : { maxNodes: 500 });
      assert.ok(read.nodes.length > 400);
      const ids = read.nodes.map(({ element }) => element.runtimeId.join());
      assert.equal(new Set(ids).size, ids.length);
    }
  },
);

elementsTest("a hundred readings at once, and a hundred in a row, leave nothing open", async () => {
  await using open = await Elements.start("--wizard");
  await Promise.all(Array.from({ length: 8 }, () => open.read()));
  const before = await openNow(open);
  const expected = (await open.read()).nodes.length;
  const all = await Promise.all(Array.from({ length: 100 }, () => open.read({ timeoutMs: 60_000 })));
  assert.ok(all.every(({ nodes, reading }) => nodes.length === expected && !reading.cutByTime));
  for (let round = 0; round < 100; round++) assert.equal((await open.read()).nodes.length, expected);
  await open.settles(before);
});

faultTest(
  "of the controls in a panel of which one hangs the others are read, in the time that there is",
  async () => {
    await using open = await Elements.start("--rows", "20");
    const whole = await open.read();
    const panel = (tree: UiTree) =>
      childrenOf(tree, nodeById(tree, 1211)).map(({ element }) => element.automationId);
    assert.ok(panel(whole).length >= 5);
    for (const hanging of ["1212", "1214", "1216"]) {
      using _ = withFaults(`hang=${hanging}`);
      const read = await open.read({ timeoutMs: 30_000 });
      const cut = nodeAt(read, nodeById(read, 1211)).cut;
      const said = JSON.stringify([hanging, cut, read.reading]);
      assert.deepEqual(panel(read), panel(whole).filter((id) => id !== hanging), said);
      assert.deepEqual(cut, { by: "error", total: null });
      assert.ok(read.reading.skipped >= 1);
    }
  },
);

/** So much later an answer comes on a machine that does other things: less than a request could take of its own accord. */
const BUSY_MACHINE_MS = 1_900;

faultTest("a reading takes no longer than it may, whatever its program does", async () => {
  await using open = await Elements.start("--rows", "20");
  await open.read();
  for (const fault of ["hang=1222", "hang=1211", "slow=400", "freeze=1222"]) {
    for (const timeoutMs of [400, 1_500]) {
      using _ = withFaults(fault);
      const begun = performance.now();
      const one = await ended(open.read({ timeoutMs }));
      const tookMs = performance.now() - begun;
      assert.ok(tookMs < timeoutMs + BUSY_MACHINE_MS, `${fault}: ${tookMs} ms of ${timeoutMs}`);
      if (typeof one === "string") assert.equal(one, "TIMEOUT", fault);
      // A program that is only slow may be read whole in the time.
      else if (fault !== "slow=400") assert.ok(one.reading.cutByTime || one.reading.skipped > 0, fault);
    }
  }
});

faultTest(
  "a reading that is cancelled while its program hangs ends at once, and the next one is served",
  async () => {
    await using open = await Elements.start("--rows", "20");
    await open.read();
    const before = await openNow(open);
    for (const fault of ["hang=1001", "freeze=1001", "slow=1500"]) {
      {
        using _ = withFaults(fault);
        open.resetCounts();
        const abort = new AbortController();
        const reading = ended(open.read({}, abort.signal));
        assert.ok(await waitFor(() => (open.counts?.remote ?? 0) > 0 ? true : undefined, 20_000));
        const begun = performance.now();
        abort.abort();
        assert.equal(await reading, "CANCELLED");
        assert.ok(performance.now() - begun < 1_000, `${fault}: ${performance.now() - begun} ms`);
        // Another part of the program answers meanwhile: nobody waits for the lane that is still held.
        if (fault === "slow=1500") continue;
        const title = { windows: [await open.window()], maxDepth: 0, maxNodes: 1, timeoutMs: 20_000 };
        assert.equal(tree(await ended(open.read(title))).nodes.length, 1);
      }
      assert.equal(byId(tree(await ended(open.read())), 1001).name, "Push");
    }
    await open.settles(before);
  },
);

elementsTest("a program that does not answer to the question for its provider holds up nobody", async () => {
  await using open = await Elements.start("--rows", "20", "--hang-on", "WM_GETOBJECT", "6000");
  await using other = await ReadWindow.start(open, "--wizard");
  await open.desktop.readUiTree(other.request); // the lane is ready then
  const begun = performance.now();
  const one = await ended(open.read({ timeoutMs: 1_000 }));
  const tookMs = performance.now() - begun;
  assert.ok(tookMs < 1_000 + BUSY_MACHINE_MS, `${tookMs} ms`);
  if (typeof one === "string") assert.equal(one, "TIMEOUT");
  const hangs = (await open.run.events()).filter(({ event }) => event === "hang");
  assert.equal(hangs.length, 1, "it was asked once, by a message that is not waited for long");
});
