/** What a run may touch, made of what the tool that runs it may. */
import type { PipelineContext } from "../pipeline/pipeline.ts";
import type { Attachment, ToolContext } from "./tool.ts";

/** A client shows a model so many pictures of a run; the others are in their files. */
const MOST_PICTURES = 4;

/** A run's context, and the pictures that its steps took. */
export interface PipelineTools {
  readonly context: PipelineContext;
  /** Adds the last pictures to the answer; a sentence where there were more. */
  attachPictures(): readonly string[];
}

/** See the head of this file; the packs are those of now, whatever is loaded while it runs. */
export async function pipelineTools(tool: ToolContext): Promise<PipelineTools> {
  const { desktop, clock, signal, refs, sessions, catalog } = tool;
  const packs = await tool.packs.current();
  let pictures: readonly Attachment[] = [];
  let pictureCount = 0;
  return {
    context: {
      desktop,
      clock,
      signal,
      refs,
      sessions,
      packs,
      tools: catalog.steps,
      progress: (message) => tool.progress(message),
      async invoke(name, args, during) {
        const result = await tool.invoke({ tool: name, args, signal: during, packs });
        if (!result.ok) return result;
        // Fifty steps may take fifty pictures of a megabyte: only those that will be shown are kept.
        pictures = [...pictures, ...result.attachments].slice(-MOST_PICTURES);
        pictureCount += result.attachments.length;
        return { ok: true, output: result.output };
      },
    },
    attachPictures() {
      pictures.forEach((picture) => tool.attach(picture));
      const rest = pictureCount - pictures.length;
      return rest === 0
        ? []
        : [`${rest} more pictures are not shown here; the results of their steps name the files`];
    },
  };
}
