import * as z from "zod";
import { invalidParameter } from "../core/errors.ts";
import { formatHwnd } from "../core/hwnd.ts";
import { nearestName } from "../core/nearest_name.ts";
import type { Modifier } from "../desktop/desktop.ts";
import {
  explainNoKey,
  heldWith,
  impossibleChord,
  type Key,
  MODIFIERS,
  parseKey,
} from "../interaction/key_chord.ts";
import { pressKey } from "../interaction/pressing.ts";
import { actFields, actOnTarget, actShape } from "./act_on_target.ts";
import { defineTool } from "./tool.ts";

/** Presses one key, with or without modifiers. */
export const sendKeyTool = defineTool({
  name: "send_key",
  title: "Press a key",
  description: "Presses a key or shortcut: by message in edit controls, else with the window in front. " +
    "To stay in a menu: restorePreviousForeground false.",
  effect: "act",
  toolset: "core",
  backgroundPolicy: "bestEffort",
  input: () => ({
    ...actFields(),
    key: z.string().min(1).max(40)
      .describe("A character, or esc enter tab left f5 delete pageup …"),
    modifiers: z.array(z.enum(["alt", "ctrl", "shift", "win"])).max(8).optional().describe(
      "Held: alt ctrl shift win",
    )
      .meta({ published: { type: "array", items: { type: "string" } } }),
    delayMs: z.int().min(0).max(10_000).optional().describe("Pause after."),
    pressMs: z.int().min(0).max(5000).optional().describe("Added to it."),
    noActivate: z.boolean().optional().describe("No foreground: post unverified."),
  }),
  output: () => ({
    sent: z.literal(true),
    key: z.string().describe("Its canonical name."),
    modifiers: z.array(z.string()).describe("What was held with it, added Shift included."),
    ...actShape(),
    verified: z.enum(["yes", "no", "unknown"])
      .describe("The control was seen to do what the key means; no: nothing or something else changed."),
    control: z.strictObject({ hwnd: z.string(), className: z.string() }).describe("What received it."),
  }),
  rules(args) {
    requireChord(args);
  },
  async handler(args, context) {
    const { key, held } = requireChord(args);
    const { outcome, fields } = await actOnTarget(
      context,
      args,
      "input",
      ({ window, root, interaction }, tracker) =>
        pressKey(context, {
          hwnd: window.hwnd,
          root,
          key,
          held,
          mode: interaction.mode,
          postsUnverified: args.noActivate === true && interaction.noActivate,
          pauseMs: (args.delayMs ?? 0) + (args.pressMs ?? 0),
          busyMs: args.timeoutMs,
        }, tracker),
    );
    return {
      sent: true as const,
      key: key.name,
      modifiers: MODIFIERS.filter((modifier) => outcome.modifiers.includes(modifier)),
      ...fields,
      verified: outcome.verified,
      control: { hwnd: formatHwnd(outcome.control.hwnd), className: outcome.control.className },
    };
  },
});

/** @throws {ToolError} INVALID_PARAMS for what is no key, or no chord */
function requireChord(
  { key: written, modifiers = [] }: {
    readonly key: string;
    readonly modifiers?: readonly Modifier[] | undefined;
  },
): { readonly key: Key; readonly held: readonly Modifier[] } {
  const key = parseKey(written, modifiers);
  if (key === undefined) throw invalidParameter("key", explainNoKey(written, nearestName));
  const held = heldWith(key, modifiers);
  const impossible = impossibleChord(key, held);
  if (impossible !== undefined) throw invalidParameter("key", impossible);
  return { key, held };
}
