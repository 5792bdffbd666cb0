import type { ActContext } from "./act_context.ts";

/** How often a client that asked is told that a wait goes on: often enough that it does not give the call up. */
const NOTICE_MS = 1_000;

/**
 * Tells the client how a wait is going. Returns a function to be called at each look; it speaks once a second, and not
 * at all in a wait that is over before.
 */
export function waitNotice(context: ActContext, waitingFor: string): () => void {
  const startedAt = context.clock.now();
  let toldAt = startedAt;
  return () => {
    const now = context.clock.now();
    if (now - toldAt < NOTICE_MS) return;
    toldAt = now;
    context.progress?.(`Waiting for ${waitingFor}: ${Math.round((now - startedAt) / 1000)} s`);
  };
}
