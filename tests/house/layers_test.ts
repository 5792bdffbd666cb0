import assert from "node:assert/strict";
import { findCycle, forbiddenImports, type ModuleGraph } from "./layers.ts";
import { readModuleGraph, sourceFiles } from "./module_graph.ts";

async function productGraph(): Promise<ModuleGraph> {
  const files = ["main.ts", ...await sourceFiles("src"), ...await sourceFiles("ffi")];
  const graph = await readModuleGraph(files);
  for (const file of files) assert.ok(graph.has(file), file);
  // The lab and the fixtures belong to the tests, which may import anything.
  return new Map([...graph].filter(([module]) => !module.startsWith("tests/") && module !== "deno.json"));
}

const graph = await productGraph();

Deno.test("every module imports only what its layer may", () => {
  assert.deepEqual(forbiddenImports(graph), []);
});

Deno.test("no module imports itself on any way round", () => {
  assert.equal(findCycle(graph), undefined);
});

Deno.test("ffi imports nothing from src, and only desktop/windows imports ffi", () => {
  for (const [module, targets] of graph) {
    if (module.startsWith("ffi/")) assert.ok(targets.every((target) => !target.startsWith("src/")), module);
    if (targets.some((target) => target.startsWith("ffi/"))) {
      assert.match(module, /^(ffi|src\/desktop\/windows)\//);
    }
  }
});

Deno.test("the graph holds the Worker entries and type-only imports, so that they are held to the table too", () => {
  assert.ok(graph.has("src/desktop/windows/lanes/window_lane.ts"));
  assert.ok(graph.get("src/desktop/desktop.ts")?.includes("src/image/bitmap.ts"));
  assert.ok(graph.get("src/server/sdk.ts")?.includes("npm:@modelcontextprotocol/sdk"));
});

for (
  const [module, target] of [
    ["ffi/user32.ts", "src/core/log.ts"],
    ["ffi/user32.ts", "npm:zod"],
    ["src/core/log.ts", "src/image/png.ts"],
    ["src/core/log.ts", "node:path"],
    ["src/desktop/desktop.ts", "src/image/png.ts"],
    ["src/desktop/desktop.ts", "ffi/user32.ts"],
    ["src/tools/type_text.ts", "ffi/user32.ts"],
    ["src/tools/type_text.ts", "src/desktop/windows/lane.ts"],
    ["src/tools/type_text.ts", "src/desktop/unsupported_desktop.ts"],
    ["src/tools/type_text.ts", "src/server/render.ts"],
    ["src/tools/type_text.ts", "src/cli/options.ts"],
    ["src/tools/type_text.ts", "npm:jpeg-js"],
    ["src/tools/type_text.ts", "npm:@modelcontextprotocol/sdk"],
    ["src/server/server.ts", "npm:@modelcontextprotocol/sdk"],
    ["src/server/server.ts", "src/desktop/desktop.ts"],
    ["src/cli/serve.ts", "npm:@modelcontextprotocol/sdk"],
    ["src/cli/serve.ts", "npm:fast-check"],
    ["src/interaction/modes.ts", "src/targets/resolve_target.ts"],
    ["src/packs/load.ts", "src/tools/tool.ts"],
    ["src/pipeline/engine.ts", "src/tools/invoke.ts"],
    ["src/elements/find.ts", "src/desktop/windows/lane.ts"],
    ["src/elements/find.ts", "src/interaction/modes.ts"],
    ["src/desktop/ui_element.ts", "src/elements/find.ts"],
    ["src/image/png.ts", "src/dev/gen.ts"],
    ["src/image/png.ts", "tests/image/pictures.ts"],
  ] as const
) {
  Deno.test(`forbiddenImports() finds ${module} -> ${target}`, () => {
    assert.deepEqual(forbiddenImports(new Map([[module, [target]]])), [`${module} -> ${target}`]);
  });
}

for (
  const [module, target] of [
    ["src/desktop/windows/lane.ts", "ffi/user32.ts"],
    ["src/tools/type_text.ts", "src/desktop/desktop.ts"],
    ["src/tools/type_text.ts", "src/tools/tool.ts"],
    ["src/server/server.ts", "src/server/sdk.ts"],
    ["src/server/sdk.ts", "npm:@modelcontextprotocol/sdk"],
    ["src/elements/find.ts", "src/desktop/ui_element.ts"],
    ["src/pipeline/workflow_inputs.ts", "npm:ajv"],
    ["main.ts", "src/desktop/windows/lane.ts"],
  ] as const
) {
  Deno.test(`forbiddenImports() allows ${module} -> ${target}`, () => {
    assert.deepEqual(forbiddenImports(new Map([[module, [target]]])), []);
  });
}

Deno.test("forbiddenImports() finds a module that is in no layer", () => {
  assert.deepEqual(forbiddenImports(new Map([["src/utils/x.ts", []]])), ["src/utils/x.ts is in no layer"]);
});

Deno.test("findCycle() names the modules on a cycle, and finds none in a diamond", () => {
  const cycle = new Map([["a", ["b"]], ["b", ["c", "d"]], ["c", []], ["d", ["b"]]]);
  assert.deepEqual(findCycle(cycle), ["b", "d", "b"]);
  assert.deepEqual(findCycle(new Map([["a", ["a"]]])), ["a", "a"]);
  assert.equal(findCycle(new Map([["a", ["b", "c"]], ["b", ["d"]], ["c", ["d"]], ["d", []]])), undefined);
});
