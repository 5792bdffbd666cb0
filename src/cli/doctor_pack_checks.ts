/** What the doctor says of App Packs: those that are in use in one row, and a row for each that is not. */
import { inQuotes } from "../core/text.ts";
import type { LeftOutPack } from "../packs/load/load_packs.ts";
import type { Pack } from "../packs/load/load_pack.ts";
import type { PackSet } from "../packs/registry.ts";
import { whyLeftOut } from "../packs/summary.ts";
import { bounded, type Check, unknownCheck } from "./doctor_check.ts";
import type { Fact } from "./doctor_facts.ts";

const NAME = "App Packs";
/** Of one that is not used. */
const ONE = "App Pack";
/** Of more packs that are not used the first say enough. */
const MOST_ROWS = 10;
const WHAT_TO_DO = "Say casement pack validate with its folder, put right what that names, and start again.";

/** See the head of this file. None at all is nothing wrong. */
export function checkPacks(fact: Fact<PackSet>): readonly Check[] {
  if ("failure" in fact) return [{ ...unknownCheck(NAME, fact.failure), status: "degraded" }];
  const { packs, leftOut, issues } = fact.value;
  const said = [...packs.values()].map(inWords).join("; ");
  const unreadable = issues.filter(({ code }) => code === "SOURCE_UNREADABLE");
  return [
    { name: NAME, status: "good", says: packs.size === 0 ? "There are none." : `${packs.size}: ${said}.` },
    ...unreadable.map(({ folder, source, message }): Check => ({
      name: NAME,
      status: "degraded",
      says: `Folder ${inQuotes(folder)} (${source}): ${bounded(message)}.`,
      doNext: "Name a folder of packs that is there and may be read, or none.",
    })),
    ...leftOut.slice(0, MOST_ROWS).map(checkLeftOut),
    ...leftOut.length <= MOST_ROWS ? [] : [{
      name: ONE,
      status: "degraded" as const,
      says: `${leftOut.length - MOST_ROWS} more are not used.`,
      doNext: "Say casement pack validate with the folder that they are in.",
    }],
  ];
}

function inWords({ manifest: { id, catalogVisibility }, source, controls, workflows }: Pack): string {
  const hidden = catalogVisibility === "hidden" ? "hidden, " : "";
  return `${id} (${hidden}${source}, ${count(controls.size, "control")}, ${
    count(workflows.length, "workflow")
  })`;
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}

function checkLeftOut({ folder, source, issues }: LeftOutPack): Check {
  const says = `Folder ${inQuotes(folder)} (${source}) is not used. ${bounded(whyLeftOut(issues))}.`;
  if (issues.length === 0) return { name: ONE, status: "good", says };
  return { name: ONE, status: "degraded", says, doNext: WHAT_TO_DO };
}
