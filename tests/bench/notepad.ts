/**
 * The same work in Notepad, done twice over: by elements and refs, and by pictures, points and keys, as a client without
 * elements must. What a model needs to read and think between two calls is in neither.
 */
import { join } from "node:path";
import type { StdioClientOptions } from "../stdio/client.ts";
import { Agent, comesToBe } from "../windows/agent.ts";
import { childOf, controlOf, exists, outerRect, textOf } from "../windows/observe.ts";
import { type Figure, median } from "./figures.ts";

const ROUNDS = 5;
const TEXT = "One apple 😀\nanother Apple\nlast apple";
const SAVED = TEXT.replaceAll(/apple/gi, "pear").replaceAll("\n", "\r\n");
/** Wine's Notepad ends itself on "Replace All": finding the first one, replacing each, and the message at the end. */
const REPLACE_PRESSES = 4;
const CONTROL = { ok: 1, cancel: 2, replace: 1024, encoding: 401 };

interface Run {
  readonly seconds: number;
  readonly calls: number;
}

/** What either way has in common: Notepad with the text in it, and Notepad closed with the text saved. */
async function timedWork(
  server: StdioClientOptions,
  work: (
    agent: Agent,
    notepad: { readonly hwnd: string; readonly pid: number },
    path: string,
  ) => Promise<void>,
): Promise<Run> {
  const folder = await Deno.makeTempDir();
  try {
    await using agent = await Agent.start(server);
    const startedAt = performance.now();
    const { hwnd, process } = await agent.launch("C:\\windows\\notepad.exe");
    await agent.call("type_text", { hwnd, text: TEXT });
    const path = join(folder, "pears.txt");
    await work(agent, { hwnd, pid: process.pid }, path);
    await agent.call("manage_window", { hwnd, action: "close" });
    const seconds = (performance.now() - startedAt) / 1_000;
    const { calls } = agent;
    await comesToBe(() => process.isRunning, false);
    await comesToBe(() => Deno.readTextFile(path), `\uFEFF${SAVED}`);
    return { seconds, calls };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function byElements(agent: Agent, { hwnd }: { readonly hwnd: string }, path: string): Promise<void> {
  await agent.act({ hwnd, selector: { controlType: "Document" } }, "selectText", { start: 0, length: 0 });
  const replace = await agent.dialog(await agent.choose(hwnd, "Search", "Replace..."), "Replace");
  let outline = await agent.outline(replace);
  await agent.act({ outline, line: 'edit "Find What:"' }, "setValue", { value: "apple" });
  await agent.act({ outline, line: 'edit "Replace With:"' }, "setValue", { value: "pear" });
  let last = {};
  for (let press = 0; press < REPLACE_PRESSES; press++) {
    last = await agent.act({ outline, line: 'button "Replace" ' }, "invoke");
  }
  const over = await agent.dialog(last, "Notepad");
  await agent.act({ hwnd: over, selector: { name: "OK" } }, "invoke");
  await agent.act({ outline, line: 'button "Cancel"' }, "invoke");
  const save = await agent.dialog(await agent.choose(hwnd, "File", "Save as..."), "Save As");
  outline = await agent.outline(save);
  await agent.act({ outline, line: 'edit #"1148"' }, "setValue", { value: path });
  const encoding = { outline, line: 'comboBox "Encoding:"' };
  await agent.act(encoding, "selectByName", { value: "Unicode (UTF-8)" });
  await agent.act({ outline, line: 'button "Save"' }, "invoke");
  await agent.call("wait_for_window", { titleContains: "pears.txt" });
}

async function byPointsAndKeys(
  agent: Agent,
  { hwnd, pid }: { readonly hwnd: string; readonly pid: number },
  path: string,
): Promise<void> {
  /** Waits for a dialog and looks at it: where its controls are is seen on the picture. */
  const dialogOf = async (title: string): Promise<string> => {
    const { window } = await agent.call("wait_for_window", { processName: "notepad", titleContains: title });
    await agent.call("capture_window", { hwnd: window.hwnd });
    return window.hwnd;
  };
  const click = async (dialog: string, control: bigint): Promise<void> => {
    const { x, y, width, height } = outerRect(control);
    const point = { x: x + Math.floor(width / 2), y: y + Math.floor(height / 2) };
    await agent.call("click_window", { hwnd: dialog, ...point, coordinateSpace: "screen" });
  };
  const press = async (dialog: string, id: number): Promise<void> =>
    await click(dialog, controlOf(BigInt(dialog), id));
  const key = async (target: string, name: string, ...modifiers: readonly string[]): Promise<void> =>
    void await agent.call("send_key", { hwnd: target, key: name, modifiers });

  await key(hwnd, "home", "ctrl");
  await key(hwnd, "h", "ctrl");
  const replace = await dialogOf("Replace");
  await agent.call("type_text", { hwnd: replace, text: "apple" });
  await key(replace, "tab");
  await agent.call("type_text", { hwnd: replace, text: "pear" });
  for (let count = 0; count < REPLACE_PRESSES; count++) await press(replace, CONTROL.replace);
  // Its title is a part of every other title of the program.
  const message = await agent.dialog({ pid }, "Notepad");
  await agent.call("capture_window", { hwnd: message });
  await key(message, "enter");
  await comesToBe(() => exists(BigInt(message)), false);
  await press(replace, CONTROL.cancel);
  await comesToBe(() => exists(BigInt(replace)), false);
  await key(hwnd, "s", "ctrl");
  const save = await dialogOf("Save As");
  await agent.call("type_text", { hwnd: save, text: path });
  const template = childOf(BigInt(save), "#32770") ?? 0n;
  await click(save, controlOf(template, CONTROL.encoding));
  for (let item = 0; item < 3; item++) await key(save, "down");
  await key(save, "enter");
  await press(save, CONTROL.ok);
  await comesToBe(() => textOf(BigInt(hwnd)), "pears.txt - Notepad");
}

/** The figure; both ways by turns. */
export async function notepadWork(server: StdioClientOptions): Promise<Figure> {
  const elements: Run[] = [];
  const points: Run[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    elements.push(await timedWork(server, byElements));
    points.push(await timedWork(server, byPointsAndKeys));
  }
  const words = (runs: readonly Run[]): string =>
    `${median(runs.map(({ seconds }) => seconds)).toFixed(1)} s in ${
      median(runs.map(({ calls }) => calls))
    } calls`;
  return {
    name: "text typed in Notepad, words replaced, saved as UTF-8, closed",
    value: `by elements ${words(elements)}; by pictures, points and keys ${words(points)}`,
    goal: "measured",
  };
}
