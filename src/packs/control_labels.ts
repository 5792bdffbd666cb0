import type { Pack } from "./load/load_pack.ts";

/** What a pack calls its controls, by their automation ids as they are written; a pattern names no single one. */
export function controlLabels({ controls }: Pack): ReadonlyMap<string, string> {
  const labels = new Map<string, string>();
  for (const [name, { selectors }] of controls) {
    for (const { automationId, match } of selectors) {
      if (automationId === undefined || match === "regex" || match === "contains") continue;
      if (!labels.has(automationId)) labels.set(automationId, name);
    }
  }
  return labels;
}
