/** What is put into a workflow: whether it is what its pack asks for, by the JSON Schema that the pack writes. */
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import { ToolError } from "../core/errors.ts";
import { formatPath } from "../core/json_path.ts";
import { once } from "../core/once.ts";
import { boundedText, quotedText } from "../core/text.ts";
import { Pattern } from "../elements/pattern.ts";
import { PatternError } from "../elements/pattern_syntax.ts";
import type { Workflow } from "../packs/schema/workflows.ts";
import { referencesOf, templatesIn } from "../steps/reference.ts";
import { valueOnPath } from "../steps/value_path.ts";
import type { Fields } from "./pipeline.ts";

const MOST_ERRORS = 20;
const MOST_MESSAGE_UNITS = 300;
/** To compile this much of a schema takes a quarter of a second, in which no other call is served. */
const MOST_SCHEMA_UNITS = 16_384;
/** The longest text that a step could type, several times over. */
const MOST_INPUT_UNITS = 65_536;
/** Lists whose items have to differ are compared item by item. */
const MOST_INPUT_VALUES = 2_000;
/** Of texts that patterns are tried on, in one check; the slowest pattern needs a second or two for it. */
const MOST_PATTERN_UNITS = 200_000;

/** One thing that is wrong with the inputs. */
interface InputFault {
  readonly path: string;
  readonly message: string;
}

/** Thrown inside only: the schema cannot be used, or the inputs cannot be judged by it. */
class Unusable extends Error {
  override readonly name = "Unusable";
}

/** What the check under way may still spend on patterns. */
const patternBudget = { leftUnits: 0 };

/** The engine of patterns whose time is bounded, in the shape that the validator wants. */
function boundedPattern(source: string): { test: (text: string) => boolean; toString: () => string } {
  const pattern = new Pattern(source, { ignoreCase: false });
  return {
    test(text) {
      patternBudget.leftUnits -= text.length;
      if (patternBudget.leftUnits < 0) {
        throw new Unusable("more text is to be compared with patterns than is usual");
      }
      return pattern.test(text);
    },
    // The validator tells patterns apart by what they are as texts.
    toString: () => `/${source}/`,
  };
}
boundedPattern.code = "boundedPattern";

const validator = once(() =>
  new Ajv({
    allErrors: true,
    useDefaults: true,
    // What else a pack writes beside the schema, and formats, are words for people.
    strict: false,
    validateFormats: false,
    addUsedSchema: false,
    logger: false,
    code: { regExp: boundedPattern },
  })
);

/** By the schema, which a set of packs never changes; what cannot be used is found again. */
const compiled = new WeakMap<object, ValidateFunction>();

/** @throws {Unusable} where it is no schema, or one that is not supported */
function compile(schema: Workflow["inputSchema"]): ValidateFunction {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const written = JSON.stringify(schema);
  if (written.length > MOST_SCHEMA_UNITS) {
    throw new Unusable(`it has ${written.length} units; ${MOST_SCHEMA_UNITS} are allowed`);
  }
  // Parts that refer to one another can go round in circles, or ask the same thing a billion times.
  if (/"\$(?:ref|dynamicRef|recursiveRef|id|anchor)":/.test(written)) {
    throw new Unusable("references in it are not supported");
  }
  try {
    const validate = validator().compile(schema);
    compiled.set(schema, validate);
    return validate;
  } catch (error) {
    if (error instanceof PatternError) throw new Unusable(`a pattern in it ${error.message}`);
    throw new Unusable(error instanceof Error ? error.message : String(error));
  } finally {
    validator().removeSchema(schema);
  }
}

/**
 * The inputs with the defaults of the schema filled in.
 *
 * @throws {ToolError} WORKFLOW_INPUT_INVALID where they do not fit the schema, where a step needs one that is not there,
 * and where the schema itself cannot be used
 */
export function workflowInputs(workflow: Workflow, given: Fields): Fields {
  const inputs: Fields = structuredClone(given);
  let faults: readonly InputFault[];
  try {
    requireUsual(inputs);
    faults = schemaFaults(workflow.inputSchema, inputs);
  } catch (error) {
    if (!(error instanceof Unusable) && !(error instanceof RangeError)) throw error;
    throw unusableError(workflow, error.message);
  }
  if (faults.length === 0) faults = missingForSteps(workflow, inputs);
  if (faults.length > 0) throw invalidError(workflow, faults);
  return inputs;
}

/** @throws {Unusable} where they are larger than any workflow needs */
function requireUsual(inputs: Fields): void {
  let values = 0;
  const units = JSON.stringify(inputs, (_key, value) => (values++, value)).length;
  if (units > MOST_INPUT_UNITS || values > MOST_INPUT_VALUES) {
    throw new Unusable(
      `the inputs have ${units} units and ${values} values; ${MOST_INPUT_UNITS} and ${MOST_INPUT_VALUES} are allowed`,
    );
  }
}

function schemaFaults(schema: Workflow["inputSchema"], inputs: Fields): readonly InputFault[] {
  const validate = compile(schema);
  patternBudget.leftUnits = MOST_PATTERN_UNITS;
  return validate(inputs) ? [] : (validate.errors ?? []).map((error) => faultOf(error, schema));
}

function faultOf(
  { instancePath, keyword, params, message }: ErrorObject,
  schema: Workflow["inputSchema"],
): InputFault {
  const place = instancePath.split("/").slice(1).map((step) =>
    step.replaceAll("~1", "/").replaceAll("~0", "~")
  );
  const fault = (path: readonly string[], text: string): InputFault => ({
    path: formatPath(path.map((step) => /^\d+$/.test(step) ? Number(step) : step)),
    message: boundedText(text, MOST_MESSAGE_UNITS),
  });
  if (keyword === "required") return fault([...place, params.missingProperty], "It is missing");
  if (keyword === "additionalProperties") {
    const known = place.length === 0 ? Object.keys(schema.properties) : [];
    const there = known.length === 0 ? "" : `; there are ${known.join(", ")}`;
    const none = place.length === 0 && known.length === 0
      ? "The workflow takes no inputs"
      : `There is no such input${there}`;
    return fault([...place, params.additionalProperty], none);
  }
  if (keyword === "enum") {
    return fault(place, `must be one of ${params.allowedValues.map(written).join(", ")}`);
  }
  if (keyword === "const") return fault(place, `must be ${written(params.allowedValue)}`);
  return fault(place, message ?? `does not fit ${keyword}`);
}

function written(value: unknown): string {
  return JSON.stringify(value);
}

/** A declared input may be left out only where no step refers to it: it would stand for nothing in the middle of the run. */
function missingForSteps(workflow: Workflow, inputs: Fields): readonly InputFault[] {
  const { steps, finally: last, captureBefore, inputSchema } = workflow;
  const faults = new Map<string, InputFault>();
  for (const { template } of templatesIn({ steps, last, captureBefore }, () => true)) {
    for (const { head, path } of referencesOf(template)) {
      const isDeclared = head === "inputs" && Object.hasOwn(inputSchema.properties, path[0] ?? "");
      if (!isDeclared || valueOnPath(inputs, path).isFound) continue;
      const place = formatPath(path);
      faults.set(place, { path: place, message: "It is missing, and a step needs it" });
    }
  }
  return [...faults.values()];
}

function invalidError({ id, inputSchema }: Workflow, faults: readonly InputFault[]): ToolError {
  const [first] = faults;
  const more = faults.length === 1 ? "" : `; and ${faults.length - 1} more`;
  const known = Object.keys(inputSchema.properties);
  return new ToolError(
    "WORKFLOW_INPUT_INVALID",
    `The inputs do not fit workflow ${id}: ${
      first?.path || "inputs"
    }: ${first?.message}${more}; nothing was run`,
    {
      details: { workflow: id, validationErrors: faults.slice(0, MOST_ERRORS) },
      ...(known.length === 0 ? { suggestion: "Leave inputs out: this workflow takes none." } : {}),
    },
  );
}

function unusableError({ id }: Workflow, why: string): ToolError {
  const message = boundedText(`The inputSchema of the pack cannot judge them: ${why}`, MOST_MESSAGE_UNITS);
  return new ToolError(
    "WORKFLOW_INPUT_INVALID",
    `The inputs of workflow ${id} could not be checked: ${
      quotedText(why, MOST_MESSAGE_UNITS)
    }; nothing was run`,
    {
      details: { workflow: id, validationErrors: [{ path: "", message }] },
      suggestion: "Look at inputSchema of the workflow in the App Pack, and at how large the inputs are.",
    },
  );
}
