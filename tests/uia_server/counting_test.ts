/** What the server counts and logs, and the faults that it has on request. */
import assert from "node:assert/strict";
import { hex, hresult, hresultAsync, type Pointer } from "./client.ts";
import { counts, resetCounts, withFaults } from "./counters.ts";
import { PROPERTY, RESULT, SCOPE } from "./ids.ts";
import { OpenFixture, test } from "./opened.ts";

const ELEMENT = "IUIAutomationElement9";
const AUTOMATION = "IUIAutomation6";

/** The result of reading the current name. */
function readName(element: Pointer): string {
  const out = new BigUint64Array(1);
  const result = hresult(element, ELEMENT, "get_CurrentName", ["buffer"], [out]);
  return hex(result);
}

test("remote calls are counted by method, local ones apart", async () => {
  await using open = await OpenFixture.start("--rows", "20");
  const { client } = open;
  const all = client.make("CreateTrueCondition");
  const walker = client.make("get_RawViewWalker");
  resetCounts();
  const button = open.byId(1001);
  client.findAll(open.window, SCOPE.children, all);
  client.take(walker, "IUIAutomationTreeWalker", "GetFirstChildElement", ["usize"], [open.window]);
  readName(button);
  client.text(button, PROPERTY.name);
  client.runtimeId(button);
  hresult(open.pattern(button, "invoke"), "IUIAutomationInvokePattern", "Invoke");
  const { calls, remote, local } = counts();
  assert.deepEqual(calls, {
    FindFirst: 1,
    FindAll: 1,
    GetFirstChildElement: 1,
    get_CurrentName: 1,
    GetCurrentPropertyValue: 1,
    GetCurrentPattern: 1,
    "InvokePattern.Invoke": 1,
  });
  assert.equal(remote, 7);
  assert.ok(local >= 3);
});

test("the log has a line for each remote call, and names what is not built", async () => {
  await using open = await OpenFixture.start("--rows", "20");
  const button = open.byId(1001);
  const path = await Deno.makeTempFile();
  Deno.env.set("CASEMENT_UIA_LOG", path);
  try {
    readName(button);
    open.client.runtimeId(button);
    hresult(button, ELEMENT, "ShowContextMenu");
  } finally {
    Deno.env.delete("CASEMENT_UIA_LOG");
  }
  const [first, second, ...more] = (await Deno.readTextFile(path)).trim().split("\n").map((line) =>
    JSON.parse(line)
  );
  await Deno.remove(path);
  assert.deepEqual([first.call, first.result], ["get_CurrentName", RESULT.ok]);
  assert.equal(typeof first.ms, "number");
  assert.deepEqual(second, { notBuilt: "ShowContextMenu" });
  assert.deepEqual(more, []);
});

test("slow: each remote call takes longer, local ones do not", async () => {
  await using open = await OpenFixture.start("--rows", "20");
  const { client } = open;
  const cached = client.take(open.byId(1001), ELEMENT, "BuildUpdatedCache", ["usize"], [
    client.cacheRequest([PROPERTY.name]),
  ]);
  using _ = withFaults("slow=300");
  const startMs = performance.now();
  client.text(cached, PROPERTY.name, true);
  const localMs = performance.now() - startMs;
  readName(cached);
  readName(cached);
  assert.ok(localMs < 300, `${localMs}`);
  assert.ok(performance.now() - startMs >= 600);
});

test("one property, one element, one method fail", async () => {
  await using open = await OpenFixture.start("--rows", "20");
  const { client } = open;
  const [push, slow] = [open.byId(1001), open.byId(1004)];
  {
    using _ = withFaults(`failProperty=${PROPERTY.name},0x80040201`);
    assert.equal(readName(push), RESULT.notAvailable);
    assert.equal(client.text(push, PROPERTY.automationId), "1001");
    const request = client.cacheRequest([PROPERTY.name, PROPERTY.automationId]);
    const cached = client.take(push, ELEMENT, "BuildUpdatedCache", ["usize"], [request]);
    const out = new BigUint64Array(1);
    assert.equal(hex(hresult(cached, ELEMENT, "get_CachedName", ["buffer"], [out])), RESULT.notAvailable);
    assert.equal(client.text(cached, PROPERTY.automationId, true), "1001");
  }
  {
    using _ = withFaults("failElement=1001");
    assert.equal(readName(push), RESULT.fail);
    assert.equal(readName(slow), RESULT.ok);
    const isButton = client.condition(PROPERTY.automationId, "1001");
    assert.equal(client.findFirst(open.window, SCOPE.descendants, isButton), 0n, "walks leave it out");
  }
  {
    using _ = withFaults("failRequest=BuildUpdatedCache");
    const out = new BigUint64Array(1);
    const request = client.cacheRequest([PROPERTY.name]);
    const result = hresult(push, ELEMENT, "BuildUpdatedCache", ["usize", "buffer"], [request, out]);
    assert.equal(hex(result), RESULT.fail);
  }
  assert.equal(readName(push), RESULT.ok);
});

test("an element dies as soon as it is found", async () => {
  await using open = await OpenFixture.start("--rows", "20");
  using _ = withFaults("die=1001");
  assert.equal(readName(open.byId(1001)), RESULT.notAvailable);
  assert.equal(readName(open.byId(1002)), RESULT.ok);
});

test("hang: who reaches the element waits until the transaction time-out", async () => {
  await using open = await OpenFixture.start("--rows", "20");
  const { client } = open;
  const set = (milliseconds: number): number =>
    hresult(client.automation, AUTOMATION, "put_TransactionTimeout", ["u32"], [milliseconds]);
  const button = open.byId(1001);
  using _ = withFaults("hang=1001");
  assert.equal(set(500), 0);
  try {
    const startMs = performance.now();
    assert.equal(readName(button), RESULT.timeout);
    assert.ok(performance.now() - startMs >= 400);
    const out = new BigUint64Array(1);
    const args = [SCOPE.descendants, client.condition(PROPERTY.automationId, "9999"), out] as const;
    assert.equal(
      hex(hresult(open.window, ELEMENT, "FindFirst", ["i32", "usize", "buffer"], args)),
      RESULT.timeout,
    );
  } finally {
    set(20_000);
  }
});

test("freeze: who reaches the element waits until the fault is taken away", async () => {
  await using open = await OpenFixture.start("--rows", "20");
  const button = open.byId(1001);
  const out = new BigUint64Array(1);
  const startMs = performance.now();
  let isAnswered = false;
  let answer: Promise<number>;
  {
    using _ = withFaults("freeze=1001");
    answer = hresultAsync(button, ELEMENT, "get_CurrentIsEnabled", ["buffer"], [out]);
    answer.then(() => isAnswered = true);
    await new Promise((resolve) => setTimeout(resolve, 600));
    assert.equal(isAnswered, false);
  }
  assert.equal(hex(await answer), RESULT.ok);
  assert.ok(performance.now() - startMs >= 600);
});

test("a program that hangs holds a call until the transaction time-out, and lives", async () => {
  const wmGetText = "WM_GETTEXT";
  await using open = await OpenFixture.start(
    "--rows",
    "20",
    "--hang-on",
    wmGetText,
    "4000",
    "--hang-id",
    "1001",
  );
  const { client } = open;
  const button = client.findFirst(
    open.window,
    SCOPE.children,
    client.condition(PROPERTY.automationId, "1001"),
  );
  hresult(client.automation, AUTOMATION, "put_TransactionTimeout", ["u32"], [1000]);
  try {
    const startMs = performance.now();
    assert.equal(readName(button), RESULT.timeout);
    assert.ok(performance.now() - startMs < 3500);
  } finally {
    hresult(client.automation, AUTOMATION, "put_TransactionTimeout", ["u32"], [20_000]);
  }
});

test("a program that ends leaves elements that are not available", async () => {
  await using open = await OpenFixture.start("--rows", "20");
  const row = open.byName("mango #03", open.byId(1131));
  hresult(open.pattern(open.byId(1005), "invoke"), "IUIAutomationInvokePattern", "Invoke");
  await open.run.status;
  assert.equal(readName(row), RESULT.notAvailable);
  assert.equal(readName(open.window), RESULT.notAvailable);
  const out = new BigUint64Array(1);
  const result = hresult(open.client.automation, AUTOMATION, "ElementFromHandle", ["usize", "buffer"], [
    open.run.hwnd,
    out,
  ]);
  assert.equal(hex(result), RESULT.notAvailable);
});

test("methods that nobody has built say so", async () => {
  await using open = await OpenFixture.start("--rows", "20");
  assert.equal(hex(hresult(open.window, ELEMENT, "ShowContextMenu")), RESULT.notImplemented);
});
