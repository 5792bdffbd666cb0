/** Calls that are cancelled in whatever phase: they end at once, tell what was done, and the next call is served. */
import assert from "node:assert/strict";
import { StdioClient } from "../stdio/client.ts";
import { withFaults } from "../uia_server/counters.ts";
import { Elements, elementsTest, faultTest, openNow } from "./elements_run.ts";
import { waitFor } from "./fixture_run.ts";

/** A call that waited for its program or for its lane would need seconds. */
const AT_ONCE_MS = 1_000;

/** Calls a tool, cancels the call when something is so, and answers with the code and its details. */
async function cancelled(
  { door }: Elements,
  tool: string,
  args: object,
  when: () => unknown,
): Promise<{ readonly code: string; readonly details: Readonly<Record<string, unknown>> }> {
  const abort = new AbortController();
  const call = door.call(tool, args, abort.signal);
  assert.ok(await waitFor(async () => await when() ? true : undefined, 30_000), `${tool} has not begun`);
  const begun = performance.now();
  abort.abort();
  const result = await call;
  const tookMs = performance.now() - begun;
  assert.ok(!result.ok, `${tool} was not cancelled: ${JSON.stringify(result)}`);
  assert.ok(tookMs < AT_ONCE_MS, `${tool} ended after ${tookMs} ms`);
  return { code: result.error.code, details: result.error.details ?? {} };
}

async function refOf({ door, run }: Elements, automationId: string, controlType: string): Promise<string> {
  const selector = { automationId, controlType };
  return (await door.succeed("ui_get", { hwnd: run.handle, selector })).element.ref;
}

/** How many requests have been made. */
const isAsked = (open: Elements, count = 1) => () => (open.counts?.remote ?? 0) >= count;

faultTest(
  "cancel: long readings, searches of the desktop and waits end at once, and the window is read again",
  async () => {
    await using open = await Elements.start("--rows", "20");
    const hwnd = open.run.handle;
    await open.door.succeed("ui_snapshot", { hwnd });
    const selector = { automationId: "1021" };
    for (
      const [tool, args] of [
        ["ui_snapshot", { hwnd }],
        ["ui_locate", { name: "There is nothing of this name" }],
        ["ui_wait", { hwnd, selector, condition: "toggleStateEquals", toggleState: "On", timeoutMs: 60_000 }],
        ["ui_verify", { hwnd, conditions: [{ selector, condition: "exists" }] }],
        ["ui_query", { hwnd, selector: { controlType: "Button" } }],
      ] as const
    ) {
      {
        using _ = withFaults("slow=1500");
        open.resetCounts();
        assert.equal((await cancelled(open, tool, args, isAsked(open))).code, "CANCELLED");
      }
      const { found } = await open.door.succeed("ui_get", { hwnd, selector });
      assert.equal(found, true, tool);
    }
  },
);

elementsTest("cancel: a wait for what does not happen ends at once and leaves nothing open", async () => {
  await using open = await Elements.start("--rows", "20");
  const hwnd = open.run.handle;
  const wait = {
    hwnd,
    selector: { automationId: "1021" },
    condition: "toggleStateEquals",
    toggleState: "On",
    timeoutMs: 60_000,
  };
  const rounds = async (count: number, until: () => unknown): Promise<void> => {
    for (let round = 0; round < count; round++) {
      assert.equal((await cancelled(open, "ui_wait", wait, until)).code, "CANCELLED");
    }
  };
  // Waiting opens what watches; that stays.
  await rounds(1, async () => (await openNow(open)).callback);
  const before = await openNow(open);
  const isAWhileOver = async () => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    return true;
  };
  await rounds(4, isAWhileOver);
  await open.settles(before);
});

faultTest(
  "cancel: an act whose element is still looked for sends nothing, and the next act is done at once",
  async () => {
    await using open = await Elements.start("--rows", "20");
    const ref = await refOf(open, "1021", "CheckBox");
    const toggle = { ref, action: "toggle" };
    for (const fault of ["slow=1200", "hang=1021", "freeze=1021"]) {
      {
        using _ = withFaults(fault);
        open.resetCounts();
        const { code, details } = await cancelled(open, "ui_action", toggle, isAsked(open));
        assert.deepEqual([code, details.mayHaveHadEffect], ["CANCELLED", undefined], fault);
      }
      assert.equal((await open.door.succeed("ui_action", toggle)).verified, "yes", fault);
    }
    const toggles = (await open.run.events()).filter(({ event }) => event === "toggle");
    assert.deepEqual(toggles.map(({ state }) => state), [1, 0, 1]);
  },
);

faultTest("cancel: an act that was sent says that it may have had an effect, which it has once", async () => {
  await using open = await Elements.start("--rows", "20", "--slow-click-ms", "3000");
  const ref = await refOf(open, "1004", "Button");
  using _ = withFaults("hold=1004");
  const isSent = async () =>
    (await open.run.events()).some(({ event, id }) => event === "click" && id === 1004);
  const { code, details } = await cancelled(open, "ui_action", { ref, action: "invoke" }, isSent);
  assert.deepEqual([code, details.mayHaveHadEffect], ["CANCELLED", true]);
  const isEnded = async () => (await open.run.events()).some(({ event }) => event === "slowEnd") || undefined;
  assert.ok(await waitFor(isEnded, 30_000));
  const clicks = (await open.run.events()).filter(({ event, id }) => event === "click" && id === 1004);
  assert.equal(clicks.length, 1);
  const box = await refOf(open, "1021", "CheckBox");
  assert.equal((await open.door.succeed("ui_action", { ref: box, action: "toggle" })).verified, "yes");
});

faultTest("cancel: an act that waits for another one is never done", async () => {
  await using open = await Elements.start("--rows", "20");
  const [first, second] = [await refOf(open, "1021", "CheckBox"), await refOf(open, "1022", "CheckBox")];
  using _ = withFaults("slow=150");
  open.resetCounts();
  const done = open.door.succeed("ui_action", { ref: first, action: "toggle" });
  const { code, details } = await cancelled(
    open,
    "ui_action",
    { ref: second, action: "toggle" },
    isAsked(open),
  );
  assert.deepEqual([code, details.mayHaveHadEffect], ["CANCELLED", undefined]);
  assert.notEqual((await done).verified, "no");
  const toggles = (await open.run.events()).filter(({ event }) => event === "toggle");
  assert.deepEqual(toggles.map(({ id }) => id), [1021]);
});

faultTest(
  "cancel: over the protocol, the next call on the same window is answered while the program still hangs",
  async () => {
    await using open = await Elements.start("--rows", "20");
    const hwnd = open.run.handle;
    await using client = await StdioClient.start({ env: { CASEMENT_UIA_FAULTS: "freeze=1222" } });
    const snapshot = { name: "ui_snapshot", arguments: { hwnd, timeoutMs: 60_000 } };
    const { id } = await client.send("tools/call", snapshot);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await client.notify("notifications/cancelled", { requestId: id });
    // Of what answers; a lane that hung until its deadline would have it refused.
    const narrow = { hwnd, selector: { automationId: "1102" }, maxDepth: 1, maxNodes: 200 };
    const { structuredContent } = await client.callTool("ui_get", narrow);
    assert.equal(structuredContent.found, true, JSON.stringify(structuredContent));
    assert.ok(!client.stdoutLines.some((line) => JSON.parse(line).id === id));
  },
);
