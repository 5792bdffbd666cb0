/** A program that a test drives as an agent does: it reads the outline of the window and acts by the refs in it. */
import assert from "node:assert/strict";
import { endProcess, processTable } from "./observe_processes.ts";
import { waitFor } from "./fixture_run.ts";
import { createRealDoor, type RealDoor } from "./real_door.ts";

/** Programs take their time where several tests share a machine. */
const PATIENCE_MS = 20_000;

/** A running program; ends with the `await using` block. */
export class DrivenProgram implements AsyncDisposable {
  private constructor(readonly door: RealDoor, readonly pid: number, readonly handle: string) {}

  /** Starts it by `launch_app`, which waits for its window. */
  static async start(exePath: string, args: readonly string[] = []): Promise<DrivenProgram> {
    const door = createRealDoor();
    try {
      const { pid, window } = await door.succeed("launch_app", { exePath, args, timeoutMs: PATIENCE_MS });
      if (window === null) endProcess(pid);
      assert.ok(window !== null, `${exePath} shows no window`);
      return new DrivenProgram(door, pid, window.hwnd);
    } catch (error) {
      door[Symbol.dispose]();
      throw error;
    }
  }

  get hwnd(): bigint {
    return BigInt(this.handle);
  }

  /** The outline of its window. */
  async outline(more: object = {}): Promise<string> {
    return (await this.door.succeed("ui_snapshot", { ...this.#target, ...more })).outline;
  }

  /** The ref in the one line that begins so (`button "Next >"`), which may be a moment in coming. */
  async ref(beginning: string): Promise<string> {
    const [ref = ""] = await this.refs(beginning);
    return ref;
  }

  /** The same of several lines of one outline. */
  async refs(...beginnings: readonly string[]): Promise<string[]> {
    let outline = "";
    let found: string[][] = [];
    await waitFor(async () => {
      outline = await this.outline();
      found = beginnings.map((beginning) => refsOfLines(outline, beginning));
      return found.every((refs) => refs.length > 0) ? true : undefined;
    }, PATIENCE_MS);
    return beginnings.map((beginning, at) => {
      const [ref, ...others] = found[at] ?? [];
      assert.ok(
        ref !== undefined && others.length === 0,
        `not one line begins with ${beginning}:\n${outline}`,
      );
      return ref;
    });
  }

  /** Acts on the element of a line. */
  // deno-lint-ignore no-explicit-any -- a test names the fields it looks at, and a missing one fails it
  async act(beginning: string, action: string, more: object = {}): Promise<any> {
    return await this.door.succeed("ui_action", { ref: await this.ref(beginning), action, ...more });
  }

  /** Waits until a condition holds of the element that a selector means. */
  async until(condition: string, selector: object, more: object = {}): Promise<void> {
    const answer = await this.door.succeed("ui_wait", {
      ...this.#target,
      condition,
      selector,
      timeoutMs: PATIENCE_MS,
      ...more,
    });
    assert.ok(answer.matched, JSON.stringify(answer));
  }

  get #target(): { readonly hwnd: string } {
    return { hwnd: this.handle };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.door[Symbol.dispose]();
    endProcess(this.pid);
    await waitFor(() => processTable().some(({ pid }) => pid === this.pid) ? undefined : true, PATIENCE_MS);
  }
}

/** The refs in the lines of an outline that begin so, whatever they are inside. */
function refsOfLines(outline: string, beginning: string): string[] {
  return outline.split("\n").filter((line) => line.trimStart().startsWith(beginning)).map((line) =>
    /\[ref=(e\d+)\]/.exec(line)?.[1] ?? assert.fail(`no ref in ${line}`)
  );
}
