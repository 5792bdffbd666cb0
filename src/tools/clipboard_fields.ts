/** What the tools for the clipboard have in common. */
import * as z from "zod";
import { once } from "../core/once.ts";
import { boundedText } from "../core/text.ts";

/** Ten million units, 20 MB: a book shelf, and far from what a line of the protocol can carry. */
export const MOST_TEXT_UNITS = 10_000_000;

/** How long a call waits for other programs. */
export const clipboardTimeoutField = once(() =>
  z.int().min(100).max(60_000).default(2000)
    .describe("Wait for other programs.")
);

const MOST_NAMES = 40;
const MOST_NAME_UNITS = 80;

/** A list of names of formats. */
export const formatNamesSchema = once(() => z.array(z.string()));

/** The names of formats, which programs choose themselves: bounded, the first forty of them. */
export function formatNames(names: readonly string[]): string[] {
  const shown = names.slice(0, MOST_NAMES).map((name) => boundedText(name, MOST_NAME_UNITS));
  return names.length > MOST_NAMES ? [...shown, `… ${names.length - MOST_NAMES} more`] : shown;
}
