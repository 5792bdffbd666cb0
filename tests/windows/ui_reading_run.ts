/** Tests of the tools that read elements, on real programs: what they say is compared with what the program has. */
import assert from "node:assert/strict";
import type { FixtureRun } from "./fixture_run.ts";
import { startUiFixture } from "./ui_fixture_run.ts";
import { createRealDoor, type RealDoor } from "./real_door.ts";

/** A busy machine must not cut a reading that a test needs whole. */
const UNHURRIED_MS = 60_000;

/** A running program and the door of a run that looks at it; both end with the `await using` block. */
export class ReadProgram implements AsyncDisposable {
  readonly #door: RealDoor;

  private constructor(readonly run: FixtureRun) {
    this.#door = createRealDoor();
  }

  static async start(...args: string[]): Promise<ReadProgram> {
    return new ReadProgram(await startUiFixture(...args));
  }

  /** A call about the program's window, or about a ref, that succeeds. */
  // deno-lint-ignore no-explicit-any -- a test names the fields it looks at, and a missing one fails it
  async read(tool: string, args: Readonly<Record<string, unknown>>): Promise<any> {
    return await this.#door.succeed(tool, this.#withTarget(args));
  }

  /** A call that is expected to fail. */
  async refused(tool: string, args: Readonly<Record<string, unknown>>): ReturnType<RealDoor["fail"]> {
    return await this.#door.fail(tool, this.#withTarget(args));
  }

  /** A call that may end either way. */
  async call(tool: string, args: Readonly<Record<string, unknown>>): ReturnType<RealDoor["call"]> {
    return await this.#door.call(tool, this.#withTarget(args));
  }

  /** The one element with this automation id. */
  // deno-lint-ignore no-explicit-any -- as above
  async byId(id: number | string): Promise<any> {
    const { found, element } = await this.read("ui_get", { selector: { automationId: `${id}` } });
    assert.ok(found, `there is no element ${id}`);
    return element;
  }

  #withTarget(args: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    const target = "ref" in args ? {} : { hwnd: this.run.handle };
    return { ...target, timeoutMs: UNHURRIED_MS, ...args };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#door[Symbol.dispose]();
    await this.run[Symbol.asyncDispose]();
  }
}
