/** Arguments without their texts: what a journal may keep of a call. */

/** A JSON Schema as far as the summary needs it: where a text can only be one of a few known words. */
interface Schema {
  readonly enum?: unknown;
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly items?: unknown;
  readonly anyOf?: unknown;
}

const MAX_ITEMS = 10;
const MAX_DEPTH = 6;

/**
 * The arguments with numbers, booleans and known words kept and every other text replaced by its length, such as
 * `"<12 units>"`: typed text, paths and titles are nobody's business. Long lists are cut.
 */
export function summarizeArguments(value: unknown, schema: unknown, depth = 0): unknown {
  if (typeof value === "string") return isKnownWord(value, schema) ? value : `<${value.length} units>`;
  // What JSON cannot hold does not come from a client, and must not end a log line either.
  if (typeof value !== "object") {
    return ["number", "boolean"].includes(typeof value) ? value : `<${typeof value}>`;
  }
  if (value === null) return value;
  if (depth >= MAX_DEPTH) return "<deeper>";
  if (Array.isArray(value)) {
    const items = value.slice(0, MAX_ITEMS)
      .map((item) => summarizeArguments(item, members(schema)[0]?.items, depth + 1));
    return value.length > MAX_ITEMS ? [...items, `<${value.length - MAX_ITEMS} more>`] : items;
  }
  const entries = Object.entries(value);
  const kept = entries.slice(0, 2 * MAX_ITEMS).map(([key, item]) => {
    const part = members(schema).map((member) => member.properties?.[key]).find((found) =>
      found !== undefined
    );
    // A key that the schema does not name came from outside as well.
    const name = part === undefined ? `<${key.length} units>` : key;
    return [name, summarizeArguments(item, part, depth + 1)];
  });
  return Object.fromEntries(kept);
}

function isKnownWord(text: string, schema: unknown): boolean {
  return members(schema).some((member) =>
    member.const === text || (Array.isArray(member.enum) && member.enum.includes(text))
  );
}

/** The schema itself, or the members of a union. */
function members(schema: unknown): readonly Schema[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { anyOf } = schema as Schema;
  return Array.isArray(anyOf) ? anyOf.flatMap(members) : [schema as Schema];
}
