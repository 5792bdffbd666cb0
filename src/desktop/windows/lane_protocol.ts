import type { ErrorBody } from "../../core/errors.ts";
import type { ChangeNews } from "./change_news.ts";

/** What a lane can be asked to do: method name → synchronous function. Arguments and answers are structured clones. */
export type LaneApi = {
  // deno-lint-ignore no-explicit-any -- the one place where handlers of every shape meet
  readonly [method: string]: (...args: any[]) => unknown;
};

/** A request to a lane; one is under way at a time. */
export interface LaneRequest {
  readonly id: number;
  readonly method: string;
  readonly args: readonly unknown[];
}

/** Tells a lane that overran its deadline to end itself; it reads this when the overrun call has returned. */
export interface LaneEnd {
  readonly end: true;
}

/** Something that happened, of which a lane tells unasked. */
export type LaneEvent =
  | { readonly name: "parentGone" }
  | { readonly name: "changed"; readonly news: ChangeNews };

/** What a lane says: that it can start, how a request is going, an answer, or something that happened. */
export type LaneMessage =
  | { readonly kind: "ready" }
  | { readonly kind: "note"; readonly id: number; readonly value: unknown }
  | { readonly kind: "answer"; readonly id: number; readonly value: unknown }
  | {
    readonly kind: "failure";
    readonly id: number;
    readonly error: ErrorBody;
    readonly stack: string | undefined;
  }
  | { readonly kind: "event"; readonly event: LaneEvent };
