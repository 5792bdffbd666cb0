import assert from "node:assert/strict";
import type { Settings } from "../../src/core/config.ts";
import { TOOLSETS } from "../../src/core/toolset.ts";
import { createTools } from "../../src/tools/index.ts";
import { ToolList } from "../../src/tools/tool_list.ts";
import { actTool, lookTool } from "./made_up_tools.ts";

const SETTINGS: Settings = {
  logLevel: "error",
  isReadOnly: false,
  toolsets: TOOLSETS,
  allowLaunch: undefined,
  capturesDir: "",
  outputDirs: [],
  appPackDirs: [],
};

Deno.test("a tool list publishes what was prepared of all tools, and nothing prepared where some are not listed", () => {
  const tools = [lookTool(), actTool()];
  const published = new ToolList(tools, SETTINGS).published();
  const prepared = structuredClone(published);
  assert.equal(new ToolList(tools, SETTINGS, () => prepared).published(), prepared);
  assert.deepEqual(new ToolList(tools, SETTINGS, () => undefined).published(), published);
  const reading = new ToolList(tools, { ...SETTINGS, isReadOnly: true }, () => prepared).published();
  assert.deepEqual(reading.map(({ name, description }) => [name, description]), [["look_around", "Looks."]]);
  const none = new ToolList(tools, { ...SETTINGS, toolsets: ["ui"] }, () => prepared).published();
  assert.deepEqual(none, []);
});

Deno.test("a tool that is not listed is no less allowed: it has its contract, and steps may call it", () => {
  const tools = [lookTool(), actTool()];
  const list = new ToolList(tools, { ...SETTINGS, toolsets: ["packs"] });
  assert.deepEqual(list.names(), []);
  for (const { name } of tools) {
    assert.equal(list.contract(name)?.name, name);
    assert.equal(list.steps.tool(name)?.isAllowed, true);
  }
  const reading = new ToolList(tools, { ...SETTINGS, isReadOnly: true });
  const acting = actTool().name;
  assert.equal(reading.contract(acting), undefined);
  assert.equal(reading.steps.tool(acting)?.isAllowed, false);
});

Deno.test("every tool that runs steps says that it cleans up when it is cut short", () => {
  const tools = createTools();
  const runners = tools.filter(({ toolset, effect }) => toolset === "pipeline" && effect !== "read");
  assert.deepEqual(
    runners.map(({ name }) => name).toSorted(),
    ["continue_run", "profile_run_steps", "run_steps", "run_workflow"],
  );
  assert.deepEqual(tools.filter(({ cleansUp }) => cleansUp === true), runners);
});
