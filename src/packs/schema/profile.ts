/** `profile.json`: which program it is, how it starts, how its windows are known. */
import * as z from "zod";
import { once } from "../../core/once.ts";
import { idSchema, schemaPointer, text, titleMatchSchema } from "./texts.ts";

/** See the head of this file. */
export const profileSchema = once(() =>
  z.strictObject({
    ...schemaPointer(),
    id: idSchema().describe("The id of the pack."),
    displayName: text().optional().describe("The pack's own when left out."),
    executableNames: z.array(text()).min(1).max(16),
    executableEnv: z.string().regex(/^[A-Z][A-Z0-9_]{0,63}$/).optional()
      .describe("Name of the environment variable with the path of the program."),
    mainWindow: z.strictObject({
      title: text().optional(),
      titleMatch: titleMatchSchema().optional().describe("contains when left out."),
      frameworkId: text().optional(),
      className: text().optional(),
    }).optional(),
    titleContains: z.array(text()).max(8).optional(),
    processNames: z.array(text()).max(16).optional().describe("executableNames when left out."),
    launch: z.strictObject({
      reuseIfRunning: z.boolean().default(true),
      waitForWindow: z.boolean().default(true),
      timeoutMs: z.int().min(100).max(300_000).default(30_000),
      noActivate: z.boolean().default(true),
    }).prefault({}),
    security: z.strictObject({ requiresAsInvoker: z.boolean().default(false) }).prefault({}),
    interaction: z.strictObject({
      defaultMode: z.enum(["auto", "background", "foregroundDemo"]).optional(),
      allowForegroundFallback: z.boolean().optional(),
      backgroundPresentation: z.enum(["behind", "minimized", "normal"]).optional(),
      restorePreviousForeground: z.boolean().optional(),
    }).prefault({}),
    submenuAidPatterns: z.array(text()).max(16).default([])
      .describe("Regular expressions for automation ids of rows that open a submenu."),
  })
);

/** What a profile says, with its defaults. */
export type Profile = z.output<ReturnType<typeof profileSchema>>;
