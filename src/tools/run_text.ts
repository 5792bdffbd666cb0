/** What a model reads of the report of a run: programs get the whole of it. */
import { boundedText } from "../core/text.ts";
import type { Fields } from "../pipeline/pipeline.ts";

/** Some four thousand tokens. */
const MOST_TEXT_UNITS = 16_000;
const MOST_VALUE_UNITS = 400;
const MOST_ITEMS = 10;
const MOST_FIELDS = 40;
/** Deeper than what a result of a step says of itself. */
const MOST_DEPTH = 5;

/** Above this a field that is null says something: no step stopped the run. */
const OWN_DEPTH = 2;

/**
 * Data as a model should read it: long texts, lists and deep parts cut, each with what is missing. Whole is what goes to
 * programs.
 */
function shortened(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return boundedText(value, MOST_VALUE_UNITS);
  if (typeof value !== "object" || value === null) return value;
  if (depth >= MOST_DEPTH) return Array.isArray(value) ? `… ${value.length} items` : "…";
  if (Array.isArray(value)) {
    const shown = value.slice(0, MOST_ITEMS).map((item) => shortened(item, depth + 1));
    return value.length > MOST_ITEMS ? [...shown, `… ${value.length - MOST_ITEMS} more`] : shown;
  }
  const entries = Object.entries(value).filter(([, item]) => item !== null || depth < OWN_DEPTH);
  const shown = entries.slice(0, MOST_FIELDS).map(([name, item]) => [name, shortened(item, depth + 1)]);
  if (entries.length > MOST_FIELDS) shown.push(["…", `${entries.length - MOST_FIELDS} more`]);
  return Object.fromEntries(shown);
}

/** A record of a step, or of a state that was put back, as deep as it lies in the report. */
function shortRecord(record: Fields): Fields {
  return shortened(record, OWN_DEPTH) as Fields;
}

/** What went well, without what it gave. */
function briefRecord(record: Fields): Fields {
  if (record.success !== true) return shortRecord(record);
  const { result: _result, expectResult: _expectResult, interaction: _interaction, ...rest } = record;
  return shortRecord(rest);
}

/** The same of everything: why something failed is told of the whole run. */
function briefestRecord(record: Fields): Fields {
  const { result: _result, error, ...rest } = record;
  const { code } = Object(error);
  return briefRecord({ ...rest, ...(code === undefined ? {} : { error: { code } }) });
}

const LEFT_OUT = "What steps gave is left out here, as there is so much of it: structuredContent has all.";

/**
 * The report as JSON, its summary first and its steps last. Long values are cut; where it is long all the same, what
 * steps gave that succeeded is left out, then what the others gave.
 */
export function runText(output: Fields): string {
  const { steps, restoreResults, finallyResults, ...rest } = output;
  const written = (record: (each: Fields) => Fields, note: Fields): string =>
    JSON.stringify({
      ...shortened(rest) as Fields,
      ...note,
      restoreResults: listOf(restoreResults).map(record),
      finallyResults: listOf(finallyResults).map(record),
      steps: listOf(steps).map(record),
    });
  const whole = written(shortRecord, {});
  if (whole.length <= MOST_TEXT_UNITS) return whole;
  const brief = written(briefRecord, { note: LEFT_OUT });
  return brief.length <= MOST_TEXT_UNITS ? brief : written(briefestRecord, { note: LEFT_OUT });
}

function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value : [];
}
