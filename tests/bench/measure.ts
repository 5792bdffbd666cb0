/** The measuring itself, where Windows is. Medians; what is compared is measured in one run, by turns. */
import { fileURLToPath } from "node:url";
import { StdioClient } from "../stdio/client.ts";
import { FixtureRun } from "../windows/fixture_run.ts";
import { OwnWindow } from "../windows/own_window.ts";
import { createRealDoor } from "../windows/real_door.ts";
import { elementFigures } from "./elements.ts";
import { type Figure, median, ms, timed } from "./figures.ts";
import { notepadWork } from "./notepad.ts";
import { packFigures } from "./packs.ts";
import { pipelineFigures } from "./pipelines.ts";

const EXE = fileURLToPath(new URL("../../dist/casement.exe", import.meta.url));
const ROUNDS = 60;

async function callOk(client: StdioClient, tool: string, args: unknown = {}): Promise<void> {
  const result = await client.callTool(tool, args);
  if (result.isError) throw new Error(`${tool}: ${JSON.stringify(result.structuredContent)}`);
}

async function listing(client: StdioClient): Promise<Figure> {
  await using _windows = await FixtureRun.start("--windows", "9");
  const noOp: number[] = [];
  const list: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    noOp.push(await timed(() => callOk(client, "tool_contract_list")));
    list.push(await timed(() => callOk(client, "list_windows")));
  }
  const more = median(list) - median(noOp);
  return {
    name: "`list_windows`, 10 windows, over stdio",
    value: `${ms(median(list))}, ${ms(more)} more than a call that does nothing`,
    goal: "at most 4 ms more",
  };
}

async function capturing(client: StdioClient): Promise<Figure> {
  await using run = await FixtureRun.start("--rect", "40,40,1280,960");
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    times.push(await timed(() => callOk(client, "capture_window", { hwnd: run.handle })));
  }
  return { name: "`capture_window`, 1280×960, inline", value: ms(median(times)), goal: "at most 60 ms" };
}

async function typing(client: StdioClient): Promise<Figure> {
  const text = "The quick brown fox jumps over the lazy dog. ".repeat(23).slice(0, 1000);
  const times: number[] = [];
  for (let round = 0; round < 20; round++) {
    await using run = await FixtureRun.start();
    times.push(
      await timed(() =>
        callOk(client, "type_text", { hwnd: run.handle, text, interactionMode: "background" })
      ),
    );
  }
  return {
    name: "`type_text`, 1,000 units in the background, verified",
    value: ms(median(times)),
    goal: "at most 150 ms",
  };
}

/** Ten reads of four kinds, as a client may send them all at once. */
const READS: readonly (readonly [tool: string, args: Readonly<Record<string, unknown>>])[] = [
  ["list_windows", {}],
  ["get_window_state", { titleContains: "Read" }],
  ["list_displays", {}],
  ["list_windows", { titleContains: "Read" }],
  ["get_window_state", { processName: "casement_fixture" }],
  ["read_clipboard", {}],
  ["list_windows", { processName: "casement_fixture" }],
  ["get_window_state", { titleContains: "Read", processName: "casement_fixture" }],
  ["list_displays", {}],
  ["list_windows", {}],
];

async function readingAtOnce(client: StdioClient): Promise<Figure> {
  await using _run = await FixtureRun.start("--title", "Read");
  const inARow: number[] = [];
  const atOnce: number[] = [];
  const slowest: number[] = [];
  for (let round = 0; round < ROUNDS / 2; round++) {
    inARow.push(
      await timed(async () => {
        for (const [tool, args] of READS) await callOk(client, tool, args);
      }),
    );
    const each: number[] = [];
    atOnce.push(
      await timed(() =>
        Promise.all(
          READS.map(async ([tool, args]) => each.push(await timed(() => callOk(client, tool, args)))),
        )
      ),
    );
    slowest.push(Math.max(...each));
  }
  return {
    name: "ten reads at once",
    value: `${ms(median(atOnce))}, the slowest of them ${ms(median(slowest))}; in a row ${
      ms(median(inARow))
    }`,
    goal: "no longer than in a row",
  };
}

/** One call of every tool that acts on a window or draws it; the window's program hangs. */
const ACTS_ON_HUNG: readonly (readonly [tool: string, args: Readonly<Record<string, unknown>>])[] = [
  ["type_text", { text: "x" }],
  ["type_text", { text: "x", interactionMode: "foregroundDemo" }],
  ["send_key", { key: "enter" }],
  ["click_window", { x: 5, y: 5 }],
  ["move_mouse_window", { x: 5, y: 5 }],
  ["click_menu_item", { path: ["File", "Exit"] }],
  ["manage_window", { action: "minimize" }],
  ["capture_window", { captureMethod: "print" }],
];

async function refusingHung(client: StdioClient): Promise<Figure> {
  await using run = await FixtureRun.start(
    "--title",
    "Hung",
    "--hang-after-ms",
    "500",
    "--hang-ms",
    "600000",
  );
  const isHung = async (): Promise<boolean> =>
    (await client.callTool("list_windows", { pid: run.pid })).structuredContent.items[0]?.hung === true;
  while (!(await isHung())) await new Promise((resolve) => setTimeout(resolve, 250));
  const times: number[] = [];
  for (const [tool, args] of ACTS_ON_HUNG) {
    times.push(
      await timed(async () => {
        const { structuredContent } = await client.callTool(tool, { hwnd: run.handle, ...args });
        if (structuredContent.error?.code !== "WINDOW_HUNG") {
          throw new Error(`${tool}: ${JSON.stringify(structuredContent)}`);
        }
      }),
    );
  }
  return {
    name: `any of ${ACTS_ON_HUNG.length} acts on a window that Windows calls hung`,
    value: `refused in ${ms(median(times))}, the slowest in ${ms(Math.max(...times))}`,
    goal: "at most 200 ms",
  };
}

/** From the moment a window of this process is shown, or gone, to the answer of a wait for that. */
async function noticing(client: StdioClient): Promise<Figure> {
  const rect = { x: 40, y: 40, width: 200, height: 100 };
  const appearing: number[] = [];
  const disappearing: number[] = [];
  const awaited = async (args: unknown, happen: () => void): Promise<number> => {
    const waiting = callOk(client, "wait_for_window", args);
    // At any moment between two looks.
    await new Promise((resolve) => setTimeout(resolve, 200 + Math.random() * 200));
    happen();
    return await timed(() => waiting);
  };
  for (let round = 0; round < ROUNDS / 2; round++) {
    const title = `Noticed ${round}`;
    let window: OwnWindow | undefined;
    appearing.push(
      await awaited({ titleContains: title }, () => void (window = new OwnWindow({ rect, title }))),
    );
    const gone = { hwnd: window?.handle, mode: "disappear" };
    disappearing.push(await awaited(gone, () => window?.[Symbol.dispose]()));
  }
  return {
    name: "`wait_for_window`, from the change to the answer",
    value: `${ms(median(appearing))} for a window that appears, ${
      ms(median(disappearing))
    } for one that goes`,
    goal: "at most 60 ms",
  };
}

async function starting(): Promise<Figure> {
  const times: number[] = [];
  const lists: number[] = [];
  for (let round = 0; round < 6; round++) {
    const startedAt = performance.now();
    const client = new StdioClient({ command: [EXE] });
    await client.initialize();
    times.push(performance.now() - startedAt);
    await client.request("tools/list");
    lists.push(performance.now() - startedAt);
    await client.end();
  }
  return {
    name: "`casement.exe` start to the `initialize` answer",
    value: `${ms(median(times.slice(1)))} (first start ${ms(times[0] ?? 0)}); to the tool list ${
      ms(median(lists.slice(1)))
    }`,
    goal: "at most 500 ms",
  };
}

async function flatness(): Promise<Figure> {
  using door = createRealDoor();
  await using run = await FixtureRun.start("--rect", "40,40,1280,960");
  const capture = () => door.succeed("capture_window", { hwnd: run.handle });
  const total = async (): Promise<number> =>
    Object.values(await door.desktop.openCounts()).reduce((sum, count) => sum + count, 0);
  // The first captures fill the frame store, the 200 files and the heap's working size.
  for (let i = 0; i < 100; i++) await capture();
  const before = await total();
  const memory = [Deno.memoryUsage().rss];
  for (let round = 0; round < 2; round++) {
    for (let i = 0; i < 500; i++) await capture();
    memory.push(Deno.memoryUsage().rss);
  }
  const growth = await total() - before;
  return {
    name: "1,000 captures",
    value: `${growth} more handles; memory ${memory.map((bytes) => (bytes / 1e6).toFixed(0)).join(" → ")} MB`,
    goal: "both flat",
  };
}

async function measure(): Promise<Figure[]> {
  const figures: Figure[] = [];
  {
    await using client = await StdioClient.start({ command: [EXE] });
    figures.push(await listing(client), await capturing(client), await typing(client));
    figures.push(await readingAtOnce(client), await refusingHung(client), await noticing(client));
  }
  figures.push(await starting(), await flatness(), ...await elementFigures(), ...await packFigures());
  figures.push(...await pipelineFigures([EXE]), await notepadWork({ command: [EXE] }));
  return figures;
}

const rows = (await measure()).map(({ name, value, goal }) => `| ${name} | ${value} | ${goal} |`);
const table = ["| figure | measured | target |", "|---|---|---|", ...rows].join("\n");
Deno.stdout.writeSync(new TextEncoder().encode(`${table}\n`));
