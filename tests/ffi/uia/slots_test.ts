/**
 * Every method of the UI Automation classes against a fake that notes which slot was called: the method of the native
 * name that its own name says. The ABI check compares the slots themselves with the headers.
 */

import assert from "node:assert/strict";
import type { ComType } from "../../../ffi/com/com_object.ts";
import { definedInterfaces, nativeParameters } from "../../../ffi/com/interface_table.ts";
import { Variant } from "../../../ffi/com/variant.ts";
import { UIAutomation } from "../../../ffi/uia/automation.ts";
import { FakeComObject, type FakeSlot } from "../../fakes/fake_com.ts";

/** What a method is called with, and the native method that it is to call. */
interface Case {
  readonly args: readonly unknown[];
  readonly native: string;
}

const folder = new URL("../../../ffi/uia/", import.meta.url);

async function loadClasses(): Promise<Map<string, ComType>> {
  const classes = new Map<string, ComType>();
  for (const path of ["", "patterns/"]) {
    for await (const entry of Deno.readDir(new URL(path, folder))) {
      if (!entry.isFile) continue;
      const module = await import(new URL(path + entry.name, folder).href) as Record<string, unknown>;
      for (const [name, value] of Object.entries(module)) {
        if (typeof value === "function" && "table" in value) classes.set(name, value as unknown as ComType);
      }
    }
  }
  return classes;
}

const classes = await loadClasses();

/** An object to give as an argument. It outlives every test, since classes keep nothing. */
const someFake = new FakeComObject();
const someObject = new (typeOf("UIAutomationElement"))(someFake.pointer, "borrowed");
const someVariant = Variant.ofInt(7);

/** A text goes through oleaut32, which only Windows has; tests/windows/com_test.ts calls these. */
const NEEDS_WINDOWS = ["UIAutomationValuePattern.setValue", "UIAutomationTextRange.findText"];
const NATIVE_NEEDS_WINDOWS = ["IUIAutomationValuePattern.SetValue", "IUIAutomationTextRange.FindText"];

function typeOf(name: string): ComType {
  const type = classes.get(name);
  assert.ok(type !== undefined, name);
  return type;
}

/** Methods whose arguments are not a view alone, or whose native name is not theirs. */
const SPECIAL: Readonly<Record<string, readonly Case[]>> = {
  "UIAutomation.compareElements": [{ args: [someObject, someObject], native: "CompareElements" }],
  "UIAutomation.rootElement": [{ args: [], native: "GetRootElement" }],
  "UIAutomation.elementFromHandle": withRequest([1n], "ElementFromHandle"),
  "UIAutomation.elementFromPoint": withRequest([1, 2], "ElementFromPoint"),
  "UIAutomation.focusedElement": withRequest([], "GetFocusedElement"),
  "UIAutomation.treeWalker": [{ args: [someObject], native: "CreateTreeWalker" }],
  "UIAutomation.viewWalker": views((view) => `get_${view}ViewWalker`),
  "UIAutomation.viewCondition": views((view) => `get_${view}ViewCondition`),
  "UIAutomation.cacheRequest": [{ args: [], native: "CreateCacheRequest" }],
  "UIAutomation.trueCondition": [{ args: [], native: "CreateTrueCondition" }],
  "UIAutomation.falseCondition": [{ args: [], native: "CreateFalseCondition" }],
  "UIAutomation.propertyCondition": [{ args: [1, someVariant, 0], native: "CreatePropertyConditionEx" }],
  "UIAutomation.andCondition": [{ args: [someObject, someObject], native: "CreateAndCondition" }],
  "UIAutomation.orCondition": [{ args: [someObject, someObject], native: "CreateOrCondition" }],
  "UIAutomation.notCondition": [{ args: [someObject], native: "CreateNotCondition" }],
  "UIAutomation.addFocusChangedHandler": [{ args: [someObject], native: "AddFocusChangedEventHandler" }],
  "UIAutomation.removeFocusChangedHandler": [{
    args: [someObject],
    native: "RemoveFocusChangedEventHandler",
  }],
  "UIAutomation.notSupportedValue": [{ args: [], native: "get_ReservedNotSupportedValue" }],
  "UIAutomation.mixedAttributeValue": [{ args: [], native: "get_ReservedMixedAttributeValue" }],
  "UIAutomation2.connectionTimeoutMs": [{ args: [], native: "get_ConnectionTimeout" }],
  "UIAutomation2.setConnectionTimeout": [{ args: [1], native: "put_ConnectionTimeout" }],
  "UIAutomation2.transactionTimeoutMs": [{ args: [], native: "get_TransactionTimeout" }],
  "UIAutomation2.setTransactionTimeout": [{ args: [1], native: "put_TransactionTimeout" }],
  "UIAutomationCacheRequest.addProperty": [{ args: [1], native: "AddProperty" }],
  "UIAutomationCacheRequest.addPattern": [{ args: [1], native: "AddPattern" }],
  "UIAutomationCacheRequest.setTreeScope": [{ args: [1], native: "put_TreeScope" }],
  "UIAutomationCacheRequest.setTreeFilter": [{ args: [someObject], native: "put_TreeFilter" }],
  "UIAutomationCacheRequest.setElementMode": [{ args: [1], native: "put_AutomationElementMode" }],
  "UIAutomationElementArray.length": [{ args: [], native: "get_Length" }],
  "UIAutomationElementArray.element": [{ args: [typeOf("UIAutomationElement"), 3], native: "GetElement" }],
  "UIAutomationTreeWalker.step": ["Parent", "FirstChild", "LastChild", "NextSibling", "PreviousSibling"]
    .flatMap(
      (step) => withRequest([step, someObject], `Get${step}Element`),
    ),
  "UIAutomationElement.runtimeId": [{ args: [], native: "GetRuntimeId" }],
  "UIAutomationElement.findFirst": withRequest([4, someObject], "FindFirst"),
  "UIAutomationElement.findAll": withRequest([4, someObject], "FindAll"),
  "UIAutomationElement.buildUpdatedCache": [{ args: [someObject], native: "BuildUpdatedCache" }],
  "UIAutomationElement.cachedParent": [{ args: [], native: "GetCachedParent" }],
  "UIAutomationElement.cachedChildren": [{ args: [], native: "GetCachedChildren" }],
  "UIAutomationElement.setFlags": both((view) => `Get${view}PropertyValueEx`, [30005]),
  "UIAutomationElement.value": both((view) => `Get${view}PropertyValueEx`, 30005),
  "UIAutomationElement.propertyValue": both((view) => `Get${view}PropertyValueEx`, 30005, true),
  "UIAutomationElement.pattern": both((view) => `Get${view}PatternAs`, typeOf("UIAutomationInvokePattern")),
  "UIAutomationElement.clickablePoint": [{ args: [], native: "GetClickablePoint" }],
  "UIAutomationSelectionPattern.selection": both((view) => `Get${view}Selection`),
  "UIAutomationScrollPattern.scroll": [{ args: [0, 1], native: "Scroll" }],
  "UIAutomationScrollPattern.setScrollPercent": [{ args: [0, 1], native: "SetScrollPercent" }],
  "UIAutomationRangeValuePattern.setValue": [{ args: [0.5], native: "SetValue" }],
  "UIAutomationWindowPattern.waitForInputIdle": [{ args: [10], native: "WaitForInputIdle" }],
  "UIAutomationWindowPattern.setWindowVisualState": [{ args: [1], native: "SetWindowVisualState" }],
  "UIAutomationLegacyIAccessiblePattern.select": [{ args: [1], native: "Select" }],
  "UIAutomationLegacyIAccessiblePattern.setValue": [{ args: ["text"], native: "SetValue" }],
  "UIAutomationGridPattern.item": [{ args: [1, 2], native: "GetItem" }],
  "UIAutomationTablePattern.rowHeaders": both((view) => `Get${view}RowHeaders`),
  "UIAutomationTablePattern.columnHeaders": both((view) => `Get${view}ColumnHeaders`),
  "UIAutomationTableItemPattern.rowHeaderItems": both((view) => `Get${view}RowHeaderItems`),
  "UIAutomationTableItemPattern.columnHeaderItems": both((view) => `Get${view}ColumnHeaderItems`),
  "UIAutomationItemContainerPattern.findItemByProperty": [
    { args: [someObject, 1, someVariant], native: "FindItemByProperty" },
  ],
  "UIAutomationTransformPattern.move": [{ args: [1, 2], native: "Move" }],
  "UIAutomationTransformPattern.resize": [{ args: [1, 2], native: "Resize" }],
  "UIAutomationTransformPattern.rotate": [{ args: [1], native: "Rotate" }],
  "UIAutomationTextPattern.rangeFromPoint": [{ args: [1, 2], native: "RangeFromPoint" }],
  "UIAutomationTextPattern.rangeFromChild": [{ args: [someObject], native: "RangeFromChild" }],
  "UIAutomationTextPattern.selection": [{ args: [], native: "GetSelection" }],
  "UIAutomationTextPattern.visibleRanges": [{ args: [], native: "GetVisibleRanges" }],
  "UIAutomationTextPattern.documentRange": [{ args: [], native: "get_DocumentRange" }],
  "UIAutomationTextPattern.supportedTextSelection": [{ args: [], native: "get_SupportedTextSelection" }],
  "UIAutomationTextRange.compare": [{ args: [someObject], native: "Compare" }],
  "UIAutomationTextRange.compareEndpoints": [{ args: [0, someObject, 1], native: "CompareEndpoints" }],
  "UIAutomationTextRange.expandToEnclosingUnit": [{ args: [1], native: "ExpandToEnclosingUnit" }],
  "UIAutomationTextRange.attributeValue": [{ args: [1], native: "GetAttributeValue" }],
  "UIAutomationTextRange.boundingRectangles": [{ args: [], native: "GetBoundingRectangles" }],
  "UIAutomationTextRange.enclosingElement": [{ args: [], native: "GetEnclosingElement" }],
  "UIAutomationTextRange.readText": [{ args: [-1], native: "GetText" }],
  "UIAutomationTextRange.move": [{ args: [1, -1], native: "Move" }],
  "UIAutomationTextRange.moveEndpointByUnit": [{ args: [0, 1, 2], native: "MoveEndpointByUnit" }],
  "UIAutomationTextRange.moveEndpointByRange": [{ args: [0, someObject, 1], native: "MoveEndpointByRange" }],
  "UIAutomationTextRange.scrollIntoView": [{ args: [true], native: "ScrollIntoView" }],
  "UIAutomationTextRange.children": [{ args: [], native: "GetChildren" }],
  "UIAutomationTextRangeArray.length": [{ args: [], native: "get_Length" }],
  "UIAutomationTextRangeArray.range": [{ args: [1], native: "GetElement" }],
};

/** The method as it is, and with a cache request, whose native name says so. */
function withRequest(args: readonly unknown[], native: string): Case[] {
  return [{ args, native }, { args: [...args, someObject], native: `${native}BuildCache` }];
}

function both(native: (view: string) => string, ...more: readonly unknown[]): Case[] {
  return ["Current", "Cached"].map((view) => ({ args: [view, ...more], native: native(view) }));
}

function views(native: (view: string) => string): Case[] {
  return ["Raw", "Control", "Content"].map((view) => ({ args: [view], native: native(view) }));
}

/** The cases of a method: those above, else both views of a property, or what takes nothing. */
function casesOf(owner: string, name: string, length: number): readonly Case[] {
  const special = SPECIAL[`${owner}.${name}`];
  if (special !== undefined) return special;
  const pascal = `${name[0]?.toUpperCase()}${name.slice(1)}`;
  return length === 0 ? [{ args: [], native: pascal }] : both((view) => `get_${view}${pascal}`);
}

function methodsOf(type: ComType): string[] {
  return Object.getOwnPropertyNames(type.prototype).filter((name) => name !== "constructor");
}

/** Notes the native names that are called, and fails each call, after which nothing is read. */
function notingFake(type: ComType, called: string[]): FakeComObject {
  const slots = Object.entries(type.table.methods).map(([name, method]): [number, FakeSlot] => [
    method.slot,
    {
      parameters: nativeParameters(method, "pointer"),
      body: () => {
        called.push(name);
        return NOTED;
      },
    },
  ]);
  return new FakeComObject({ slots: Object.fromEntries(slots) });
}

/** No HRESULT that means anything. */
const NOTED = 0x80001234 | 0;

const allCalled = new Set<string>();

for (const [owner, type] of classes) {
  for (const name of methodsOf(type)) {
    if (NEEDS_WINDOWS.includes(`${owner}.${name}`)) continue;
    Deno.test(`${owner}.${name}() calls the slot of its name`, async () => {
      const called: string[] = [];
      using fake = notingFake(type, called);
      using object = new type(fake.pointer, "owned");
      const body = (object as unknown as Record<string, (...args: readonly unknown[]) => unknown>)[name];
      assert.ok(body !== undefined);
      const cases = casesOf(owner, name, body.length);
      for (const { args } of cases) {
        const call = async (): Promise<unknown> => await body.call(object, ...args);
        await assert.rejects(call(), { message: /failed \(HRESULT 0x80001234\)$/ });
      }
      assert.deepEqual(called, cases.map(({ native }) => native));
      for (const native of called) allCalled.add(`${type.table.interfaceName}.${native}`);
    });
  }
}

Deno.test("no method takes the name of one that the bindings themselves need", () => {
  for (const [owner, type] of classes) {
    const inherited: object = Object.getPrototypeOf(type.prototype);
    assert.deepEqual(methodsOf(type).filter((name) => name in inherited), [], owner);
  }
});

Deno.test("no table of ffi/uia has a method that nothing calls", () => {
  const rows = [...classes.values()].flatMap(({ table }) =>
    Object.keys(table.methods).map((name) => `${table.interfaceName}.${name}`)
  );
  assert.deepEqual(rows.filter((row) => !allCalled.has(row) && !NATIVE_NEEDS_WINDOWS.includes(row)), []);
});

Deno.test("every interface of UI Automation has a class, but for the handlers that are ours", () => {
  const known = new Set([...classes.values()].map(({ table }) => table.interfaceName));
  const rest = definedInterfaces().map(({ interfaceName }) => interfaceName)
    .filter((name) => name.startsWith("IUIAutomation") && !known.has(name));
  assert.deepEqual(rest, ["IUIAutomationFocusChangedEventHandler"]);
});

Deno.test("UIAutomation.create() needs Windows", { ignore: Deno.build.os === "windows" }, () => {
  const timeouts = { connectionTimeoutMs: 500, transactionTimeoutMs: 1000 };
  assert.throws(() => UIAutomation.create(timeouts), { name: "NotSupported" });
});
