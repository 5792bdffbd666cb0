/** Which node of a reading the element of a ref is, and what became of it where there is none. */
import type { UiTree } from "../desktop/ui_element.ts";
import {
  type IdentityDifference,
  identityDifferences,
  identityOf,
  isSame,
  type KnownElement,
  likelySuccessor,
} from "./identity.ts";
import { elementAt, nodeAt, runtimeKey } from "./tree.ts";

/** Whether the element of a ref is still there. */
export type RefResolution =
  | { readonly kind: "same"; readonly node: number }
  /** It was not met, and where it was not everything was read. */
  | { readonly kind: "unread" }
  | {
    readonly kind: "stale";
    /** What is different about the element that has its place or its id now; `gone` where there is none. */
    readonly differs: readonly (IdentityDifference | "gone" | "twin")[];
    /** The node that probably took its place. */
    readonly successor?: number;
  };

/** The node of an element that is surely the same, or what became of it. */
export function resolveRef(tree: UiTree, known: KnownElement): RefResolution {
  const same: number[] = [];
  let closest: readonly IdentityDifference[] | undefined;
  tree.nodes.forEach((_, node) => {
    const now = identityOf(tree, node);
    if (isSame(known.identity, now)) same.push(node);
    else if (known.identity.runtimeId !== "" && now.runtimeId === known.identity.runtimeId) {
      closest ??= identityDifferences(known.identity, now);
    }
  });
  const [node, ...twins] = same;
  if (node !== undefined && twins.length === 0) return { kind: "same", node };
  if (node !== undefined) return { kind: "stale", differs: ["twin"] };
  // Nothing that was seen speaks against it; what decides it was not seen.
  if (closest !== undefined && closest.every((field) => field === "unreadMark")) return { kind: "unread" };
  const successor = likelySuccessor(tree, known);
  if (closest === undefined && successor === undefined && mayBeUnread(tree, known)) return { kind: "unread" };
  return {
    kind: "stale",
    differs: closest?.filter((field) => field !== "unreadMark") ?? ["gone"],
    ...(successor === undefined ? {} : { successor }),
  };
}

/** Whether the reading may have ended before it came to the element: what is left of the way to it decides. */
function mayBeUnread(tree: UiTree, { above }: KnownElement): boolean {
  if (tree.reading.skipped > 0) return true;
  for (const key of above) {
    const node = key === ""
      ? -1
      : tree.nodes.findIndex((_, index) => runtimeKey(elementAt(tree, index)) === key);
    if (node < 0) continue;
    const { cut, firstChild = 0 } = nodeAt(tree, node);
    return cut !== undefined || firstChild > 0;
  }
  return false;
}
