/**
 * zod schemas as the JSON Schemas that clients read. Real clients drop a whole tool list for one `$ref`, one union at
 * the top or one property without a type, so the published form has none of these: a union is published as its first
 * member, and a field may name another form with `.meta({ published: { type: "object" } })`. What is enforced is always
 * the zod schema; the complete form says all of it. Limits are in the complete form alone: in a list they would be read by
 * every model, and what breaks one is told which.
 */
import * as z from "zod";

/** A JSON Schema, or a part of one. */
export type JsonSchema = Record<string, unknown>;

/** The complete input schema: what the door enforces, unions included. */
export function completeInputSchema(input: z.ZodObject): JsonSchema {
  return mapSchema(toJsonSchema(input, "input"), withoutPublishedForm);
}

/** The input schema for the tool list. */
export function publishedInputSchema(input: z.ZodObject): JsonSchema {
  // A shape that nests in itself is defined apart; where it is published in words, nothing refers to that any more.
  const { $defs: _definitions, ...schema } = mapSchema(toJsonSchema(input, "input"), intoPublishedForm);
  return { properties: {}, ...schema, additionalProperties: false };
}

/** The error part of every result. */
export const ERROR_SCHEMA: JsonSchema = {
  type: "object",
  description: "Only when success is false.",
  properties: {
    code: { type: "string" },
    message: { type: "string" },
    details: { type: "object", additionalProperties: true },
    suggestion: { type: "string", description: "What to do next." },
    retryable: { type: "boolean", description: "The same call may succeed a moment later." },
  },
  required: ["code", "message", "retryable"],
  additionalProperties: false,
};

/**
 * The output schema: one flat object that a success and an error both fit, so only `success` is required. Clients
 * check errors against it too.
 */
export function publishedOutputSchema(output: z.ZodObject): JsonSchema {
  const schema = mapSchema(toJsonSchema(output, "output"), withoutPublishedForm);
  // What a run that failed tells in its own fields is an error of this shape too.
  const { error: _error, ...fields } = propertiesOf(schema);
  return {
    type: "object",
    properties: { success: { type: "boolean" }, ...fields, error: ERROR_SCHEMA },
    required: ["success"],
    additionalProperties: false,
  };
}

/** The fields that every success has, and their types; what a later step may rely on. */
export function pipeSafeFields(output: z.ZodObject): readonly { resultPath: string; type: string }[] {
  const schema = toJsonSchema(output, "output");
  const properties = propertiesOf(schema);
  const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
  return required.map((resultPath) => {
    const property = properties[resultPath];
    return {
      resultPath,
      type: isSchema(property) && typeof property.type === "string" ? property.type : "any",
    };
  });
}

/** The part of a JSON Schema under a path of keys and indices; undefined where it says nothing. */
export function schemaAt(schema: JsonSchema, path: readonly PropertyKey[]): JsonSchema | undefined {
  let here: JsonSchema | undefined = schema;
  for (const step of path) {
    const next: unknown = typeof step === "number" ? here.items : propertiesOf(here)[String(step)];
    here = isSchema(next) ? resolved(next, schema) : undefined;
    if (here === undefined) return undefined;
  }
  return here;
}

/** A shape that nests in itself is defined apart and referred to; the definition may be but another reference. */
function resolved(part: JsonSchema, whole: JsonSchema): JsonSchema {
  const seen = new Set<JsonSchema>();
  for (let here = part; !seen.has(here);) {
    seen.add(here);
    const name = typeof here.$ref === "string" ? here.$ref.replace("#/$defs/", "") : undefined;
    const definition = name !== undefined && isSchema(whole.$defs) ? whole.$defs[name] : undefined;
    if (!isSchema(definition) || isSchema(here.properties)) return here;
    here = definition;
  }
  return part;
}

/** The declared properties of an object schema; of every member, where it is a union. */
export function propertiesOf(schema: JsonSchema): JsonSchema {
  if (isSchema(schema.properties)) return schema.properties;
  const members = Array.isArray(schema.anyOf) ? schema.anyOf.filter(isSchema) : [];
  return Object.assign({}, ...members.map(propertiesOf));
}

/** The schema with `change` made to the text of every description. */
export function withDescriptions(schema: JsonSchema, change: (text: string) => string): JsonSchema {
  return mapSchema(
    schema,
    (part) =>
      typeof part.description === "string" ? { ...part, description: change(part.description) } : part,
  );
}

function toJsonSchema(schema: z.ZodObject, io: "input" | "output"): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, reused: "inline" });
  return rest;
}

/** Rebuilds a schema from its parts upwards; the names under `properties` are not taken for keywords. */
function mapSchema(schema: JsonSchema, change: (part: JsonSchema) => JsonSchema): JsonSchema {
  const part: JsonSchema = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === "properties" && isSchema(value)) {
      part[keyword] = Object.fromEntries(
        Object.entries(value).map(([name, item]) => [name, isSchema(item) ? mapSchema(item, change) : item]),
      );
    } else if (Array.isArray(value)) {
      part[keyword] = value.map((item) => isSchema(item) ? mapSchema(item, change) : item);
    } else {
      // Plain data of these two is never a schema.
      const isData = keyword === "default" || keyword === "const";
      part[keyword] = isSchema(value) && !isData ? mapSchema(value, change) : value;
    }
  }
  return change(withoutSafeIntegerBounds(part));
}

function withoutPublishedForm(part: JsonSchema): JsonSchema {
  const { published: _published, ...rest } = part;
  return rest;
}

/** How long, how large, how many. */
const LIMITS: ReadonlySet<string> = new Set(
  "minimum maximum exclusiveMinimum exclusiveMaximum minLength maxLength pattern minItems maxItems propertyNames"
    .split(" "),
);

function intoPublishedForm(part: JsonSchema): JsonSchema {
  const { published, anyOf, ...all } = part;
  // A switch that is not mentioned is off.
  const isKept = ([keyword, value]: [string, unknown]): boolean =>
    !LIMITS.has(keyword) && !(keyword === "default" && value === false);
  const rest = Object.fromEntries(Object.entries(all).filter(isKept));
  if (isSchema(published)) return { ...published, ...texts(part) };
  if (!Array.isArray(anyOf)) return rest;
  const first: unknown = anyOf[0];
  return isSchema(first) ? { ...first, ...rest } : rest;
}

/** What stays when a field is published in another form. */
function texts(part: JsonSchema): JsonSchema {
  return {
    ...(part.description === undefined ? {} : { description: part.description }),
    ...(part.default === undefined ? {} : { default: part.default }),
  };
}

/** zod writes the range of exact integers into every integer; it tells a reader nothing. */
function withoutSafeIntegerBounds(part: JsonSchema): JsonSchema {
  const { minimum, maximum, ...rest } = part;
  return {
    ...rest,
    ...(minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? {} : { minimum }),
    ...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? {} : { maximum }),
  };
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
