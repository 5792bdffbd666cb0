/** Results as MCP content: what a model reads, and the same as structured content for programs. */
import { Buffer } from "node:buffer";
import type { ErrorBody } from "../core/errors.ts";
import { boundedText, wellFormedJson } from "../core/text.ts";
import type { CallResult } from "../tools/tool.ts";
import type { CallToolResult } from "./sdk.ts";

/** The answer to a call. */
export function renderResult(result: CallResult): CallToolResult {
  return result.ok ? renderSuccess(result) : renderError(result.error);
}

/** The text comes first: clients that show one block only show the one that matters. */
function renderSuccess({ output, attachments, text }: Extract<CallResult, { ok: true }>): CallToolResult {
  const structuredContent = wellFormedObject(output);
  return {
    content: [
      { type: "text", text: text?.toWellFormed() ?? JSON.stringify(structuredContent) },
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

/** Enough for ten candidates; programs find all of it in the structured content. */
const MOST_DETAILS_UNITS = 2_000;

/**
 * `CODE: message. suggestion`, and the details in a line of their own: some clients show a model this text alone. What is
 * wrong with arguments stands in the message already.
 */
function describeError({ code, message, suggestion, details }: ErrorBody): string {
  const sentence = /[.!?…]$/.test(message) ? message : `${message}.`;
  const advice = suggestion === undefined ? "" : ` ${suggestion}`;
  const facts = details === undefined || code === "INVALID_PARAMS"
    ? ""
    : `\ndetails: ${boundedText(JSON.stringify(wellFormedJson(details)), MOST_DETAILS_UNITS)}`;
  return `${code}: ${sentence}${advice}${facts}`;
}

function wellFormedObject(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  // An object stays an object there.
  return wellFormedJson(value) as Record<string, unknown>;
}
