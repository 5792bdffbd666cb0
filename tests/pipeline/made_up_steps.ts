/** Made-up tools, and a door to run steps with them. */
import * as z from "zod";
import { ToolError } from "../../src/core/errors.ts";
import type { PackRegistry } from "../../src/packs/registry.ts";
import { runStepsTool } from "../../src/tools/run_steps.ts";
import { defineTool, type Tool, type ToolContext } from "../../src/tools/tool.ts";
import type { FakeDesktop } from "../fakes/fake_desktop.ts";
import { createTestDoor, type TestDoor } from "../fakes/test_door.ts";

/** What a call of a made-up tool does beside being noted; what it returns is the value of the result. */
export type Happening = (call: MadeUpCall, context: ToolContext) => unknown;

/** One call that reached a tool. */
export interface MadeUpCall {
  readonly tool: string;
  readonly name: string;
  /** How often a call of this name came before. */
  readonly before: number;
  readonly value: unknown;
}

/** Three tools: one that looks, one that acts and one that says that it only sends; each notes its calls. */
export class StepWorld {
  readonly door: TestDoor;
  readonly calls: MadeUpCall[] = [];
  /** By the name that a call gives. */
  readonly happenings = new Map<string, Happening>();

  constructor(
    given: {
      readonly packs?: PackRegistry;
      readonly tools?: readonly Tool[];
      readonly desktop?: FakeDesktop;
    } = {},
  ) {
    const tools = [
      this.#tool("look", "read"),
      this.#tool("act", "act"),
      this.#tool("send", "act", true),
      runStepsTool,
      ...given.tools ?? [],
    ];
    this.door = createTestDoor({ ...given, tools });
  }

  /** Fails the calls of a name with a code: all of them, or the first ones. */
  fails(
    name: string,
    code: ConstructorParameters<typeof ToolError>[0],
    times = Infinity,
    details = {},
  ): void {
    this.happenings.set(name, ({ before }) => {
      if (before < times) throw new ToolError(code, `${name} failed`, { details });
    });
  }

  /** The names of the calls, in their order. */
  get names(): readonly string[] {
    return this.calls.map(({ name }) => name);
  }

  // deno-lint-ignore no-explicit-any -- the output schema has been checked; a missing field fails the test
  async run(args: Record<string, unknown>): Promise<any> {
    return await this.door.succeed("run_steps", args);
  }

  #tool(name: string, effect: "read" | "act", needsExpect = false): Tool {
    return defineTool({
      name,
      title: name,
      description: name,
      effect,
      toolset: "core",
      backgroundPolicy: "safe",
      needsExpect,
      isMiss: ({ value }) => value === "in vain",
      input: () => ({
        name: z.string().describe("Its name."),
        value: z.unknown().optional().describe("Given back."),
        count: z.int().optional().describe("A number."),
      }),
      output: () => ({
        name: z.string(),
        value: z.unknown().optional(),
        count: z.int(),
        nothing: z.null(),
        items: z.array(z.strictObject({ hwnd: z.string(), n: z.int() })),
        deep: z.record(z.string(), z.unknown()),
      }),
      handler: async ({ name: called, value, count = 7 }, context) => {
        const before = this.calls.filter((call) => call.name === called).length;
        const call = { tool: name, name: called, before, value };
        this.calls.push(call);
        const happened = await this.happenings.get(called)?.(call, context) ?? value;
        return {
          name: called,
          ...(happened === undefined ? {} : { value: happened }),
          count,
          nothing: null,
          items: [{ hwnd: "0x0001002A", n: 1 }],
          deep: { a: { b: [1, 2, 3] } },
        };
      },
    });
  }
}

/** A step that looks. */
export function look(name: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return { id: name, tool: "look", args: { name }, ...more };
}

/** A step that acts. */
export function act(name: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return { id: name, tool: "act", args: { name }, ...more };
}
