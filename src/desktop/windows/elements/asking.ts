/** One request to a program: between two of them a reading can be left, and its time looked at. */
import { HresultError, isTimeout } from "../../../../ffi/result.ts";
import type { TreeDraft } from "./tree_draft.ts";

/** A reading step by step: whoever runs it may stop wherever it yields. */
export type Steps<T = void> = Generator<void, T>;

/** What came of a request: what it gave, or why there is nothing. */
export type Outcome<T> =
  | { readonly isDone: true; readonly value: T }
  | {
    readonly isDone: false;
    readonly by: "time" | "error";
    /** The program did not answer in time; it may still be alive. */
    readonly isTimeout: boolean;
  };

const OVER = { isDone: false, by: "time", isTimeout: false } as const;

/** Makes a request, unless the time is over. What Windows refuses is an outcome; anything else is thrown. */
export function* ask<T>(draft: TreeDraft, request: () => T): Steps<Outcome<T>> {
  yield;
  if (draft.isOver) return OVER;
  const begunMs = performance.now();
  const outcome = outcomeOf(request);
  if (!outcome.isDone && outcome.isTimeout) {
    // A program that was given hardly any time has not shown that it hangs.
    return draft.patience.noteTimeout() && !draft.isOver ? outcome : OVER;
  }
  draft.patience.noteAnswer(performance.now() - begunMs);
  return outcome;
}

/** Makes a request at once. */
export function outcomeOf<T>(request: () => T): Outcome<T> {
  try {
    return { isDone: true, value: request() };
  } catch (error) {
    if (!(error instanceof HresultError)) throw error;
    return { isDone: false, by: "error", isTimeout: isTimeout(error) };
  }
}

/** Goes through steps that add the children of a node. Where Windows refuses what is no request, they end and it is cut. */
export function* orCut(draft: TreeDraft, node: number, steps: Steps): Steps {
  try {
    yield* steps;
  } catch (error) {
    if (!(error instanceof HresultError)) throw error;
    draft.skipped++;
    draft.cut(node, "error");
  }
}
