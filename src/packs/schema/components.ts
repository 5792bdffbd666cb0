/** `components.json`: parts of a program that belong together, on whatever page they are. */
import * as z from "zod";
import { once } from "../../core/once.ts";
import { aliasesSchema, idSchema, schemaPointer, text } from "./texts.ts";

const componentSchema = once(() =>
  z.strictObject({
    id: idSchema(),
    displayName: z.string().min(1).max(128).optional(),
    aliases: aliasesSchema().default([]),
    page: text().optional(),
    role: z.string().min(1).max(64).optional(),
    rootControl: text().optional(),
    children: z.array(text()).max(128).default([]).describe("Controls and components."),
    mappingStatus: z.enum(["full", "partial"]).default("full"),
    reason: z.string().min(1).max(512).optional().describe("Why it is partial."),
  }).refine(({ mappingStatus, reason }) => mappingStatus === "full" || reason !== undefined, {
    path: ["reason"],
    message: "A partial component needs a reason",
  })
);

/** See the head of this file. */
export const componentsSchema = once(() =>
  z.strictObject({ ...schemaPointer(), components: z.array(componentSchema()).min(1).max(256) })
);

/** A component with its defaults. */
export type Component = z.output<ReturnType<typeof componentSchema>>;
