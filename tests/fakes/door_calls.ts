import type { Door } from "../../src/tools/invoke.ts";
import type { CallResult } from "../../src/tools/tool.ts";

/** The ways in which a test calls a tool through a door. */
export interface DoorCalls {
  /** Calls a tool and returns what it answered. */
  call(tool: string, args?: unknown, signal?: AbortSignal): Promise<CallResult>;
  /** Calls a tool that is expected to succeed and returns its output. */
  succeed(tool: string, args?: unknown): Promise<Readonly<Record<string, unknown>>>;
  /** Calls a tool that is expected to fail and returns the error. */
  fail(tool: string, args?: unknown): Promise<Extract<CallResult, { ok: false }>["error"]>;
}

/** Calls through a door; an answer that was not expected fails the test with the last lines of the log. */
export function doorCalls(door: Door, logLines: readonly string[]): DoorCalls {
  const call = (tool: string, args?: unknown, signal?: AbortSignal): Promise<CallResult> =>
    door.invoke({ tool, args, signal: signal ?? new AbortController().signal });
  const unexpected = (what: string, answer: unknown): Error =>
    new Error(`${what}: ${JSON.stringify(answer)}\n${logLines.slice(-5).join("\n")}`);
  return {
    call,
    async succeed(tool, args) {
      const result = await call(tool, args);
      if (result.ok) return result.output;
      throw unexpected(`${tool} failed`, result.error);
    },
    async fail(tool, args) {
      const result = await call(tool, args);
      if (!result.ok) return result.error;
      throw unexpected(`${tool} succeeded`, result.output);
    },
  };
}
