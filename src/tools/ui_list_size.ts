/** How large a list of elements may become in an answer. */
import { ToolError } from "../core/errors.ts";

const MOST_BYTES = 1_048_576;

/** What is larger than this fills a model's memory with what it hardly needs. */
const LARGE_BYTES = 40_000;

/** How long a list is as JSON, in UTF-8. */
export function listBytes(list: readonly unknown[]): number {
  return new TextEncoder().encode(JSON.stringify(list)).length;
}

/**
 * Hints about the size of a list.
 *
 * @throws {ToolError} TREE_OUTPUT_TOO_LARGE
 */
export function listSizeHints(list: readonly unknown[]): readonly string[] {
  const bytes = listBytes(list);
  if (bytes > MOST_BYTES) {
    throw new ToolError("TREE_OUTPUT_TOO_LARGE", `A list of ${list.length} elements takes ${bytes} bytes`, {
      details: { count: list.length, bytes, mostBytes: MOST_BYTES },
    });
  }
  return bytes > LARGE_BYTES
    ? [`The list takes ${Math.round(bytes / 1_000)} kB: fields, filters or a rootSelector make it shorter.`]
    : [];
}
