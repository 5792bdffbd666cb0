/** What contains what in a pack: pages, components, selection groups and controls, as a graph from above to below. */
import type { Pack } from "../load/load_pack.ts";

/** What a node stands for. Things of different kinds may have the same id. */
export type NodeKind = "page" | "component" | "group" | "control";

/** One thing of a pack. */
export interface SemanticNode {
  readonly kind: NodeKind;
  readonly id: string;
}

/** One thing is directly in another one, or leads to it. */
export interface SemanticEdge {
  readonly from: SemanticNode;
  readonly to: SemanticNode;
  /** What the pack calls it. */
  readonly relation: string;
}

/** The parts of a pack that the graph is made of. */
export type SemanticParts = Pick<Pack, "controls" | "pages" | "groups" | "components">;

/** A key for each node, whatever its id is. */
export function keyOf({ kind, id }: SemanticNode): string {
  return `${kind}:${id}`;
}

/** See the head of this file. Ids are never compared by their beginnings; circles do no harm. */
export class SemanticGraph {
  readonly edges: readonly SemanticEdge[];
  readonly #nodes = new Map<string, SemanticNode>();
  readonly #below = new Map<string, SemanticEdge[]>();

  constructor(parts: SemanticParts) {
    for (const node of nodesOf(parts)) this.#nodes.set(keyOf(node), node);
    const edges: SemanticEdge[] = [];
    for (const edge of edgesOf(parts, (node) => this.has(node))) {
      edges.push(edge);
      const key = keyOf(edge.from);
      const below = this.#below.get(key);
      if (below === undefined) this.#below.set(key, [edge]);
      else below.push(edge);
    }
    this.edges = edges;
  }

  has(node: SemanticNode): boolean {
    return this.#nodes.has(keyOf(node));
  }

  /** Everything below a node, without itself. */
  descendantsOf(node: SemanticNode): ReadonlySet<string> {
    const found = new Set<string>();
    const waiting = [node];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      for (const { to } of this.#below.get(keyOf(next)) ?? []) {
        const key = keyOf(to);
        if (found.has(key)) continue;
        found.add(key);
        waiting.push(to);
      }
    }
    return found;
  }

  /** The shortest way from one node down to another one, both ends among them; undefined where there is none. */
  wayDown(from: SemanticNode, to: SemanticNode): readonly SemanticNode[] | undefined {
    const cameFrom = new Map<string, SemanticNode | undefined>([[keyOf(from), undefined]]);
    let level: readonly SemanticNode[] = [from];
    while (level.length > 0 && !cameFrom.has(keyOf(to))) {
      const next: SemanticNode[] = [];
      for (const node of level) {
        for (const { to: below } of this.#below.get(keyOf(node)) ?? []) {
          if (cameFrom.has(keyOf(below))) continue;
          cameFrom.set(keyOf(below), node);
          next.push(below);
        }
      }
      level = next;
    }
    if (!cameFrom.has(keyOf(to))) return undefined;
    const way: SemanticNode[] = [];
    for (let at: SemanticNode | undefined = to; at !== undefined; at = cameFrom.get(keyOf(at))) {
      way.unshift(at);
    }
    return way;
  }
}

function* nodesOf({ controls, pages, groups, components }: SemanticParts): Generator<SemanticNode> {
  for (const { id } of pages) yield { kind: "page", id };
  for (const { id } of components) yield { kind: "component", id };
  for (const { id } of groups) yield { kind: "group", id };
  for (const id of controls.keys()) yield { kind: "control", id };
}

/** `control.page` and `component.page` are labels: they say where something is, not what contains it. */
function* edgesOf(
  { controls, pages, groups, components }: SemanticParts,
  isThere: (node: SemanticNode) => boolean,
): Generator<SemanticEdge> {
  const edge = function* (from: SemanticNode, to: SemanticNode, relation: string): Generator<SemanticEdge> {
    if (isThere(from) && isThere(to)) yield { from, to, relation };
  };
  const control = (id: string | undefined): SemanticNode => ({ kind: "control", id: id ?? "" });
  for (const { id, rootControl, navigationControl, components: inside } of pages) {
    const page: SemanticNode = { kind: "page", id };
    for (const component of inside) {
      yield* edge(page, { kind: "component", id: component }, "page.components");
    }
    yield* edge(page, control(rootControl), "page.rootControl");
    yield* edge(page, control(navigationControl), "page.navigationControl");
  }
  for (const { id, parent, members } of groups) {
    const group: SemanticNode = { kind: "group", id };
    for (const kind of ["page", "component", "control"] as const) {
      if (parent !== undefined) yield* edge({ kind, id: parent }, group, "group.parent");
    }
    for (const member of members) yield* edge(group, control(member), "group.members");
  }
  for (const { id, rootControl, children } of components) {
    const component: SemanticNode = { kind: "component", id };
    yield* edge(component, control(rootControl), "component.rootControl");
    for (const child of children) {
      yield* edge(component, control(child), "component.children");
      yield* edge(component, { kind: "component", id: child }, "component.children");
    }
  }
  for (const [id, { parent, group }] of controls) {
    for (const kind of ["component", "control"] as const) {
      if (parent !== undefined) yield* edge({ kind, id: parent }, control(id), "control.parent");
    }
    if (group !== undefined) yield* edge({ kind: "group", id: group }, control(id), "control.group");
  }
}
