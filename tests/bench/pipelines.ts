/** What runs of many steps cost, beside the calls that they stand for. */
import { StdioClient } from "../stdio/client.ts";
import { FixtureRun } from "../windows/fixture_run.ts";
import { createRealDoor } from "../windows/real_door.ts";
import { type Figure, median, ms, timed } from "./figures.ts";

const ROUNDS = 15;
const MOST_STEPS = 50;
const WORK_STEPS = 20;

/** Steps that call a tool which does nothing, and the same calls without a run around them. */
async function engineCost(): Promise<Figure> {
  using door = createRealDoor({ logLevel: "error" }, []);
  const steps = Array.from({ length: MOST_STEPS }, () => ({ tool: "profile_list", args: {} }));
  const calls: number[] = [];
  const runs: number[] = [];
  for (let round = 0; round < ROUNDS * 2; round++) {
    calls.push(
      await timed(async () => {
        for (const { tool, args } of steps) await door.succeed(tool, args);
      }),
    );
    runs.push(await timed(() => door.succeed("run_steps", { steps })));
  }
  const more = (median(runs) - median(calls)) / MOST_STEPS;
  return {
    name: `what a run adds to a step, ${MOST_STEPS} steps of a tool that does nothing`,
    value: `${more.toFixed(2)} ms`,
    goal: "at most 0.5 ms",
  };
}

interface Work {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly expect: Readonly<Record<string, unknown>>;
}

/** Texts that go into an edit one after another; each is looked for before the next. */
function work({ handle }: FixtureRun): readonly Work[] {
  const selector = { automationId: "101" };
  return Array.from({ length: WORK_STEPS }, (_, index) => ({
    tool: "ui_action",
    args: { hwnd: handle, selector, action: "setValue", value: `text ${index}` },
    expect: { selector, condition: "valueEquals", expectedValue: `text ${index}` },
  }));
}

async function againstClient(command: readonly string[]): Promise<Figure> {
  await using client = await StdioClient.start({ command: [...command] });
  await using run = await FixtureRun.start();
  const steps = work(run);
  const call = async (tool: string, args: unknown): Promise<void> => {
    const { structuredContent } = await client.callTool(tool, args);
    if (structuredContent.success !== true) throw new Error(JSON.stringify(structuredContent));
  };
  const byClient: number[] = [];
  const asRun: number[] = [];
  for (let round = 0; round < ROUNDS / 3; round++) {
    asRun.push(await timed(() => call("run_steps", { steps })));
    byClient.push(
      await timed(async () => {
        for (const { tool, args, expect } of steps) {
          await call(tool, args);
          await call("ui_wait", { hwnd: run.handle, ...expect });
        }
      }),
    );
  }
  return {
    name: `${WORK_STEPS} texts set and seen`,
    value: `as one run ${ms(median(asRun))}, 1 round trip; by a client ${ms(median(byClient))}, ${
      WORK_STEPS * 2
    } round trips: ${(median(asRun) / median(byClient)).toFixed(2)} of its time`,
    goal: "at most 1.0 of the client's time",
  };
}

/** See the head of this file. */
export async function pipelineFigures(command: readonly string[]): Promise<readonly Figure[]> {
  return [await engineCost(), await againstClient(command)];
}

if (import.meta.main) {
  const server = [Deno.execPath(), "run", "-A", "--no-check", "--cached-only", "main.ts"];
  for (const { name, value, goal } of await pipelineFigures(server)) {
    await Deno.stdout.write(new TextEncoder().encode(`${name}: ${value} (${goal})\n`));
  }
}
