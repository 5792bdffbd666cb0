import * as z from "zod";
import { once } from "../core/once.ts";

/** The fields by which a call says how far it may go. */
export const interactionFields = once(() => ({
  interactionMode: z.enum(["auto", "background", "foregroundDemo"]).optional()
    .describe("Default auto; background stays behind."),
  foregroundDemo: z.strictObject({
    restorePreviousForeground: z.boolean().optional().describe(
      "Give the foreground back at the end. Default true.",
    ),
    stepDelayMs: z.int().min(0).max(5000).optional().describe("Pause before that, to watch. Milliseconds."),
  }).optional().describe("{restorePreviousForeground: true, stepDelayMs: 0}").meta({
    published: { type: "object" },
  }),
}));

/** What an act did to the foreground and the pointer. */
export const interactionSchema = once(() =>
  z.strictObject({
    requestedMode: z.enum(["auto", "background", "foregroundDemo"]).describe("What the call asked for."),
    effectiveMode: z.enum(["background", "foregroundDemo"]).describe("What it came to."),
    foregroundChanged: z.boolean().describe("Another window is in front now than before."),
    targetActivated: z.boolean().describe("The target was brought to the front."),
    physicalCursorMoved: z.boolean().describe("The pointer was moved."),
    method: z.string().describe("The native way it was done."),
    foregroundBefore: z.string().optional().describe("Handle in front before."),
    foregroundAfter: z.string().optional().describe("Handle in front after."),
    foregroundChangedDuringRun: z.literal(true).optional().describe("It changed in between."),
    foregroundRestored: z.boolean().optional().describe("Giving it back was tried: whether it worked."),
  }).describe("What happened to foreground and pointer.")
);
