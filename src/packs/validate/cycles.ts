/** Circles in what contains what: of components by their children, of controls by their parents. */
import { quotedText } from "../../core/text.ts";
import type { Pack } from "../load/load_pack.ts";
import { errorAt, type Finding } from "./finding.ts";

/** One finding for each circle. A component and a control that name one another are none: both say the same. */
export function cyclesOf(
  { components, controls }: Pick<Pack, "components" | "controls">,
): readonly Finding[] {
  const below = new Map(components.map(({ id, children }) => [id, children]));
  const above = new Map(
    [...controls].map(([name, { parent }]) => [name, parent === undefined ? [] : [parent]]),
  );
  return [
    ...circlesIn(below).map((circle) =>
      errorAt(
        "components",
        "components",
        "RELATIONSHIP_CYCLE",
        `Components contain one another: ${way(circle)}`,
      )
    ),
    ...circlesIn(above).map((circle) =>
      errorAt(
        "controls",
        "controls",
        "RELATIONSHIP_CYCLE",
        `Controls are one another's parents: ${way(circle)}`,
      )
    ),
  ];
}

function way(circle: readonly string[]): string {
  return [...circle, circle[0] ?? ""].map((name) => quotedText(name)).join(" → ");
}

/** Each circle once, as the names on it. Without recursion: a pack may have a chain of a thousand controls. */
function circlesIn(next: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const circles: (readonly string[])[] = [];
  const done = new Set<string>();
  for (const start of next.keys()) {
    const path: string[] = [];
    const stack: { readonly name: string; at: number }[] = [{ name: start, at: 0 }];
    while (stack.length > 0) {
      const top = stack.at(-1);
      if (top === undefined) break;
      if (top.at === 0) path.push(top.name);
      const name = (next.get(top.name) ?? [])[top.at++];
      if (name === undefined || done.has(top.name)) {
        done.add(top.name);
        path.pop();
        stack.pop();
      } else if (path.includes(name)) {
        circles.push(path.slice(path.indexOf(name)));
      } else if (next.has(name)) {
        stack.push({ name, at: 0 });
      }
    }
  }
  return circles;
}
