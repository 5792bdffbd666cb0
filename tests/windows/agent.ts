/**
 * A client of the server as a model is one: over the protocol, one call after another, and all that it knows of a window
 * is the text of its outline.
 */
import assert from "node:assert/strict";
import { StdioClient, type StdioClientOptions } from "../stdio/client.ts";
import { waitFor } from "./fixture_run.ts";
import { endProcess, WatchedProcess } from "./observe_processes.ts";
import { refOf } from "./outlines.ts";

/** However busy the machine is. */
const AMPLE_MS = 20_000;

// deno-lint-ignore no-explicit-any -- a test names the fields it looks at, and a missing one fails it
type Answer = any;

/** See the head of this file. Ends the server and the programs that it launched with the `await using` block. */
export class Agent implements AsyncDisposable {
  /** How many calls were made. */
  calls = 0;
  readonly #client: StdioClient;
  readonly #launched: WatchedProcess[] = [];

  private constructor(client: StdioClient) {
    this.#client = client;
  }

  static async start(options: StdioClientOptions = {}): Promise<Agent> {
    return new Agent(await StdioClient.start(options));
  }

  /** Starts a program; its handle and its process. */
  async launch(exePath: string): Promise<{ readonly hwnd: string; readonly process: WatchedProcess }> {
    const { pid, window } = await this.call("launch_app", { exePath, timeoutMs: AMPLE_MS });
    const process = new WatchedProcess(pid);
    this.#launched.push(process);
    assert.ok(window !== null, `${exePath} shows no window`);
    return { hwnd: window.hwnd, process };
  }

  /** A call that succeeds. */
  async call(tool: string, args: object = {}): Promise<Answer> {
    const { isError, structuredContent } = await this.#send(tool, args);
    assert.ok(isError !== true, `${tool} ${JSON.stringify(args)}: ${JSON.stringify(structuredContent)}`);
    return structuredContent;
  }

  /** A call that fails; its error. */
  async refused(tool: string, args: object): Promise<Answer> {
    const { isError, structuredContent } = await this.#send(tool, args);
    assert.ok(isError, `${tool} ${JSON.stringify(args)}: ${JSON.stringify(structuredContent)}`);
    return structuredContent.error;
  }

  /** The outline of a window, as its text block has it. */
  async outline(hwnd: string): Promise<string> {
    const { isError, content } = await this.#send("ui_snapshot", { hwnd, timeoutMs: AMPLE_MS });
    assert.ok(isError !== true, content[0].text);
    return content[0].text;
  }

  /** The outline once it says this: a busy program may need a moment. */
  async outlineWith(hwnd: string, pattern: RegExp): Promise<string> {
    let last = "";
    await waitFor(async () => {
      last = await this.outline(hwnd);
      return pattern.test(last) || undefined;
    }, AMPLE_MS);
    assert.match(last, pattern);
    return last;
  }

  /** Acts on an element: the one of a line of an outline (`button "OK"`), or the one that a selector means. */
  async act(
    what: { readonly outline: string; readonly line: string } | {
      readonly hwnd: string;
      readonly selector: object;
    },
    action: string,
    more: object = {},
  ): Promise<Answer> {
    const target = "outline" in what ? { ref: refOf(what.outline, what.line) } : what;
    return await this.call("ui_action", { timeoutMs: AMPLE_MS, ...target, action, ...more });
  }

  /** Opens a menu by its path and chooses the last item; the answer is the one of choosing it. */
  async choose(hwnd: string, ...path: readonly string[]): Promise<Answer> {
    for (const name of path.slice(0, -1)) {
      const { opened } = await this.act(
        { hwnd, selector: { name, controlType: "MenuItem" } },
        "expand",
      );
      assert.deepEqual(opened?.map(({ className }: { className: string }) => className), ["#32768"], name);
    }
    return await this.act({ hwnd, selector: { name: path.at(-1), controlType: "MenuItem" } }, "invoke");
  }

  /** The dialog that an act has opened: the answer names it, or, where the machine is very busy, a later look. */
  async dialog({ opened = [], pid }: Answer, title: string): Promise<string> {
    const isIt = (window: { title: string; className: string }): boolean =>
      window.className === "#32770" && window.title === title;
    const found = await waitFor(
      async () => opened.find(isIt) ?? (await this.call("list_windows", { pid })).items.find(isIt),
      AMPLE_MS,
    );
    assert.ok(found !== undefined, `there is no dialog "${title}"`);
    return found.hwnd;
  }

  async #send(tool: string, args: object): Promise<Answer> {
    this.calls++;
    return await this.#client.callTool(tool, args);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client[Symbol.asyncDispose]();
    for (const process of this.#launched) {
      if (process.isRunning) endProcess(process.pid);
      await waitFor(() => process.isRunning ? undefined : true, AMPLE_MS);
      process[Symbol.dispose]();
    }
  }
}

/** Waits until something is as expected, which the program may need a moment for; the last look is shown otherwise. */
export async function comesToBe<T>(look: () => T | Promise<T>, expected: T): Promise<void> {
  let last: T | undefined;
  await waitFor(async () => {
    last = await look();
    return JSON.stringify(last) === JSON.stringify(expected) ? true : undefined;
  }, AMPLE_MS);
  assert.deepEqual(last, expected);
}
