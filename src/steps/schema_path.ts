/** What a JSON Schema says of a path into the data that fits it. */
import { isIndex } from "./reference.ts";

/** A JSON Schema, or a part of one. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * The schemas that what lies at a path may have: none where nothing can lie there. An empty schema stands for anything:
 * data of which nothing is declared may hold it.
 *
 * @param numbersMeanItems a number also means an item of the list in `items`, as in references to a result
 */
export function schemasAt(
  schema: JsonSchema,
  path: readonly string[],
  { numbersMeanItems = false }: { readonly numbersMeanItems?: boolean } = {},
): readonly JsonSchema[] {
  let here = branchesOf(schema);
  for (const segment of path) {
    here = here.flatMap((one) => step(one, segment, numbersMeanItems)).flatMap(branchesOf);
  }
  return here;
}

/** The single type that all the schemas name; undefined where they differ, or one allows several. */
export function typeOf(schemas: readonly JsonSchema[]): string | undefined {
  const types = new Set(schemas.map(({ type }) => typeof type === "string" ? type : undefined));
  const [type] = types;
  return types.size === 1 ? type : undefined;
}

function step(schema: JsonSchema, segment: string, numbersMeanItems: boolean): readonly JsonSchema[] {
  const { properties, items, additionalProperties, type } = schema;
  if (isSchema(properties)) {
    const property = properties[segment];
    if (isSchema(property) && Object.hasOwn(properties, segment)) return [property];
    const listed = numbersMeanItems && isIndex(segment) ? properties.items : undefined;
    const item = isSchema(listed) ? listed.items : undefined;
    if (isSchema(item)) return [item];
    return isSchema(additionalProperties)
      ? [additionalProperties]
      : additionalProperties === true
      ? [{}]
      : [];
  }
  if (type === "array" || items !== undefined) {
    return isIndex(segment) ? [isSchema(items) ? items : {}] : [];
  }
  if (type === undefined || type === "object") {
    return [isSchema(additionalProperties) ? additionalProperties : {}];
  }
  return [];
}

/** What may be there but is not a value that anything can lie in is left out: a null has no fields. */
function branchesOf(schema: JsonSchema): readonly JsonSchema[] {
  const { anyOf, oneOf } = schema;
  const branches = Array.isArray(anyOf) ? anyOf : Array.isArray(oneOf) ? oneOf : undefined;
  if (branches === undefined) return [schema];
  return branches.filter(isSchema).filter(({ type }) => type !== "null").flatMap(branchesOf);
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
