import assert from "node:assert/strict";
import { listTools } from "../../src/cli/tools.ts";
import { publishedTools } from "../../src/dev/generated.ts";
import { fakeTerminal } from "../fakes/fake_terminal.ts";
import { DEFAULT_SETTINGS } from "../fakes/test_door.ts";

Deno.test("tools prints a table of all tools in ASCII, at most 100 columns wide", async () => {
  const terminal = fakeTerminal();
  assert.equal(await listTools(DEFAULT_SETTINGS, false, terminal), 0);
  const text = terminal.printed.join("");
  const [head, ...rows] = text.trimEnd().split("\n");
  assert.match(head ?? "", /^NAME +EFFECT +TOOLSET +TITLE$/);
  assert.deepEqual(rows.map((row) => row.split(" ")[0]), publishedTools().map(({ name }) => name));
  for (const row of rows) assert.ok(row.length <= 100, row);
  assert.match(text, /^[\x20-\x7E\n]*$/);
});

Deno.test("tools --json prints the list as a client gets it", async () => {
  const terminal = fakeTerminal();
  await listTools(DEFAULT_SETTINGS, true, terminal);
  const { tools } = JSON.parse(terminal.printed.join(""));
  assert.deepEqual(tools, JSON.parse(JSON.stringify(publishedTools())));
});

Deno.test("tools leaves out what --read-only does not allow", async () => {
  const terminal = fakeTerminal();
  await listTools({ ...DEFAULT_SETTINGS, isReadOnly: true }, false, terminal);
  const text = terminal.printed.join("");
  assert.match(text, /^list_windows +read/m);
  assert.doesNotMatch(text, /^launch_app|, or launch_app/m);
});

Deno.test("tools leaves out what --toolsets does not name, in texts too", async () => {
  const terminal = fakeTerminal();
  await listTools({ ...DEFAULT_SETTINGS, toolsets: ["core"] }, true, terminal);
  const text = terminal.printed.join("");
  assert.match(text, /"list_windows"/);
  assert.doesNotMatch(text, /ui_snapshot|profile_launch|run_steps/);
});
