import { once } from "../core/once.ts";
import { createTools } from "../tools/index.ts";
import { stepToolsOf } from "../tools/step_tools.ts";

/** The tools that workflows may name: all there are, whatever a run is allowed to call. */
export const allStepTools = once(() => stepToolsOf(createTools()));
