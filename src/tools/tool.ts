import * as z from "zod";
import type { Clock } from "../core/clock.ts";
import type { Settings } from "../core/config.ts";
import type { Effect, EffectAnnotations } from "../core/effect.ts";
import type { ErrorBody } from "../core/errors.ts";
import type { Log } from "../core/log.ts";
import { once } from "../core/once.ts";
import type { Toolset } from "../core/toolset.ts";
import type { Desktop } from "../desktop/desktop.ts";
import type { FrameStore } from "../image/frames.ts";
import type { PictureEncoder } from "../image/picture_encoder.ts";
import type { ActTurn } from "../interaction/act_turn.ts";
import type { RefStore } from "../elements/refs.ts";
import type { KeptClipboards } from "../interaction/kept_clipboards.ts";
import type { BackgroundPolicy } from "../core/background_policy.ts";
import type { PackAccess, PackSet } from "../packs/registry.ts";
import type { RunStore } from "../pipeline/run_store.ts";
import type { StepTools } from "../steps/step_tools.ts";
import type { BoundTarget, TargetNeed, TargetSessions } from "../targets/target_sessions.ts";
import { sessionSchema } from "./session_output.ts";

/** A picture that goes to the client beside the result. */
export interface Attachment {
  readonly mimeType: string;
  readonly data: Uint8Array;
}

/** A call that another one makes. */
export interface InnerCall {
  readonly tool: string;
  readonly args: unknown;
  readonly signal: AbortSignal;
  /** The packs that it sees. */
  readonly packs: PackSet;
}

/** What became of a call. */
export type CallResult =
  | {
    readonly ok: true;
    readonly output: Readonly<Record<string, unknown>>;
    readonly attachments: readonly Attachment[];
    /** What a model reads of it, where that is not its JSON. */
    readonly text?: string;
  }
  | { readonly ok: false; readonly error: ErrorBody };

/** What a handler may touch. */
export interface ToolContext {
  readonly desktop: Desktop;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly log: Log;
  readonly frames: FrameStore;
  readonly pictures: PictureEncoder;
  readonly clipboards: KeptClipboards;
  /** Snapshots of windows, and the refs of their elements. */
  readonly refs: RefStore;
  /** The turn that serialises acts on the desktop. */
  readonly turn: ActTurn;
  readonly catalog: ToolCatalog;
  /** The App Packs. A handler takes {@link PackAccess.current} once, so that a reload meanwhile changes nothing for it. */
  readonly packs: PackAccess;
  /** Programs that are bound to a name. */
  readonly sessions: TargetSessions;
  /**
   * The program that the call named by its `targetRef`, or by its profile alone; the door has given its window as `hwnd`
   * already.
   */
  readonly bound?: BoundTarget;
  /** Runs that can be gone on with. */
  readonly runs: RunStore;
  /** Does another call, as a client would. Never throws. */
  invoke(call: InnerCall): Promise<CallResult>;
  /** Aborted when the client cancels the call. */
  readonly signal: AbortSignal;
  /** Tells the client, if it asked, how a wait is going. */
  progress(message: string): void;
  /** Adds a picture to the answer. */
  attach(picture: Attachment): void;
  /** Says what the call acts on, for the journal: a handle or a pid, never a title. */
  setTarget(target: string): void;
}

/** Everything a tool publishes about itself, complete and strict. */
export interface ToolContract {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly effect: Effect;
  readonly toolset: Toolset;
  readonly backgroundPolicy: BackgroundPolicy;
  readonly annotations: EffectAnnotations;
  /** The same call may be repeated after a failure, whatever it had done by then. */
  readonly retrySafe: boolean;
  /** Success means that it was sent: whether it worked is for a later look. */
  readonly needsExpect: boolean;
  readonly inputSchema: Record<string, unknown>;
  readonly outputSchema: Record<string, unknown>;
  /** The fields that every success has, which a later step may rely on. */
  readonly pipeSafeFields: readonly { readonly resultPath: string; readonly type: string }[];
}

/** The tools of this run, as other tools may see them. */
export interface ToolCatalog {
  /** The names of all listed tools, in list order. */
  names(): readonly string[];
  /** The contract of a tool that this run may call, listed or not; undefined when there is none. */
  contract(name: string): ToolContract | undefined;
  /** All tools, listed or not, as the checks of steps see them. */
  readonly steps: StepTools;
}

/** Fields by their names. */
type Shape = z.core.$ZodShape;

/** A strict object of such fields. */
type StrictObject<S extends Shape> = z.ZodObject<S, z.core.$strict>;

/** A tool: one declared value. The handler returns the success fields; the door adds `success`. */
export interface ToolDefinition<I extends Shape, O extends Shape> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly effect: Effect;
  readonly toolset: Toolset;
  readonly backgroundPolicy: BackgroundPolicy;
  /** Whether the same call twice does what it does once; follows from the effect when left out. */
  readonly idempotent?: boolean;
  /** See {@link ToolContract}; false when left out. */
  readonly needsExpect?: boolean;
  /** A call that is cancelled goes on for a while, to put in order what it has changed; false when left out. */
  readonly cleansUp?: boolean;
  /**
   * What a call with `targetRef` needs: the main window of its program, which the handler gets as `hwnd`; or only that the
   * program runs, which it gets as `pid`. The window when left out.
   */
  readonly targetNeed?: TargetNeed;
  /** Makes the fields of the arguments, every one described. */
  readonly input: () => I;
  /** Makes the fields of a success, without `success`, and without `session` where there is a `targetRef`. */
  readonly output: () => O;
  /**
   * Throws INVALID_PARAMS where arguments do not go together, each by itself being right. The handler says the same; steps
   * are checked by it before they run.
   */
  readonly rules?: (args: z.output<StrictObject<I>>) => void;
  readonly handler: (
    args: z.output<StrictObject<I>>,
    context: ToolContext,
  ) => Promise<z.input<StrictObject<O>>>;
  /**
   * Whether an answer says that what was waited for did not come. A caller reads that; a run must not go on with it, as
   * its later steps were written for the other answer.
   */
  readonly isMiss?: (output: z.output<StrictObject<O>>) => boolean;
  /**
   * What a model reads of a success in place of its JSON: a text made for reading, which goes into the text block of the
   * answer. Structured content and the command line have the whole object as ever.
   */
  readonly text?: (output: z.output<StrictObject<O>>) => string;
}

/** A tool whose schemas are erased, so that tools of different shapes fit into one list. */
export interface Tool extends Omit<ToolDefinition<Shape, Shape>, "input" | "output"> {
  /** What the arguments must fit; made when it is first needed, as a start would wait for those of every tool. */
  readonly input: z.ZodObject;
  /** What a success fits; the same. */
  readonly output: z.ZodObject;
}

/** Declares a tool. */
export function defineTool<I extends Shape, O extends Shape>(definition: ToolDefinition<I, O>): Tool {
  const input = once(() => z.strictObject(definition.input()));
  const output = once(() => {
    const fields = definition.output();
    const isBindable = "targetRef" in input().shape;
    return z.strictObject(isBindable ? { session: sessionSchema().optional(), ...fields } : fields);
  });
  // The door parses the arguments with this tool's own `input` before it calls this tool's handler.
  const erased = definition as unknown as ToolDefinition<Shape, Shape>;
  return {
    ...erased,
    get input() {
      return input();
    },
    get output() {
      return output();
    },
  };
}
