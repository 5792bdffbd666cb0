/** Arguments and results that the tools about App Packs share. */
import * as z from "zod";
import { once } from "../core/once.ts";
import type { PackCompatibility } from "../packs/compatibility.ts";

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

/** Whether a program is the one that a pack was made for. */
export const packCompatibilitySchema = once(() =>
  z.strictObject({
    status: z.enum(["verified", "compatible-unverified", "mismatch", "not-declared"]),
    checked: z.boolean().describe("The file that runs was compared."),
    matchedBy: z.array(z.enum(["sha256", "fileVersion", "productVersion"])).optional(),
    mismatchReasons: z.array(z.string()).optional(),
  }).describe("Whether the program is the one that the pack was made for.")
);

/** {@link packCompatibilitySchema} of a verdict. */
export function packCompatibilityOutput(
  { matchedBy, mismatchReasons, ...verdict }: PackCompatibility,
): z.output<ReturnType<typeof packCompatibilitySchema>> {
  return {
    ...verdict,
    ...(matchedBy === undefined ? {} : { matchedBy: [...matchedBy] }),
    ...(mismatchReasons === undefined ? {} : { mismatchReasons: [...mismatchReasons] }),
  };
}
