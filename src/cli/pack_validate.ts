import { basename, join } from "node:path";
import { onOneLine } from "../core/log.ts";
import { inQuotes } from "../core/text.ts";
import { subfoldersOf } from "../packs/load/load_packs.ts";
import { type PackReport, type ReportedFinding, reportOnFolder, withConflicts } from "../packs/report.ts";
import { MANIFEST_FILE } from "../packs/schema/pack_files.ts";
import { wrap } from "./layout.ts";
import { UsageError } from "./options.ts";
import { jsonText, type Terminal } from "./terminal.ts";
import { allStepTools } from "./step_tools.ts";

const WIDTH = 100;

/** A report with the name of the folder that it is about. */
interface FolderReport {
  readonly folder: string;
  readonly report: PackReport;
}

/**
 * `casement pack validate`: what is wrong with the pack in a folder, or with each pack in the folders of it. Returns the
 * exit code: 1 where there are errors.
 *
 * @param folder absolute
 * @throws {UsageError} where there is no such folder.
 */
export async function validatePacks(
  { folder, isJson }: { readonly folder: string; readonly isJson: boolean },
  terminal: Terminal,
): Promise<number> {
  const reports = await reportsOn(folder);
  const valid = reports.every(({ report }) => report.valid);
  await terminal.print(
    isJson
      ? jsonText({ valid, packs: reports.map(({ folder, report }) => ({ folder, ...report })) }, terminal)
      : reports.map(formatReport).join("\n\n"),
  );
  return valid ? 0 : 1;
}

/** The report on a folder that is a pack; else those on the folders in it that are, if any is. */
async function reportsOn(folder: string): Promise<readonly FolderReport[]> {
  const own = await reportOnFolder(folder, allStepTools());
  if (own === undefined) throw new UsageError(`There is no folder ${inQuotes(folder)}`);
  if (!await hasManifest(folder)) {
    const names = await subfoldersOf(folder);
    const reports: FolderReport[] = [];
    for (const name of names instanceof Error ? [] : names ?? []) {
      const inside = join(folder, name);
      const report = await hasManifest(inside) ? await reportOnFolder(inside, allStepTools()) : undefined;
      if (report !== undefined) reports.push({ folder: name, report });
    }
    if (reports.length > 0) {
      const checked = withConflicts(reports.map(({ report }) => report));
      return reports.map(({ folder }, index) => ({ folder, report: checked[index] ?? own }));
    }
  }
  return [{ folder: basename(folder), report: own }];
}

async function hasManifest(folder: string): Promise<boolean> {
  try {
    await Deno.lstat(join(folder, MANIFEST_FILE));
    return true;
  } catch {
    return false;
  }
}

/** A report for a person, at most 100 columns wide apart from long words. */
function formatReport({ folder, report }: FolderReport): string {
  const { pack, valid, errors, warnings, checked } = report;
  const where = folder === pack ? "" : ` (folder ${inQuotes(folder)})`;
  const what = checked.length === 0 ? "" : `: ${checked.join(", ")}`;
  return [
    ...indented(`${valid ? "valid" : "invalid"}  ${pack}${where}${what}`, 9),
    ...errors.flatMap((finding) => formatFinding("error", finding)),
    ...warnings.flatMap((finding) => formatFinding("warning", finding)),
  ].join("\n");
}

function formatFinding(
  kind: "error" | "warning",
  { file, path, code, message, suggestion }: ReportedFinding,
): readonly string[] {
  const place = path === "" ? file : `${file} ${path}`;
  return [
    ...indented(`  ${kind.padEnd(9)}${place}: ${message} (${code})`, 11),
    ...(suggestion === undefined ? [] : indented(`${"".padEnd(11)}-> ${suggestion}`, 14)),
  ];
}

/** Lines of a text of its beginning's own, those behind the first moved in. */
function indented(text: string, indent: number): readonly string[] {
  const start = /^ */.exec(text)?.[0] ?? "";
  return wrap(onOneLine(text.trimStart()), WIDTH - indent)
    .map((line, index) => `${index === 0 ? start : "".padEnd(indent)}${line}`);
}
