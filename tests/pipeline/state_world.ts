/** A made-up program whose controls can be read and changed by calls, and a run over it. */
import assert from "node:assert/strict";
import { type ErrorCode, ToolError } from "../../src/core/errors.ts";
import { RefStore } from "../../src/elements/refs.ts";
import { readPackSet } from "../../src/packs/registry.ts";
import type { Call, CapturedState, RestoreResult } from "../../src/pipeline/captured_state.ts";
import { captureStates } from "../../src/pipeline/capture_states.ts";
import type { Fields, Pipeline, Run, StepAnswer } from "../../src/pipeline/pipeline.ts";
import { restoreStates } from "../../src/pipeline/restore_states.ts";
import { resolveReferences } from "../../src/steps/resolve_references.ts";
import type { Capture, Step } from "../../src/steps/step.ts";
import { TargetSessions } from "../../src/targets/target_sessions.ts";
import { createTools } from "../../src/tools/index.ts";
import { stepToolsOf } from "../../src/tools/step_tools.ts";
import { FakeClock } from "../fakes/fake_clock.ts";
import { FakeDesktop } from "../fakes/fake_desktop.ts";
import { PackPlace } from "../packs/load/pack_place.ts";

/** A control of the program; what it has no such thing of is left out. */
export interface Control {
  controlType: string;
  value?: string | null;
  toggleState?: string;
  rangeValue?: number;
  expandCollapseState?: string;
  selected?: boolean;
  isPassword?: boolean;
  isReadOnly?: boolean;
  /** Names of its items; those that are selected. */
  items?: string[];
  chosen?: number[];
  /** States in their order, of a switch with three. */
  cycle?: string[];
  /** It cannot be seen for so many looks. */
  hiddenLooks?: number;
}

/** What a call gives instead of its answer; undefined for the answer itself. */
export type Hindrance = (call: Call) => ErrorCode | undefined;

const CONTROLS = {
  name: {},
  agree: {},
  volume: {},
  world: {},
  colour: {},
  fruits: {},
  secret: {},
  "tab.one": { selectionGroup: "tabs" },
  "tab.two": { group: "tabs" },
  "tab.three": {},
  "manner.fast": { selectionGroup: "manners" },
  "manner.quiet": { selectionGroup: "manners" },
};

const PACK = {
  "manifest.json": { schemaVersion: 1, id: "lab", displayName: "Lab", version: "1" },
  "profile.json": { id: "lab", executableNames: ["lab.exe"] },
  "controls.json": {
    controls: Object.fromEntries(
      Object.entries(CONTROLS).map((
        [name, more],
      ) => [name, { selectors: [{ automationId: name }], ...more }]),
    ),
  },
  "actions.json": {
    contracts: [{ control: "tab.three", action: "ensureSelected", selectionGroup: "tabs" }],
  },
  "pages.json": {
    pages: [{ id: "main", displayName: "Main" }],
    selectionGroups: [
      { id: "tabs", members: ["tab.one", "tab.two", "tab.three"] },
      { id: "manners", members: ["manner.fast", "manner.quiet"], selectionMode: "multi" },
    ],
  },
};

/** See the head of this file. */
export class StateWorld {
  readonly clock = new FakeClock();
  readonly calls: Call[] = [];
  readonly controls: Record<string, Control> = {
    name: { controlType: "Edit", value: "Ann" },
    agree: { controlType: "CheckBox", toggleState: "Off" },
    volume: { controlType: "Slider", rangeValue: 30 },
    world: { controlType: "TreeItem", expandCollapseState: "Collapsed" },
    colour: {
      controlType: "ComboBox",
      value: "Red",
      isReadOnly: true,
      items: ["Red", "Green", "Blue"],
      chosen: [0],
      expandCollapseState: "Collapsed",
    },
    fruits: { controlType: "List", items: ["Apple", "Pear", "Plum"], chosen: [1] },
    secret: { controlType: "Edit", value: null, isPassword: true },
    "tab.one": { controlType: "TabItem", selected: true },
    "tab.two": { controlType: "TabItem", selected: false },
    "tab.three": { controlType: "TabItem", selected: false },
    "manner.fast": { controlType: "CheckBox", toggleState: "Off" },
    "manner.quiet": { controlType: "CheckBox", toggleState: "On" },
  };
  hinders: Hindrance = () => undefined;
  /** How long each call takes. */
  callMs = 0;
  /** Whether an action does what it says. */
  works: (call: Call) => boolean = () => true;
  #results: Record<string, Fields> = {};
  #endsAt = Infinity;

  private constructor(readonly packs: Run["context"]["packs"]) {}

  static async create(): Promise<StateWorld> {
    using place = new PackPlace();
    place.write("packs/lab", PACK);
    const packs = await readPackSet([{ source: "cli", folder: `${place.root}/packs` }]);
    assert.ok(packs.packs.has("lab"), JSON.stringify(packs.issues));
    return new StateWorld(packs);
  }

  /** Calls that change something, as `tool action`. */
  get acts(): readonly string[] {
    return this.calls.filter(({ args }) => args.action !== undefined && args.action !== "getSelection")
      .map(({ tool, args }) => `${tool} ${args.action}`);
  }

  /** The last call that changes something. */
  get lastAct(): Fields {
    return this.calls.findLast(({ args }) => args.action !== undefined)?.args ??
      assert.fail("Nothing was done");
  }

  control(name: string): Control {
    return this.controls[name] ?? assert.fail(`There is no ${name}`);
  }

  /** What references stand for. */
  result(id: string, result: Fields): void {
    this.#results = { ...this.#results, [id]: result };
  }

  /** The time of the run is over from now on. */
  endTime(): void {
    this.#endsAt = this.clock.now();
  }

  run(given: Partial<Pipeline> = {}): Run {
    const { clock } = this;
    const context = {
      desktop: new FakeDesktop(),
      clock,
      signal: new AbortController().signal,
      refs: new RefStore(),
      packs: this.packs,
      sessions: new TargetSessions(clock),
      tools: stepToolsOf(createTools()),
      invoke: (tool: string, args: Fields) => this.#answer({ tool, args }),
      progress: () => {},
    };
    // deno-lint-ignore no-this-alias -- the time of the run is this world's
    const world = this;
    return {
      // What is missing of it is for other parts of a run.
      context: context as unknown as Run["context"],
      pipeline: {
        steps: [],
        finally: [],
        restore: "always",
        maxTotalMs: 120_000,
        interaction: { mode: "background", restoresForeground: true, stepDelayMs: 0 },
        ...given,
      },
      time: {
        clock,
        get endsAt() {
          return world.#endsAt;
        },
        signal: new AbortController().signal,
        leftMs: () => Math.max(0, this.#endsAt - clock.now()),
        isOver: () => clock.now() >= this.#endsAt,
      },
      results: [],
      resolve: (data) =>
        resolveReferences(
          data,
          ({ head, path: [name = ""], text }) => {
            const value = this.#results[head]?.[name];
            return value === undefined
              ? { isFound: false, message: `nothing is called ${text}` }
              : { isFound: true, value };
          },
          () => true,
        ),
      invoke: (tool, args) => this.#answer({ tool, args }),
    };
  }

  /** Captures one state. */
  async capture(capture: Omit<Capture, "saveAs">, at?: Step): Promise<CapturedState> {
    const states = await captureStates(
      this.run({ steps: at === undefined ? [] : [at] }),
      [{ saveAs: "before", ...capture }],
      at === undefined ? undefined : { step: at, args: at.args },
    );
    return states[0] ?? assert.fail("Nothing was captured");
  }

  /** Captures what a step is about to change, does it, and puts it back. */
  async thereAndBack(step: Step, capture: Omit<Capture, "saveAs"> = {}): Promise<RestoreResult> {
    const captured = await this.capture(capture, step);
    await this.#answer({ tool: step.tool, args: step.args });
    this.calls.length = 0;
    return await this.restore(captured);
  }

  /** Puts one state back. */
  async restore(captured: CapturedState): Promise<RestoreResult> {
    const { results } = await restoreStates(this.run(), [captured]);
    return results[0] ?? assert.fail("Nothing is told of it");
  }

  #answer(call: Call): Promise<StepAnswer> {
    this.calls.push(call);
    this.clock.pass(this.callMs);
    const code = this.hinders(call);
    if (code !== undefined) return failed(code);
    const { tool, args } = call;
    if (tool === "ui_query") return this.#query(args);
    if (tool === "list_windows") return succeed({ items: [] });
    const name = nameOf(args);
    const control = this.controls[name];
    if (control === undefined || this.#isHidden(control)) {
      if (tool === "ui_get") return succeed({ found: false, element: null });
      return failed(tool === "ui_action" ? "ELEMENT_NOT_FOUND" : "PROFILE_CONTROL_UNRESOLVED");
    }
    const element = elementOf(control);
    switch (tool) {
      case "ui_get":
        return succeed({ found: true, element: { ref: `e${name}`, ...element } });
      case "profile_resolve":
        return succeed({ found: true, ref: `e${name}`, element: shortened(element) });
      default:
        return this.#act(call, control, name);
    }
  }

  #isHidden(control: Control): boolean {
    const { hiddenLooks = 0 } = control;
    control.hiddenLooks = Math.max(0, hiddenLooks - 1);
    return hiddenLooks > 0;
  }

  #query({ ref, maxResults }: Fields): Promise<StepAnswer> {
    assert.ok(Number(maxResults) <= 100, "ui_query lists 100 at most");
    const { items = [], chosen = [] } = this.control(String(ref).slice(1));
    const elements = items.map((name, index) => ({ ref: "e0", name, selected: chosen.includes(index) }));
    return succeed({ count: elements.length, truncated: false, elements: elements.slice(0, 100) });
  }

  #act(call: Call, control: Control, name: string): Promise<StepAnswer> {
    const { action, value, rangeValue, index } = call.args;
    const done = (method: string): Promise<StepAnswer> => {
      const told = { method, verified: "yes" };
      const interaction = { effectiveMode: "background" };
      return succeed(call.tool === "ui_action" ? { ...told, interaction } : { result: told, interaction });
    };
    if (action === "getSelection") {
      const { items = [], chosen = [] } = control;
      const selected = chosen.map((one) => ({ name: items[one] ?? "", automationId: "" }));
      return succeed({ result: { method: "SelectionPattern", selected, count: chosen.length } });
    }
    if (!this.works(call)) return done(`${action}`);
    switch (action) {
      case "setValue":
        control.value = String(value);
        return done("ValuePattern");
      case "clear":
        control.value = "";
        return done("ValuePattern.Clear");
      case "appendText":
        control.value += String(value);
        return done("ValuePattern.Append");
      case "setChecked":
        control.toggleState = value === "true" ? "On" : "Off";
        return done("TogglePattern.SetChecked");
      case "toggle": {
        const states = control.cycle ?? ["Off", "On"];
        const next = states.indexOf(control.toggleState ?? "") + 1;
        control.toggleState = states[next % states.length] ?? "";
        return done("TogglePattern");
      }
      case "setRangeValue":
        control.rangeValue = Number(rangeValue);
        return done("RangeValuePattern");
      case "expand":
      case "collapse":
        control.expandCollapseState = action === "expand" ? "Expanded" : "Collapsed";
        return done("ExpandCollapsePattern");
      case "selectByName":
      case "selectByIndex":
        return this.#select(control, action === "selectByIndex" ? Number(index) : String(value), done);
      case "ensureSelected":
        for (const [other, each] of Object.entries(this.controls)) {
          if (other.startsWith("tab.")) each.selected = other === name;
        }
        if (control.toggleState !== undefined) control.toggleState = "On";
        return done("SelectionItemPattern");
      default:
        return done(`${action}`);
    }
  }

  #select(
    control: Control,
    wanted: string | number,
    done: (method: string) => Promise<StepAnswer>,
  ): Promise<StepAnswer> {
    const { items = [] } = control;
    if (typeof wanted === "string" && items.filter((one) => one === wanted).length > 1) {
      return failed("ELEMENT_AMBIGUOUS");
    }
    const index = typeof wanted === "number" ? wanted : items.indexOf(wanted);
    const name = items[index];
    if (name === undefined) return failed("ELEMENT_NOT_FOUND");
    control.chosen = [index];
    if (control.value !== undefined) control.value = name;
    return done("SelectionItemPattern.Select");
  }
}

/** A step on a control of the pack, in the program that the call names by its targetRef alone. */
export function onControl(control: string, action: string, more: Fields = {}): Step {
  return {
    id: "change",
    tool: "profile_action",
    args: { profile: "lab", targetRef: "target_lab_1", control, action, ...more },
  };
}

/** A step on an element that a selector means. */
export function onElement(automationId: string, action: string, more: Fields = {}): Step {
  return { tool: "ui_action", args: { pid: 7, selector: { automationId }, action, ...more } };
}

/** The state that was read. */
export function readOf({ state }: CapturedState): Extract<CapturedState["state"], { outcome: "read" }> {
  assert.ok(state.outcome === "read", JSON.stringify(state));
  return state;
}

function nameOf({ control, selector, ref }: Fields): string {
  if (typeof control === "string") return control;
  if (typeof ref === "string") return ref.slice(1);
  return String((selector as Fields | undefined)?.automationId);
}

function elementOf(control: Control): Fields {
  const { isPassword = false, value = null, items } = control;
  return {
    name: "",
    controlType: control.controlType,
    isPassword,
    valueProtected: isPassword,
    isReadOnly: control.isReadOnly ?? null,
    value: isPassword ? null : value,
    toggleState: control.toggleState ?? null,
    rangeValue: control.rangeValue ?? null,
    expandCollapseState: control.expandCollapseState ?? null,
    selected: control.selected ?? null,
    patterns: items === undefined ? [] : ["Selection"],
  };
}

/** What `profile_resolve` shows of a long text. */
function shortened(element: Fields): Fields {
  const { value } = element;
  if (typeof value !== "string" || value.length <= 500) return element;
  return { ...element, value: `${value.slice(0, 499)}…`, cutTexts: ["value"] };
}

function succeed(output: Fields): Promise<StepAnswer> {
  return Promise.resolve({ ok: true, output: { success: true, ...output } });
}

function failed(code: ErrorCode): Promise<StepAnswer> {
  return Promise.resolve({ ok: false, error: new ToolError(code, `it says ${"x".repeat(2_000)}`).toBody() });
}
