/** A program and a client that looks at it; both end with the `await using` block. */
import assert from "node:assert/strict";
import { type FixtureRun, waitFor } from "../windows/fixture_run.ts";
import { startUiFixture } from "../windows/ui_fixture_run.ts";
import { Client, hresultAsync, type Pointer } from "./client.ts";
import { skipped, watchObjects } from "./counters.ts";
import { PATTERN, PROPERTY, SCOPE } from "./ids.ts";

/** Defines a test of the server. */
export function test(title: string, body: () => Promise<void> | void): void {
  Deno.test({
    name: skipped === undefined ? `uia_server: ${title}` : `uia_server: ${title} (skipped: ${skipped})`,
    ignore: skipped !== undefined,
    // The library stays loaded and has threads of its own.
    sanitizeResources: false,
    fn: body,
  });
}

/** The UI fixture with a client that has its window. */
export class OpenFixture implements AsyncDisposable {
  readonly #requireNoneLeft = watchObjects();
  readonly client = new Client();
  readonly window: Pointer;

  private constructor(readonly run: FixtureRun) {
    this.window = this.client.fromHandle(run.hwnd);
  }

  static async start(...args: string[]): Promise<OpenFixture> {
    return new OpenFixture(await startUiFixture(...args));
  }

  /** The control with an automation id. */
  byId(id: number | string, root = this.window): Pointer {
    const found = this.client.findFirst(
      root,
      SCOPE.descendants,
      this.client.condition(PROPERTY.automationId, `${id}`),
    );
    assert.notEqual(found, 0n, `there is no element "${id}"`);
    return found;
  }

  /** The first element with a name. */
  byName(name: string, root = this.window): Pointer {
    const found = this.client.findFirst(
      root,
      SCOPE.descendants,
      this.client.condition(PROPERTY.name, name),
    );
    assert.notEqual(found, 0n, `there is no element "${name}"`);
    return found;
  }

  /** A pattern that the element must have. */
  pattern(element: Pointer, name: keyof typeof PATTERN): Pointer {
    const found = this.client.pattern(element, PATTERN[name]);
    assert.notEqual(found, 0n, `the element has no ${name} pattern`);
    return found;
  }

  /** Waits until a property has a value. */
  async becomes(element: Pointer, property: number, value: unknown): Promise<void> {
    const isThere = await waitFor(() => this.client.property(element, property) === value ? true : undefined);
    assert.ok(isThere, `property ${property} is ${this.client.property(element, property)} and not ${value}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // A test that failed has left its handlers; calling them once they are closed would end the process.
    await hresultAsync(this.client.automation, "IUIAutomation6", "RemoveAllEventHandlers", [], []);
    this.client[Symbol.dispose]();
    this.#requireNoneLeft();
    await this.run[Symbol.asyncDispose]();
  }
}
