import assert from "node:assert/strict";
import { join } from "node:path";
import { goldenToolList, readmeBlocks, withBlocks } from "../../src/dev/generated.ts";
import { ROOT } from "./module_graph.ts";

async function read(file: string): Promise<string> {
  return (await Deno.readTextFile(join(ROOT, file))).replaceAll("\r\n", "\n");
}

Deno.test("the tool list is the one that was looked at (after a change: deno task gen)", async () => {
  assert.equal(goldenToolList(), await read("tests/house/tool_list.json"));
});

Deno.test("the README's tables are up to date (after a change: deno task gen)", async () => {
  const readme = await read("README.md");
  assert.equal(withBlocks(readme, readmeBlocks()), readme);
});

Deno.test("withBlocks() replaces what stands between the markers and nothing else", () => {
  const text = "a\n<!-- generated:x -->\nold\n<!-- /generated:x -->\nb\n";
  const wanted = "a\n<!-- generated:x -->\n\nnew $1\n\n<!-- /generated:x -->\nb\n";
  assert.equal(withBlocks(text, { x: "new $1" }), wanted);
  assert.equal(withBlocks(wanted, { x: "new $1" }), wanted);
});

Deno.test("withBlocks() refuses markers without a block and a block without markers", () => {
  assert.throws(
    () => withBlocks("<!-- generated:y -->\n<!-- /generated:y -->", {}),
    /nothing generates .*"y"/,
  );
  assert.throws(() => withBlocks("text", { x: "" }), /no markers for x/);
});
