/** Event handlers: who is told what, and that the server lets go of them. */
import assert from "node:assert/strict";
import { waitFor } from "../windows/fixture_run.ts";
import { hex, hresult, hresultAsync, textOf } from "./client.ts";
import { Handler } from "./handler.ts";
import { EVENT, PROPERTY, RESULT, SCOPE } from "./ids.ts";
import { OpenFixture, test } from "./opened.ts";

const AUTOMATION = "IUIAutomation6";
const ELEMENT = "IUIAutomationElement9";

type Parameter = "i32" | "usize" | "buffer";

/** Adding and removing must not hold the thread that the handler runs on. */
async function call(
  open: OpenFixture,
  method: string,
  types: readonly Parameter[],
  ...args: readonly (number | bigint | BufferSource)[]
): Promise<void> {
  const result = await hresultAsync(open.client.automation, AUTOMATION, method, types, args);
  assert.equal(hex(result), RESULT.ok, method);
}

function press(open: OpenFixture, id: number): void {
  const pattern = open.pattern(open.byId(id), "invoke");
  assert.equal(hex(hresult(pattern, "IUIAutomationInvokePattern", "Invoke")), RESULT.ok);
}

test("focus: the handler is told of the control that has got it", async () => {
  await using open = await OpenFixture.start("--rows", "20");
  const ids: string[] = [];
  using handler = new Handler(
    "focus",
    (sender) => ids.push(textOf(sender, ELEMENT, "get_CurrentAutomationId")),
  );
  await call(open, "AddFocusChangedEventHandler", ["usize", "usize"], 0n, handler.pointer);
  // The first edit has the focus to begin with.
  for (const id of [1001, 1101]) {
    assert.equal(hex(hresult(open.byId(id), ELEMENT, "SetFocus")), RESULT.ok);
    assert.ok(await waitFor(() => ids.includes(`${id}`) ? true : undefined), `${ids}`);
  }
  await call(open, "RemoveFocusChangedEventHandler", ["usize"], handler.pointer);
  assert.equal(handler.references, 1);
});

test("windows opened and closed are told", async () => {
  await using open = await OpenFixture.start("--rows", "20");
  const names: string[] = [];
  using opened = new Handler(
    "automation",
    (sender) => names.push(textOf(sender, ELEMENT, "get_CurrentName")),
  );
  using closed = new Handler("automation");
  const root = open.client.make("GetRootElement");
  const types = ["i32", "usize", "i32", "usize", "usize"] as const;
  await call(
    open,
    "AddAutomationEventHandler",
    types,
    EVENT.windowOpened,
    root,
    SCOPE.subtree,
    0n,
    opened.pointer,
  );
  await call(
    open,
    "AddAutomationEventHandler",
    types,
    EVENT.windowClosed,
    root,
    SCOPE.subtree,
    0n,
    closed.pointer,
  );
  press(open, 1201);
  assert.ok(await waitFor(() => names.includes("A question") ? true : undefined), `${names}`);
  const dialog = open.byName("A question");
  hresult(open.pattern(dialog, "window"), "IUIAutomationWindowPattern", "Close");
  assert.ok(await waitFor(() => closed.told.length > 0 ? true : undefined), "nobody told of the end");
  const remove = ["i32", "usize", "usize"] as const;
  await call(open, "RemoveAutomationEventHandler", remove, EVENT.windowOpened, root, opened.pointer);
  await call(open, "RemoveAutomationEventHandler", remove, EVENT.windowClosed, root, closed.pointer);
  assert.deepEqual([opened.references, closed.references], [1, 1]);
});

test("structure: what is rebuilt inside a window is told, what happens elsewhere is not", async () => {
  await using open = await OpenFixture.start("--rows", "20");
  using handler = new Handler("structure");
  using elsewhere = new Handler("structure");
  const types = ["usize", "i32", "usize", "usize"] as const;
  const panel = open.byId(1220);
  await call(open, "AddStructureChangedEventHandler", types, open.window, SCOPE.subtree, 0n, handler.pointer);
  await call(open, "AddStructureChangedEventHandler", types, panel, SCOPE.subtree, 0n, elsewhere.pointer);
  press(open, 1210);
  assert.ok(await waitFor(() => handler.told.length > 2 ? true : undefined), "nobody told");
  assert.equal(elsewhere.told.length, 0);
  await call(open, "RemoveAllEventHandlers", []);
  assert.deepEqual([handler.references, elsewhere.references], [1, 1]);
});

test("property: a new value is told with the value", async () => {
  await using open = await OpenFixture.start("--rows", "20");
  const told: string[] = [];
  using handler = new Handler("property", (sender, property, value) => {
    const variant = new DataView(Deno.UnsafePointerView.getArrayBuffer(value as Deno.PointerObject, 24));
    told.push(
      `${textOf(sender, ELEMENT, "get_CurrentAutomationId")} ${property} ${variant.getInt32(8, true)}`,
    );
  });
  const wanted = Int32Array.of(PROPERTY.toggleState, PROPERTY.value);
  await call(
    open,
    "AddPropertyChangedEventHandlerNativeArray",
    ["usize", "i32", "usize", "usize", "buffer", "i32"],
    open.window,
    SCOPE.subtree,
    0n,
    handler.pointer,
    wanted,
    wanted.length,
  );
  const toggle = open.pattern(open.byId(1021), "toggle");
  assert.equal(hex(hresult(toggle, "IUIAutomationTogglePattern", "Toggle")), RESULT.ok);
  assert.ok(await waitFor(() => told.length > 0 ? true : undefined), "nobody told");
  // Wine says it more than once.
  assert.deepEqual([...new Set(told)], ["1021 30086 1"]);
  await call(open, "RemovePropertyChangedEventHandler", ["usize", "usize"], open.window, handler.pointer);
  assert.equal(handler.references, 1);
});
