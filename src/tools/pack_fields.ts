/** Arguments and results that the tools about App Packs share. */
import * as z from "zod";
import { once } from "../core/once.ts";

/** A pack in one line. */
export const packSummarySchema = once(() =>
  z.strictObject({
    id: z.string().describe("Its folder's name where its manifest cannot be read."),
    displayName: z.string(),
    version: z.string(),
    source: z.enum(["cli", "env", "appdata", "local", "examples", "explicit"]),
    catalogVisibility: z.enum(["session", "hidden"]),
    controls: z.int().describe("How many."),
    workflows: z.int().describe("How many."),
    valid: z.boolean().describe("It can be used."),
    hidden: z.boolean().optional(),
    error: z.string().optional().describe("Why it cannot be used."),
  })
);

/** What a call names a pack by. */
export function packIdField(words: string): z.ZodString {
  return z.string().min(1).max(128).describe(words);
}
