/** JSON as people write it into files: what `JSON.parse` lets pass and nobody means is an error here. */
import { formatPath } from "../../core/json_path.ts";

/** Deeper than any real file nests. */
const MOST_DEPTH = 64;

/** What the structure of JSON is made of, as units. */
const SIGNS = {
  openObject: 0x7B,
  closeObject: 0x7D,
  openList: 0x5B,
  closeList: 0x5D,
  comma: 0x2C,
  quotationMark: 0x22,
} as const;

/** What is in a file, or why it cannot be read. */
export type JsonText =
  | { readonly isRead: true; readonly data: unknown }
  | { readonly isRead: false; readonly message: string };

/** Reads UTF-8, with or without a byte-order mark. */
export function parseJsonFile(bytes: Uint8Array): JsonText {
  const isUtf16 = (bytes[0] === 0xFF && bytes[1] === 0xFE) || (bytes[0] === 0xFE && bytes[1] === 0xFF);
  if (isUtf16) return unread("It is written in UTF-16: save it as UTF-8");
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return unread("It is not written in UTF-8");
  }
  try {
    const data: unknown = JSON.parse(text);
    // What JSON.parse has accepted is well-formed, so that keys can be told by where they stand.
    const fault = faultOf(text);
    return fault === undefined ? { isRead: true, data } : unread(fault);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return unread(`It is not JSON: ${error.message}`);
  }
}

function unread(message: string): JsonText {
  return { isRead: false, message };
}

/** An object or a list that is open where the text is looked at. */
interface Open {
  readonly isObject: boolean;
  readonly keys: Set<string>;
  /** Where in it the text is. */
  at: string | number;
}

/**
 * A key that stands twice in one object, or that no object can have, or too deep nesting; undefined for none. Looks at each
 * character once, as packs have millions of them.
 */
function faultOf(text: string): string | undefined {
  const open: Open[] = [];
  const path = (key: string): string => formatPath([...open.slice(0, -1).map(({ at }) => at), key]);
  let awaitsKey = false;
  for (let index = 0; index < text.length; index++) {
    switch (text.charCodeAt(index)) {
      case SIGNS.openObject:
      case SIGNS.openList:
        awaitsKey = text.charCodeAt(index) === SIGNS.openObject;
        open.push({ isObject: awaitsKey, keys: new Set(), at: 0 });
        if (open.length > MOST_DEPTH) return `It nests deeper than ${MOST_DEPTH} levels`;
        break;
      case SIGNS.closeObject:
      case SIGNS.closeList:
        open.pop();
        awaitsKey = false;
        break;
      case SIGNS.comma: {
        const inner = open.at(-1);
        awaitsKey = inner?.isObject === true;
        if (inner !== undefined && typeof inner.at === "number") inner.at++;
        break;
      }
      case SIGNS.quotationMark: {
        const end = endOfString(text, index);
        const inner = open.at(-1);
        if (awaitsKey && inner !== undefined) {
          const key = stringAt(text, index, end);
          if (inner.keys.has(key)) return `${path(key)} is there twice`;
          if (key === "__proto__") return `${path(key)} cannot be the name of anything`;
          inner.keys.add(key);
          inner.at = key;
          awaitsKey = false;
        }
        index = end - 1;
      }
    }
  }
  return undefined;
}

/** The string between its quotation marks; most have nothing in them to be decoded. */
function stringAt(text: string, start: number, end: number): string {
  const plain = text.slice(start + 1, end - 1);
  return plain.includes("\\") ? JSON.parse(text.slice(start, end)) : plain;
}

/** The place behind the quotation mark that ends the string which begins here. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1);; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text[end - 1 - slashes] === "\\") slashes++;
    // Every second one stands for itself.
    if (slashes % 2 === 0) return end + 1;
  }
}
