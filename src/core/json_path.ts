import { boundedText, quotedText } from "./text.ts";

const MAX_PATH_UNITS = 120;

/** A place in JSON data as JavaScript writes it, `a.b[0]`; keys that are no identifiers are quoted. */
export function formatPath(path: readonly PropertyKey[]): string {
  const text = path.map((step, index) => {
    if (typeof step === "number") return `[${step}]`;
    const key = String(step);
    if (!/^[A-Za-z_$][\w$]*$/.test(key)) return `[${quotedText(key)}]`;
    return index === 0 ? key : `.${key}`;
  }).join("");
  return boundedText(text, MAX_PATH_UNITS);
}

/** What is at a place in JSON data; undefined where there is nothing. */
export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let here = value;
  for (const step of path) {
    if (typeof here !== "object" || here === null) return undefined;
    here = (here as Record<PropertyKey, unknown>)[step];
  }
  return here;
}
