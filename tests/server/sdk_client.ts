/** The SDK's own client, for tests alone: the program has no use for it. The types come as in `src/server/sdk.ts`. */

// @ts-types="npm:@modelcontextprotocol/sdk@1.32.2/client"
export { Client } from "@modelcontextprotocol/sdk/client/index.js";
// @ts-types="npm:@modelcontextprotocol/sdk@1.32.2/inMemory"
export { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
