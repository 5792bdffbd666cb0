/** The command line: two tables, from which parsing, `--help` and the README's tables are made. */
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Settings } from "../core/config.ts";
import { LOCAL_FOLDER } from "../packs/load/pack_sources.ts";
import { LOG_LEVELS, type LogLevel } from "../core/log.ts";
import { quotedText } from "../core/text.ts";
import { nearestName } from "../core/nearest_name.ts";
import { type Toolset, TOOLSETS } from "../core/toolset.ts";

/** What can be asked for in the first word, or in the first two. */
export type CommandName = "serve" | "tools" | "call" | "doctor" | "pack validate" | "pack new" | "pack probe";

/** One command. */
export interface CommandRow {
  readonly name: CommandName;
  /** What else has to, or [may], stand behind it. */
  readonly operands?: string;
  readonly meaning: string;
}

/** All commands, in the order in which they are shown; the first one is meant where none is named. */
export const COMMAND_ROWS: readonly CommandRow[] = [
  {
    name: "serve",
    meaning: "Serve the desktop to an AI agent on stdin and stdout. The default.",
  },
  { name: "tools", meaning: "List the tools." },
  {
    name: "call",
    operands: "TOOL [JSON]",
    meaning: "Call one tool and print its result. The arguments are the JSON text, or come from stdin. " +
      "Ends with 0 for success, 1 for an error of the tool, 2 for wrong use.",
  },
  {
    name: "doctor",
    meaning: "Look at what Casement needs here, and say what to do about what is not there. " +
      "Ends with 1 if something is missing.",
  },
  {
    name: "pack validate",
    operands: "DIR",
    meaning: "Say what is wrong with the App Pack in a folder, or with all packs in it, file by file. " +
      "Ends with 1 if there are errors.",
  },
  {
    name: "pack new",
    operands: "NAME",
    meaning: "Make an App Pack to begin with, in a new folder of this name. Overwrites nothing.",
  },
  {
    name: "pack probe",
    meaning:
      "Draft an App Pack from a running program (--pid), into the new folder --out. Overwrites nothing.",
  },
];

/** One option. */
export interface OptionRow {
  readonly name: string;
  /** One letter that stands for it after a single dash. */
  readonly short?: string;
  /** What its value is called; undefined for a switch. */
  readonly value?: string;
  readonly meaning: string;
  /** The commands that take it; all of them when left out. */
  readonly commands?: readonly CommandName[];
}

/** All options, in the order in which they are shown. */
export const OPTION_ROWS = [
  { name: "read-only", meaning: "List and allow only tools that look; start, change and end nothing." },
  {
    name: "toolsets",
    value: "NAME,...",
    meaning:
      `Which tools are listed: ${TOOLSETS.join(", ")}. Default: all. It saves tokens and is no permission: ` +
      "the others can be called all the same.",
  },
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
    name: "app-pack-dir",
    value: "DIR",
    meaning: "A folder whose folders are App Packs, before all other places; may be repeated.",
  },
  {
    name: "log-level",
    value: "LEVEL",
    meaning: `How much goes to stderr: ${LOG_LEVELS.join(", ")}. ` +
      "Default: info for serve, warning for the others.",
  },
  {
    name: "out",
    value: "DIR",
    meaning: "Where the folder of the new pack goes (pack new; default local-app-packs), " +
      "or that folder itself (pack probe).",
    commands: ["pack new", "pack probe"],
  },
  {
    name: "pid",
    value: "N",
    meaning: "The program that is looked at (pack probe).",
    commands: ["pack probe"],
  },
  {
    name: "json",
    meaning: "Print JSON (tools, doctor, pack validate).",
    commands: ["tools", "doctor", "pack validate"],
  },
  { name: "help", short: "h", meaning: "Show this text." },
  { name: "version", meaning: "Show the version." },
] as const satisfies readonly OptionRow[];

/** What the command line asks for. */
export type Command =
  | { readonly kind: "serve"; readonly settings: Settings }
  | { readonly kind: "tools"; readonly settings: Settings; readonly isJson: boolean }
  | {
    readonly kind: "call";
    readonly settings: Settings;
    readonly tool: string;
    /** The arguments as they were written; `-` and undefined stand for what stdin brings. */
    readonly json: string | undefined;
  }
  | { readonly kind: "doctor"; readonly settings: Settings; readonly isJson: boolean }
  | {
    readonly kind: "pack validate";
    readonly settings: Settings;
    /** Absolute. */
    readonly folder: string;
    readonly isJson: boolean;
  }
  | {
    readonly kind: "pack new";
    readonly settings: Settings;
    readonly name: string;
    /** Where the folder of the pack goes; absolute. */
    readonly parentFolder: string;
  }
  | {
    readonly kind: "pack probe";
    readonly settings: Settings;
    readonly pid: number;
    /** The folder of the pack; absolute. */
    readonly folder: string;
  }
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

/** @throws {UsageError} */
export function parseCommandLine(args: readonly string[], surroundings: Surroundings): Command {
  const { tokens } = parseArgs({
    args: [...args],
    strict: false,
    tokens: true,
    options: Object.fromEntries(
      OPTION_ROWS.map(({ name, value, short }: OptionRow) => [name, {
        type: value === undefined ? "boolean" : "string",
        ...(short === undefined ? {} : { short }),
      }]),
    ),
  });
  const values = new Map<string, string[]>();
  const words: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") words.push(token.value);
    if (token.kind !== "option") continue;
    const row = optionRow(token.name, token.rawName);
    values.set(row.name, [...(values.get(row.name) ?? []), optionValue(row, token.value)]);
  }
  if (values.has("help")) return { kind: "help" };
  if (values.has("version")) return { kind: "version" };
  const { row, operands } = commandOf(words);
  return toCommand(row, operands, values, surroundings);
}

function toCommand(
  { name, operands: wanted }: CommandRow,
  operands: readonly string[],
  values: ReadonlyMap<string, readonly string[]>,
  surroundings: Surroundings,
): Command {
  for (const row of OPTION_ROWS as readonly OptionRow[]) {
    if (row.commands === undefined || row.commands.includes(name) || !values.has(row.name)) continue;
    throw new UsageError(`--${row.name} goes with ${new Intl.ListFormat("en").format(row.commands)} alone`);
  }
  const settings = toSettings(values, surroundings, name === "serve" ? "info" : "warning");
  if (wanted === undefined && operands[0] !== undefined) {
    throw new UsageError(`${name} takes no ${quotedText(operands[0])}; --help shows what it takes`);
  }
  const isJson = values.has("json");
  switch (name) {
    case "serve":
      return { kind: name, settings };
    case "tools":
    case "doctor":
      return { kind: name, settings, isJson };
    case "call":
      return { kind: name, settings, ...toCall(operands) };
    case "pack validate": {
      const folder = onlyOperand(operands, "pack validate needs a folder: pack validate DIR");
      return { kind: name, settings, folder: resolve(surroundings.currentDir, folder), isJson };
    }
    case "pack new": {
      const packName = onlyOperand(operands, "pack new needs a name: pack new NAME");
      const out = values.get("out")?.at(-1) ?? LOCAL_FOLDER;
      if (out === "") throw new UsageError("--out needs the name of a folder");
      return {
        kind: name,
        settings,
        name: packName,
        parentFolder: resolve(surroundings.currentDir, out),
      };
    }
    case "pack probe": {
      const written = values.get("pid")?.at(-1) ?? "";
      const pid = /^[0-9]{1,10}$/.test(written) ? Number(written) : 0;
      if (pid < 1) throw new UsageError("pack probe needs the id of a process: --pid=N");
      const out = values.get("out")?.at(-1) ?? "";
      if (out === "") throw new UsageError("pack probe needs the folder for the pack: --out=DIR");
      return { kind: name, settings, pid, folder: resolve(surroundings.currentDir, out) };
    }
  }
}

function toCall([tool, json, ...rest]: readonly string[]): { tool: string; json: string | undefined } {
  if (tool === undefined) throw new UsageError("call needs the name of a tool: call TOOL [JSON]");
  if (rest.length > 0) {
    throw new UsageError(
      `call takes one JSON text, and the shell has made ${
        rest.length + 1
      } words of it; put it in quotation ` +
        "marks, or pipe it to stdin",
    );
  }
  return { tool, json };
}

function onlyOperand([operand, another]: readonly string[], missing: string): string {
  if (operand === undefined || operand === "") throw new UsageError(missing);
  if (another === undefined) return operand;
  throw new UsageError(
    `There is one word too many: ${quotedText(another)}; put names with blanks in quotation marks`,
  );
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

/** Which command the words begin with, and what stands behind it. */
function commandOf(words: readonly string[]): { row: CommandRow; operands: readonly string[] } {
  for (const row of COMMAND_ROWS) {
    const { length } = row.name.split(" ");
    if (words.slice(0, length).join(" ") === row.name) return { row, operands: words.slice(length) };
  }
  const [first, ...operands] = words;
  const [serve] = COMMAND_ROWS;
  if (first === undefined && serve !== undefined) return { row: serve, operands };
  throw unknownCommand(words);
}

function unknownCommand([first = "", second = ""]: readonly string[]): UsageError {
  const names = COMMAND_ROWS.map(({ name }) => name);
  const group = names.filter((name) => name.startsWith(`${first} `)).map((name) =>
    name.slice(first.length + 1)
  );
  if (group.length > 0) {
    const choice = new Intl.ListFormat("en", { type: "disjunction" }).format(group);
    const nearest = nearestName(second, group);
    const hint = nearest === undefined ? "" : `; did you mean ${first} ${nearest}?`;
    return new UsageError(`${first} needs a word behind it, ${choice}${hint}`);
  }
  const nearest = nearestName(first, names);
  return new UsageError(
    `There is no command ${quotedText(first)}${
      nearest === undefined ? "; --help shows how casement is started" : `; did you mean ${nearest}?`
    }`,
  );
}

function toSettings(
  values: ReadonlyMap<string, readonly string[]>,
  surroundings: Surroundings,
  logLevel: LogLevel,
): Settings {
  const { env, currentDir } = surroundings;
  const capturesDir = join(env("LOCALAPPDATA") || tmpdir(), "Casement", "captures");
  const folders = (option: "output-dir" | "app-pack-dir"): readonly string[] | undefined =>
    values.get(option)?.map((dir) => {
      if (dir === "") throw new UsageError(`--${option} needs the name of a folder`);
      return resolve(currentDir, dir);
    });
  const allowLaunch = values.get("allow-launch")
    ?.flatMap((list) => list.split(",")).map((pattern) => pattern.trim()).filter((pattern) => pattern !== "");
  return {
    logLevel: toLogLevel(values.get("log-level")?.at(-1)) ?? logLevel,
    isReadOnly: values.has("read-only"),
    toolsets: toToolsets(values.get("toolsets")),
    allowLaunch,
    capturesDir,
    outputDirs: folders("output-dir") ?? [capturesDir, resolve(currentDir)],
    appPackDirs: folders("app-pack-dir") ?? [],
  };
}

/** In the order in which tools are listed, however they are written. */
function toToolsets(lists: readonly string[] | undefined): readonly Toolset[] {
  if (lists === undefined) return TOOLSETS;
  const written = lists.flatMap((list) => list.split(",")).map((name) => name.trim().toLowerCase())
    .filter((name) => name !== "");
  for (const name of written) if (!TOOLSETS.some((one) => one === name)) throw unknownToolset(name);
  const named = TOOLSETS.filter((one) => written.includes(one));
  if (named.length === 0) throw new UsageError(`--toolsets needs one of ${TOOLSETS.join(", ")}`);
  return named;
}

function unknownToolset(written: string): UsageError {
  const nearest = nearestName(written, TOOLSETS);
  const hint = nearest === undefined ? `; there are ${TOOLSETS.join(", ")}` : `; did you mean ${nearest}?`;
  return new UsageError(`There is no toolset ${quotedText(written)}${hint}`);
}

function toLogLevel(written: string | undefined): LogLevel | undefined {
  if (written === undefined) return undefined;
  const level = LOG_LEVELS.find((candidate) => candidate === written.toLowerCase());
  if (level !== undefined) return level;
  const nearest = nearestName(written, LOG_LEVELS);
  throw new UsageError(
    `There is no log level ${quotedText(written)}${
      nearest === undefined ? `; there are ${LOG_LEVELS.join(", ")}` : `; did you mean ${nearest}?`
    }`,
  );
}
