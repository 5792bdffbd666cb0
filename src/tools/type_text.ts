import * as z from "zod";
import { invalidParameter } from "../core/errors.ts";
import { formatHwnd } from "../core/hwnd.ts";
import { typeText } from "../interaction/typing.ts";
import { actFields, actOnTarget, actShape } from "./act_on_target.ts";
import { defineTool } from "./tool.ts";

/** The most that one call may pause in all, so that it ends before a client gives up on it. */
const MOST_PAUSE_MS = 55_000;

/** Types text into a window's edit control. */
export const typeTextTool = defineTool({
  name: "type_text",
  title: "Type text",
  description: "Types text into a window: its focused control, else its first edit control, at the caret. " +
    "Edit controls are filled in the background and read back (verified); others need the foreground. " +
    "\\n is Enter, \\t is Tab.",
  effect: "act",
  toolset: "core",
  backgroundPolicy: "bestEffort",
  input: () => ({
    ...actFields(),
    text: z.string().min(1).max(10_000).describe("1-10000 UTF-16 units."),
    delayMs: z.int().min(0).max(10_000).default(0).describe("Pause after each character."),
    pressMs: z.int().min(0).max(5000).default(0).describe("Added to delayMs."),
    noActivate: z.boolean().default(false)
      .describe("No foreground: post unverified."),
    allowPassword: z.boolean().default(false).describe("Password fields too; never read back."),
  }),
  output: () => ({
    typed: z.literal(true),
    ...actShape(),
    textLength: z.int().describe("UTF-16 units."),
    skipped: z.array(z.string()).describe("Always empty: a text is sent whole or refused."),
    verified: z.enum(["yes", "no", "unknown"])
      .describe("Read back: there exactly, altered by the control, or not readable."),
    control: z.strictObject({ hwnd: z.string(), className: z.string() }).describe("What received it."),
  }),
  rules: requireShort,
  async handler(args, context) {
    requireShort(args);
    const pauseMs = args.delayMs + args.pressMs;
    const { outcome, fields } = await actOnTarget(
      context,
      args,
      "input",
      ({ window, root, interaction }, tracker) =>
        typeText(context, {
          hwnd: window.hwnd,
          root,
          text: args.text,
          mode: interaction.mode,
          postsUnverified: args.noActivate && interaction.noActivate,
          allowPassword: args.allowPassword,
          pauseMs,
          busyMs: args.timeoutMs,
        }, tracker),
    );
    return {
      typed: true as const,
      ...fields,
      textLength: args.text.length,
      skipped: [],
      verified: outcome.verified,
      control: { hwnd: formatHwnd(outcome.control.hwnd), className: outcome.control.className },
    };
  },
});

function requireShort(
  { text, delayMs, pressMs }: { readonly text: string; readonly delayMs: number; readonly pressMs: number },
): void {
  if (text.includes("\0")) throw invalidParameter("text", "a NUL character cannot be typed");
  if (text.length * (delayMs + pressMs) <= MOST_PAUSE_MS) return;
  throw invalidParameter(
    "delayMs",
    `characters times (delayMs + pressMs) must be at most ${MOST_PAUSE_MS} ms`,
  );
}
