/** A tree as a flat list of nodes, filtered, and how deep to look for what is not found higher up. */
import { formatHwnd } from "../core/hwnd.ts";
import type { UiElement, UiTree } from "../desktop/ui_element.ts";
import { normalizeControlType } from "./control_types.ts";
import { checksOf, fitsAll } from "./match.ts";
import type { Selector } from "./selector.ts";
import { ancestorsOf, endOf, rootOf } from "./tree.ts";

/** Which nodes are listed. Filters hide nodes, but not what is inside them. */
export interface InspectOptions {
  /** On screen, enabled and focusable. */
  readonly interactiveOnly?: boolean;
  readonly automationIdOnly?: boolean;
  /** True when left out. */
  readonly includeOffscreen?: boolean;
  /** In any spelling; all types when empty. */
  readonly controlTypes?: readonly string[];
  /** Only elements that fit its own fields, each with all that is inside it: its ancestor, path and index are not looked at. */
  readonly rootSelector?: Selector;
  /** Only this node and what is inside it. */
  readonly scope?: number;
}

/** A node that is listed, and its place among those that are. */
export interface InspectedNode {
  /** Index in the tree. */
  readonly node: number;
  /** From 1, in document order. */
  readonly nodeId: number;
  /** The nearest element above that is listed too. */
  readonly parentNodeId: number | null;
  readonly depth: number;
  readonly rootHwnd: string;
  readonly rootIndex: number;
}

/** Lists the nodes that the filters let through. */
export function inspectNodes(tree: UiTree, options: InspectOptions = {}): readonly InspectedNode[] {
  const isListed = filterOf(options);
  const isInside = partOf(tree, options);
  const nodeIds = new Map<number, number>();
  const listed: InspectedNode[] = [];
  tree.nodes.forEach(({ element, depth, root }, node) => {
    if (isInside[node] !== true || !isListed(element)) return;
    const nodeId = listed.length + 1;
    nodeIds.set(node, nodeId);
    listed.push({
      node,
      nodeId,
      parentNodeId: nearestListed(tree, node, nodeIds),
      depth,
      rootHwnd: formatHwnd(rootOf(tree, node).hwnd),
      rootIndex: root,
    });
  });
  return listed;
}

/** Of every node, whether it is in the part that is asked for: what a part begins with is in it. */
export function partOf(
  tree: UiTree,
  { scope, rootSelector }: Pick<InspectOptions, "scope" | "rootSelector">,
): readonly boolean[] {
  const checks = rootSelector === undefined ? [] : checksOf(rootSelector);
  const [from, to] = scope === undefined ? [0, tree.nodes.length] : [scope, endOf(tree, scope)];
  const isInside: boolean[] = [];
  tree.nodes.forEach(({ element, parent }, node) => {
    isInside[node] = node >= from && node < to && (isInside[parent] === true || fitsAll(checks, element));
  });
  return isInside;
}

function filterOf(options: InspectOptions): (element: UiElement) => boolean {
  const { interactiveOnly = false, automationIdOnly = false, includeOffscreen = true, controlTypes = [] } =
    options;
  const types = new Set(controlTypes.map((name) => normalizeControlType(name).toLowerCase()));
  return (element) =>
    (!interactiveOnly || (!element.offscreen && element.enabled && element.focusable)) &&
    (!automationIdOnly || element.automationId !== "") &&
    (includeOffscreen || !element.offscreen) &&
    (types.size === 0 || types.has(element.controlType.toLowerCase()));
}

function nearestListed(tree: UiTree, node: number, nodeIds: ReadonlyMap<number, number>): number | null {
  for (const above of ancestorsOf(tree, node)) {
    const nodeId = nodeIds.get(above);
    if (nodeId !== undefined) return nodeId;
  }
  return null;
}

const DEPTH_STEPS = [8, 16, 24];

/**
 * How deep a search looks, one depth after the other until something is found.
 *
 * @param strategy `fixed` looks once; `auto` takes the steps from `maxDepth` upwards, and ends with the limit
 */
export function depthsToTry(strategy: "fixed" | "auto", maxDepth: number, limit: number): readonly number[] {
  if (strategy === "fixed") return [maxDepth];
  return [...DEPTH_STEPS.filter((depth) => depth >= maxDepth && depth < limit), limit];
}
