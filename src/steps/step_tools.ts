/** What the checks of steps, and a run of them, must know of the tools. */
import type { BackgroundPolicy } from "../core/background_policy.ts";
import type { JsonSchema } from "./schema_path.ts";

/** One way in which arguments do not fit a tool. */
export interface ArgumentIssue {
  readonly path: readonly (string | number)[];
  readonly message: string;
  /**
   * About the type of what is there, about a name that the tool does not know, about which value it is, or about what goes
   * together.
   */
  readonly about: "type" | "name" | "value" | "rule";
}

/** A tool as a step sees it. */
export interface StepTool {
  /** Of a success. */
  readonly outputSchema: JsonSchema;
  /** It changes nothing. */
  readonly isRead: boolean;
  /** Calling it twice does what calling it once does. */
  readonly isIdempotent: boolean;
  /** Its success says that something was sent, not that it worked. */
  readonly needsExpect: boolean;
  readonly backgroundPolicy: BackgroundPolicy;
  /** Whether this run may call it. */
  readonly isAllowed: boolean;
  /** Whether it has an argument of this name. */
  takes(argument: string): boolean;
  /** Whether a result says that what was waited for did not come: the step has failed then. */
  isMiss(result: Readonly<Record<string, unknown>>): boolean;
  /**
   * How long one call may take by its arguments and what the tool has in place of those that are missing, in milliseconds.
   *
   * @param usualMs where the tool leaves that to the program
   */
  longestMs(args: Readonly<Record<string, unknown>>, usualMs?: number): number;
  readonly check: (args: unknown) => readonly ArgumentIssue[];
}

/** All tools of this program: what a run may call is for the run to say. */
export interface StepTools {
  tool(name: string): StepTool | undefined;
  /** The name that a wrong one was probably meant to be. */
  nearest(name: string): string | undefined;
}
