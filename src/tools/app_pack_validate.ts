import { resolve } from "node:path";
import * as z from "zod";
import { invalidParameter, ToolError } from "../core/errors.ts";
import { once } from "../core/once.ts";
import { inQuotes } from "../core/text.ts";
import type { PackSet } from "../packs/registry.ts";
import { type PackReport, reportOn, reportOnFolder, reportOnLeftOut } from "../packs/report.ts";
import type { StepTools } from "../steps/step_tools.ts";
import { packIdField } from "./pack_fields.ts";
import { requiredPack } from "./required_pack.ts";
import { defineTool } from "./tool.ts";

const findingSchema = once(() =>
  z.strictObject({
    file: z.string(),
    path: z.string().describe("Where in the file."),
    code: z.string(),
    message: z.string(),
    suggestion: z.string().optional(),
  })
);

/** Looking at a share would tell its server who asks, and may take minutes. */
const SHARE = /^[\\/]{2}/;

/** Everything that is wrong with one pack, loaded or not. */
export const appPackValidateTool = defineTool({
  name: "app_pack_validate",
  title: "Validate an App Pack",
  description: "Says everything that is wrong with an App Pack, file by file: " +
    "with one that was read at the start, or with a folder as it is now.",
  effect: "read",
  toolset: "packs",
  backgroundPolicy: "safe",
  input: () => ({
    pack: packIdField("Id of a pack.").optional(),
    packPath: z.string().min(1).max(1_024).optional().describe("Folder of a pack; goes before pack."),
  }),
  output: () => ({
    pack: z.string(),
    valid: z.boolean(),
    errors: z.array(findingSchema()),
    warnings: z.array(findingSchema()),
    checked: z.array(z.string()).describe("What was checked; nothing where a file cannot be read."),
  }),
  async handler({ pack, packPath }, { packs, catalog }) {
    const report = packPath === undefined
      ? reportOnId(await packs.current(), pack)
      : await reportOnPath(packPath, catalog.steps);
    return {
      ...report,
      errors: [...report.errors],
      warnings: [...report.warnings],
      checked: [...report.checked],
    };
  },
});

function reportOnId(set: PackSet, id: string | undefined): PackReport {
  if (id === undefined) throw invalidParameter("pack", "it, or packPath, is needed");
  const left = set.leftOut.find(({ manifest }) => manifest?.id === id);
  if (left !== undefined && !set.packs.has(id) && left.issues.length > 0) {
    return reportOnLeftOut(left, left.pack === undefined ? undefined : set.findings.get(left.pack));
  }
  const pack = requiredPack(set, id);
  return reportOn(pack, set.findings.get(pack) ?? []);
}

async function reportOnPath(path: string, tools: StepTools): Promise<PackReport> {
  if (SHARE.test(path)) throw invalidParameter("packPath", "a folder on this machine is needed");
  const report = await reportOnFolder(resolve(path), tools);
  if (report !== undefined) return report;
  throw new ToolError("PACK_FOLDER_NOT_FOUND", `There is no folder ${inQuotes(path)}`);
}
