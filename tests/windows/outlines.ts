/** Outlines of real windows, read as a model would: by their lines. */
import assert from "node:assert/strict";
import type { RealDoor } from "./real_door.ts";

/** However busy the machine is. */
export const AMPLE_MS = 60_000;

/** Outlines a window; the answer as structured content has it. */
// deno-lint-ignore no-explicit-any -- a test names the fields it looks at, and a missing one fails it
export async function snapshot(door: RealDoor, args: Record<string, unknown>): Promise<any> {
  return await door.succeed("ui_snapshot", { timeoutMs: AMPLE_MS, ...args });
}

/** The text block of the answer. */
export async function snapshotText(door: RealDoor, args: Record<string, unknown>): Promise<string> {
  const answer = await door.call("ui_snapshot", { timeoutMs: AMPLE_MS, ...args });
  return answer.ok ? answer.text ?? assert.fail("no text") : assert.fail(JSON.stringify(answer.error));
}

/** The line of the element with these words, without indentation. */
export function lineOf(outline: string, words: string): string {
  const line = outline.split("\n").find((one) => one.trimStart().startsWith(words));
  return line?.trimStart() ?? assert.fail(`there is no ${words} in\n${outline}`);
}

/** The ref of the element with these words. */
export function refOf(outline: string, words: string): string {
  const line = lineOf(outline, words);
  return /\[ref=(e\d+)\]/.exec(line)?.[1] ?? assert.fail(line);
}

/** The line without its ref. */
export function withoutRef(line: string): string {
  return line.replace(/ \[ref=e\d+\]/, "");
}

/** The JSON of a value in bytes, handles as texts. */
export function jsonBytes(value: unknown): number {
  const json = JSON.stringify(value, (_, one) => typeof one === "bigint" ? String(one) : one);
  return new TextEncoder().encode(json).length;
}
