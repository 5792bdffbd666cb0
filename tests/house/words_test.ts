import assert from "node:assert/strict";
import { join } from "node:path";
import { ROOT } from "./module_graph.ts";

/** Written in two halves, so that this file does not find itself. */
const FORBIDDEN: readonly (readonly [string, RegExp])[] = [
  ["a postponed task", new RegExp("\\b(TO" + "DO|FIX" + "ME|XX" + "X)\\b")],
  [
    "a folder of one machine",
    // `me` is nobody: examples may use it.
    new RegExp(
      "(?<![\\w.])/(wo" + "rk|ro" + "ot)/|/ho" + "me/(?!me\\b)[a-z]|[A-Z]:\\\\+Us" +
        "ers\\\\+(?!me\\b)[A-Za-z]",
    ),
  ],
];

/** Folders that are not ours, and files that programs write. */
const SKIPPED = ["node_modules", "dist", ".git", "deno.lock"];
const TEXT = /\.(ts|c|cpp|h|rc|json|md|ps1|yml|yaml|txt|jsonc)$|^[^.]+$/;

async function* textFiles(folder: string): AsyncGenerator<string> {
  for await (const entry of Deno.readDir(join(ROOT, folder))) {
    if (SKIPPED.includes(entry.name)) continue;
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory) yield* textFiles(path);
    else if (TEXT.test(entry.name)) yield path;
  }
}

function findings(file: string, text: string): readonly string[] {
  return text.split("\n").flatMap((line, index) =>
    FORBIDDEN.filter(([, pattern]) => pattern.test(line)).map(([what]) =>
      `${file}:${index + 1} holds ${what}`
    )
  );
}

Deno.test("no file holds a postponed task or a folder of one machine", async () => {
  const found: string[] = [];
  for await (const file of textFiles("")) {
    found.push(...findings(file, await Deno.readTextFile(join(ROOT, file))));
  }
  assert.deepEqual(found, []);
});

for (
  const line of [
    "// TO" + "DO: later",
    'const path = "/wo' + 'rk/main/x";',
    "see /ho" + "me/someone/x",
    '"C:\\\\Us' + 'ers\\\\someone"',
  ]
) {
  Deno.test(`findings() finds ${JSON.stringify(line.slice(0, 6))}…`, () => {
    assert.equal(findings("x.ts", line).length, 1);
  });
}

Deno.test("findings() takes no word for another", () => {
  assert.deepEqual(
    findings("x.ts", "a method to do it at https://example.org/wo" + "rk/x, mastodon TODOS"),
    [],
  );
});
