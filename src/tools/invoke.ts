/**
 * The one door: whatever is to be done is done through here, whether a client, a pipeline step or the command line
 * asks. Strict parse, permission, handler, output check, in this order; a step can do nothing that a call could not.
 * Every call has one entry in the journal, refused ones too.
 */
import { type Clock, throwIfCancelled } from "../core/clock.ts";
import type { Settings } from "../core/config.ts";
import { ToolError } from "../core/errors.ts";
import { formatPath } from "../core/json_path.ts";
import type { Log } from "../core/log.ts";
import { boundedText, quotedText } from "../core/text.ts";
import type { Desktop } from "../desktop/desktop.ts";
import type { FrameStore } from "../image/frames.ts";
import type { PictureEncoder } from "../image/picture_encoder.ts";
import type { ActTurn } from "../interaction/act_turn.ts";
import type { RefStore } from "../elements/refs.ts";
import type { KeptClipboards } from "../interaction/kept_clipboards.ts";
import type { Journal, OpenCall } from "../journal/journal.ts";
import { summarizeArguments } from "../journal/summarize_arguments.ts";
import { type PackAccess, type PackSet, pinnedPacks } from "../packs/registry.ts";
import type { RunStore } from "../pipeline/run_store.ts";
import { requireEffect } from "../permissions/permissions.ts";
import type { BoundTarget, TargetSessions } from "../targets/target_sessions.ts";
import { runBound, targetRefOf } from "./bound_call.ts";
import { toolNotFound } from "./tool_not_found.ts";
import type { Attachment, CallResult, Tool, ToolContext } from "./tool.ts";
import type { ToolList } from "./tool_list.ts";
import {
  describeViolations,
  nameViolation,
  sizeViolation,
  type Violation,
  violationsOf,
} from "./violations.ts";

/** What stays the same for all calls of a run. */
export interface DoorOptions {
  readonly tools: ToolList;
  readonly desktop: Desktop;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly log: Log;
  readonly frames: FrameStore;
  readonly pictures: PictureEncoder;
  readonly clipboards: KeptClipboards;
  readonly refs: RefStore;
  readonly turn: ActTurn;
  readonly packs: PackAccess;
  readonly sessions: TargetSessions;
  readonly runs: RunStore;
  readonly journal: Journal;
}

/** One call, as it comes in: nothing about it has been checked. */
export interface Call {
  readonly tool: string;
  readonly args: unknown;
  readonly signal: AbortSignal;
  readonly onProgress?: (message: string) => void;
  /** The packs that it sees; those in use unless given. */
  readonly packs?: PackSet;
}

/** A result of a tool that does not fit its own schema is told with at most this many reasons. */
const MAX_OUTPUT_ERRORS = 20;
const MAX_FOREIGN_MESSAGE_UNITS = 300;

/** The door of a run. */
export class Door {
  readonly #options: DoorOptions;

  constructor(options: DoorOptions) {
    this.#options = options;
  }

  /** Does one call. Never throws: whatever goes wrong is an error with a code. */
  async invoke(call: Call): Promise<CallResult> {
    const { tools, settings } = this.#options;
    const tool = tools.find(call.tool);
    const given = call.args ?? {};
    const tooLarge = sizeViolation(given);
    let args: Record<string, unknown>;
    try {
      if (tool === undefined) throw toolNotFound(call.tool, tools.names());
      const wrong = tooLarge ?? nameViolation(given);
      if (wrong !== undefined) throw invalidParams(tool, [wrong], 1);
      args = this.#parse(tool, given);
      requireEffect(tool.name, tool.effect, settings);
    } catch (error) {
      const refusal = this.#asToolError(call.tool, error);
      this.#begin(tool, call.tool, given, tooLarge !== undefined).finish(refusal.code);
      return this.#failure(refusal);
    }
    return await this.#run(tool, args, call);
  }

  /** A name that no tool has came from outside: the journal keeps its length, as of every other text. */
  #begin(tool: Tool | undefined, written: string, args: unknown, isTooLarge = false): OpenCall {
    const { journal, tools } = this.#options;
    const schema = tool === undefined ? undefined : tools.contractOf(tool).inputSchema;
    return journal.begin({
      tool: tool?.name ?? `<${written.length} units>`,
      effect: tool?.effect,
      args: isTooLarge ? "<too large>" : summarizeArguments(args, schema),
    });
  }

  #parse(tool: Tool, args: unknown): Record<string, unknown> {
    const parsed = tool.input.safeParse(args);
    if (parsed.success) return parsed.data;
    const { inputSchema } = this.#options.tools.contractOf(tool);
    const { violations, count } = violationsOf(parsed.error.issues, args, inputSchema);
    throw invalidParams(tool, violations, count);
  }

  async #run(tool: Tool, args: Record<string, unknown>, call: Call): Promise<CallResult> {
    const entry = this.#begin(tool, tool.name, args);
    const attachments: Attachment[] = [];
    try {
      throwIfCancelled(call.signal);
      const context = this.#context(call, entry, attachments);
      const run = async (given: Record<string, unknown>, bound?: BoundTarget) =>
        checkedOutput(tool, await tool.handler(given, bound === undefined ? context : { ...context, bound }));
      const targetRef = await targetRefOf(context, tool, args);
      const output = targetRef === undefined
        ? await run(args)
        : await runBound(context, { tool, targetRef, args }, run);
      const text = tool.text?.(output);
      entry.finish("ok");
      return {
        ok: true,
        // A run that failed is an answer: it says so itself.
        output: "success" in output ? output : { success: true, ...output },
        attachments,
        ...(text === undefined ? {} : { text }),
      };
    } catch (error) {
      const failure = this.#asToolError(tool.name, error, call.signal);
      entry.finish(failure.code);
      return this.#failure(failure);
    }
  }

  #context(call: Call, entry: OpenCall, attachments: Attachment[]): ToolContext {
    const { tools, journal: _journal, ...shared } = this.#options;
    return {
      ...shared,
      ...(call.packs === undefined ? {} : { packs: pinnedPacks(call.packs, shared.packs) }),
      catalog: tools,
      invoke: (inner) => this.invoke(inner),
      signal: call.signal,
      progress: (message) => call.onProgress?.(message),
      attach: (picture) => void attachments.push(picture),
      setTarget: (target) => entry.setTarget(target),
    };
  }

  /** What is thrown without a code is a defect of ours, unless the call was cancelled and this is the echo of it. */
  #asToolError(tool: string, error: unknown, signal?: AbortSignal): ToolError {
    if (error instanceof ToolError) {
      if (error.code === "INTERNAL_ERROR" || error.code === "TOOL_OUTPUT_SCHEMA_MISMATCH") {
        this.#logDefect(tool, error);
      }
      return error;
    }
    if (signal?.aborted && isEchoOfAbort(error, signal)) {
      return new ToolError("CANCELLED", "The client cancelled the call", { cause: error });
    }
    this.#logDefect(tool, error);
    const said = error instanceof Error ? error.message : String(error);
    return new ToolError(
      "INTERNAL_ERROR",
      `${quotedText(tool)} failed: ${boundedText(said, MAX_FOREIGN_MESSAGE_UNITS)}`,
      { cause: error },
    );
  }

  #logDefect(tool: string, error: unknown): void {
    const stack = error instanceof Error ? error.stack ?? error.message : String(error);
    this.#options.log.write("error", `${quotedText(tool)}: ${stack}`);
  }

  #failure(error: ToolError): CallResult {
    const { suggestion, ...body } = error.toBody();
    const naming = suggestion === undefined ? undefined : this.#options.tools.naming(suggestion);
    return { ok: false, error: { ...body, ...(naming === undefined ? {} : { suggestion: naming }) } };
  }
}

/** The error for arguments that do not fit; `count` are wrong, of which `violations` are the first. */
function invalidParams(tool: Tool, violations: readonly Violation[], count: number): ToolError {
  return new ToolError("INVALID_PARAMS", describeViolations(tool.name, violations, count), {
    details: { violations, ...(count > violations.length ? { more: count - violations.length } : {}) },
  });
}

/** What `throwIfAborted()` and functions of the platform throw; the reason is whatever the client wrote. */
function isEchoOfAbort(error: unknown, signal: AbortSignal): boolean {
  return error === signal.reason || error instanceof DOMException && error.name === "AbortError";
}

/** The result as the tool's own strict schema sees it. What does not fit is discarded: nobody could rely on it. */
function checkedOutput(tool: Tool, result: unknown): Record<string, unknown> {
  const checked = tool.output.safeParse(result);
  if (checked.success) return checked.data;
  const { issues } = checked.error;
  const validationErrors = issues.slice(0, MAX_OUTPUT_ERRORS).map((issue) =>
    boundedText(
      `${issue.path.length === 0 ? "result" : formatPath(issue.path)}: ${issue.message}`,
      MAX_FOREIGN_MESSAGE_UNITS,
    )
  );
  throw new ToolError(
    "TOOL_OUTPUT_SCHEMA_MISMATCH",
    `The result of ${tool.name} does not fit its own schema and was discarded: ${validationErrors[0] ?? ""}`,
    { details: { tool: tool.name, validationErrors } },
  );
}
