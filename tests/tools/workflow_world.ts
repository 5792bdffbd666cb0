/** A run with a pack whose workflows call made-up tools. */
import { PackRegistry, type PackSet, readPackSet } from "../../src/packs/registry.ts";
import type { ErrorBody } from "../../src/core/errors.ts";
import { continueRunTool } from "../../src/tools/continue_run.ts";
import { runWorkflowTool } from "../../src/tools/run_workflow.ts";
import { PackPlace } from "../packs/load/pack_place.ts";
import { StepWorld } from "../pipeline/made_up_steps.ts";
import { smallPack } from "./pack_world.ts";

/** What a workflow says; the rest is its default. */
export interface MadeUpWorkflow {
  readonly id?: string;
  readonly steps?: readonly object[];
  readonly [field: string]: unknown;
}

/** See the head of this file. */
export class WorkflowWorld implements Disposable {
  readonly world: StepWorld;
  readonly #place = new PackPlace();
  #prepared: PackSet | undefined;

  constructor(workflows: readonly MadeUpWorkflow[], given: { readonly profile?: object } = {}) {
    this.#write(workflows, given.profile);
    const packs = new PackRegistry(async () => this.#prepared ?? await this.#read());
    this.world = new StepWorld({ packs, tools: [runWorkflowTool, continueRunTool] });
  }

  /** Has other workflows ready to be loaded: reading files takes time, in which the clock of a run goes on. */
  async prepare(workflows: readonly MadeUpWorkflow[]): Promise<void> {
    this.#write(workflows);
    this.#prepared = await this.#read();
  }

  #read(): Promise<PackSet> {
    return readPackSet([{ source: "local", folder: `${this.#place.root}/packs` }]);
  }

  #write(workflows: readonly MadeUpWorkflow[], profile: object = {}): void {
    const pack = smallPack("lab");
    this.#place.write("packs/lab", {
      ...pack,
      "profile.json": { ...pack["profile.json"] as object, ...profile },
      "workflows.json": {
        workflows: workflows.map((workflow) => ({
          id: "work",
          steps: [{ id: "one", tool: "look", args: { name: "one" } }],
          ...workflow,
        })),
      },
    });
  }

  // deno-lint-ignore no-explicit-any -- the output schema has been checked; a missing field fails the test
  async run(args: object = {}): Promise<any> {
    return await this.world.door.succeed("run_workflow", { pack: "lab", workflow: "work", ...args });
  }

  async refuse(args: object = {}): Promise<ErrorBody> {
    return await this.world.door.fail("run_workflow", { pack: "lab", workflow: "work", ...args });
  }

  /** What is told of inputs that do not fit. */
  async inputFaults(inputs: object): Promise<unknown> {
    const { code, details } = await this.refuse({ inputs });
    if (code !== "WORKFLOW_INPUT_INVALID") throw new Error(code);
    return details?.validationErrors;
  }

  [Symbol.dispose](): void {
    this.#place[Symbol.dispose]();
  }
}
