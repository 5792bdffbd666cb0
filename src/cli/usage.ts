import { COMMAND_ROWS, type CommandRow, OPTION_ROWS, type OptionRow } from "./options.ts";
import { wrap } from "./layout.ts";

const WIDTH = 100;

/** A command as it is written. */
export function commandForm({ name, operands }: CommandRow): string {
  return operands === undefined ? name : `${name} ${operands}`;
}

/** An option as it is written. */
export function optionForm({ name, value }: OptionRow): string {
  return value === undefined ? `--${name}` : `--${name}=${value}`;
}

/** The text of `--help`, at most 100 columns wide. */
export function usage(): string {
  const commands = COMMAND_ROWS.map((row) => [commandForm(row), row.meaning] as const);
  const options = OPTION_ROWS.map((row: OptionRow) => [optionForm(row), row.meaning] as const);
  const column = Math.max(...[...commands, ...options].map(([form]) => form.length)) + 4;
  const lines = ([form, meaning]: readonly [string, string]): readonly string[] =>
    wrap(meaning, WIDTH - column).map((line, index) =>
      `${(index === 0 ? `  ${form}` : "").padEnd(column)}${line}`
    );
  return [
    "Usage: casement [command] [options]",
    "",
    "Shows the Windows desktop to an AI agent over the Model Context Protocol, and lets it act there.",
    "",
    "Commands:",
    ...commands.flatMap(lines),
    "",
    "Options:",
    ...options.flatMap(lines),
  ].join("\n");
}
