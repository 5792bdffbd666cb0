/** What is generated from the program itself: the README's tables and the golden tool list. */
import { COMMAND_ROWS, OPTION_ROWS, type OptionRow } from "../cli/options.ts";
import { commandForm, optionForm } from "../cli/usage.ts";
import type { Settings } from "../core/config.ts";
import { type Toolset, TOOLSETS } from "../core/toolset.ts";
import { ERROR_TABLE, type ErrorRow } from "../core/errors.ts";
import { createTools } from "../tools/index.ts";
import { type PublishedTool, ToolList } from "../tools/tool_list.ts";

/** A generated part of a Markdown file, by the name in its markers. */
export type Blocks = Readonly<Record<string, string>>;

/** A server that lists everything. */
const EVERYTHING: Settings = {
  logLevel: "error",
  isReadOnly: false,
  toolsets: TOOLSETS,
  allowLaunch: undefined,
  capturesDir: "",
  outputDirs: [],
  appPackDirs: [],
};

/** Every tool of these groups as a client sees it, in list order; all tools unless given. */
export function publishedTools(toolsets: readonly Toolset[] = TOOLSETS): readonly PublishedTool[] {
  return new ToolList(createTools(), { ...EVERYTHING, toolsets }).published();
}

/** The golden file: names, titles, descriptions, input schemas and hints. A reviewer sees there what models see. */
export function goldenToolList(): string {
  const tools = publishedTools().map(({ outputSchema: _output, ...tool }) => tool);
  return `${JSON.stringify(tools, undefined, 2)}\n`;
}

/** The README's tables. */
export function readmeBlocks(): Blocks {
  return { tools: toolTable(), errors: errorTable(), options: `${commandTable()}\n\n${optionTable()}` };
}

/**
 * The text with everything between the markers of each block replaced.
 *
 * @throws {Error} when a block has no markers, or markers name no block
 */
export function withBlocks(text: string, blocks: Blocks): string {
  const found = new Set<string>();
  const replaced = text.replace(
    /(<!-- generated:([a-z-]+) -->\n)[\s\S]*?(<!-- \/generated:\2 -->)/g,
    (_all, begin: string, name: string, end: string) => {
      const block = blocks[name];
      if (block === undefined) throw new Error(`nothing generates the block "${name}"`);
      found.add(name);
      return `${begin}\n${block}\n\n${end}`;
    },
  );
  const missing = Object.keys(blocks).filter((name) => !found.has(name));
  if (missing.length > 0) throw new Error(`there are no markers for ${missing.join(", ")}`);
  return replaced;
}

function toolTable(): string {
  return table(
    ["tool", "what", "effect"],
    createTools().map(({ name, title, effect }) => [`\`${name}\``, title, effect]),
  );
}

function errorTable(): string {
  return table(
    ["code", "when", "again?", "what to do"],
    Object.entries(ERROR_TABLE).map(([code, row]: [string, ErrorRow]) => [
      `\`${code}\``,
      row.meaning,
      row.retryable ? "yes" : "no",
      row.suggestion,
    ]),
  );
}

function commandTable(): string {
  return table(
    ["command", "what it does"],
    COMMAND_ROWS.map((row) => [`\`${commandForm(row)}\``, row.meaning]),
  );
}

function optionTable(): string {
  return table(
    ["option", "meaning"],
    OPTION_ROWS.map((row: OptionRow) => [`\`${optionForm(row)}\``, row.meaning]),
  );
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(heads), line(heads.map(() => "---")), ...rows.map(line)].join("\n");
}
