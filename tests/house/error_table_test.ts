import assert from "node:assert/strict";
import { join } from "node:path";
import { ERROR_TABLE, type ErrorCode, type ErrorRow } from "../../src/core/errors.ts";
import { createTools } from "../../src/tools/index.ts";
import { mentionedTools } from "../../src/tools/listed_names.ts";
import { ROOT, sourceFiles } from "./module_graph.ts";

/** Tools that suggestions may name before they are built. May only shrink. */
const NOT_YET_BUILT: readonly string[] = [];

const codes = Object.keys(ERROR_TABLE) as ErrorCode[];
const rows: readonly [string, ErrorRow][] = Object.entries(ERROR_TABLE);

async function textOf(files: readonly string[]): Promise<string> {
  return (await Promise.all(files.map((file) => Deno.readTextFile(join(ROOT, file))))).join("\n");
}

function missingFrom(text: string): readonly string[] {
  return codes.filter((code) => !new RegExp(`\\b${code}\\b`).test(text));
}

Deno.test("the error table is sorted by code", () => {
  assert.deepEqual(codes, codes.toSorted());
});

Deno.test("every row has a sentence of meaning and a sentence of suggestion", () => {
  for (const [code, { meaning, suggestion }] of rows) {
    assert.match(code, /^[A-Z]+(_[A-Z]+)*$/);
    for (const text of [meaning, suggestion]) assert.match(text, /^[A-Z].*\.$/, code);
    assert.ok(meaning.length <= 120 && suggestion.length <= 120, code);
  }
});

Deno.test("every code is shown by a test", async () => {
  const tests = (await sourceFiles("tests")).filter((file) =>
    file.endsWith("_test.ts") && !file.startsWith("tests/house/")
  );
  assert.deepEqual(missingFrom(await textOf(tests)), []);
});

Deno.test("every code is raised somewhere", async () => {
  const sources = (await sourceFiles("src")).filter((file) => file !== "src/core/errors.ts");
  assert.deepEqual(missingFrom(await textOf(sources)), []);
});

Deno.test("suggestions name only tools that exist", () => {
  const existing = new Set(createTools().map(({ name }) => name));
  const mentioned = rows.flatMap(([, { suggestion }]) => mentionedTools(suggestion));
  const unknown = [...new Set(mentioned)].filter((name) => !existing.has(name));
  assert.deepEqual(unknown, NOT_YET_BUILT);
});
