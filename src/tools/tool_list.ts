import { annotationsOf, type EffectAnnotations } from "../core/effect.ts";
import type { Settings } from "../core/config.ts";
import { once } from "../core/once.ts";
import type { Toolset } from "../core/toolset.ts";
import { isEffectAllowed } from "../permissions/permissions.ts";
import type { StepTools } from "../steps/step_tools.ts";
import { namingListedTools } from "./listed_names.ts";
import {
  completeInputSchema,
  type JsonSchema,
  pipeSafeFields,
  publishedInputSchema,
  publishedOutputSchema,
  withDescriptions,
} from "./published_schema.ts";
import { stepToolsOf } from "./step_tools.ts";
import type { Tool, ToolCatalog, ToolContract } from "./tool.ts";

/** One entry of the tool list, as a client gets it. */
export interface PublishedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
  readonly annotations: { readonly title: string } & EffectAnnotations;
  readonly _meta: {
    readonly toolset: Toolset;
    /** The fields that every success has. */
    readonly pipeSafeFields: readonly string[];
  };
}

/** The tools of this program, and which of them this run lists. */
export class ToolList implements ToolCatalog {
  readonly #all: ReadonlyMap<string, Tool>;
  readonly #allowed: ReadonlyMap<string, Tool>;
  readonly #listed: ReadonlyMap<string, Tool>;
  readonly steps: StepTools;
  readonly #contracts = new Map<string, ToolContract>();
  readonly #prepared: (() => readonly PublishedTool[] | undefined) | undefined;
  #published: readonly PublishedTool[] | undefined;

  /** @param prepared {@link published} where every tool is listed, if it is known already */
  constructor(
    tools: readonly Tool[],
    settings: Settings,
    prepared?: () => readonly PublishedTool[] | undefined,
  ) {
    this.#all = new Map(tools.map((tool) => [tool.name, tool]));
    this.steps = stepToolsOf(tools, ({ effect }) => isEffectAllowed(effect, settings));
    const allowed = tools.filter(({ effect }) => isEffectAllowed(effect, settings));
    this.#allowed = new Map(allowed.map((tool) => [tool.name, tool]));
    // What is not listed costs a model nothing, and can be called all the same.
    const listed = allowed.filter(({ toolset }) => settings.toolsets.includes(toolset));
    this.#listed = new Map(listed.map((tool) => [tool.name, tool]));
    this.#prepared = this.#listed.size === this.#all.size ? prepared : undefined;
  }

  names(): readonly string[] {
    return [...this.#listed.keys()];
  }

  contract(name: string): ToolContract | undefined {
    const tool = this.#allowed.get(name);
    return tool === undefined ? undefined : this.contractOf(tool);
  }

  /** A tool by its name, listed or not. */
  find(name: string): Tool | undefined {
    return this.#all.get(name);
  }

  /** The contract of a tool, listed or not; made on first use. */
  contractOf(tool: Tool): ToolContract {
    const known = this.#contracts.get(tool.name);
    if (known !== undefined) return known;
    const { name, title, effect, toolset, backgroundPolicy, needsExpect = false } = tool;
    const annotations = annotationsOf(effect, tool.idempotent);
    // A call needs one of them, or none.
    const inputSchema = once(() => this.#describing(completeInputSchema(tool.input)));
    const outputSchema = once(() => this.#describing(publishedOutputSchema(tool.output)));
    const safeFields = once(() => pipeSafeFields(tool.output));
    const contract: ToolContract = {
      name,
      title,
      description: this.naming(tool.description) ?? title,
      effect,
      toolset,
      backgroundPolicy,
      annotations,
      retrySafe: annotations.idempotentHint,
      needsExpect,
      get inputSchema() {
        return inputSchema();
      },
      get outputSchema() {
        return outputSchema();
      },
      get pipeSafeFields() {
        return safeFields();
      },
    };
    this.#contracts.set(name, contract);
    return contract;
  }

  /** The tool list for clients. */
  published(): readonly PublishedTool[] {
    this.#published ??= this.#prepared?.() ?? [...this.#listed.values()].map((tool) => ({
      name: tool.name,
      title: tool.title,
      description: this.naming(tool.description) ?? tool.title,
      inputSchema: this.#describing(publishedInputSchema(tool.input)),
      outputSchema: this.#describing(publishedOutputSchema(tool.output)),
      annotations: { title: tool.title, ...annotationsOf(tool.effect, tool.idempotent) },
      _meta: {
        toolset: tool.toolset,
        pipeSafeFields: pipeSafeFields(tool.output).map(({ resultPath }) => resultPath),
      },
    }));
    return this.#published;
  }

  /** A text of ours without the parts that point to tools which are not listed; undefined when nothing is left. */
  naming(text: string): string | undefined {
    return namingListedTools(text, (name) => this.#listed.has(name));
  }

  #describing(schema: JsonSchema): JsonSchema {
    return withDescriptions(schema, (text) => this.naming(text) ?? "");
  }
}
