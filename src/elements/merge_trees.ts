/** Several readings as one, for a search through all of them. */
import type { UiReading, UiTree } from "../desktop/ui_element.ts";
import type { SearchVerdict } from "./status.ts";

/**
 * One tree of all windows that were read, in the order of the readings. None of them is the main one: a search finds
 * their own elements too.
 *
 * @param elapsedMs how long all of them took together
 */
export function mergeTrees(trees: readonly UiTree[], elapsedMs: number): UiTree {
  const roots: UiTree["roots"][number][] = [];
  const nodes: UiTree["nodes"][number][] = [];
  for (const tree of trees) {
    const [firstNode, firstRoot] = [nodes.length, roots.length];
    for (const root of tree.roots) {
      roots.push({ ...root, isMain: false, node: root.node < 0 ? root.node : root.node + firstNode });
    }
    for (const node of tree.nodes) {
      const parent = node.parent < 0 ? node.parent : node.parent + firstNode;
      nodes.push({ ...node, parent, root: node.root + firstRoot });
    }
  }
  return { roots, nodes, reading: mergedReading(trees.map(({ reading }) => reading), elapsedMs) };
}

function mergedReading(readings: readonly UiReading[], elapsedMs: number): UiReading {
  const sum = (field: "visited" | "skipped" | "maxNodes"): number =>
    readings.reduce((total, reading) => total + reading[field], 0);
  const any = (field: "cutByNodes" | "cutByTime" | "unlit"): boolean => readings.some((one) => one[field]);
  return {
    fetched: readings.every(({ fetched }) => fetched === "oneRequest") ? "oneRequest" : "byLevel",
    view: "raw",
    maxDepth: Math.max(0, ...readings.map(({ maxDepth }) => maxDepth)),
    maxNodes: sum("maxNodes"),
    visited: sum("visited"),
    skipped: sum("skipped"),
    cutByNodes: any("cutByNodes"),
    cutByTime: any("cutByTime"),
    unlit: any("unlit"),
    elapsedMs,
  };
}

/** The verdict on a search where so many windows could not be read, or showed nothing: absence is not proven then. */
export function withUnread(verdict: SearchVerdict, unread: number): SearchVerdict {
  if (unread === 0) return verdict;
  const isFound = verdict.status === "found";
  const words = `${unread} window${unread === 1 ? "" : "s"} could not be read, or not all of it`;
  return {
    status: verdict.status === "empty-but-accessible" ? "inconclusive" : verdict.status,
    complete: false,
    hints: [...verdict.hints, isFound ? `${words}.` : `${words}: what was not found may be there.`],
  };
}
