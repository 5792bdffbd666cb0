/** What all checks of the doctor are made of. */
import { boundedText } from "../core/text.ts";

/** `degraded` works with limits; what is `missing` keeps Casement from its work. */
export type CheckStatus = "good" | "degraded" | "missing";

/** One thing that was looked at. */
export interface Check {
  readonly name: string;
  readonly status: CheckStatus;
  /** A sentence. */
  readonly says: string;
  /** What to do about it. */
  readonly doNext?: string;
}

/** The build of the first Windows with per-monitor DPI awareness v2. */
export const OLDEST_BUILD = 15_063;
const MAX_REASON_UNITS = 200;

/** A look that failed tells nothing about what was looked at; without it nothing can be promised. */
export function unknownCheck(name: string, failure: string): Check {
  return {
    name,
    status: "missing",
    says: `This could not be looked at: ${bounded(failure)}.`,
    doNext: "Look again; if it stays so, report it with what --log-level=debug says.",
  };
}

/** A reason without its own full stop. */
export function bounded(text: string): string {
  return boundedText(text.replace(/\.$/, ""), MAX_REASON_UNITS);
}
