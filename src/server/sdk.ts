/**
 * The only import of the MCP SDK in the program. Its package maps types to files that do not exist under Deno, so every
 * plain import silently becomes `any`; the `@ts-types` lines name the types by a path that does resolve, and a test
 * fails if they vanish again.
 */

import "../core/zod_config.ts";
// @ts-types="npm:@modelcontextprotocol/sdk@1.32.2/server"
export { Server } from "@modelcontextprotocol/sdk/server/index.js";
// @ts-types="npm:@modelcontextprotocol/sdk@1.32.2/types"
export {
  ErrorCode as RpcErrorCode,
  JSONRPCMessageSchema,
  ListToolsRequestSchema,
  McpError,
} from "@modelcontextprotocol/sdk/types.js";
// @ts-types="npm:@modelcontextprotocol/sdk@1.32.2/types"
export type {
  CallToolResult,
  JSONRPCMessage,
  JSONRPCRequest,
  Tool,
} from "@modelcontextprotocol/sdk/types.js";
// @ts-types="npm:@modelcontextprotocol/sdk@1.32.2/shared/transport"
export type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
