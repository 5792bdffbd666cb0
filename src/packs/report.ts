/** Everything that is wrong with a pack, and what was looked at, for whoever writes it. */
import { basename } from "node:path";
import type { StepTools } from "../steps/step_tools.ts";
import { inQuotes } from "../core/text.ts";
import type { LeftOutPack } from "./load/load_packs.ts";
import { loadPack, type Pack } from "./load/load_pack.ts";
import type { PackIssue } from "./load/pack_issue.ts";
import { MANIFEST_FILE, PACK_FILES } from "./schema/pack_files.ts";
import type { Finding } from "./validate/finding.ts";
import { packSuggestion } from "./validate/suggestions.ts";
import { validatePack } from "./validate/validate_pack.ts";

/** One thing that is wrong. */
export interface ReportedFinding {
  /** By its name in the folder of the pack. */
  readonly file: string;
  /** Where in the file, as JavaScript writes it; empty for the file as a whole. */
  readonly path: string;
  readonly code: string;
  readonly message: string;
  readonly suggestion?: string;
}

/** See the head of this file. */
export interface PackReport {
  /** The id of the pack; the name of its folder where its manifest cannot be read. */
  readonly pack: string;
  /** There are no errors. */
  readonly valid: boolean;
  readonly errors: readonly ReportedFinding[];
  readonly warnings: readonly ReportedFinding[];
  /** What was looked at beside the files one by one, and how much of it; nothing where a file is wrong. */
  readonly checked: readonly string[];
}

/** Reads and checks the pack in a folder, one that is switched off too; undefined where there is no such folder. */
export async function reportOnFolder(folder: string, tools?: StepTools): Promise<PackReport | undefined> {
  const loaded = await loadPack(folder, "explicit", { evenDisabled: true });
  switch (loaded.kind) {
    case "loaded":
      return reportOn(loaded.pack, validatePack(loaded.pack, tools));
    case "failed":
      return reportOnIssues(loaded.manifest?.id ?? basename(folder), loaded.issues);
    default:
      if (!await isFolder(folder)) return undefined;
      return reportOnIssues(basename(folder), [{
        code: "MANIFEST_UNREADABLE",
        source: "explicit",
        folder: basename(folder),
        file: MANIFEST_FILE,
        message: `There is no ${MANIFEST_FILE}, which says what pack it is`,
      }]);
  }
}

/** What the checks found in a pack that could be read. */
export function reportOn(pack: Pack, findings: readonly Finding[]): PackReport {
  const reported = (wanted: Finding["severity"]): readonly ReportedFinding[] =>
    findings.filter(({ severity }) => severity === wanted).map(({ part, path, code, message }) => {
      const { field, defaultName } = PACK_FILES[part];
      return withSuggestion({ file: pack.manifest[field] ?? defaultName, path, code, message });
    });
  const errors = reported("error");
  const { controls, contracts, workflows, pages, groups, components } = pack;
  return {
    pack: pack.manifest.id,
    valid: errors.length === 0,
    errors,
    warnings: reported("warning"),
    checked: [
      `controls:${controls.size}`,
      `actions:${contracts.length}`,
      `workflows:${workflows.length}`,
      "sensitive-data",
      `semantic:pages:${pages.length},groups:${groups.length},components:${components.length}`,
    ],
  };
}

/** Why a pack of a set is left out: what contradicts itself in it, or what kept it from being looked at. */
export function reportOnLeftOut(
  { folder, manifest, pack, issues }: LeftOutPack,
  findings: readonly Finding[] | undefined,
): PackReport {
  if (pack !== undefined && findings !== undefined) return reportOn(pack, findings);
  return reportOnIssues(manifest?.id ?? folder, issues);
}

/** The same reports, where of several packs of one id all but the first have that against them. */
export function withConflicts(reports: readonly PackReport[]): readonly PackReport[] {
  const seen = new Set<string>();
  return reports.map((report) => {
    const isTaken = seen.has(report.pack);
    seen.add(report.pack);
    if (!isTaken) return report;
    const conflict = withSuggestion({
      file: MANIFEST_FILE,
      path: "id",
      code: "PACK_ID_CONFLICT",
      message: `Another pack here is ${inQuotes(report.pack)} too`,
    });
    return { ...report, valid: false, errors: [...report.errors, conflict] };
  });
}

function reportOnIssues(pack: string, issues: readonly PackIssue[]): PackReport {
  const errors = issues.map(({ file = MANIFEST_FILE, path = "", code, message }) =>
    withSuggestion({ file, path, code, message })
  );
  return { pack, valid: errors.length === 0, errors, warnings: [], checked: [] };
}

function withSuggestion(finding: ReportedFinding): ReportedFinding {
  const suggestion = packSuggestion(finding.code);
  return suggestion === undefined ? finding : { ...finding, suggestion };
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await Deno.stat(path)).isDirectory;
  } catch {
    return false;
  }
}
