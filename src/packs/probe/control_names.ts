/** Names for controls that nobody has named yet. */

import { lastSegment } from "../../elements/recommend_selector.ts";

/** What is known of a control. */
export interface Nameless {
  readonly controlType: string;
  readonly automationId: string;
  /** Empty where what is written on it is no label. */
  readonly label: string;
}

const MOST_UNITS = 60;

/** A readable name for each, none of them twice. */
export function controlNames(controls: readonly Nameless[]): readonly string[] {
  const taken = new Set<string>();
  return controls.map((control) => {
    const wanted = nameOf(control);
    let name = wanted;
    for (let number = 2; taken.has(name); number++) name = `${wanted}.${number}`;
    taken.add(name);
    return name;
  });
}

/** `settings.applyButton` and `btn_Apply` name themselves; a number, and `Item 2`, do not where there is a label. */
function nameOf({ controlType, automationId, label }: Nameless): string {
  const id = slug(lastSegment(automationId));
  const words = slug(label.replace(/\.{3}$|…$/, "")).toLowerCase();
  const isName = /^[a-z]{2}/i.test(id);
  if (isName && (words === "" || !/^[a-z]+_?\d+$/i.test(id))) return id;
  const type = slug(controlType).toLowerCase() || "control";
  return words === "" ? type : `${type}.${words}`;
}

function slug(text: string): string {
  return text.normalize("NFKC").replace(/[^\p{L}\p{N}]+/gu, "_").replace(/^_+|_+$/g, "").slice(0, MOST_UNITS);
}
