import assert from "node:assert/strict";
import type { Settings } from "../../src/core/config.ts";
import { ToolList } from "../../src/tools/tool_list.ts";
import { actTool, lookTool } from "./made_up_tools.ts";

const SETTINGS: Settings = {
  logLevel: "error",
  isReadOnly: false,
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
});
