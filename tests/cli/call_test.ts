import assert from "node:assert/strict";
import { callTool } from "../../src/cli/call.ts";
import { UsageError } from "../../src/cli/options.ts";
import type { Settings } from "../../src/core/config.ts";
import { createLog } from "../../src/core/log.ts";
import { FakeDesktop } from "../fakes/fake_desktop.ts";
import { noPacks } from "../fakes/no_packs.ts";
import { fakeTerminal } from "../fakes/fake_terminal.ts";
import { fakeWindow } from "../fakes/fake_window.ts";
import { DEFAULT_SETTINGS } from "../fakes/test_door.ts";

interface Called {
  readonly code: number;
  readonly printed: readonly string[];
  // deno-lint-ignore no-explicit-any -- a test names the fields it looks at
  readonly result: any;
  readonly desktop: FakeDesktop;
}

async function call(
  tool: string,
  json: string | undefined,
  given: {
    readonly desktop?: FakeDesktop;
    readonly terminal?: ReturnType<typeof fakeTerminal>;
    readonly settings?: Partial<Settings>;
  } = {},
): Promise<Called> {
  const { desktop = new FakeDesktop(), terminal = fakeTerminal({ stdin: "" }) } = given;
  const log = createLog("error", () => {});
  const settings = { ...DEFAULT_SETTINGS, ...given.settings };
  const code = await callTool({ tool, json }, { settings, log, desktop, packs: noPacks() }, terminal);
  const [text = ""] = terminal.printed;
  return { code, printed: terminal.printed, result: text === "" ? undefined : JSON.parse(text), desktop };
}

Deno.test("call prints the result as one JSON line, ends with 0 and closes the desktop", async () => {
  const desktop = new FakeDesktop({ windows: [fakeWindow({ hwnd: 0x1234n, title: "A \ud800 title" })] });
  const { code, printed, result } = await call("list_windows", "{}", { desktop });
  assert.equal(code, 0);
  assert.equal(printed.length, 1);
  assert.equal(printed[0]?.indexOf("\n"), (printed[0]?.length ?? 0) - 1);
  assert.equal(result.success, true);
  assert.equal(result.items[0].title, "A \ufffd title");
  assert.equal(desktop.isClosed, true);
});

Deno.test("call prints a result indented for a person, and nothing that orders a terminal about", async () => {
  const desktop = new FakeDesktop({ windows: [fakeWindow({ hwnd: 0x1234n, title: "\u009b31m\u001b[2J" })] });
  const terminal = fakeTerminal({ stdin: "", isStdoutTerminal: true });
  const { printed, result } = await call("list_windows", "{}", { desktop, terminal });
  assert.match(printed[0] ?? "", /^\{\n {2}"success": true/);
  // deno-lint-ignore no-control-regex -- these are what is looked for
  assert.doesNotMatch(printed[0] ?? "", /[\x00-\x09\x0B-\x1F\x7F-\x9F]/);
  assert.equal(result.items[0].title, "\u009b31m\u001b[2J");
});

for (
  const [what, tool, json, code] of [
    ["an unknown tool", "list_window", "{}", "TOOL_NOT_FOUND"],
    ["arguments that do not fit", "list_windows", '{"pidd":1}', "INVALID_PARAMS"],
    ["arguments that are no object", "list_windows", "[1]", "INVALID_PARAMS"],
    ["an error of the tool", "get_window_state", '{"hwnd":"0x00000001"}', "WINDOW_NOT_FOUND"],
  ] as const
) {
  Deno.test(`call answers ${what} with the error on stdout and 1`, async () => {
    const { code: exitCode, result, desktop } = await call(tool, json);
    assert.equal(exitCode, 1);
    assert.equal(result.success, false);
    assert.equal(result.error.code, code);
    assert.equal(desktop.isClosed, true);
  });
}

Deno.test("call obeys the options as the server does", async () => {
  const { code, result } = await call("close_app", '{"pid":1}', { settings: { isReadOnly: true } });
  assert.equal(code, 1);
  assert.equal(result.error.code, "PERMISSION_DENIED");
});

Deno.test("call takes its arguments from stdin", async () => {
  const terminal = fakeTerminal({ stdin: '{"tool":"type_text"}' });
  const { code, result } = await call("tool_contract_describe", undefined, { terminal });
  assert.equal(code, 0);
  assert.equal(result.name, "type_text");
});

Deno.test("call refuses malformed JSON before anything is started", async () => {
  const terminal = fakeTerminal({ stdin: "" });
  await assert.rejects(call("list_windows", "{", { terminal }), UsageError);
  assert.deepEqual(terminal.printed, []);
});

Deno.test("call is cancelled by Ctrl+C and says so", async () => {
  const terminal = fakeTerminal({ stdin: "" });
  // Busy for as long as anyone asks: the tool waits for it.
  const desktop = new FakeDesktop({ windows: [fakeWindow({ hwnd: 0x1234n, responding: "no" })] });
  desktop.before("targetCondition", () => terminal.interrupt());
  const { code, result } = await call("type_text", '{"hwnd":"0x00001234","text":"x"}', { desktop, terminal });
  assert.equal(code, 1);
  assert.equal(result.error.code, "CANCELLED");
  assert.equal(terminal.listeners(), 0);
  assert.equal(desktop.isClosed, true);
});

Deno.test("call ends by Ctrl+C even where the call does not stop", async () => {
  const terminal = fakeTerminal({ stdin: "" });
  const desktop = new FakeDesktop();
  desktop.before("listWindows", () => {
    terminal.interrupt();
    return new Promise(() => {});
  });
  const { code, result } = await call("list_windows", "{}", { desktop, terminal });
  assert.equal(code, 1);
  assert.equal(result.error.code, "CANCELLED");
  assert.match(result.error.message, /did not stop in time/);
  assert.equal(desktop.isClosed, true);
});

Deno.test("call ends with 1 for a run of steps that failed, and prints its report", async () => {
  const steps = [{ tool: "wait_for_window", args: { titleContains: "Nobody's", timeoutMs: 100 } }];
  const { code, result } = await call("run_steps", JSON.stringify({ steps }));
  assert.equal(code, 1);
  assert.equal(result.stoppedAtIndex, 0);
});

Deno.test("call lets a run of steps clean up when it is interrupted", async () => {
  const desktop = new FakeDesktop();
  const terminal = fakeTerminal({ stdin: "" });
  desktop.before("listWindows", () => terminal.interrupt());
  const steps = [{ tool: "wait_for_window", args: { titleContains: "Nobody's", timeoutMs: 60_000 } }];
  const last = [{ tool: "list_displays", args: {} }];
  const { code, result } = await call("run_steps", JSON.stringify({ steps, finally: last }), {
    desktop,
    terminal,
  });
  assert.equal(code, 1);
  assert.deepEqual([result.error.code, result.finallyResults[0].success], ["CANCELLED", true]);
});
