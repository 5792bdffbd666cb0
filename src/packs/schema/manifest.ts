/** `manifest.json`: what a pack is, and where its other files are. */
import * as z from "zod";
import { once } from "../../core/once.ts";
import { idSchema, schemaPointer, text, visibilitySchema } from "./texts.ts";

/** The only version of the format. */
export const SCHEMA_VERSION = 1;

/** See the head of this file. File names are relative to the folder of the pack. */
export const manifestSchema = once(() =>
  z.strictObject({
    ...schemaPointer(),
    schemaVersion: z.literal(SCHEMA_VERSION),
    id: idSchema().describe("What calls name the pack by."),
    displayName: text(),
    version: text().describe("Compared as it is written."),
    description: z.string().max(1024).optional(),
    profileFile: text().optional().describe("profile.json when left out."),
    controlsFile: text().optional().describe("controls.json when left out."),
    actionsFile: text().optional().describe("actions.json when left out."),
    workflowsFile: text().optional().describe("workflows.json when left out."),
    pagesFile: text().optional().describe("pages.json when left out."),
    componentsFile: text().optional().describe("components.json when left out."),
    catalogVisibility: visibilitySchema().default("session")
      .describe("hidden: not listed, and usable by its exact id."),
    enabled: z.boolean().default(true).describe("false: the pack is left out, and no other one suffers."),
    testedAgainst: z.strictObject({
      executable: z.strictObject({
        sha256: text().optional(),
        fileVersion: text().optional(),
        productVersion: text().optional(),
      }).optional(),
      appVersion: text().optional().describe("For readers."),
      sourceRevision: text().optional().describe("For readers."),
    }).optional().describe("The program that the pack was made for."),
  })
);

/** What a manifest says, with its defaults. */
export type Manifest = z.output<ReturnType<typeof manifestSchema>>;
