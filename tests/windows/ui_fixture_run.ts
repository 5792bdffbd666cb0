import assert from "node:assert/strict";
import { uiFixtureProgram } from "../fixtures/fixtures.ts";
import { type FixtureEvent, FixtureRun, waitFor } from "./fixture_run.ts";
import { childWindow, isVisible } from "./ui_messages.ts";

/** Whether the program exists here. */
const uiFixture = await uiFixtureProgram();

/** Starts the UI fixture and waits until its window is there; ends with the `await using` block. */
export function startUiFixture(...args: string[]): Promise<FixtureRun> {
  if ("skipped" in uiFixture) throw new Error(uiFixture.skipped);
  return FixtureRun.startProgram(uiFixture.path, args);
}

/** Waits for an event that has these fields. */
export async function need(
  run: FixtureRun,
  event: string,
  fields: Record<string, unknown> = {},
): Promise<FixtureEvent> {
  const found = await run.until((each) =>
    each.event === event &&
    Object.entries(fields).every(([name, value]) => JSON.stringify(each[name]) === JSON.stringify(value))
  );
  if (found !== undefined) return found;
  const last = (await run.events()).slice(-8).map((each) => JSON.stringify(each)).join("\n");
  assert.fail(`no ${event} ${JSON.stringify(fields)} in the log; it ends with\n${last}`);
}

/** Waits until a top-level window with this title is to be seen. */
export async function topWindow(title: string): Promise<bigint> {
  const found = await waitFor(() => {
    const window = childWindow(0n, { text: title });
    return window !== 0n && isVisible(window) ? window : undefined;
  });
  assert.ok(found !== undefined, `there is no window "${title}"`);
  return found;
}

/** The children of a window, the front-most first. */
export function childrenOf(parent: bigint): bigint[] {
  const children: bigint[] = [];
  for (let child = childWindow(parent, {}); child !== 0n; child = childWindow(parent, { after: child })) {
    children.push(child);
  }
  return children;
}

/** Defines a test that needs the UI fixture. */
export function uiFixtureTest(title: string, body: () => Promise<void>): void {
  const skipped = "skipped" in uiFixture;
  const reason = skipped ? ` (skipped: ${uiFixture.skipped})` : "";
  Deno.test({ name: `ui_fixture: ${title}${reason}`, ignore: skipped, fn: body });
}
