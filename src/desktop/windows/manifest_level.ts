import type { ManifestLevel } from "../desktop.ts";

const LEVELS = ["asInvoker", "highestAvailable", "requireAdministrator"] as const;

/**
 * The level that a manifest asks for, read as a text: the element may stand in any namespace, and what is written between
 * `<!--` and `-->` does not count.
 */
export function manifestLevel(manifest: Uint8Array | undefined): ManifestLevel {
  if (manifest === undefined) return "unknown";
  const text = decode(manifest).replace(/<!--[^]*?-->/g, "");
  const element = /<(?:[\w.-]+:)?requestedExecutionLevel\b([^>]*)>/i.exec(text)?.[1] ?? "";
  const said = /\blevel\s*=\s*(?:"\s*(\w+)\s*"|'\s*(\w+)\s*')/i.exec(element);
  const level = (said?.[1] ?? said?.[2] ?? "").toLowerCase();
  return LEVELS.find((each) => each.toLowerCase() === level) ?? "unknown";
}

function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const isUtf16 = first === 0xFF && second === 0xFE || second === 0;
  return new TextDecoder(isUtf16 ? "utf-16le" : "utf-8").decode(bytes);
}
