/**
 * What this server was asked to do and what became of it, for the person at the machine: the last calls in memory and
 * one line a call on the log. It never holds a text of an argument, only its length.
 */
import type { Clock } from "../core/clock.ts";
import type { Effect } from "../core/effect.ts";
import type { ErrorCode } from "../core/errors.ts";
import type { Log } from "../core/log.ts";
import { boundedText } from "../core/text.ts";

/** How a call ended, or that it has not yet. */
export type CallOutcome = "running" | "ok" | ErrorCode;

/** One call. */
export interface JournalEntry {
  /** Counts from 1 in each run. */
  readonly id: number;
  /** Where no tool has the name that was written, its length alone. */
  readonly tool: string;
  /** Undefined where no tool has the name. */
  readonly effect: Effect | undefined;
  /** What it acted on: a handle or a pid. */
  readonly target: string | undefined;
  readonly outcome: CallOutcome;
  readonly startedAt: string;
  readonly durationMs: number | undefined;
  /** Made by `summarizeArguments`. */
  readonly args: unknown;
}

/** A call that has begun. */
export interface OpenCall {
  readonly id: number;
  setTarget(target: string): void;
  finish(outcome: Exclude<CallOutcome, "running">): void;
}

/** As many calls as a person can look through; about 100 KB at most. */
const MAX_ENTRIES = 200;
const MAX_LINE_UNITS = 500;

/** The calls of this run. */
export class Journal {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #wallClock: () => Date;
  readonly #entries: JournalEntry[] = [];
  #lastId = 0;

  /** `wallClock` says what time of day it is; the clock, which never goes back, measures. */
  constructor(clock: Clock, log: Log, wallClock: () => Date = () => new Date()) {
    this.#clock = clock;
    this.#log = log;
    this.#wallClock = wallClock;
  }

  /** The last calls, oldest first; those that still run have the outcome `running`. */
  entries(): readonly JournalEntry[] {
    return [...this.#entries];
  }

  /** Notes that a call begins, or that it is refused: then its end follows at once. */
  begin(call: Pick<JournalEntry, "tool" | "effect" | "args">): OpenCall {
    const begun = this.#clock.now();
    let entry: JournalEntry = {
      id: ++this.#lastId,
      tool: call.tool,
      effect: call.effect,
      target: undefined,
      outcome: "running",
      startedAt: this.#wallClock().toISOString(),
      durationMs: undefined,
      args: call.args,
    };
    this.#entries.push(entry);
    if (this.#entries.length > MAX_ENTRIES) this.#entries.shift();

    const update = (change: Partial<JournalEntry>): void => {
      const changed = { ...entry, ...change };
      const index = this.#entries.indexOf(entry);
      if (index >= 0) this.#entries[index] = changed;
      entry = changed;
    };
    return {
      id: entry.id,
      setTarget: (target) => update({ target: boundedText(target, 80) }),
      finish: (outcome) => {
        if (entry.outcome !== "running") return;
        update({ outcome, durationMs: Math.round(this.#clock.now() - begun) });
        this.#log.write("info", formatEntry(entry));
      },
    };
  }
}

function formatEntry(entry: JournalEntry): string {
  const target = entry.target === undefined ? "" : ` on ${entry.target}`;
  return boundedText(
    `#${entry.id} ${entry.tool} (${
      entry.effect ?? "no such tool"
    })${target}: ${entry.outcome} in ${entry.durationMs} ms ${JSON.stringify(entry.args)}`,
    MAX_LINE_UNITS,
  );
}
