/** Texts in a pack that would be typed or sent, and look like secrets. Descriptions and names are none of them. */
import { formatPath } from "../../core/json_path.ts";
import type { Step } from "../../steps/step.ts";
import type { Pack } from "../load/load_pack.ts";
import type { PackPart } from "../schema/pack_files.ts";
import type { Workflow } from "../schema/workflows.ts";
import type { Finding } from "./finding.ts";
import { redacted, sensitiveReason } from "./sensitive_text.ts";

/** Deeper data is not looked through. */
const MOST_DEPTH = 32;
const MOST_SCHEMA_DEPTH = 40;
const MOST_SCHEMAS = 4_000;

type Path = readonly PropertyKey[];

/** A value that is looked through, and where it is. */
interface Place {
  readonly part: PackPart;
  readonly path: Path;
  readonly value: unknown;
  /** The names of the fields that it is the value of; an id on the way there is what the author chose. */
  readonly fields?: readonly string[];
}

/** See the head of this file. */
export function sensitiveValuesIn(pack: Pack): readonly Finding[] {
  return [...placesIn(pack)].flatMap(({ part, path, value, fields = [] }) =>
    [...textsIn(value, [])].flatMap(({ text, names, inside }) => {
      const reason = sensitiveReason(text, [...fields, ...names]);
      if (reason === undefined) return [];
      return [{
        code: "SENSITIVE_VALUE" as const,
        severity: "warning" as const,
        part,
        path: formatPath([...path, ...inside]),
        message: `${
          redacted(text)
        } looks like a secret (${reason}): let an input or an environment variable bring it`,
      }];
    })
  );
}

function* placesIn({ profile, contracts, workflows }: Pack): Generator<Place> {
  yield {
    part: "profile",
    path: ["executableEnv"],
    value: profile.executableEnv,
    fields: ["executableEnv"],
  };
  for (const [index, { defaultExpect }] of contracts.entries()) {
    if (typeof defaultExpect !== "object") continue;
    const path = ["contracts", index, "defaultExpect", "expectedValue"];
    yield { part: "actions", path, value: defaultExpect.expectedValue };
  }
  for (const [index, workflow] of workflows.entries()) {
    for (const { path, ...place } of ofWorkflow(workflow)) {
      yield { part: "workflows", path: ["workflows", index, ...path], ...place };
    }
  }
}

function* ofWorkflow(workflow: Workflow): Generator<Omit<Place, "part">> {
  for (const [index, { read }] of (workflow.captureBefore ?? []).entries()) {
    yield { path: ["captureBefore", index, "read", "args"], value: read?.args };
  }
  yield* ofSteps(workflow.steps, "steps");
  yield* ofSteps(workflow.finally, "finally");
  yield* literalsIn({ schema: workflow.inputSchema, path: ["inputSchema"], fields: [], depth: 0 }, {
    schemas: 0,
  });
}

function* ofSteps(steps: readonly Step[], list: string): Generator<Omit<Place, "part">> {
  for (const [index, { args, expect, retry, captureBefore }] of steps.entries()) {
    const place = [list, index];
    yield { path: [...place, "args"], value: args };
    yield { path: [...place, "expect"], value: expect };
    yield { path: [...place, "retry"], value: retry };
    for (const [number, { read }] of (captureBefore ?? []).entries()) {
      yield { path: [...place, "captureBefore", number, "read", "args"], value: read?.args };
    }
  }
}

/** A text in some data. */
interface PlacedText {
  readonly text: string;
  readonly inside: Path;
  /** The names of the fields on the way. */
  readonly names: readonly string[];
}

function* textsIn(value: unknown, inside: Path): Generator<PlacedText> {
  if (inside.length > MOST_DEPTH) return;
  if (typeof value === "string") {
    yield { text: value, inside, names: inside.filter((step) => typeof step === "string") };
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* textsIn(item, [...inside, index]);
  } else if (typeof value === "object" && value !== null) {
    for (const [key, item] of Object.entries(value)) yield* textsIn(item, [...inside, key]);
  }
}

/** Fields of a JSON Schema whose values are data, and those with schemas inside. */
const LITERALS = ["default", "example", "examples", "const", "enum"];
const SCHEMA_MAPS = ["properties", "patternProperties", "dependentSchemas"];
const SCHEMAS = [
  "items",
  "contains",
  "not",
  "if",
  "then",
  "else",
  "propertyNames",
  "unevaluatedItems",
  "unevaluatedProperties",
  "additionalProperties",
  "prefixItems",
  "allOf",
  "anyOf",
  "oneOf",
];

/** A schema that is looked into, and the properties that it is for. */
interface SchemaPlace {
  readonly schema: unknown;
  readonly path: Path;
  readonly fields: readonly string[];
  readonly depth: number;
}

/** The data in a schema. */
function* literalsIn(
  { schema, path, fields, depth }: SchemaPlace,
  seen: { schemas: number },
): Generator<Omit<Place, "part">> {
  if (depth > MOST_SCHEMA_DEPTH || typeof schema !== "object" || schema === null) return;
  const inside = (
    value: unknown,
    at: Path,
    own: readonly string[] = fields,
  ): Generator<Omit<Place, "part">> =>
    literalsIn({ schema: value, path: at, fields: own, depth: depth + 1 }, seen);
  if (Array.isArray(schema)) {
    for (const [index, one] of schema.entries()) yield* inside(one, [...path, index]);
    return;
  }
  if (++seen.schemas > MOST_SCHEMAS) return;
  for (const [key, value] of Object.entries(schema)) {
    const at = [...path, key];
    if (LITERALS.includes(key)) yield { path: at, value, fields };
    else if (SCHEMAS.includes(key)) yield* inside(value, at);
    else if (SCHEMA_MAPS.includes(key) && typeof value === "object" && value !== null) {
      for (const [name, one] of Object.entries(value)) yield* inside(one, [...at, name], [...fields, name]);
    }
  }
}
