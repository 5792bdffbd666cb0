import assert from "node:assert/strict";
import { ROOT } from "./module_graph.ts";

/** All that may lie at the top of the repository, beside files whose name begins with a dot. */
const ALLOWED = [
  "deno.json",
  "deno.lock",
  "main.ts",
  "build.ps1",
  "README.md",
  "LICENSE",
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  "src",
  "ffi",
  "app-packs",
  "tests",
  // Ignored by git.
  "node_modules",
  "dist",
];

Deno.test("nothing lies at the top of the repository that is not meant to", async () => {
  const strays: string[] = [];
  for await (const { name } of Deno.readDir(ROOT)) {
    if (!name.startsWith(".") && !ALLOWED.includes(name)) strays.push(name);
  }
  assert.deepEqual(strays, []);
});
