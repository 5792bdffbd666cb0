import assert from "node:assert/strict";
import { ERROR_TABLE } from "../../src/core/errors.ts";
import { mentionedTools, namingListedTools } from "../../src/tools/listed_names.ts";

const only = (...names: readonly string[]) => (name: string): boolean => names.includes(name);

for (
  const [text, listed, expected] of [
    ["Look with list_windows.", ["list_windows"], "Look with list_windows."],
    ["Look with list_windows.", [], undefined],
    ["Wait a while, or end it with close_app.", [], "Wait a while."],
    ["Wait a while, or end it with close_app.", ["close_app"], "Wait a while, or end it with close_app."],
    ["Correct the arguments; tool_contract_describe shows all.", [], "Correct the arguments."],
    ["See list_windows for it; part of the text may have arrived.", [], "Part of the text may have arrived."],
    ["First do this. Then use close_app. Then rest.", [], "First do this. Then rest."],
    ["Repeat with captureMethod 'screen'.", [], "Repeat with captureMethod 'screen'."],
    [
      "Wait, or use close_app; then look with list_windows.",
      ["list_windows"],
      "Wait, then look with list_windows.",
    ],
  ] as const
) {
  Deno.test(`namingListedTools() with ${listed.join() || "nothing"} listed: ${text}`, () => {
    assert.equal(namingListedTools(text, only(...listed)), expected);
  });
}

Deno.test("namingListedTools() leaves no suggestion that names a tool when no tool is listed", () => {
  for (const { suggestion } of Object.values(ERROR_TABLE)) {
    const rest = namingListedTools(suggestion, () => false);
    assert.deepEqual(mentionedTools(rest ?? ""), [], suggestion);
    if (rest !== undefined) assert.match(rest, /^[A-Z].*\.$/);
  }
});

Deno.test("mentionedTools() finds tool names and nothing else", () => {
  assert.deepEqual(
    mentionedTools("list_windows, close_app: captureMethod WM_CLOSE frame_ 'foregroundDemo' list_windows"),
    ["list_windows", "close_app"],
  );
});
