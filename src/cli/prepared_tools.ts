/**
 * What tools publish, written when the program is bundled: to make it of their schemas takes a fifth of a second, in
 * which a client would wait for its tool list.
 */
import type { PublishedTool } from "../tools/tool_list.ts";

/** The name of the file, beside the bundle. */
export const PREPARED_TOOLS_FILE = "published_tools.json";

/** Every tool of this program as a client sees it; undefined where it runs from its sources. */
export function preparedTools(): readonly PublishedTool[] | undefined {
  if (import.meta.url.endsWith(".ts")) return undefined;
  return JSON.parse(Deno.readTextFileSync(new URL(PREPARED_TOOLS_FILE, import.meta.url)));
}
