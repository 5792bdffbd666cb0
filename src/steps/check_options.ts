import type { JsonSchema } from "./schema_path.ts";
import type { StepPacks } from "./step_packs.ts";
import type { StepTools } from "./step_tools.ts";

/** What is known beside the steps. */
export interface StepCheckOptions {
  readonly tools: StepTools;
  readonly packs: StepPacks;
  /** The JSON Schema of the inputs of a workflow; undefined where nothing can be put in. */
  readonly inputs?: JsonSchema | undefined;
  /** They are to run here: a tool that this run does not allow is an error. */
  readonly isForThisRun?: boolean;
}
