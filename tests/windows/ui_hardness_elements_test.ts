/** Acts on programs that change under the hand. What the program's log says happened is what counts, not the answer. */
import assert from "node:assert/strict";
import type { CallResult } from "../../src/tools/tool.ts";
import { withFaults } from "../uia_server/counters.ts";
import { byId, Elements, elementsTest, faultTest, openNow } from "./elements_run.ts";
import { waitFor } from "./fixture_run.ts";
import { controlOf, textOf } from "./observe.ts";
import { need, startUiFixture } from "./ui_fixture_run.ts";
import { press } from "./ui_messages.ts";

/** What an act may answer where its element may go at any moment; nothing else is honest. */
const REFUSALS = /^(ELEMENT_STALE|ELEMENT_NOT_FOUND|CONTROL_DISABLED|ACTION_FAILED|QUERY_TRUNCATED|TIMEOUT)$/;

/** A busy machine must not cut a reading that a test needs whole. */
const UNHURRIED_MS = 60_000;

async function start(...args: string[]): Promise<Elements> {
  return await Elements.start("--rows", "20", ...args);
}

async function refOf(
  { door, run }: Elements,
  automationId: string,
  controlType: string,
  hwnd = run.handle,
): Promise<string> {
  const selector = { automationId, controlType };
  const { element, ...rest } = await door.succeed("ui_get", { hwnd, selector, timeoutMs: UNHURRIED_MS });
  assert.ok(element !== null, JSON.stringify(rest));
  return element.ref;
}

/** The code of a refusal; undefined for a success. */
function codeOf(result: CallResult): string | undefined {
  if (result.ok) return undefined;
  assert.match(result.error.code, REFUSALS, JSON.stringify(result.error));
  return result.error.code;
}

/** The dialog of the program. */
async function questionOf({ desktop, run }: Elements): Promise<string | undefined> {
  const windows = await desktop.listWindows(false);
  const found = windows.find(({ title, pid }) => title === "A question" && pid === run.pid);
  return found === undefined ? undefined : `${found.hwnd}`;
}

async function eventsOf({ run }: Elements, event: string, id?: number) {
  return (await run.events()).filter((each) => each.event === event && (id === undefined || each.id === id));
}

elementsTest(
  "hardness: in a panel that rebuilds itself all the time an act by ref is right or refused",
  async () => {
    await using open = await start("--rebuild-ms", "50");
    const { door, run } = open;
    let acted = 0;
    let seen = 0;
    for (let round = 0; round < 8 && seen < 3; round++) {
      codeOf(await door.call("ui_snapshot", { hwnd: run.handle, timeoutMs: 4_000 }));
      const got = await door.call("ui_get", { hwnd: run.handle, selector: { automationId: "1215" } });
      if (codeOf(got) !== undefined || !got.ok || got.output.found !== true) continue;
      seen++;
      const { ref } = got.output.element as { readonly ref: string };
      if (codeOf(await door.call("ui_action", { ref, action: "toggle" })) === undefined) acted++;
    }
    assert.ok(seen > 0);
    const toggles = await eventsOf(open, "toggle");
    assert.ok(toggles.every(({ id }) => id === 1215), JSON.stringify(toggles));
    assert.ok(toggles.length >= acted && toggles.length <= seen, `${toggles.length} of ${acted} to ${seen}`);
    assert.equal((await eventsOf(open, "click")).length, 0);
    // What does not change is acted on as ever.
    const box = await refOf(open, "1021", "CheckBox");
    assert.equal((await door.succeed("ui_action", { ref: box, action: "toggle" })).verified, "yes");
  },
);

elementsTest(
  "hardness: a dialog that somebody else opens during acts lets them happen or be refused, never half",
  async () => {
    await using open = await start();
    const { door, run } = open;
    const ref = await refOf(open, "1021", "CheckBox");
    const modal = controlOf(run.hwnd, 1201);
    let acted = 0;
    for (let round = 0; round < 4; round++) {
      const act = door.call("ui_action", { ref, action: "toggle" });
      setTimeout(() => press(modal), round * 40);
      const result = await act;
      if (codeOf(result) === undefined) acted++;
      const isThere = async () => (await eventsOf(open, "dialog")).length > round || undefined;
      assert.ok(await waitFor(isThere, 20_000));
      const hwnd = await waitFor(() => questionOf(open), 20_000);
      const cancel = {
        hwnd,
        selector: { automationId: "2", className: "Button" },
        includeProcessPopups: false,
      };
      await door.succeed("ui_action", { ...cancel, action: "invoke", timeoutMs: UNHURRIED_MS });
      const isClosed = async () => (await eventsOf(open, "dialogResult")).length > round || undefined;
      assert.ok(await waitFor(isClosed, 20_000));
      assert.equal((await eventsOf(open, "toggle", 1021)).length, acted);
    }
  },
);

faultTest("hardness: a program that is killed while it is acted on costs its own call only", async () => {
  await using other = await startUiFixture("--wizard");
  for (
    const [fault, id, type] of [
      ["hold=1004", "1004", "Button"],
      ["slow=700", "1021", "CheckBox"],
      ["freeze=1021", "1021", "CheckBox"],
    ] as const
  ) {
    await using open = await start("--slow-click-ms", "60000");
    const ref = await refOf(open, id, type);
    {
      using _ = withFaults(fault);
      open.resetCounts();
      const act = open.door.call("ui_action", { ref, action: "invoke", timeoutMs: 3_000 });
      await new Promise((resolve) => setTimeout(resolve, 900));
      Deno.kill(open.run.pid, "SIGKILL");
      await open.run.status;
      const result = await act;
      if (!result.ok) {
        assert.match(
          result.error.code,
          /^(ELEMENT_STALE|STALE_WINDOW_HANDLE|ACTION_FAILED|TIMEOUT|WINDOW_NOT_FOUND)$/,
        );
      }
    }
    const hwnd = `0x${other.hwnd.toString(16).padStart(8, "0")}`;
    const name = await refOf(open, "6001", "Edit", hwnd);
    const set = { ref: name, action: "setValue", value: `after ${fault}` };
    assert.equal((await open.door.succeed("ui_action", set)).verified, "yes");
    assert.equal((await open.door.fail("ui_action", { ref, action: "invoke" })).code, "ELEMENT_STALE");
  }
});

elementsTest(
  "hardness: two hundred elements in a row are acted on, each once, as fast at the end as at first",
  async () => {
    await using open = await Elements.start("--wide", "200");
    const { door, run } = open;
    const read = await door.succeed("ui_inspect_tree", { hwnd: run.handle, timeoutMs: UNHURRIED_MS });
    const nodes = read.nodes as readonly { readonly ref: string; readonly automationId: string }[];
    const elements = nodes.filter(({ automationId }) => /^8\d{3}$/.test(automationId));
    assert.equal(elements.length, 200);
    const act = async ({ ref }: { readonly ref: string }): Promise<number> => {
      const begun = performance.now();
      await door.succeed("ui_action", { ref, action: "invoke" });
      return performance.now() - begun;
    };
    const some = async (from: number, to: number): Promise<number> => {
      const times: number[] = [];
      for (const element of elements.slice(from, to)) times.push(await act(element));
      return times.toSorted((one, another) => one - another)[times.length >> 1] ?? 0;
    };
    const first = await some(0, 50);
    const before = await openNow(open);
    await some(50, 150);
    const last = await some(150, 200);
    await open.settles(before);
    assert.ok(last < 3 * first + 100, `${first} ms at first, ${last} ms at last`);
    await need(run, "click", { id: 8_200 });
    const clicks = (await eventsOf(open, "click")).map(({ id }) => `${id}`);
    assert.deepEqual(clicks, elements.map(({ automationId }) => automationId));
  },
);

elementsTest("hardness: two acts at once on one element both happen, one after the other", async () => {
  await using open = await start();
  const ref = await refOf(open, "1021", "CheckBox");
  const toggle = () => open.door.succeed("ui_action", { ref, action: "toggle" });
  const answers = await Promise.all([toggle(), toggle(), toggle()]);
  assert.deepEqual(answers.map(({ verified }) => verified), ["yes", "yes", "yes"]);
  assert.deepEqual((await eventsOf(open, "toggle", 1021)).map(({ state }) => state), [1, 0, 1]);
  // While one program is acted on, another one is read.
  const edit = await refOf(open, "1101", "Edit");
  const [set, tree] = await Promise.all([
    open.door.succeed("ui_action", { ref: edit, action: "setValue", value: "both" }),
    open.read(),
  ]);
  assert.equal(set.verified, "yes");
  assert.equal(byId(tree, 1001).name, "Push");
  assert.equal(textOf(controlOf(open.run.hwnd, 1101)), "both");
});

faultTest(
  "hardness: a provider that never lets go of its elements costs the lane, and nobody else",
  async () => {
    await using open = await start();
    await using other = await startUiFixture("--wizard");
    const ref = await refOf(open, "1021", "CheckBox");
    // The lanes have open then what stays, the element that was acted on included.
    assert.equal((await open.door.succeed("ui_action", { ref, action: "toggle" })).verified, "yes");
    const before = await openNow(open);
    {
      using _ = withFaults("keep=1021");
      const reading = await open.read({ timeoutMs: 8_000 }).then(() => "read", ({ code }) => code);
      assert.equal(reading, "TIMEOUT");
      const hwnd = `0x${other.hwnd.toString(16).padStart(8, "0")}`;
      const name = await refOf(open, "6001", "Edit", hwnd);
      const set = { ref: name, action: "setValue", value: "meanwhile" };
      assert.equal((await open.door.succeed("ui_action", set)).verified, "yes");
      // The element that was acted on before is let go of by the next act.
      const acted = await open.door.call("ui_action", { ref, action: "toggle", timeoutMs: 2_000 });
      if (!acted.ok) assert.match(acted.error.code, /^(TIMEOUT|PROVIDER_BUSY)$/);
      assert.equal((await open.door.succeed("ui_action", { ...set, value: "again" })).verified, "yes");
    }
    await open.settles(before);
  },
);

elementsTest(
  "hardness: a program that is killed while its elements are held leaves the lanes working",
  async () => {
    await using other = await startUiFixture("--wizard");
    await using open = await start();
    const ref = await refOf(open, "1021", "CheckBox");
    assert.equal((await open.door.succeed("ui_action", { ref, action: "toggle" })).verified, "yes");
    Deno.kill(open.run.pid, "SIGKILL");
    await open.run.status;
    assert.equal((await open.door.fail("ui_action", { ref, action: "toggle" })).code, "ELEMENT_STALE");
    const hwnd = `0x${other.hwnd.toString(16).padStart(8, "0")}`;
    const name = await refOf(open, "6001", "Edit", hwnd);
    const set = { ref: name, action: "setValue", value: "alive" };
    assert.equal((await open.door.succeed("ui_action", set)).verified, "yes");
  },
);
