/** What caches hold, what can be done with their elements, and what is refused. */
import assert from "node:assert/strict";
import { controlOf, setText } from "../windows/observe.ts";
import { hex, hresult, numberOf, type Pointer, textOf } from "./client.ts";
import { counts, resetCounts } from "./counters.ts";
import { PATTERN, PROPERTY, RESULT, SCOPE } from "./ids.ts";
import { OpenFixture, test } from "./opened.ts";

const ELEMENT = "IUIAutomationElement9";
const REQUEST = "IUIAutomationCacheRequest";

function update(open: OpenFixture, element: Pointer, request: Pointer): Pointer {
  return open.client.take(element, ELEMENT, "BuildUpdatedCache", ["usize"], [request]);
}

function children(open: OpenFixture, element: Pointer): Pointer[] {
  return open.client.elements(open.client.take(element, ELEMENT, "GetCachedChildren"));
}

test("a cache of a subtree has what was asked for, in one remote call", async () => {
  await using open = await OpenFixture.start("--rows", "20");
  const { client } = open;
  const properties = [PROPERTY.name, PROPERTY.controlType, PROPERTY.automationId, PROPERTY.runtimeId];
  const request = client.cacheRequest(properties, { scope: SCOPE.subtree, patterns: [PATTERN.invoke] });
  resetCounts();
  const root = update(open, open.window, request);
  const seen = new Map<string, Pointer>();
  const walk = (element: Pointer): void => {
    const id = client.text(element, PROPERTY.automationId, true);
    // The edits of combo boxes have ids of their own, 1001 as well.
    if (!seen.has(id)) seen.set(id, element);
    for (const child of children(open, element)) walk(child);
  };
  walk(root);
  assert.deepEqual(counts().calls, { BuildUpdatedCache: 1 });
  assert.ok(counts().local > 100);
  const push = seen.get("1001") ?? 0n;
  assert.equal(textOf(push, ELEMENT, "get_CachedName"), "Push");
  assert.equal(numberOf(push, ELEMENT, "get_CachedControlType"), 50000);
  assert.deepEqual(client.property(push, PROPERTY.runtimeId, true), client.runtimeId(open.byId(1001)));
  const invoke = client.take(push, ELEMENT, "GetCachedPattern", ["i32"], [PATTERN.invoke]);
  assert.equal(hex(hresult(invoke, "IUIAutomationInvokePattern", "Invoke")), RESULT.ok);
  assert.notEqual(await open.run.until(({ event, id }) => event === "click" && id === 1001), undefined);
  const edit = seen.get("1101") ?? 0n;
  assert.equal(client.take(edit, ELEMENT, "GetCachedPattern", ["i32"], [PATTERN.invoke]), 0n);
});

test("a cache does not change with the control; a new one does", async () => {
  await using open = await OpenFixture.start("--rows", "20");
  const { client } = open;
  const request = client.cacheRequest([PROPERTY.value]);
  const before = update(open, open.byId(1101), request);
  setText(controlOf(open.run.hwnd, 1101), "later");
  assert.equal(client.text(before, PROPERTY.value, true), "");
  assert.equal(client.text(before, PROPERTY.value), "later");
  assert.equal(client.text(update(open, before, request), PROPERTY.value, true), "later");
});

test("what was not asked for is refused", async () => {
  await using open = await OpenFixture.start("--rows", "20");
  const { client } = open;
  const cached = update(open, open.byId(1001), client.cacheRequest([PROPERTY.name]));
  const out = new BigUint64Array(3);
  const get = (method: string, ...args: number[]): string =>
    hex(hresult(cached, ELEMENT, method, [...args.map(() => "i32" as const), "buffer"], [...args, out]));
  assert.equal(get("get_CachedAutomationId"), RESULT.invalidArgument);
  assert.equal(get("GetCachedPropertyValue", PROPERTY.value), RESULT.invalidArgument);
  assert.equal(get("GetCachedPattern", PATTERN.invoke), RESULT.invalidArgument);
  assert.equal(get("GetCachedChildren"), RESULT.fail);
  assert.equal(get("GetCachedParent"), RESULT.ok);
  assert.equal(out[0], 0n);
  const plain = open.byId(1001);
  assert.equal(hex(hresult(plain, ELEMENT, "get_CachedName", ["buffer"], [out])), RESULT.invalidArgument);
  const request = client.make("CreateCacheRequest");
  // Parent and ancestors.
  for (const scope of [8, 16]) {
    assert.equal(hex(hresult(request, REQUEST, "put_TreeScope", ["i32"], [scope])), RESULT.invalidArgument);
  }
});

test("children and parents in a cache, for the scopes that there are", async () => {
  await using open = await OpenFixture.start("--rows", "20");
  const { client } = open;
  const panel = open.byId(1220);
  const scoped = (scope: number): Pointer =>
    update(open, panel, client.cacheRequest([PROPERTY.name], { scope }));
  const oneLevel = children(open, scoped(SCOPE.element | SCOPE.children));
  assert.deepEqual(oneLevel.map((each) => client.text(each, PROPERTY.name, true)), [
    "Outside",
    "Inner panel",
  ]);
  const inner = oneLevel[1] ?? 0n;
  const out = new BigUint64Array(1);
  assert.equal(hex(hresult(inner, ELEMENT, "GetCachedChildren", ["buffer"], [out])), RESULT.fail);
  const parent = client.take(inner, ELEMENT, "GetCachedParent");
  assert.equal(client.text(parent, PROPERTY.name, true), "Outer panel");
  assert.equal(client.take(parent, ELEMENT, "GetCachedParent"), 0n, "nothing above the first is cached");
  const deep = children(open, scoped(SCOPE.subtree))[1] ?? 0n;
  const leaves = children(open, deep);
  assert.deepEqual(leaves.map((each) => client.text(each, PROPERTY.name, true)), ["Inside", "Nested"]);
  assert.equal(client.take(leaves[0] ?? 0n, ELEMENT, "GetCachedChildren"), 0n, "no children: null");
});

test("a view leaves elements out and keeps what is in them", async () => {
  await using open = await OpenFixture.start("--rows", "20");
  const { client } = open;
  const notPane = client.make("CreateNotCondition", ["usize"], [
    client.condition(PROPERTY.controlType, 50033),
  ]);
  const request = client.cacheRequest([PROPERTY.name], { scope: SCOPE.subtree, view: notPane });
  const found = children(open, update(open, open.byId(1220), request));
  assert.deepEqual(found.map((each) => client.text(each, PROPERTY.name, true)), [
    "Outside",
    "Inside",
    "Nested",
  ]);
});

test("elements that are cached without reference tell and cannot act", async () => {
  await using open = await OpenFixture.start("--rows", "20");
  const { client } = open;
  const none = 0;
  const request = client.cacheRequest([PROPERTY.name], { mode: none, patterns: [PATTERN.invoke] });
  const cached = update(open, open.byId(1001), request);
  assert.equal(client.text(cached, PROPERTY.name, true), "Push");
  const out = new BigUint64Array(1);
  const name = hresult(cached, ELEMENT, "get_CurrentName", ["buffer"], [out]);
  assert.equal(hex(name), RESULT.invalidOperation);
  assert.equal(hex(hresult(cached, ELEMENT, "SetFocus")), RESULT.invalidOperation);
  const again = hresult(cached, ELEMENT, "BuildUpdatedCache", ["usize", "buffer"], [request, out]);
  assert.equal(hex(again), RESULT.invalidOperation);
  const invoke = client.take(cached, ELEMENT, "GetCachedPattern", ["i32"], [PATTERN.invoke]);
  assert.equal(hex(hresult(invoke, "IUIAutomationInvokePattern", "Invoke")), RESULT.invalidOperation);
});

test("properties that an element does not have have defaults, or are said not to be there", async () => {
  await using open = await OpenFixture.start("--rows", "20");
  const { client } = open;
  const button = open.byId(1001);
  assert.equal(client.property(button, PROPERTY.expandCollapseState), 3, "a leaf");
  assert.equal(client.property(button, PROPERTY.toggleState), 2, "indeterminate");
  assert.equal(client.text(button, PROPERTY.value), "");
  assert.equal(client.property(button, PROPERTY.isInvokeAvailable), true);
  assert.equal(client.property(button, PROPERTY.isValueAvailable), false);
  const variant = new Uint8Array(24);
  const types = ["i32", "i32", "buffer"] as const;
  const result = hresult(button, ELEMENT, "GetCurrentPropertyValueEx", types, [PROPERTY.value, 1, variant]);
  assert.equal(hex(result), RESULT.ok);
  const unknown = 13;
  assert.equal(new DataView(variant.buffer).getUint16(0, true), unknown);
  const given = new DataView(variant.buffer).getBigUint64(8, true);
  assert.equal(given, client.make("get_ReservedNotSupportedValue"));
});

test("the deepest tree and the widest window are read whole", async () => {
  await using open = await OpenFixture.start("--deep", "200");
  const { client } = open;
  const request = client.cacheRequest([PROPERTY.name], {
    scope: SCOPE.subtree,
    view: client.make("get_RawViewCondition"),
  });
  const depthOf = (element: Pointer): number =>
    1 + Math.max(0, ...children(open, element).map((child) => depthOf(child)));
  assert.ok(depthOf(update(open, open.window, request)) >= 45);
});
