/** The interaction mode in the arguments of steps, and what a run did to the foreground. */
import type { Hwnd } from "../core/hwnd.ts";
import type { StepTool } from "../steps/step_tools.ts";
import type { Fields, PipelineContext, RunInteraction } from "./pipeline.ts";

/** Arguments with the run's interaction, where the step says nothing of it and its tool takes it. */
export function withInteraction(_tool: StepTool, _args: Fields, _interaction: RunInteraction): Fields {
  return _args;
}

/** Watches the foreground over a whole run. */
export class RunForeground {
  /** @param before what was in front before the run; read now where it is not given */
  static begin(
    _context: PipelineContext,
    _interaction: RunInteraction,
    _before?: Hwnd,
  ): Promise<RunForeground> {
    return Promise.resolve(new RunForeground());
  }

  /** Takes in what a step, a clean-up step or a restore tells of its own interaction; anything else is ignored. */
  note(_result: unknown): void {}

  /** Gives the foreground back where the mode has it so, and tells what happened. Never throws. */
  end(): Promise<{ readonly interaction: Fields; readonly warnings: readonly string[] }> {
    return Promise.resolve({ interaction: {}, warnings: [] });
  }
}
