/** A GUID as COM has it in memory: 16 bytes, the first three groups little-endian. */
export type Guid = Uint8Array<ArrayBuffer>;

/** A group of GUIDs under their header names, as text. */
export type GuidTable = Readonly<Record<string, string>>;

const defined: GuidTable[] = [];

/** Every group of GUIDs defined by the modules loaded so far, for the ABI check. */
export function definedGuids(): readonly GuidTable[] {
  return defined;
}

/** Declares GUIDs by their header names, as in `CLSID_CUIAutomation`; the ABI check compares them with the headers. */
export function defineGuids<const T extends GuidTable>(table: T): T {
  for (const text of Object.values(table)) parseGuid(text);
  defined.push(table);
  return table;
}

/** The form that Windows' own tools print, without braces. */
export const GUID_TEXT = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * The bytes of a GUID; braces around the text are allowed.
 *
 * @throws {SyntaxError} when it is none.
 */
export function parseGuid(text: string): Guid {
  const plain = /^\{(.*)\}$/.exec(text)?.[1] ?? text;
  if (!GUID_TEXT.test(plain)) throw new SyntaxError(`Cannot parse GUID: "${text}" is none`);
  const digits = plain.replaceAll("-", "");
  const guid = Uint8Array.from(
    { length: 16 },
    (_, index) => parseInt(digits.slice(index * 2, index * 2 + 2), 16),
  );
  return swapGroups(guid);
}

/** A GUID as text, in lower case and without braces. */
export function formatGuid(guid: Uint8Array): string {
  const digits = [...swapGroups(Uint8Array.from(guid))].map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** Turns the first three groups round, in place: text has them big-endian, memory little-endian. */
function swapGroups(guid: Guid): Guid {
  guid.subarray(0, 4).reverse();
  guid.subarray(4, 6).reverse();
  guid.subarray(6, 8).reverse();
  return guid;
}
