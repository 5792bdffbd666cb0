/** The command line: one table, from which parsing, `--help` and the README's table are made. */
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Settings } from "../core/config.ts";
import { LOG_LEVELS, type LogLevel } from "../core/log.ts";
import { quotedText } from "../core/text.ts";
import { nearestName } from "../tools/nearest_name.ts";

/** One option. */
export interface OptionRow {
  readonly name: string;
  /** What its value is called; undefined for a switch. */
  readonly value?: string;
  readonly meaning: string;
}

/** All options, in the order in which they are shown. */
export const OPTION_ROWS = [
  { name: "read-only", meaning: "List and allow only tools that look; start, change and end nothing." },
  {
    name: "allow-launch",
    value: "PATTERN,...",
    meaning: "Programs that may be started: full paths or file names, with * and ?. Default: any.",
  },
  {
    name: "output-dir",
    value: "DIR",
    meaning:
      "A folder that outputPath may lie in; may be repeated. Default: the captures and the current folder.",
  },
  {
    name: "log-level",
    value: "LEVEL",
    meaning: `How much goes to stderr: ${LOG_LEVELS.join(", ")}. Default: info.`,
  },
  { name: "help", meaning: "Show this text." },
  { name: "version", meaning: "Show the version." },
] as const satisfies readonly OptionRow[];

/** What the command line asks for. */
export type Command =
  | { readonly kind: "serve"; readonly settings: Settings }
  | { readonly kind: "help" }
  | { readonly kind: "version" };

/** What is wrong with the command line, in a sentence for the person who wrote it. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** What the process brings along. */
export interface Surroundings {
  readonly env: (name: string) => string | undefined;
  readonly currentDir: string;
}

/** The first word may name a command; without one the server starts. */
const COMMANDS = ["serve"];

/** @throws {UsageError} */
export function parseCommandLine(args: readonly string[], surroundings: Surroundings): Command {
  const { tokens } = parseArgs({
    args: [...args],
    strict: false,
    tokens: true,
    options: Object.fromEntries(
      OPTION_ROWS.map((
        row: OptionRow,
      ) => [row.name, { type: row.value === undefined ? "boolean" : "string" }]),
    ),
  });
  const values = new Map<string, string[]>();
  for (const token of tokens) {
    if (token.kind === "positional") checkCommand(token.value, token.index);
    if (token.kind !== "option") continue;
    const row = optionRow(token.name, token.rawName);
    values.set(row.name, [...(values.get(row.name) ?? []), optionValue(row, token.value)]);
  }
  if (values.has("help")) return { kind: "help" };
  if (values.has("version")) return { kind: "version" };
  return { kind: "serve", settings: toSettings(values, surroundings) };
}

/** The text of `--help`, at most 100 columns wide. */
export function usage(): string {
  const rows = OPTION_ROWS.map((row: OptionRow) =>
    [
      `--${row.name}${row.value === undefined ? "" : `=${row.value}`}`,
      row.meaning,
    ] as const
  );
  const column = Math.max(...rows.map(([option]) => option.length)) + 4;
  const lines = rows.flatMap(([option, meaning]) =>
    wrap(meaning, 100 - column).map((line, index) =>
      `${(index === 0 ? `  ${option}` : "").padEnd(column)}${line}`
    )
  );
  return [
    "Usage: casement [options]",
    "",
    "Serves the Windows desktop to an AI agent over the Model Context Protocol on stdin and stdout.",
    "",
    ...lines,
  ].join("\n");
}

function optionRow(name: string, written: string): OptionRow {
  const row = OPTION_ROWS.find((candidate) => candidate.name === name);
  if (row !== undefined) return row;
  const nearest = nearestName(name, OPTION_ROWS.map((candidate) => candidate.name));
  throw new UsageError(
    `There is no option ${quotedText(written)}${
      nearest === undefined ? "; --help shows all" : `; did you mean --${nearest}?`
    }`,
  );
}

function optionValue(row: OptionRow, value: string | undefined): string {
  if (row.value === undefined) {
    if (value !== undefined) throw new UsageError(`--${row.name} takes no value`);
    return "";
  }
  // An option in the place of a value is a forgotten value: nobody names a folder `--read-only`.
  if (value === undefined || value.startsWith("--")) {
    throw new UsageError(`--${row.name} needs a value: --${row.name}=${row.value}`);
  }
  return value;
}

function checkCommand(word: string, index: number): void {
  if (index === 0 && COMMANDS.includes(word)) return;
  const nearest = index === 0 ? nearestName(word, COMMANDS) : undefined;
  throw new UsageError(
    `There is no command ${quotedText(word)}${
      nearest === undefined ? "; --help shows how casement is started" : `; did you mean ${nearest}?`
    }`,
  );
}

function toSettings(values: ReadonlyMap<string, readonly string[]>, surroundings: Surroundings): Settings {
  const { env, currentDir } = surroundings;
  const capturesDir = join(env("LOCALAPPDATA") || tmpdir(), "Casement", "captures");
  const outputDirs = values.get("output-dir")?.map((dir) => {
    if (dir === "") throw new UsageError("--output-dir needs the name of a folder");
    return resolve(currentDir, dir);
  });
  const allowLaunch = values.get("allow-launch")
    ?.flatMap((list) => list.split(",")).map((pattern) => pattern.trim()).filter((pattern) => pattern !== "");
  return {
    logLevel: toLogLevel(values.get("log-level")?.at(-1)),
    isReadOnly: values.has("read-only"),
    allowLaunch,
    capturesDir,
    outputDirs: outputDirs ?? [capturesDir, resolve(currentDir)],
  };
}

function toLogLevel(written: string | undefined): LogLevel {
  if (written === undefined) return "info";
  const level = LOG_LEVELS.find((candidate) => candidate === written.toLowerCase());
  if (level !== undefined) return level;
  const nearest = nearestName(written, LOG_LEVELS);
  throw new UsageError(
    `There is no log level ${quotedText(written)}${
      nearest === undefined ? `; there are ${LOG_LEVELS.join(", ")}` : `; did you mean ${nearest}?`
    }`,
  );
}

function wrap(text: string, width: number): string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    const last = lines.at(-1) ?? "";
    if (last !== "" && last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = last === "" ? word : `${last} ${word}`;
  }
  return lines;
}
