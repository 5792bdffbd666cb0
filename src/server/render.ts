/** Results as MCP content: what a model reads, and the same as structured content for programs. */
import { Buffer } from "node:buffer";
import type { ErrorBody } from "../core/errors.ts";
import { wellFormedJson } from "../core/text.ts";
import type { CallResult } from "../tools/invoke.ts";
import type { Attachment } from "../tools/tool.ts";
import type { CallToolResult } from "./sdk.ts";

/** The answer to a call. */
export function renderResult(result: CallResult): CallToolResult {
  return result.ok ? renderSuccess(result.output, result.attachments) : renderError(result.error);
}

/** The text comes first: clients that show one block only show the one that matters. */
function renderSuccess(
  output: Readonly<Record<string, unknown>>,
  attachments: readonly Attachment[],
): CallToolResult {
  const structuredContent = wellFormedObject(output);
  return {
    content: [
      { type: "text", text: JSON.stringify(structuredContent) },
      ...attachments.map(({ mimeType, data }) => ({
        type: "image" as const,
        mimeType,
        data: Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString("base64"),
      })),
    ],
    structuredContent,
  };
}

function renderError(error: ErrorBody): CallToolResult {
  return {
    isError: true,
    content: [{ type: "text", text: describeError(error).toWellFormed() }],
    structuredContent: wellFormedObject({ success: false, error }),
  };
}

/** `CODE: message. suggestion`. */
function describeError({ code, message, suggestion }: ErrorBody): string {
  const sentence = /[.!?…]$/.test(message) ? message : `${message}.`;
  return suggestion === undefined ? `${code}: ${sentence}` : `${code}: ${sentence} ${suggestion}`;
}

function wellFormedObject(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  // An object stays an object there.
  return wellFormedJson(value) as Record<string, unknown>;
}
