/** `pages.json`: the pages of a program, and groups of controls of which one, or several, are selected. */
import * as z from "zod";
import { once } from "../../core/once.ts";
import { businessPostconditionSchema } from "./expect.ts";
import { aliasesSchema, idSchema, schemaPointer, text } from "./texts.ts";

const pageSchema = once(() =>
  z.strictObject({
    id: idSchema(),
    displayName: z.string().min(1).max(128).optional(),
    aliases: aliasesSchema().optional(),
    navigationControl: text().optional().describe("The control that leads there."),
    rootControl: text().optional().describe("The control that everything on it is inside."),
    readyMarkers: z.array(businessPostconditionSchema()).max(16).default([]),
    scrollContainers: z.array(text()).max(16).default([]),
    components: z.array(text()).max(64).default([]),
  }).refine(
    ({ displayName, aliases }) => displayName !== undefined || (aliases?.length ?? 0) > 0,
    "A page needs a displayName or aliases",
  )
);

const groupSchema = once(() =>
  z.strictObject({
    id: idSchema(),
    role: z.string().min(1).max(64).optional(),
    parent: text().optional().describe("A page, a control or a component."),
    members: z.array(text()).min(2).max(64),
    selectionMode: z.enum(["single", "multi"]).default("single"),
  })
);

/** See the head of this file. */
export const pagesSchema = once(() =>
  z.strictObject({
    ...schemaPointer(),
    pages: z.array(pageSchema()).min(1).max(128),
    selectionGroups: z.array(groupSchema()).max(128).default([]),
  })
);

/** A page with its defaults. */
export type Page = z.output<ReturnType<typeof pageSchema>>;
/** A selection group with its defaults. */
export type SelectionGroup = z.output<ReturnType<typeof groupSchema>>;
