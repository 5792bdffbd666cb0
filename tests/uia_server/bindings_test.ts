/** The bindings of `ffi/uia` against the server: what they read and do is what the program has and logs. */
import assert from "node:assert/strict";
import { enterMultithreadedApartment } from "../../ffi/com/apartment.ts";
import type { ComObject } from "../../ffi/com/com_object.ts";
import { Variant } from "../../ffi/com/variant.ts";
import { openCounts } from "../../ffi/ledger.ts";
import { HRESULT, isHresult } from "../../ffi/result.ts";
import { UIAutomation } from "../../ffi/uia/automation.ts";
import { UIAutomation2 } from "../../ffi/uia/automation2.ts";
import { type PatternType, UIAutomationElement } from "../../ffi/uia/element.ts";
import { UIAutomationElementArray } from "../../ffi/uia/element_array.ts";
import {
  ELEMENT_MODE,
  EXPAND_COLLAPSE_STATE,
  PROPERTY_CONDITION,
  SCROLL_AMOUNT,
  TEXT_ENDPOINT,
  TEXT_UNIT,
  TOGGLE_STATE,
  TREE_SCOPE,
  WINDOW_VISUAL_STATE,
} from "../../ffi/uia/enums.ts";
import { focusChangedHandler } from "../../ffi/uia/focus_changed_handler.ts";
import { CONTROL_TYPE, PATTERN, PROPERTY } from "../../ffi/uia/ids.ts";
import { UIAutomationExpandCollapsePattern } from "../../ffi/uia/patterns/expand_collapse.ts";
import { UIAutomationGridPattern } from "../../ffi/uia/patterns/grid.ts";
import { UIAutomationGridItemPattern } from "../../ffi/uia/patterns/grid_item.ts";
import { UIAutomationInvokePattern } from "../../ffi/uia/patterns/invoke.ts";
import { UIAutomationLegacyIAccessiblePattern } from "../../ffi/uia/patterns/legacy_iaccessible.ts";
import { UIAutomationRangeValuePattern } from "../../ffi/uia/patterns/range_value.ts";
import { UIAutomationScrollPattern } from "../../ffi/uia/patterns/scroll.ts";
import { UIAutomationScrollItemPattern } from "../../ffi/uia/patterns/scroll_item.ts";
import { UIAutomationSelectionPattern } from "../../ffi/uia/patterns/selection.ts";
import { UIAutomationSelectionItemPattern } from "../../ffi/uia/patterns/selection_item.ts";
import { UIAutomationTablePattern } from "../../ffi/uia/patterns/table.ts";
import { UIAutomationTextPattern } from "../../ffi/uia/patterns/text.ts";
import { UIAutomationTogglePattern } from "../../ffi/uia/patterns/toggle.ts";
import { UIAutomationValuePattern } from "../../ffi/uia/patterns/value.ts";
import { UIAutomationWindowPattern } from "../../ffi/uia/patterns/window.ts";
import { type FixtureRun, waitFor } from "../windows/fixture_run.ts";
import { startUiFixture } from "../windows/ui_fixture_run.ts";
import { counts, resetCounts, skipped, watchObjects } from "./counters.ts";

const TIMEOUTS = { connectionTimeoutMs: 700, transactionTimeoutMs: 1500 };

/** The UI fixture with its element. Whatever of the client is left open fails the test. */
class Open implements AsyncDisposable {
  readonly #before = openNow();
  readonly #requireNoneLeft = watchObjects();
  readonly #apartment: Disposable = enterMultithreadedApartment();
  readonly #kept: Disposable[] = [];
  readonly automation: UIAutomation = UIAutomation.create(TIMEOUTS);
  readonly window: UIAutomationElement;

  private constructor(readonly run: FixtureRun) {
    this.window = this.automation.elementFromHandle(run.hwnd);
  }

  static async start(...args: string[]): Promise<Open> {
    return new Open(await startUiFixture("--rows", "20", ...args));
  }

  /** Kept until the test ends. */
  keep<T extends Disposable>(object: T | undefined): T {
    assert.ok(object !== undefined);
    this.#kept.push(object);
    return object;
  }

  find(propertyId: number, value: Variant, root = this.window): UIAutomationElement {
    using wanted = value;
    using condition = this.automation.propertyCondition(
      propertyId,
      wanted,
      PROPERTY_CONDITION.PropertyConditionFlags_None,
    );
    return this.keep(root.findFirst(TREE_SCOPE.TreeScope_Descendants, condition));
  }

  byId(id: number): UIAutomationElement {
    return this.find(PROPERTY.UIA_AutomationIdPropertyId, Variant.ofText(`${id}`));
  }

  byName(name: string, root?: UIAutomationElement): UIAutomationElement {
    return this.find(PROPERTY.UIA_NamePropertyId, Variant.ofText(name), root);
  }

  pattern<T extends ComObject>(element: UIAutomationElement, type: PatternType<T>): T {
    return this.keep(element.pattern("Current", type));
  }

  async logged(event: string, fields: Readonly<Record<string, unknown>>): Promise<void> {
    const found = await this.run.until((each) =>
      each.event === event &&
      Object.entries(fields).every(([name, value]) => JSON.stringify(each[name]) === JSON.stringify(value))
    );
    assert.ok(found !== undefined, `no ${event} ${JSON.stringify(fields)} in the log`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const each of this.#kept.reverse()) each[Symbol.dispose]();
    this.window[Symbol.dispose]();
    this.automation[Symbol.dispose]();
    this.#apartment[Symbol.dispose]();
    assert.deepEqual(openNow(), this.#before);
    this.#requireNoneLeft();
    await this.run[Symbol.asyncDispose]();
  }
}

function openNow(): Record<string, number> {
  return Object.fromEntries(Object.entries(openCounts()).filter(([, count]) => count !== 0));
}

function test(title: string, body: (open: Open) => Promise<void> | void, ...args: string[]): void {
  Deno.test({
    name: `bindings: ${title}${skipped === undefined ? "" : ` (skipped: ${skipped})`}`,
    ignore: skipped !== undefined,
    // The library stays loaded and has threads of its own.
    sanitizeResources: false,
    async fn() {
      await using open = await Open.start(...args);
      await body(open);
    },
  });
}

test("the time-outs are set", ({ automation, keep }) => {
  void keep;
  using second = automation.queryInterface(UIAutomation2);
  assert.deepEqual([second?.connectionTimeoutMs(), second?.transactionTimeoutMs()], [700, 1500]);
});

test("an element tells what it is", (open) => {
  const button = open.byId(1001);
  assert.equal(button.controlType("Current"), CONTROL_TYPE.UIA_ButtonControlTypeId);
  assert.equal(button.name("Current"), "Push");
  assert.equal(button.className("Current"), "Button");
  assert.equal(button.automationId("Current"), "1001");
  assert.equal(button.localizedControlType("Current"), "button");
  assert.equal(button.frameworkId("Current"), "Win32");
  assert.equal(button.processId("Current"), open.run.pid);
  assert.notEqual(button.nativeWindowHandle("Current"), 0n);
  assert.equal(button.isEnabled("Current"), true);
  assert.equal(button.isOffscreen("Current"), false);
  assert.equal(button.isPassword("Current"), false);
  assert.equal(open.byId(1103).isPassword("Current"), true);
  assert.equal(button.isKeyboardFocusable("Current"), true);
  assert.ok(button.runtimeId().length > 1);
  const { left, top, right, bottom } = button.boundingRectangle("Current");
  assert.ok(right > left && bottom > top);
  using value = button.propertyValue("Current", PROPERTY.UIA_BoundingRectanglePropertyId, true);
  assert.deepEqual(value.value, [left, top, right - left, bottom - top]);
  using atPoint = open.automation.elementFromPoint((left + right) >> 1, (top + bottom) >> 1);
  assert.ok(atPoint !== undefined && open.automation.compareElements(atPoint, button));
  const point = button.clickablePoint();
  assert.ok(point !== undefined && point.x >= left && point.x < right && point.y >= top && point.y < bottom);
  assert.equal(button.pattern("Current", UIAutomationValuePattern), undefined);
  using unsupported = button.propertyValue("Current", PROPERTY.UIA_ValueValuePropertyId, true);
  using object = unsupported.object();
  using notSupported = open.automation.notSupportedValue();
  assert.ok(object?.isSameObject(notSupported));
});

test("a walker goes there and back", (open) => {
  for (const view of ["Raw", "Control", "Content"] as const) {
    using walker = open.automation.viewWalker(view);
    using first = walker.step("FirstChild", open.window);
    assert.ok(first !== undefined);
    using second = walker.step("NextSibling", first);
    assert.ok(second !== undefined);
    using back = walker.step("PreviousSibling", second);
    using parent = walker.step("Parent", second);
    assert.ok(back !== undefined && open.automation.compareElements(back, first));
    assert.ok(parent !== undefined && open.automation.compareElements(parent, open.window));
    using last = walker.step("LastChild", open.window);
    assert.ok(last !== undefined);
    assert.equal(walker.step("NextSibling", last), undefined);
  }
});

test("conditions are combined", (open) => {
  using isButton = Variant.ofInt(CONTROL_TYPE.UIA_ButtonControlTypeId);
  using disabled = Variant.ofBool(false);
  using button = open.automation.propertyCondition(PROPERTY.UIA_ControlTypePropertyId, isButton, 0);
  using off = open.automation.propertyCondition(PROPERTY.UIA_IsEnabledPropertyId, disabled, 0);
  using both = open.automation.andCondition(button, off);
  using either = open.automation.orCondition(button, off);
  using others = open.automation.notCondition(either);
  const count = (condition: typeof both) => {
    using found = open.window.findAll(TREE_SCOPE.TreeScope_Descendants, condition);
    return found?.length() ?? 0;
  };
  const [buttons, offs, boths, eithers, rest] = [button, off, both, either, others].map(count);
  using all = open.automation.trueCondition();
  assert.ok(buttons && offs && boths && eithers && rest);
  assert.equal(eithers, buttons + offs - boths);
  assert.equal(rest + eithers, count(all));
});

test("a subtree is fetched in one request and read without any other", (open) => {
  using request = open.automation.cacheRequest();
  for (
    const id of [
      PROPERTY.UIA_NamePropertyId,
      PROPERTY.UIA_ControlTypePropertyId,
      PROPERTY.UIA_ToggleToggleStatePropertyId,
    ]
  ) {
    request.addProperty(id);
  }
  request.addPattern(PATTERN.UIA_TogglePatternId);
  request.setTreeScope(TREE_SCOPE.TreeScope_Subtree);
  request.setElementMode(ELEMENT_MODE.AutomationElementMode_None);
  using filter = open.automation.viewCondition("Control");
  request.setTreeFilter(filter);
  resetCounts();
  using cached = open.window.buildUpdatedCache(request);
  assert.equal(counts().remote, 1);
  const names: string[] = [];
  const toggles: number[] = [];
  const visit = (element: UIAutomationElement): void => {
    names.push(element.name("Cached"));
    using toggle = element.pattern("Cached", UIAutomationTogglePattern);
    if (toggle !== undefined) toggles.push(toggle.toggleState("Cached"));
    using children = element.cachedChildren();
    const length = children?.length() ?? 0;
    for (let index = 0; index < length; index++) {
      using child = children?.element(UIAutomationElement, index);
      if (child !== undefined) visit(child);
    }
  };
  visit(cached);
  assert.equal(counts().remote, 1);
  assert.ok(names.includes("Push") && names.includes("Check") && names.length > 100, `${names.length}`);
  assert.ok(toggles.length > 1);
});

test("what is cached is what is there", (open) => {
  using request = open.automation.cacheRequest();
  for (const id of Object.values(PROPERTY)) request.addProperty(id);
  for (const id of Object.values(PATTERN)) request.addPattern(id);
  const differing: string[] = [];
  const compare = (what: string, object: object, cached: object): void => {
    for (const name of Object.getOwnPropertyNames(Object.getPrototypeOf(object))) {
      const method = Reflect.get(object, name) as (view: string) => unknown;
      if (!/^\w+\(view\)/.test(method.toString())) continue;
      const read = (from: object, view: string): unknown => {
        try {
          return plain(method.call(from, view));
        } catch (error) {
          return String(error).replace(/_(Current|Cached)|(Get)(Current|Cached)/, "$2");
        }
      };
      const [now, then] = [read(object, "Current"), read(cached, "Cached")];
      if (JSON.stringify(now) !== JSON.stringify(then)) {
        differing.push(`${what}.${name}: ${JSON.stringify(now)} ${JSON.stringify(then)}`);
      }
    }
  };
  for (const id of [1001, 1022, 1101, 1104, 1113, 1122, 1131, 1161, 1126]) {
    const element = open.byId(id);
    using cached = element.buildUpdatedCache(request);
    compare(`${id}`, element, cached);
    for (const type of PATTERNS) {
      using now = element.pattern("Current", type);
      using then = cached.pattern("Cached", type);
      assert.equal(now === undefined, then === undefined, type.name);
      if (now !== undefined && then !== undefined) compare(`${id} ${type.name}`, now, then);
    }
  }
  using cached = open.window.buildUpdatedCache(request);
  compare("window", open.window, cached);
  assert.deepEqual(differing, []);
});

/** An answer to compare; objects are let go of. */
function plain(value: unknown): unknown {
  if (typeof value === "bigint") return `${value}`;
  if (value instanceof UIAutomationElement) {
    using element = value;
    return element.runtimeId();
  }
  if (value instanceof UIAutomationElementArray) {
    using array = value;
    return array.length();
  }
  return value ?? null;
}

const PATTERNS: readonly PatternType<ComObject>[] = [
  UIAutomationExpandCollapsePattern,
  UIAutomationGridPattern,
  UIAutomationLegacyIAccessiblePattern,
  UIAutomationRangeValuePattern,
  UIAutomationScrollPattern,
  UIAutomationSelectionPattern,
  UIAutomationTablePattern,
  UIAutomationTogglePattern,
  UIAutomationValuePattern,
];

test("a thousand snapshots leave nothing open", (open) => {
  using request = open.automation.cacheRequest();
  for (const id of [PROPERTY.UIA_NamePropertyId, PROPERTY.UIA_ControlTypePropertyId]) request.addProperty(id);
  request.setTreeScope(TREE_SCOPE.TreeScope_Subtree);
  const group = open.byId(1030);
  const before = [openNow(), counts().objects];
  for (let round = 0; round < 1000; round++) {
    using cached = group.buildUpdatedCache(request);
    using children = cached.cachedChildren();
    const length = children?.length() ?? 0;
    for (let index = 0; index < length; index++) {
      using child = children?.element(UIAutomationElement, index);
      using name = child?.propertyValue("Cached", PROPERTY.UIA_NamePropertyId, false);
      assert.equal(name?.value, child?.name("Cached"));
    }
  }
  assert.deepEqual([openNow(), counts().objects], before);
});

test("patterns act", async (open) => {
  open.pattern(open.byId(1001), UIAutomationInvokePattern).invoke();
  await open.logged("click", { id: 1001, text: "&Push" });

  const toggle = open.pattern(open.byId(1022), UIAutomationTogglePattern);
  assert.equal(toggle.toggleState("Current"), TOGGLE_STATE.ToggleState_Off);
  toggle.toggle();
  assert.equal(toggle.toggleState("Current"), TOGGLE_STATE.ToggleState_On);

  const value = open.pattern(open.byId(1101), UIAutomationValuePattern);
  value.setValue("été 😀");
  assert.equal(value.value("Current"), "été 😀");
  assert.equal(value.isReadOnly("Current"), false);
  await open.logged("text", { id: 1101, text: "été 😀" });

  const range = open.pattern(open.byId(1161), UIAutomationRangeValuePattern);
  assert.deepEqual([range.value("Current"), range.minimum("Current"), range.maximum("Current")], [
    30,
    0,
    100,
  ]);
  range.setValue(55);
  await open.logged("value", { id: 1161, value: 55 });
  assert.throws(() => range.setValue(101), (error) => isHresult(error, HRESULT.E_INVALIDARG));

  const list = open.byId(1122);
  open.pattern(open.byName("Green", list), UIAutomationSelectionItemPattern).select();
  const orange = open.pattern(open.byName("Orange", list), UIAutomationSelectionItemPattern);
  orange.addToSelection();
  assert.equal(orange.isSelected("Current"), true);
  const container = open.keep(orange.selectionContainer("Current"));
  assert.ok(open.automation.compareElements(container, list));
  using selection = open.pattern(list, UIAutomationSelectionPattern).selection("Current");
  assert.equal(selection?.length(), 2);
  using second = selection?.element(UIAutomationElement, 1);
  assert.equal(second?.name("Current"), "Orange");

  const legacy = open.pattern(open.byId(1021), UIAutomationLegacyIAccessiblePattern);
  assert.deepEqual([legacy.name("Current"), legacy.role("Current"), legacy.defaultAction("Current")], [
    "Check",
    44,
    "Check",
  ]);
  legacy.doDefaultAction();
  await open.logged("toggle", { id: 1021, state: 1 });
});

test("trees and combo boxes open and close", (open) => {
  const combo = open.pattern(open.byId(1113), UIAutomationExpandCollapsePattern);
  assert.equal(combo.expandCollapseState("Current"), EXPAND_COLLAPSE_STATE.ExpandCollapseState_Collapsed);
  combo.expand();
  assert.equal(combo.expandCollapseState("Current"), EXPAND_COLLAPSE_STATE.ExpandCollapseState_Expanded);
  combo.collapse();
  assert.equal(combo.expandCollapseState("Current"), EXPAND_COLLAPSE_STATE.ExpandCollapseState_Collapsed);
});

test("grids and tables give cells and headers", (open) => {
  const list = open.byId(1131);
  const grid = open.pattern(list, UIAutomationGridPattern);
  assert.deepEqual([grid.rowCount("Current"), grid.columnCount("Current")], [20, 3]);
  const cell = open.keep(grid.item(1, 2));
  assert.equal(cell.name("Current"), "Image");
  const item = open.pattern(cell, UIAutomationGridItemPattern);
  assert.deepEqual([item.row("Current"), item.column("Current")], [1, 2]);
  const containing = open.keep(item.containingGrid("Current"));
  assert.ok(open.automation.compareElements(containing, list));
  using headers = open.pattern(list, UIAutomationTablePattern).columnHeaders("Current");
  assert.equal(headers?.length(), 3);
  using first = headers?.element(UIAutomationElement, 0);
  assert.equal(first?.name("Current"), "Name");
});

test(
  "lists scroll",
  (open) => {
    const scroll = open.pattern(open.byId(1126), UIAutomationScrollPattern);
    assert.equal(scroll.verticallyScrollable("Current"), true);
    assert.equal(scroll.horizontalScrollPercent("Current"), -1);
    scroll.setScrollPercent(-1, 100);
    assert.equal(scroll.verticalScrollPercent("Current"), 100);
    scroll.scroll(SCROLL_AMOUNT.ScrollAmount_NoAmount, SCROLL_AMOUNT.ScrollAmount_SmallDecrement);
    assert.ok(scroll.verticalScrollPercent("Current") < 100);
    const row = open.byName("Line 00050", open.byId(1126));
    open.pattern(row, UIAutomationScrollItemPattern).scrollIntoView();
    assert.equal(row.isOffscreen("Current"), false);
  },
  "--rows",
  "200",
);

test("text is read, found and selected", (open) => {
  open.pattern(open.byId(1102), UIAutomationValuePattern).setValue("alpha beta\r\ngamma delta\r\nomega");
  const text = open.pattern(open.byId(1102), UIAutomationTextPattern);
  const all = open.keep(text.documentRange());
  assert.equal(all.readText(-1), "alpha beta\r\ngamma delta\r\nomega");
  assert.equal(all.readText(5), "alpha");
  const found = open.keep(all.findText("GAMMA", false, true));
  assert.equal(found.readText(-1), "gamma");
  found.select();
  using selection = text.selection();
  using selected = selection?.range(0);
  assert.ok(selected !== undefined && selected.compare(found));
  using copy = found.clone();
  copy.expandToEnclosingUnit(TEXT_UNIT.TextUnit_Line);
  assert.equal(copy.readText(-1), "gamma delta\r\n");
  assert.equal(copy.move(TEXT_UNIT.TextUnit_Line, 1), 1);
  assert.equal(copy.readText(-1), "omega");
  const start = TEXT_ENDPOINT.TextPatternRangeEndpoint_Start;
  assert.ok(found.compareEndpoints(start, copy, start) < 0);
  assert.equal(all.findText("nowhere", false, false), undefined);
});

test("a window is minimised, restored and closed", async (open) => {
  const pattern = open.pattern(open.window, UIAutomationWindowPattern);
  const { WindowVisualState_Minimized: minimized, WindowVisualState_Normal: normal } = WINDOW_VISUAL_STATE;
  for (const state of [minimized, normal]) {
    pattern.setWindowVisualState(state);
    const is = await waitFor(() => pattern.windowVisualState("Current") === state ? true : undefined);
    assert.equal(is, true);
  }
  pattern.close();
  assert.equal((await open.run.status).code, 0);
  assert.throws(
    () => open.window.name("Current"),
    (error) => isHresult(error, HRESULT.UIA_E_ELEMENTNOTAVAILABLE),
  );
});

test("a handler of ours hears of the focus, and nothing of it stays", async (open) => {
  const heard: string[] = [];
  open.byId(1101).setFocus();
  using handler = focusChangedHandler((element) => void heard.push(element.automationId("Current")));
  await open.automation.addFocusChangedHandler(handler);
  try {
    for (const id of [1001, 1101]) {
      open.byId(id).setFocus();
      assert.ok(await waitFor(() => heard.includes(`${id}`) ? true : undefined), `${heard}`);
    }
  } finally {
    await open.automation.removeFocusChangedHandler(handler);
  }
});
