/** Waits that read only what changed, in a window of many controls. */
import assert from "node:assert/strict";
import { Elements, elementsTest } from "./elements_run.ts";
import { waitFor } from "./fixture_run.ts";
import { controlOf, hide } from "./observe.ts";
import { need } from "./ui_fixture_run.ts";
import { press, send } from "./ui_messages.ts";

const WM_COMMAND = 0x111;
const NEW_DOCUMENT = 5_201;

/** The window is read whole at the beginning, when changes are heard, and then not before this long. */
const SELDOM = { pollIntervalMs: 10_000, timeoutMs: 60_000 };

/** What was read, in the order in which it came to an end. */
function readingsOf({ desktop }: Elements): readonly ("all" | "part")[] {
  const readings: ("all" | "part")[] = [];
  const { readUiTree } = desktop;
  Object.assign(desktop, {
    async readUiTree(...args: Parameters<typeof readUiTree>): ReturnType<typeof readUiTree> {
      const tree = await readUiTree(...args);
      readings.push(args[0].windows[0]?.isMain === true ? "all" : "part");
      return tree;
    },
  });
  return readings;
}

/** Lets something happen once the wait has nothing more to read, and answers what was read from then on. */
async function during(
  ui: Elements,
  asked: object,
  happen: () => void,
): Promise<{ readonly answer: Record<string, unknown>; readonly readings: readonly string[] }> {
  const readings = readingsOf(ui);
  const waiting = ui.door.succeed("ui_wait", { hwnd: ui.run.handle, ...SELDOM, ...asked });
  waiting.catch(() => {}); // told of below
  assert.ok(await waitFor(() => readings.length >= 2 ? true : undefined, 25_000), "the window is not read");
  happen();
  const answer = await waiting;
  return { answer, readings: readings.slice(2) };
}

elementsTest("ui_wait: what is on a page that comes is seen by reading the page", async () => {
  await using ui = await Elements.start("--wizard");
  const next = controlOf(ui.run.hwnd, 6102);
  const asked = { selector: { automationId: "6012" }, condition: "enabled" };
  const { answer, readings } = await during(ui, asked, () => press(next));
  assert.equal(answer.matched, true);
  assert.ok(!readings.includes("all"), `${readings}`);
  const { ref } = answer.lastObservation as { readonly ref: string };
  await ui.door.succeed("ui_action", { ref, action: "select" });
  await need(ui.run, "toggle", { id: 6012, state: 1 });
});

elementsTest("ui_wait: what is in a window that comes is seen by reading that window", async () => {
  await using ui = await Elements.start("--mdi");
  const selector = { automationId: "5001", ancestor: { name: "Document 4" } };
  const open = (): void => void send(ui.run.hwnd, WM_COMMAND, NEW_DOCUMENT);
  const { answer, readings } = await during(ui, { selector, condition: "exists" }, open);
  assert.deepEqual([answer.matched, answer.lastObservation], [true, { count: 1 }]);
  assert.ok(!readings.includes("all"), `${readings}`);
});

elementsTest("ui_wait: a control that is hidden is believed to be gone when all was read", async () => {
  await using ui = await Elements.start("--wizard");
  const cancel = controlOf(ui.run.hwnd, 6104);
  const asked = { selector: { automationId: "6104" }, condition: "notExists" };
  const { answer, readings } = await during(ui, asked, () => hide(cancel));
  assert.deepEqual([answer.matched, answer.lastObservation], [true, { count: 0 }]);
  assert.equal(readings.at(-1), "all");
});
