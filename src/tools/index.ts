import type { Tool } from "./tool.ts";
import { toolContractDescribe } from "./tool_contract_describe.ts";
import { toolContractList } from "./tool_contract_list.ts";

/** The one list of tools, in the order in which clients see them. */
export function createTools(): readonly Tool[] {
  return [
    toolContractList,
    toolContractDescribe,
  ];
}
