import type { Pack } from "../packs/load/load_pack.ts";
import type { Fields, Pipeline, PipelineContext } from "./pipeline.ts";

/** The pack that a step is about: the one that it names, else the run's own. */
export function packOfStep(
  { context, pipeline }: {
    readonly context: Pick<PipelineContext, "packs">;
    readonly pipeline: Pick<Pipeline, "pack">;
  },
  { profile }: Fields,
): Pack | undefined {
  return typeof profile === "string" ? context.packs.packs.get(profile) : pipeline.pack;
}
