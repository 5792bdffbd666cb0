import assert from "node:assert/strict";
import * as z from "zod";
import { ToolError } from "../../src/core/errors.ts";
import { MOST_OPERATIONS, type TargetOperation } from "../../src/targets/operation_ring.ts";
import { SESSION_LIFE_MS } from "../../src/targets/target_sessions.ts";
import { createTools } from "../../src/tools/index.ts";
import { targetFields } from "../../src/tools/target_fields.ts";
import { defineTool, type Tool, type ToolContext } from "../../src/tools/tool.ts";
import { BUTTON, el } from "../elements/trees.ts";
import { fakeControl, fakeWindow } from "../fakes/fake_window.ts";
import {
  type BoundWorld,
  boundWorld,
  HANDLE,
  HWND,
  notesWindow,
  PID,
  TARGET_REF,
} from "../targets/bound_program.ts";

const TARGET = { targetRef: TARGET_REF };

type Fields = Readonly<Record<string, unknown>>;

/** A tool of any result that takes a target; what it is given is for the test to look at. */
function targetTool(handler: (args: Fields, context: ToolContext) => Promise<Fields>): Tool {
  return defineTool({
    name: "touch_gently",
    title: "Touch",
    description: "Touches.",
    effect: "act",
    toolset: "core",
    backgroundPolicy: "safe",
    input: () => ({ ...targetFields(), ref: z.string().optional().describe("An element.") }),
    output: () => ({
      target: z.string().optional(),
      session: z.string().optional(),
      interaction: z.strictObject({ method: z.string() }).optional(),
    }),
    handler: (args, context) => handler(args, context),
  });
}

function operations({ sessions }: BoundWorld): readonly TargetOperation[] {
  return sessions.find(TARGET_REF)?.operations.entries() ?? assert.fail("not bound");
}

/** The newest entry of the ring, without its times. */
function lastOperation(world: BoundWorld): Fields {
  const { startedAt, finishedAt, ...rest } = operations(world).at(-1) ?? assert.fail("no operation");
  assert.ok(startedAt <= (finishedAt ?? ""));
  return rest;
}

const ALIVE = { processAlive: true, windowAlive: true, hwnd: HANDLE };

Deno.test("every tool that takes a target takes a targetRef, and says of its program in session; list_windows does not", () => {
  const shapes = createTools().map(({ name, input, output }) => ({
    name,
    takes: "targetRef" in input.shape,
    isTold: "session" in output.shape,
    hasTarget: "hwnd" in input.shape || name === "close_app",
  }));
  assert.ok(shapes.filter(({ takes }) => takes).length >= 18);
  for (const { name, takes, isTold, hasTarget } of shapes) {
    assert.deepEqual([name, takes, isTold], [name, hasTarget, hasTarget]);
  }
});

Deno.test("a call that reads elements reads those of its program, and is written down as that", async () => {
  const world = boundWorld();
  world.desktop.elements.windows.set(HWND, el("Window", "Notes", {}, [el("Button", "OK", BUTTON)]));
  const output = await world.succeed("ui_query", { ...TARGET, selector: { name: "OK" } });
  assert.deepEqual([output.found, output.hwnd, (output.session as Fields).rebound], [true, HANDLE, false]);
  assert.equal(lastOperation(world).interactionMethod, "UIAQuery");
});

Deno.test("a targetRef stands for the main window, before whatever else a call names", async () => {
  const world = boundWorld({ windows: [fakeWindow({ hwnd: 0x9n, pid: 9 }), notesWindow()] });
  for (const beside of [{}, { hwnd: "0x00000009" }, { pid: 9, processName: "other", titleContains: "x" }]) {
    const output = await world.succeed("get_window_state", { ...TARGET, ...beside });
    assert.deepEqual([output.hwnd, output.pid], [HANDLE, PID]);
    assert.deepEqual(output.session, {
      targetRef: TARGET_REF,
      pid: PID,
      hwnd: HANDLE,
      title: "a.txt - Notes",
      rebound: false,
    });
  }
});

Deno.test("a call follows its program to a recreated window, and says so", async () => {
  const world = boundWorld();
  world.desktop.windows = [notesWindow({ hwnd: 0x50n, minimized: true })];
  const output = await world.succeed("get_window_state", TARGET);
  assert.equal(output.hwnd, "0x00000050");
  assert.deepEqual(output.session, {
    targetRef: TARGET_REF,
    pid: PID,
    hwnd: "0x00000050",
    title: "a.txt - Notes",
    rebound: true,
    previousHwnd: HANDLE,
    lifecycle: "window-recreated",
  });
  assert.equal((await world.succeed("get_window_state", TARGET)).hwnd, "0x00000050");
});

Deno.test("session never takes the place of a tool's own field, and target stays the tool's", async () => {
  const own = { session: "mine", target: "window:1" };
  const world = boundWorld({ tools: [targetTool(() => Promise.resolve(own))] });
  assert.deepEqual(await world.succeed("touch_gently", TARGET), { success: true, ...own });
  const typed = boundWorld({ windows: [notesWindow({ controls: [fakeControl({ hwnd: 0x20n })] })] });
  const output = await typed.succeed("type_text", { ...TARGET, text: "hi" });
  assert.equal(output.target, `window:${HANDLE}`);
  assert.equal((output.session as Fields).targetRef, TARGET_REF);
  assert.equal(typed.desktop.window(HWND)?.controls[0]?.text, "hi");
});

Deno.test("a handler learns which program it is, and nothing of the name in its arguments", async () => {
  let seen: Fields = {};
  let bound: ToolContext["bound"];
  const tool = targetTool((args, context) => {
    seen = args;
    bound = context.bound;
    return Promise.resolve({});
  });
  const world = boundWorld({ tools: [tool] });
  await world.succeed("touch_gently", { ...TARGET, pid: 9 });
  assert.deepEqual(seen, { hwnd: HANDLE });
  assert.deepEqual(bound, world.bound);
  await world.succeed("touch_gently", { pid: 9 });
  assert.deepEqual([seen, bound], [{ pid: 9 }, undefined]);
});

Deno.test("an unknown targetRef is TARGET_REQUIRED, and what to do next names what is listed", async () => {
  const error = await boundWorld().fail("get_window_state", { targetRef: "target_notes_1" });
  assert.equal(error.code, "TARGET_REQUIRED");
  assert.equal(error.details?.reason, "binding-not-found");
  assert.match(error.suggestion ?? "", /give hwnd/i);
});

Deno.test("an expired targetRef is TARGET_REQUIRED too, and told apart", async () => {
  const world = boundWorld();
  world.clock.pass(SESSION_LIFE_MS);
  const { code, details } = await world.fail("get_window_state", TARGET);
  assert.deepEqual([code, details?.reason, details?.expired], ["TARGET_REQUIRED", "expired", true]);
});

Deno.test("a call without any target is told of targetRef", async () => {
  const error = await boundWorld().fail("get_window_state", {});
  assert.equal(error.code, "TARGET_REQUIRED");
  assert.match(error.suggestion ?? "", /targetRef/);
});

for (const targetRef of ["", "notes", "target_", "target_a b", `target_${"x".repeat(128)}`, "target_ä"]) {
  Deno.test(`targetRef ${JSON.stringify(targetRef.slice(0, 20))} is INVALID_PARAMS`, async () => {
    const error = await boundWorld().fail("get_window_state", { targetRef });
    assert.equal(error.code, "INVALID_PARAMS");
  });
}

Deno.test("a ref beside a targetRef is refused, as beside any other target", async () => {
  const world = boundWorld();
  for (const tool of ["ui_get", "ui_action", "click_window"]) {
    const more = tool === "ui_action" ? { action: "invoke" } : {};
    const error = await world.fail(tool, { ...TARGET, ref: "e1", ...more });
    assert.equal(error.code, "INVALID_PARAMS");
    assert.match(error.message, /give no other target/);
  }
  assert.deepEqual(operations(world), []);
});

Deno.test("no call is begun, and none written down, where the program is not found", async () => {
  let ran = 0;
  const tool = targetTool(() => {
    ran++;
    return Promise.resolve({});
  });
  const world = boundWorld({ tools: [tool], windows: [] });
  assert.equal((await world.fail("touch_gently", TARGET)).code, "WINDOW_NOT_FOUND_FOR_PROCESS");
  assert.deepEqual([ran, operations(world)], [0, []]);
});

Deno.test("each call on a program is written down once: which tool, by which way, how it was before and after", async () => {
  const world = boundWorld({ windows: [notesWindow({ controls: [fakeControl({ hwnd: 0x20n })] })] });
  await world.succeed("type_text", { ...TARGET, text: "secret" });
  assert.deepEqual(lastOperation(world), {
    tool: "type_text",
    interactionMethod: "EM_REPLACESEL",
    before: ALIVE,
    after: ALIVE,
    windowRebound: false,
    result: "success",
  });
  await world.succeed("get_window_state", TARGET);
  assert.equal(lastOperation(world).interactionMethod, undefined);
  assert.equal(operations(world).length, 2);
  assert.ok(!/secret|a\.txt/.test(JSON.stringify(operations(world))));
});

Deno.test("the way of real keyboard input is written down as what it is", async () => {
  const control = fakeControl({ hwnd: 0x20n, kind: "other", className: "Canvas" });
  const world = boundWorld({ windows: [notesWindow({ controls: [control] })] });
  const output = await world.succeed("type_text", { ...TARGET, text: "hi" });
  assert.equal((output.interaction as Fields).method, "SendInput");
  assert.equal(lastOperation(world).interactionMethod, "SendInput");
});

Deno.test("a picture that could not be taken is written down with every way that was tried", async () => {
  const world = boundWorld({
    windows: [notesWindow({
      captures: {
        print: { backend: "print", reason: "failed" },
        windowDc: { backend: "windowDc", reason: "covered" },
      },
    })],
  });
  const { code } = await world.fail("capture_window", { ...TARGET, interactionMode: "background" });
  const { result, errorCode, interactionMethod } = lastOperation(world);
  assert.deepEqual([result, errorCode], ["business-error", code]);
  assert.equal(interactionMethod, "print, windowDc");
});

Deno.test("an answer is not held up by a look afterwards that never ends", async () => {
  const world: BoundWorld = boundWorld({
    tools: [targetTool(() => {
      world.desktop.hang("exitCode");
      return Promise.resolve({ interaction: { method: "WM_X" } });
    })],
  });
  await world.succeed("touch_gently", TARGET);
  const { result, interactionMethod, after } = lastOperation(world);
  assert.deepEqual([result, interactionMethod, after], ["success", "WM_X", undefined]);
});

Deno.test("the twenty newest calls are kept", async () => {
  const world = boundWorld();
  await world.succeed("wait_for_window", TARGET);
  for (let time = 0; time < MOST_OPERATIONS; time++) await world.succeed("get_window_state", TARGET);
  assert.deepEqual([operations(world).length, MOST_OPERATIONS], [20, 20]);
  assert.ok(operations(world).every(({ tool }) => tool === "get_window_state"));
});

for (
  const [what, thrown, endsProgram, expected] of [
    ["an error with a code", new ToolError("TIMEOUT", "secret", { details: { method: "WM_X" } }), false, {
      result: "business-error",
      errorCode: "TIMEOUT",
      interactionMethod: "WM_X",
    }],
    ["the same, and the program is gone", new ToolError("TIMEOUT", "secret"), true, {
      result: "target-disappeared",
      errorCode: "TIMEOUT",
    }],
    ["an error without a code", new TypeError("secret"), false, { result: "protocol-error" }],
    ["the same, and the program is gone", new TypeError("secret"), true, { result: "target-disappeared" }],
  ] as const
) {
  Deno.test(`${what} (${thrown.name}, ${endsProgram}) reaches the caller unchanged, and is written down`, async () => {
    const world: BoundWorld = boundWorld({
      tools: [targetTool(() => {
        if (endsProgram) world.end(5);
        throw thrown;
      })],
    });
    const error = await world.fail("touch_gently", TARGET);
    assert.equal(error.code, thrown instanceof ToolError ? "TIMEOUT" : "INTERNAL_ERROR");
    const { observedExit, ...operation } = lastOperation(world);
    assert.deepEqual(operation, {
      tool: "touch_gently",
      before: ALIVE,
      after: endsProgram ? { processAlive: false, windowAlive: false, hwnd: HANDLE } : ALIVE,
      windowRebound: false,
      ...expected,
    });
    assert.equal((observedExit as Fields | undefined)?.exitCode, endsProgram ? 5 : undefined);
    assert.ok(!JSON.stringify(operation).includes("secret"));
  });
}

Deno.test("a result that does not fit its schema is a defect of ours, not an answer", async () => {
  const world = boundWorld({ tools: [targetTool(() => Promise.resolve({ more: 1 }))] });
  assert.equal((await world.fail("touch_gently", TARGET)).code, "TOOL_OUTPUT_SCHEMA_MISMATCH");
  assert.equal(lastOperation(world).result, "protocol-error");
});

Deno.test("a program that ended during a call that succeeded is an observed exit, told of by the next call", async () => {
  const world: BoundWorld = boundWorld({
    tools: [targetTool(() => {
      world.end(0xC0000005);
      return Promise.resolve({ interaction: { method: "WM_CLOSE" } });
    })],
  });
  await world.succeed("touch_gently", TARGET);
  const { result, observedExit } = lastOperation(world);
  assert.equal(result, "success");
  const { exitCode, observedAt } = observedExit as Fields;
  assert.equal(exitCode, 0xC0000005);
  const [begun] = operations(world);
  const { code, details, suggestion } = await world.fail("touch_gently", TARGET);
  assert.equal(code, "TARGET_PROCESS_EXITED");
  assert.deepEqual(
    [details?.exitCode, details?.exitObservedAt, details?.lifecycle, details?.causality],
    [0xC0000005, observedAt, "process-exited-with-code", "unknown"],
  );
  assert.deepEqual(details?.lastOperation, {
    tool: "touch_gently",
    interactionMethod: "WM_CLOSE",
    completed: true,
    startedAt: begun?.startedAt,
  });
  assert.equal(
    details?.observed,
    "An abnormal termination was observed after touch_gently; the timing is recorded, the cause is not proven.",
  );
  assert.match(suggestion ?? "", /does not prove the cause/);
});

Deno.test("a window that was recreated during a call is followed at its end", async () => {
  const world: BoundWorld = boundWorld({
    tools: [targetTool(() => {
      world.desktop.windows = [notesWindow({ hwnd: 0x50n, title: "Settings" }), notesWindow({ hwnd: 0x51n })];
      return Promise.resolve({});
    })],
  });
  await world.succeed("touch_gently", TARGET);
  assert.deepEqual(lastOperation(world), {
    tool: "touch_gently",
    before: ALIVE,
    after: { ...ALIVE, hwnd: "0x00000051" },
    windowRebound: true,
    result: "success",
  });
  assert.equal(world.sessions.find(TARGET_REF)?.bound.hwnd, 0x51n);
});

Deno.test("a window that is gone at the end of a call stays the saved one where no other fits", async () => {
  const world: BoundWorld = boundWorld({
    tools: [targetTool(() => {
      world.desktop.windows = [notesWindow({ hwnd: 0x50n, title: "Settings" })];
      return Promise.resolve({});
    })],
  });
  await world.succeed("touch_gently", TARGET);
  const { after, windowRebound } = lastOperation(world);
  assert.deepEqual([after, windowRebound], [{ ...ALIVE, windowAlive: false }, false]);
  assert.equal(world.sessions.find(TARGET_REF)?.bound.hwnd, HWND);
});

Deno.test("a healthy window is not looked for among all others", async () => {
  const world = boundWorld({ tools: [targetTool(() => Promise.resolve({}))] });
  await world.succeed("touch_gently", TARGET);
  assert.deepEqual(world.desktop.callsOf("listWindows"), []);
});

Deno.test("a look afterwards that fails changes nothing of the answer", async () => {
  const world: BoundWorld = boundWorld({
    tools: [targetTool(() => {
      world.desktop.fail("exitCode", new ToolError("TIMEOUT", "slow"));
      return Promise.resolve({});
    })],
  });
  await world.succeed("touch_gently", TARGET);
  const { afterDiagnosticsAvailable, after, result } = lastOperation(world);
  assert.deepEqual([afterDiagnosticsAvailable, after, result], [false, undefined, "success"]);
});

Deno.test("a cancelled call does not wait for the look afterwards, and is written down", async () => {
  const controller = new AbortController();
  const world: BoundWorld = boundWorld({
    tools: [targetTool((_args, { clock, signal }) => {
      world.desktop.hang("exitCode");
      controller.abort();
      return clock.sleep(1_000, signal).then(() => ({}));
    })],
  });
  const result = await world.call("touch_gently", TARGET, controller.signal);
  assert.equal(result.ok ? undefined : result.error.code, "CANCELLED");
  assert.deepEqual(
    [lastOperation(world).result, lastOperation(world).errorCode],
    ["business-error", "CANCELLED"],
  );
});

Deno.test("close_app: ends the program of a targetRef, which need not show a window, and its end is known as that", async () => {
  const world = boundWorld({ windows: [] });
  const output = await world.succeed("close_app", TARGET);
  assert.deepEqual([output.pid, output.method], [PID, "terminated"]);
  assert.deepEqual(output.session, { targetRef: TARGET_REF, pid: PID, rebound: false });
  const { details } = await world.fail("close_app", TARGET);
  assert.deepEqual(
    [details?.lifecycle, details?.exitCode, details?.observed, (details?.lastOperation as Fields).tool],
    ["terminated-by-mcp", 1, "close_app ended the process.", "close_app"],
  );
});

Deno.test("close_app: a program that is ended by its pid is known to its bindings as ended so", async () => {
  const world = boundWorld();
  const output = await world.succeed("close_app", { pid: PID });
  assert.deepEqual([output.method, output.session], ["polite", undefined]);
  const { code, details } = await world.fail("get_window_state", TARGET);
  assert.deepEqual([code, details?.lifecycle], ["TARGET_PROCESS_EXITED", "terminated-by-mcp"]);
});

Deno.test("close_app: without pid and targetRef is TARGET_REQUIRED", async () => {
  assert.equal((await boundWorld().fail("close_app", {})).code, "TARGET_REQUIRED");
});

Deno.test("wait_for_window: waits for the main window of a bound program that shows none yet", async () => {
  const world = boundWorld({ windows: [notesWindow({ hwnd: 0x50n, title: "Starting" })] });
  void world.clock.sleep(1_000).then(() => world.desktop.windows.push(notesWindow({ hwnd: 0x51n })));
  const output = await world.succeed("wait_for_window", { ...TARGET, pollIntervalMs: 500 });
  assert.deepEqual([output.found, (output.window as Fields).hwnd, output.elapsedMs], [
    true,
    "0x00000051",
    1_000,
  ]);
  const { after, windowRebound } = lastOperation(world);
  assert.deepEqual([after, windowRebound], [{ ...ALIVE, hwnd: "0x00000051" }, true]);
});

Deno.test("wait_for_window: a program that ends while its window is waited for ends the wait", async () => {
  const world = boundWorld({ windows: [] });
  void world.clock.sleep(1_000).then(() => world.end(7));
  const { code, details } = await world.fail("wait_for_window", TARGET);
  assert.deepEqual([code, details?.exitCode], ["TARGET_PROCESS_EXITED", 7]);
  assert.ok(world.clock.now() < 3_000);
});

Deno.test("wait_for_window: the end of a bound program is the disappearance of its window; one that ended before is no wait", async () => {
  const world = boundWorld();
  void world.clock.sleep(1_000).then(() => world.end(0));
  const args = { ...TARGET, mode: "disappear", pollIntervalMs: 500 };
  const output = await world.succeed("wait_for_window", args);
  assert.deepEqual([output.found, output.window], [true, null]);
  const { code, details } = await world.fail("wait_for_window", args);
  assert.deepEqual([code, details?.observed], [
    "TARGET_PROCESS_EXITED",
    "A normal process exit was observed.",
  ]);
});

Deno.test("wait_for_window: a main window that is recreated has not disappeared; a hidden one has", async () => {
  const world = boundWorld();
  void world.clock.sleep(300).then(() => world.desktop.windows = [notesWindow({ hwnd: 0x50n })]);
  const args = { ...TARGET, mode: "disappear", timeoutMs: 1_000 };
  const output = await world.succeed("wait_for_window", args);
  assert.deepEqual([output.found, (output.window as Fields).hwnd], [false, "0x00000050"]);
  void world.clock.sleep(300).then(() => {
    for (const window of world.desktop.windows) window.visible = false;
  });
  assert.equal((await world.succeed("wait_for_window", args)).found, true);
});

Deno.test("of a failure after several ways the last one is written down", async () => {
  const details = { attemptedMethods: ["SelectionItemPattern", "InvokePattern"] };
  const world = boundWorld({
    tools: [
      targetTool(() => Promise.reject(new ToolError("ACTION_STATE_INCONSISTENT", "not so", { details }))),
    ],
  });
  await world.fail("touch_gently", TARGET);
  assert.equal(lastOperation(world).interactionMethod, "InvokePattern");
});
