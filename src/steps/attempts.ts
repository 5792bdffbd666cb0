/** How often a step is tried, and what lies between. */
import { type Retry, STEP_LIMITS } from "./step.ts";

/** How many attempts a step has in all; no more than the limit, whatever it says. */
export function attemptsOf(retry: Pick<Retry, "maxAttempts"> | undefined): number {
  return retry === undefined ? 1 : Math.min(retry.maxAttempts, STEP_LIMITS.attempts);
}

/**
 * The pause before the next attempt in milliseconds.
 *
 * @param failed how many attempts have failed
 */
export function pauseAfter({ delayMs, backoffMultiplier }: Retry, failed: number): number {
  return Math.round(delayMs * backoffMultiplier ** (failed - 1));
}
