/** What keeps the start of the program short, however many tools there are. */
import assert from "node:assert/strict";
import { join } from "node:path";
import * as z from "zod";
import { createTools } from "../../src/tools/index.ts";
import { ROOT, sourceFiles } from "./module_graph.ts";

/** zod sets its language up when the first schema of a process is made; every test file has a zod of its own. */
const isSchemaMade = (): boolean => z.config().localeError !== undefined;

Deno.test("loading the tools makes no schema", () => {
  const tools = createTools();
  assert.equal(isSchemaMade(), false);
  assert.ok(tools[0]?.input);
  assert.equal(isSchemaMade(), true);
});

Deno.test("zod is imported so that the bundle leaves out what is not used, 30 languages among it", async () => {
  for (const file of await sourceFiles("src")) {
    const text = await Deno.readTextFile(join(ROOT, file));
    assert.doesNotMatch(text, /^import \{.*from "zod"/m, file);
  }
});
