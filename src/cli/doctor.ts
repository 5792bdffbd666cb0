import { styleText } from "node:util";
import { onOneLine } from "../core/log.ts";
import { VERSION } from "../server/server.ts";
import type { Check, CheckStatus } from "./doctor_check.ts";
import { judge } from "./doctor_checks.ts";
import { collectFacts } from "./doctor_facts.ts";
import { wrap } from "./layout.ts";
import { letGo, type RunOptions } from "./run.ts";
import { jsonText, type Terminal } from "./terminal.ts";

const WIDTH = 100;
const COLOURS = { good: "green", degraded: "yellow", missing: "red" } as const;

/** `casement doctor`: what Casement needs, and what of it is there. Returns the exit code: 1 where something is missing. */
export async function diagnose(
  isJson: boolean,
  options: RunOptions,
  terminal: Terminal,
): Promise<number> {
  try {
    const checks = judge(await collectFacts(options.desktop, options.settings, options.packs));
    const isReady = checks.every(({ status }) => status !== "missing");
    await terminal.print(
      isJson
        ? jsonText({ version: VERSION, isReady, checks }, terminal)
        : formatChecks(checks, terminal.isStdoutTerminal && !Deno.noColor),
    );
    return isReady ? 0 : 1;
  } finally {
    await letGo(options);
  }
}

/** The checks for a person: ASCII apart from names of the system's own, at most 100 columns. */
export function formatChecks(checks: readonly Check[], hasColours: boolean): string {
  const statusWidth = Math.max(...checks.map(({ status }) => status.length)) + 2;
  const nameWidth = Math.max(...checks.map(({ name }) => name.length)) + 2;
  const indent = statusWidth + nameWidth;
  const lines = checks.flatMap(({ name, status, says, doNext }) => {
    const mark = status.padEnd(statusWidth);
    const texts = [
      ...wrap(onOneLine(says), WIDTH - indent),
      ...(doNext === undefined
        ? []
        : wrap(doNext, WIDTH - indent - 3).map((text, index) => `${index === 0 ? "-> " : "   "}${text}`)),
    ];
    return texts.map((text, index) =>
      index > 0
        ? `${"".padEnd(indent)}${text}`
        : `${hasColours ? styleText(COLOURS[status], mark, { validateStream: false }) : mark}` +
          `${name.padEnd(nameWidth)}${text}`
    );
  });
  return [...lines, "", summary(checks)].join("\n");
}

function summary(checks: readonly Check[]): string {
  const count = (wanted: CheckStatus): number => checks.filter(({ status }) => status === wanted).length;
  const missing = count("missing");
  const degraded = count("degraded");
  if (missing > 0) {
    return `Casement ${VERSION} cannot do its work here: ${missing} missing, ${degraded} degraded.`;
  }
  if (degraded > 0) return `Casement ${VERSION} works here with limits: ${degraded} degraded.`;
  return `Casement ${VERSION} has all it needs.`;
}
