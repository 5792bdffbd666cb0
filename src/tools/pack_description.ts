/** A description of a pack: the shape of its result. */
import * as z from "zod";
import { once } from "../core/once.ts";

/** Data of a pack as its own schema has let it pass. */
const packData = once(() => z.record(z.string(), z.unknown()));
const texts = once(() => z.array(z.string()));

/** A page of it. */
export const pageSchema = once(() =>
  z.strictObject({
    id: z.string(),
    displayName: z.string().optional(),
    aliases: texts().optional(),
    navigationControl: z.string().optional(),
    rootControl: z.string().optional(),
    readyMarkers: z.array(z.strictObject({ control: z.string(), condition: z.string() })).optional(),
    scrollContainers: texts().optional(),
    components: texts().optional(),
  })
);

const componentSchema = once(() =>
  z.strictObject({
    id: z.string(),
    displayName: z.string().optional(),
    aliases: texts().optional(),
    page: z.string().optional(),
    role: z.string().optional(),
    rootControl: z.string().optional(),
    children: texts().optional(),
    mappingStatus: z.string().optional(),
    reason: z.string().optional(),
  })
);

/** How a control belongs to others. */
export const relationshipSchema = once(() =>
  z.strictObject({
    control: z.string(),
    page: z.string().optional(),
    parent: z.string().optional(),
    group: z.string().optional(),
    role: z.string().optional(),
    aliases: texts().optional(),
    visibility: packData().optional(),
    postconditions: z.array(packData()).optional(),
    controlState: packData().optional(),
  })
);

/** The fields of a description. */
export const descriptionShape = once(() => ({
  pack: z.string(),
  displayName: z.string(),
  version: z.string(),
  source: z.string(),
  profile: packData(),
  defaultInteractionMode: z.string(),
  controls: z.array(z.strictObject({
    name: z.string(),
    selectorCount: z.int(),
    confidence: z.string(),
    description: z.string(),
    page: z.string().optional(),
    group: z.string().optional(),
    role: z.string().optional(),
    menu: packData().optional(),
  })),
  actions: z.array(z.strictObject({
    control: z.string(),
    action: z.string(),
    idempotent: z.boolean(),
    retrySafe: z.boolean(),
    destructive: z.boolean(),
    defaultExpect: z.union([z.literal(false), packData()]).optional(),
    requiresConfirmation: z.boolean().optional(),
    backgroundPolicy: z.string().optional(),
  })),
  workflows: z.array(z.strictObject({
    id: z.string(),
    description: z.string(),
    safe: z.boolean(),
    tested: z.boolean(),
    restoresState: z.boolean(),
    visibility: z.string(),
    requiredInputs: texts(),
  })),
  limitations: texts(),
  pages: z.array(pageSchema()).optional(),
  selectionGroups: z.array(z.strictObject({
    id: z.string(),
    role: z.string().optional(),
    parent: z.string().optional(),
    members: texts(),
    selectionMode: z.string(),
  })).optional(),
  components: z.array(componentSchema()).optional(),
  relationships: z.array(relationshipSchema()).optional(),
  pipeSafe: z.record(z.string(), texts()),
  usageGuidance: z.strictObject({
    preferredLaunchTool: z.string().optional(),
    preferredTargetBinding: z.literal("targetRef"),
    recommendedOrder: texts(),
    antiPatterns: texts(),
  }),
}));

/** A description as it goes to a client. */
export type Description = z.output<z.ZodObject<ReturnType<typeof descriptionShape>>>;
