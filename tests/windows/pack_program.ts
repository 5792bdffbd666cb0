/** A program that a test works with as an agent does that has an App Pack for it: by the names of the pack. */
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import type { Pack } from "../../src/packs/load/load_pack.ts";
import type { CallResult } from "../../src/tools/tool.ts";
import { readPackSet } from "../../src/packs/registry.ts";
import { waitFor } from "./fixture_run.ts";
import { endProcess, processTable } from "./observe_processes.ts";
import { createRealDoor, type RealDoor } from "./real_door.ts";

/** Programs take their time where several tests share a machine. */
const PATIENCE_MS = 20_000;

// deno-lint-ignore no-explicit-any -- a test names the fields it looks at, and a missing one fails it
type Answer = any;

const examples = await readPackSet([{
  source: "examples",
  folder: fileURLToPath(new URL("../../app-packs/examples", import.meta.url)),
}]);

/** See the head of this file; ends with the `await using` block. */
export class PackProgram implements AsyncDisposable {
  /** Controls that were found at least once. */
  readonly found = new Set<string>();
  #isOwn = false;

  private constructor(
    readonly door: RealDoor,
    readonly pack: Pack,
    readonly pid: number,
    readonly targetRef: string,
    readonly handle: string,
  ) {}

  /** Starts the program of a pack that comes with Casement; it ends with the block. */
  static async start(id: string): Promise<PackProgram> {
    const started = await PackProgram.#launch(id, { reuseIfRunning: false });
    started.#isOwn = true;
    return started;
  }

  /** The program of a pack that runs already, and goes on. */
  static async attach(id: string, pid: number): Promise<PackProgram> {
    const attached = await PackProgram.#launch(id, { reuseIfRunning: true });
    assert.equal(attached.pid, pid);
    return attached;
  }

  static async #launch(id: string, how: { readonly reuseIfRunning: boolean }): Promise<PackProgram> {
    const pack = examples.packs.get(id);
    assert.ok(pack !== undefined, `there is no pack ${id}`);
    const door = createRealDoor();
    try {
      const { targetRef, pid, hwnd, startedByMcp } = await door.succeed("profile_launch", {
        profile: id,
        timeoutMs: PATIENCE_MS,
        ...how,
      });
      assert.equal(startedByMcp, !how.reuseIfRunning);
      return new PackProgram(door, pack, pid, targetRef, hwnd);
    } catch (error) {
      door[Symbol.dispose]();
      throw error;
    }
  }

  get hwnd(): bigint {
    return BigInt(this.handle);
  }

  /** The element of a control, which may be a moment in coming. */
  async resolve(control: string): Promise<Answer> {
    let answer: CallResult | undefined;
    await waitFor(async () => {
      answer = await this.door.call("profile_resolve", { ...this.#target, control });
      return answer.ok || undefined;
    }, PATIENCE_MS);
    assert.ok(answer?.ok, `${control}: ${JSON.stringify(answer)}`);
    this.found.add(control);
    return answer.output.element;
  }

  /** Acts on a control once it is there; the answer's own part about it. */
  async act(control: string, action: string, more: object = {}): Promise<Answer> {
    await this.resolve(control);
    const answer = await this.door.succeed("profile_action", { ...this.#target, control, action, ...more });
    return answer.result;
  }

  /** A call of another tool on the program. */
  async call(tool: string, args: object): Promise<Answer> {
    return await this.door.succeed(tool, { targetRef: this.targetRef, ...args });
  }

  /** Ends what was begun: a menu, or the editing of a name. */
  async escape(): Promise<void> {
    await this.call("send_key", { key: "escape" });
  }

  /** What words lead to: every control on the way is gone through, and the last one is there; its name. */
  async follow(query: string): Promise<string> {
    const { suggestedPath, pathAmbiguous, matches } = await this.door.succeed("resolve_semantic_control", {
      profile: this.pack.manifest.id,
      query,
    });
    assert.equal(pathAmbiguous, false, query);
    const last = suggestedPath.at(-1);
    assert.equal(last, matches[0]?.control, query);
    for (const control of suggestedPath.slice(0, -1)) await this.#goThrough(control);
    await this.resolve(last);
    return last;
  }

  /** Finds everything that is on a page and in no menu, but for what the test looks at by itself. */
  async findPage(page: string, except: readonly string[] = []): Promise<void> {
    for (const [name, { page: own, parent }] of this.pack.controls) {
      const isHere = own === page && !this.#isMenu(parent) && !except.includes(name);
      if (isHere && !this.found.has(name)) await this.resolve(name);
    }
  }

  /** Opens every menu, finds what is in it, and closes it. */
  async findMenus(): Promise<void> {
    const menus = [...this.pack.controls].filter(([name]) => this.#isMenu(name)).map(([name]) => name);
    for (const menu of menus) {
      const way = this.#wayTo(menu);
      for (const above of way) await this.act(above, "expand");
      for (const [name, { parent }] of this.pack.controls) {
        if (parent === menu && !this.found.has(name)) await this.resolve(name);
      }
      for (const _above of way) await this.escape();
      await this.#untilClosed();
    }
  }

  /** Everything in the pack was found in the course of the test, but for these. */
  assertFoundAllBut(...except: readonly string[]): void {
    const missing = [...this.pack.controls.keys()].filter((name) => !this.found.has(name));
    assert.deepEqual(missing.toSorted(), [...except].toSorted());
  }

  #wayTo(menu: string): readonly string[] {
    const parent = this.pack.controls.get(menu)?.parent;
    return parent !== undefined && this.#isMenu(parent) ? [...this.#wayTo(parent), menu] : [menu];
  }

  #isMenu(control: string | undefined): boolean {
    return control !== undefined && this.pack.controls.get(control)?.menu?.opensSubmenu === true;
  }

  async #untilClosed(): Promise<void> {
    const selector = { controlType: "Menu", className: "#32768" };
    const { matched } = await this.call("ui_wait", { selector, condition: "notExists" });
    assert.ok(matched, "a menu is open still");
  }

  /** What its role asks for: menus are opened, commands and buttons invoked, members of groups selected. */
  async #goThrough(control: string): Promise<void> {
    const { menu, role, controlState } = this.pack.controls.get(control) ?? {};
    if (menu?.opensSubmenu === true) await this.act(control, "expand");
    else if (controlState !== undefined) await this.act(control, "ensureSelected");
    else if (role === "button" || role === "navigation") await this.act(control, "invoke");
    else await this.resolve(control);
  }

  get #target(): { readonly profile: string; readonly targetRef: string } {
    return { profile: this.pack.manifest.id, targetRef: this.targetRef };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.door[Symbol.dispose]();
    if (!this.#isOwn) return;
    endProcess(this.pid);
    await waitFor(() => processTable().some(({ pid }) => pid === this.pid) ? undefined : true, PATIENCE_MS);
  }
}
