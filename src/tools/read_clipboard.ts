import * as z from "zod";
import { readClipboard } from "../interaction/clipboard.ts";
import {
  clipboardTimeoutField,
  formatNames,
  formatNamesSchema,
  MOST_TEXT_UNITS,
} from "./clipboard_fields.ts";
import { defineTool } from "./tool.ts";

/** Much more than an agent should read, so that no accident brings it ten megabytes. */
const USUAL_UNITS = 100_000;

/** Reads the text on the clipboard. */
export const readClipboardTool = defineTool({
  name: "read_clipboard",
  title: "Read clipboard",
  description:
    "Reads the clipboard's text exactly and names the other formats. Without text, available is false.",
  effect: "read",
  toolset: "core",
  backgroundPolicy: "safe",
  input: () => ({
    maxUnits: z.int().min(1).max(MOST_TEXT_UNITS).default(USUAL_UNITS)
      .describe("Cuts longer text: truncated."),
    timeoutMs: clipboardTimeoutField(),
  }),
  output: () => ({
    available: z.boolean().describe("There is text."),
    text: z.string().describe("Empty if there is none."),
    length: z.int().describe("UTF-16 units of the whole text."),
    truncated: z.boolean().describe("text is its beginning only."),
    formats: formatNamesSchema().describe("All formats, those that Windows makes of others too."),
    timestamp: z.string(),
  }),
  async handler({ maxUnits, timeoutMs }, context) {
    const { text, textUnits, formats } = await readClipboard(context, maxUnits, timeoutMs);
    return {
      available: text !== undefined,
      text: wholeCharacters(text ?? "", textUnits),
      length: textUnits,
      truncated: textUnits > maxUnits,
      formats: formatNames(formats),
      timestamp: new Date().toISOString(),
    };
  },
});

/** The text without the first half of a character that was cut in two. */
function wholeCharacters(text: string, wholeUnits: number): string {
  const isCutInTwo = text.length < wholeUnits && /[\uD800-\uDBFF]$/.test(text);
  return isCutInTwo ? text.slice(0, -1) : text;
}
