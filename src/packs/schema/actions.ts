/** `actions.json`: what an action on a control is like, and what is expected after it. */
import * as z from "zod";
import { once } from "../../core/once.ts";
import { expectSchema } from "./expect.ts";
import { schemaPointer, text } from "./texts.ts";

const contractSchema = once(() =>
  z.strictObject({
    control: text(),
    action: text(),
    idempotent: z.boolean().default(false).describe("Doing it twice is like doing it once."),
    retrySafe: z.boolean().default(false),
    destructive: z.boolean().default(false),
    requiresConfirmation: z.boolean().default(false),
    defaultExpect: z.union([z.literal(false), expectSchema()]).optional(),
    preferredMethod: text().optional().describe("For readers."),
    fallbackPolicy: z.enum(["default", "disabled"]).default("default"),
    maxAttempts: z.int().min(1).max(5).optional(),
    selectionGroup: text().optional(),
    backgroundPolicy: z.enum(["safe", "bestEffort", "foregroundRequired"]).optional(),
  })
);

/** See the head of this file. */
export const actionsSchema = once(() =>
  z.strictObject({ ...schemaPointer(), contracts: z.array(contractSchema()).max(2_000) })
);

/** The contract of an action on a control, with its defaults. */
export type ActionContract = z.output<ReturnType<typeof contractSchema>>;
