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
