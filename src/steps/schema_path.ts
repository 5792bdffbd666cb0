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

/**
 * Whether data that fits the schema may lack what can lie at a path: a field on the way need not be there, or may be null.
 * How long a list is, and what data holds of which nothing is declared, no schema says: that is not meant.
 *
 * @param numbersMeanItems as for {@link schemasAt}
 */
export function mayBeMissingAt(
  schema: JsonSchema,
  path: readonly string[],
  { numbersMeanItems = false }: { readonly numbersMeanItems?: boolean } = {},
): boolean {
  let here = membersOf(schema);
  for (const segment of path) {
    if (here.some((one) => lacks(one, segment, numbersMeanItems))) return true;
    here = here.flatMap((one) => step(one, segment, numbersMeanItems)).flatMap(membersOf);
  }
  return here.some(isNull);
}

function lacks(schema: JsonSchema, segment: string, numbersMeanItems: boolean): boolean {
  if (isNull(schema) || step(schema, segment, numbersMeanItems).length === 0) return true;
  const { properties, required } = schema;
  const isDeclared = isSchema(properties) && Object.hasOwn(properties, segment);
  return isDeclared && !(Array.isArray(required) && required.includes(segment));
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
  const members = membersOf(schema);
  return members.length === 1 ? members : members.filter((one) => !isNull(one));
}

/** The members of a union, at any depth; else the schema itself. */
function membersOf(schema: JsonSchema): readonly JsonSchema[] {
  const { anyOf, oneOf } = schema;
  const members = Array.isArray(anyOf) ? anyOf : Array.isArray(oneOf) ? oneOf : undefined;
  return members === undefined ? [schema] : members.filter(isSchema).flatMap(membersOf);
}

function isNull({ type }: JsonSchema): boolean {
  return type === "null";
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
