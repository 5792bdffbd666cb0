import type { Settings } from "../core/config.ts";
import { createTools } from "../tools/index.ts";
import { ToolList } from "../tools/tool_list.ts";
import { columns } from "./layout.ts";
import { jsonText, type Terminal } from "./terminal.ts";

/** `casement tools`: what a client that is served with these settings finds. Returns the exit code. */
export async function listTools(settings: Settings, isJson: boolean, terminal: Terminal): Promise<number> {
  const list = new ToolList(createTools(), settings);
  if (isJson) {
    await terminal.print(jsonText({ tools: list.published() }, terminal));
    return 0;
  }
  const rows = list.names().flatMap((name) => {
    const contract = list.contract(name);
    return contract === undefined ? [] : [[name, contract.effect, contract.toolset, contract.title]];
  });
  await terminal.print(columns([["NAME", "EFFECT", "TOOLSET", "TITLE"], ...rows]).join("\n"));
  return 0;
}
