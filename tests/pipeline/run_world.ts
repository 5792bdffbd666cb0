/** A run under way over the made-up program of {@link ProfileWorld}, for the parts that get a run. */
import assert from "node:assert/strict";
import { RefStore } from "../../src/elements/refs.ts";
import type { InteractionMode } from "../../src/interaction/modes.ts";
import { mainWindowRuleOf } from "../../src/packs/infer_profile.ts";
import type { Pipeline, PipelineContext, Run, RunTime } from "../../src/pipeline/pipeline.ts";
import { bindRunning } from "../../src/targets/auto_bind.ts";
import { ProfileWorld } from "../tools/profile_world.ts";

/** See the head of this file. */
export class RunWorld extends ProfileWorld {
  readonly #end = new AbortController();

  /** The program as calls name it. */
  async bind(): Promise<string> {
    const { packs, sessions } = await this.context();
    const rule = mainWindowRuleOf(packs.packs.get("lab")?.profile ?? assert.fail("There is no pack"));
    const bound = await bindRunning(this.desktop, sessions, { profile: "lab", rule });
    return bound?.targetRef ?? assert.fail("The program does not run");
  }

  async context(): Promise<PipelineContext> {
    const { door: { door, tools, clock, packs, sessions }, desktop } = this;
    return {
      desktop,
      clock,
      signal: this.#end.signal,
      refs: new RefStore(),
      packs: await packs.current(),
      sessions,
      tools: tools.steps,
      invoke: (tool, args, signal) => door.invoke({ tool, args, signal }),
      progress: () => {},
    };
  }

  /** @param maxTotalMs from now on */
  async run(
    given: Partial<Pipeline> = {},
    { maxTotalMs = 120_000, mode = "auto" }: { maxTotalMs?: number; mode?: InteractionMode } = {},
  ): Promise<Run> {
    const context = await this.context();
    const { clock } = context;
    const endsAt = clock.now() + maxTotalMs;
    const time: RunTime = {
      clock,
      endsAt,
      signal: this.#end.signal,
      leftMs: () => Math.max(0, endsAt - clock.now()),
      isOver: () => clock.now() >= endsAt,
    };
    return {
      context,
      pipeline: {
        steps: [],
        finally: [],
        restore: "never",
        maxTotalMs,
        interaction: { mode, restoresForeground: true, stepDelayMs: 0 },
        ...given,
      },
      time,
      results: [],
      resolve: (value) => ({ isResolved: true, value }),
      invoke: (tool, args) => context.invoke(tool, args, this.#end.signal),
    };
  }

  /** Ends the run. */
  cancel(): void {
    this.#end.abort();
  }
}
