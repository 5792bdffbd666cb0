/** Which changes are worth a line: a window that is disabled behind its dialog disables everything in it. */
import type { UiTree } from "../desktop/ui_element.ts";
import type { LineChange } from "./changed_cells.ts";
import { ancestorsOf, elementAt } from "./tree.ts";

/** What elements have from what they are in. */
const INHERITED = ["enabled", "offscreen"] as const;

/** A change, without what is told of an element around it. */
export interface ToldChange extends LineChange {
  /** How many elements inside it have nothing to tell but that they went the same way. */
  readonly inside: number;
}

/** The changes that are told, in their order, which is the document's. */
export function changesToTell(newer: UiTree, changed: readonly LineChange[]): readonly ToldChange[] {
  const byNode = new Map(changed.map((change) => [change.after, { ...change, inside: 0 }]));
  for (const change of changed) {
    const inherited = INHERITED.filter((field) => change.fields.includes(field)).flatMap((field) => {
      const outer = outermost(newer, change.after, byNode, field);
      return outer === undefined ? [] : [{ field, outer }];
    });
    const own = change.fields.filter((field) =>
      !inherited.some((one) => one.field === field) &&
      !(field === "isReadOnly" && isOfDisabling(newer, change))
    );
    const [first] = inherited;
    if (own.length > 0 || change.cellsBefore !== undefined || first === undefined) {
      byNode.set(change.after, { ...change, fields: own, inside: byNode.get(change.after)?.inside ?? 0 });
      continue;
    }
    byNode.delete(change.after);
    const told = byNode.get(first.outer);
    if (told !== undefined) told.inside++;
  }
  return [...byNode.values()];
}

/** Whether it can no longer be written in, or can again, since it is disabled or enabled: that says it all. */
function isOfDisabling(newer: UiTree, { after, fields }: LineChange): boolean {
  const { enabled, isReadOnly } = elementAt(newer, after);
  return fields.includes("enabled") && isReadOnly === !enabled;
}

/** The outermost element around this one that is told to have gone the same way. */
function outermost(
  newer: UiTree,
  node: number,
  byNode: ReadonlyMap<number, ToldChange>,
  field: typeof INHERITED[number],
): number | undefined {
  let found: number | undefined;
  for (const above of ancestorsOf(newer, node)) {
    const isSameWay = elementAt(newer, above)[field] === elementAt(newer, node)[field];
    if (isSameWay && byNode.get(above)?.fields.includes(field) === true) found = above;
  }
  return found;
}
