import * as z from "zod";
import type { StepTools } from "../../src/steps/step_tools.ts";
import { stepToolsOf } from "../../src/tools/step_tools.ts";
import { defineTool } from "../../src/tools/tool.ts";

const neverCalled = (): Promise<never> => Promise.reject(new Error("only its schemas are looked at"));

const windowSchema = z.strictObject({ hwnd: z.string(), title: z.string(), pid: z.int() });

/** A tool that starts something, one that lists, two that act and have to be checked, one of them on controls. */
export const MADE_UP_TOOLS: StepTools = stepToolsOf([
  defineTool({
    name: "start",
    title: "Start",
    description: "Starts.",
    effect: "launch",
    toolset: "core",
    backgroundPolicy: "safe",
    input: () => ({ path: z.string().optional() }),
    output: () => ({
      pid: z.int(),
      window: windowSchema.nullable(),
      accessToken: z.string(),
      details: z.record(z.string(), z.unknown()),
      either: z.union([z.string(), z.int()]),
    }),
    handler: neverCalled,
  }),
  defineTool({
    name: "list",
    title: "List",
    description: "Lists.",
    effect: "read",
    toolset: "core",
    backgroundPolicy: "safe",
    input: () => ({ pid: z.int().min(1).optional() }),
    output: () => ({ items: z.array(windowSchema) }),
    handler: neverCalled,
  }),
  defineTool({
    name: "press",
    title: "Press",
    description: "Presses.",
    effect: "act",
    toolset: "core",
    backgroundPolicy: "safe",
    needsExpect: true,
    input: () => ({
      target: z.string().regex(/^target_/).optional(),
      pid: z.int().min(1).optional(),
      text: z.string().optional(),
      control: z.string().optional(),
      action: z.string().optional(),
      region: z.strictObject({ x: z.int(), y: z.int() }).optional(),
      nested: z.array(z.strictObject({ text: z.string() })).optional(),
    }),
    output: () => ({ pressed: z.boolean() }),
    handler: neverCalled,
  }),
  defineTool({
    name: "profile_action",
    title: "Act",
    description: "Acts on a control.",
    effect: "act",
    toolset: "packs",
    backgroundPolicy: "safe",
    needsExpect: true,
    input: () => ({
      profile: z.string().optional(),
      control: z.string(),
      action: z.string().optional(),
      value: z.string().optional(),
      interactionMode: z.string().optional(),
      password: z.string().optional(),
      envName: z.string().optional(),
      version: z.string().optional(),
      author: z.string().optional(),
      selector: z.strictObject({ automationId: z.string() }).optional(),
    }),
    output: () => ({ after: z.strictObject({ name: z.string() }).nullable() }),
    handler: neverCalled,
  }),
]);
