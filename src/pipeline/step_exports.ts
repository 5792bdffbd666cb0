/** What a step hands on under names of its own. */
import { ToolError } from "../core/errors.ts";
import { quotedText } from "../core/text.ts";
import { exportSegments } from "../steps/check_exports.ts";
import { valueOnPath } from "../steps/value_path.ts";
import type { Fields } from "./pipeline.ts";
import { withoutSecrets } from "./projection.ts";

/** A longer text is not handed on. */
export const MOST_EXPORTED_UNITS = 65_536;

/** What could be handed on, and what went wrong with the rest. */
export interface Exported {
  readonly values: Fields;
  readonly errors: readonly ToolError[];
}

/** Takes the exports of a step out of its result; names and paths have been checked before anything ran. */
export function exportsOf(exports: Readonly<Record<string, string>>, result: Fields): Exported {
  const values: Record<string, unknown> = {};
  const errors: ToolError[] = [];
  for (const [name, path] of Object.entries(exports)) {
    const found = valueOnPath(result, exportSegments(path));
    const fail = (
      code: "EXPORT_PATH_NOT_FOUND" | "EXPORT_VALUE_NULL" | "EXPORT_VALUE_TOO_LARGE",
      why: string,
    ) =>
      void errors.push(
        new ToolError(code, `Export ${quotedText(name)} (${quotedText(path)}): ${why}`, {
          details: { export: name, path },
        }),
      );
    if (!found.isFound) fail("EXPORT_PATH_NOT_FOUND", found.message);
    else if (found.value === null) fail("EXPORT_VALUE_NULL", "it is null");
    else if (typeof found.value === "string" && found.value.length > MOST_EXPORTED_UNITS) {
      fail(
        "EXPORT_VALUE_TOO_LARGE",
        `it has ${found.value.length} units; ${MOST_EXPORTED_UNITS} are allowed`,
      );
    } else values[name] = withoutSecrets(found.value);
  }
  return { values, errors };
}
