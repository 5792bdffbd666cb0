import * as z from "zod";
import { invalidParameter } from "../core/errors.ts";
import type { ClipboardFormat } from "../desktop/desktop.ts";
import { replaceClipboard, verifyClipboard } from "../interaction/clipboard.ts";
import { type KeptClipboards, MOST_BYTES_EACH } from "../interaction/kept_clipboards.ts";
import {
  clipboardTimeoutField,
  formatNames,
  formatNamesSchema,
  MOST_TEXT_UNITS,
} from "./clipboard_fields.ts";
import { defineTool } from "./tool.ts";

/** Replaces what is on the clipboard. */
export const writeClipboardTool = defineTool({
  name: "write_clipboard",
  title: "Write clipboard",
  description:
    "Replaces everything on the clipboard by a text, exactly as given, or by what an earlier call kept. The person " +
    "shares the clipboard: keepPrevious, then restore, gives it back.",
  effect: "clipboard",
  toolset: "core",
  backgroundPolicy: "bestEffort",
  input: () => ({
    text: z.string().max(MOST_TEXT_UNITS).optional().describe("Line ends stay as they are; empty clears."),
    restore: z.string().min(1).max(64).optional().describe("Instead of text: a previousId."),
    keepPrevious: z.boolean().default(false).describe("Keep what is there; gives previousId."),
    timeoutMs: clipboardTimeoutField(),
  }),
  output: () => ({
    written: z.literal(true),
    length: z.int().describe("UTF-16 units of text."),
    verified: z.enum(["yes", "no", "unknown"])
      .describe("Read back: there exactly, replaced by another program since, or not readable."),
    replacedFormats: formatNamesSchema().describe("What was there before."),
    previousId: z.string().optional().describe("Restores what was there, in this run of the server."),
    notKept: formatNamesSchema().optional().describe(
      "Formats that could not be kept, such as pictures as handles.",
    ),
    timestamp: z.string(),
  }),
  rules: requireContent,
  async handler(args, context) {
    const content = contentOf(args, context.clipboards);
    const keepBytes = args.keepPrevious ? MOST_BYTES_EACH : 0;
    return await context.clipboards.turn.take(context, async () => {
      const before = await replaceClipboard(context, content, keepBytes, args.timeoutMs);
      const kept = args.keepPrevious
        ? { previousId: context.clipboards.add(before.kept), notKept: formatNames(before.notKept) }
        : {};
      return {
        written: true as const,
        length: textUnits(content),
        verified: await verifyClipboard(context, content),
        replacedFormats: formatNames(before.formats),
        ...kept,
        timestamp: new Date().toISOString(),
      };
    });
  },
});

interface Content {
  readonly text?: string | undefined;
  readonly restore?: string | undefined;
}

/** @throws {ToolError} INVALID_PARAMS unless there is either a text or something to restore */
function requireContent({ text, restore }: Content): void {
  if (text !== undefined && restore !== undefined) {
    throw invalidParameter("restore", "text and restore exclude each other");
  }
  if (text?.includes("\0")) throw invalidParameter("text", "a NUL character ends a text on the clipboard");
  if (text === undefined && restore === undefined) {
    throw invalidParameter("text", "Missing: give text, or restore with a previousId");
  }
}

function contentOf(content: Content, clipboards: KeptClipboards): string | readonly ClipboardFormat[] {
  requireContent(content);
  const { text, restore = "" } = content;
  if (text !== undefined) return text;
  const kept = clipboards.get(restore);
  if (kept !== undefined) return kept;
  throw invalidParameter(
    "restore",
    "nothing is kept under this id; only the last few contents of this run are",
  );
}

/** How long the text in it is, up to the NUL that ends it. */
function textUnits(content: string | readonly ClipboardFormat[]): number {
  if (typeof content === "string") return content.length;
  const bytes = content.find(({ name }) => name === "CF_UNICODETEXT")?.bytes;
  if (bytes === undefined) return 0;
  const units = new Uint16Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.length / 2));
  const end = units.indexOf(0);
  return end < 0 ? units.length : end;
}
