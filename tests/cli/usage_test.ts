import assert from "node:assert/strict";
import { COMMAND_ROWS, OPTION_ROWS } from "../../src/cli/options.ts";
import { usage } from "../../src/cli/usage.ts";

Deno.test("usage() names every command and option, in ASCII and at most 100 columns", () => {
  const text = usage();
  for (const { name } of COMMAND_ROWS) assert.match(text, new RegExp(`^  ${name}\\b`, "m"));
  for (const { name } of OPTION_ROWS) assert.ok(text.includes(`  --${name}`), name);
  for (const row of text.split("\n")) assert.ok(row.length <= 100, row);
  assert.match(text, /^[\x20-\x7E\n]*$/);
});
