/**
 * How often the workflows of the packs that come with Casement do what they are for at the first attempt, each time in a
 * program that has just been started. By hand, as it takes its time:
 * `deno run -A tests/lab/run.ts --uia-server deno run -A --no-check --cached-only tests/bench/workflows.ts [ROUNDS [WORKFLOW]]`
 */
import { join } from "node:path";
import { waitFor } from "../windows/fixture_run.ts";
import { endProcess, processTable } from "../windows/observe_processes.ts";
import { createRealDoor, type RealDoor } from "../windows/real_door.ts";
import { startUiFixture } from "../windows/ui_fixture_run.ts";
import { median, ms } from "./figures.ts";

const ROUNDS = 20;
const TEXT = "pear apple Apple apple";

/** One workflow with what it gets, and its program before it begins. */
interface Work {
  readonly pack: string;
  readonly workflow: string;
  readonly inputs?: (folder: string) => object;
  /** The program, where the workflow does not start it itself. */
  readonly start?: (door: RealDoor) => Promise<AsyncDisposable | undefined>;
}

const fixture = (...args: string[]) => (): Promise<AsyncDisposable> =>
  startUiFixture("--rows", "20", ...args);

/** A Notepad that has a text in it, as a workflow finds it. */
async function notepadWithText(door: RealDoor): Promise<undefined> {
  const { success, summary } = await door.succeed("profile_run_steps", {
    profile: "notepad",
    launch: { reuseIfRunning: false },
    steps: [{ control: "text.area", action: "setValue", value: TEXT }],
  });
  if (!success) throw new Error(summary);
}

const WORKS: readonly Work[] = [
  ...[
    "restore_value",
    "restore_toggle",
    "restore_selection",
    "restore_range",
    "restore_expanded",
    "restore_page",
  ]
    .map((workflow) => ({
      pack: "casement-fixture",
      workflow,
      inputs: () =>
        workflow === "restore_value"
          ? { text: "Größe 尺寸" }
          : workflow === "restore_selection"
          ? { colour: "Blue" }
          : {},
      start: fixture(),
    })),
  {
    pack: "casement-fixture",
    workflow: "answer_question",
    inputs: () => ({ answer: "ja" }),
    start: fixture(),
  },
  {
    pack: "casement-fixture",
    workflow: "wizard",
    inputs: () => ({ name: "Ann" }),
    start: fixture("--wizard"),
  },
  {
    pack: "notepad",
    workflow: "type_and_save",
    inputs: (folder) => ({
      text: TEXT,
      path: join(folder, `${crypto.randomUUID()}.txt`),
      encoding: "Unicode (UTF-8)",
    }),
  },
  {
    pack: "notepad",
    workflow: "find",
    inputs: () => ({ word: "Apple", matchCase: "true" }),
    start: notepadWithText,
  },
  {
    pack: "notepad",
    workflow: "replace",
    inputs: () => ({ word: "apple", by: "crème" }),
    start: notepadWithText,
  },
  {
    pack: "regedit",
    workflow: "key_and_value",
    inputs: () => ({ key: `CasementBench${crypto.randomUUID().slice(0, 8)}`, value: "value", data: "data" }),
  },
];

/** What became of one run. */
interface Outcome {
  readonly isFirstAttempt: boolean;
  readonly isCleanedUp: boolean;
  readonly elapsedMs: number;
  readonly summary: string;
}

interface Report {
  readonly success: boolean;
  readonly summary: string;
  readonly steps: readonly { readonly attempts?: number }[];
  readonly restoreResults: readonly { readonly verified: boolean }[];
  readonly finallyResults: readonly { readonly success: boolean }[];
}

const PROGRAMS = /^(?:notepad|regedit)\.exe$/;

/** What was left running is no part of the next run. */
async function endPrograms(): Promise<void> {
  const running = () => processTable().filter(({ exeFile }) => PROGRAMS.test(exeFile));
  for (const { pid } of running()) endProcess(pid);
  await waitFor(() => running().length === 0 ? true : undefined, 20_000);
}

async function runOnce({ pack, workflow, inputs, start }: Work, folder: string): Promise<Outcome> {
  using door = createRealDoor();
  try {
    await using _program = await start?.(door);
    const startedAt = performance.now();
    const report: Report = await door.succeed("run_workflow", {
      pack,
      workflow,
      inputs: inputs?.(folder) ?? {},
    });
    return {
      isFirstAttempt: report.success && report.steps.every(({ attempts = 1 }) => attempts === 1),
      isCleanedUp: report.restoreResults.every(({ verified }) => verified) &&
        report.finallyResults.every(({ success }) => success),
      elapsedMs: performance.now() - startedAt,
      summary: report.summary,
    };
  } finally {
    await endPrograms();
  }
}

function say(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}

async function measure(rounds: number, only: string): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "casement" });
  say("| workflow | first attempts | clean-up | median |\n|---|---|---|---|");
  try {
    for (const work of WORKS.filter(({ workflow }) => workflow.includes(only))) {
      const outcomes: Outcome[] = [];
      for (let round = 0; round < rounds; round++) outcomes.push(await runOnce(work, folder));
      const good = (is: (outcome: Outcome) => boolean): string =>
        `${outcomes.filter(is).length} of ${rounds}`;
      const times = ms(median(outcomes.map(({ elapsedMs }) => elapsedMs)));
      say(
        `| ${work.pack} ${work.workflow} | ${good(({ isFirstAttempt }) => isFirstAttempt)} | ${
          good(({ isCleanedUp }) => isCleanedUp)
        } | ${times} |`,
      );
      for (const { isFirstAttempt, isCleanedUp, summary } of outcomes) {
        if (!isFirstAttempt || !isCleanedUp) say(summary);
      }
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

if (import.meta.main) {
  const [rounds = `${ROUNDS}`, only = ""] = Deno.args;
  await measure(Number(rounds), only);
}
