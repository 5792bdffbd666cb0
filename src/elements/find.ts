/** The elements of a tree that a selector means. */
import type { UiElement, UiTree } from "../desktop/ui_element.ts";
import { withoutBehind } from "./behind.ts";
import { withoutLabels } from "./labels.ts";
import { type Check, checksOf, fitsAll } from "./match.ts";
import type { Selector } from "./selector.ts";
import { ancestorsOf, elementAt, endOf, nodeAt, rootOf, runtimeKey } from "./tree.ts";

/** Where and among what is searched. */
export interface FindOptions {
  /** Only what is inside this node, which does not count itself. */
  readonly scope?: number;
  /** Each of these must fit some element above, as the selector's own ancestor must. */
  readonly within?: readonly Selector[];
  /** The name holds this, in any case. */
  readonly nameContains?: string;
  /** How far up an ancestor may be; any distance when left out. */
  readonly maxAncestors?: number;
}

/** What was found. */
export interface Found {
  /** All of them, in document order, the main window first. */
  readonly matches: readonly number[];
  /** How many elements were compared. */
  readonly candidates: number;
  /** Elements that do not fit only because a fact that decides it could not be read. */
  readonly unsure: number;
}

/** Which of what was found is meant. */
export type Choice =
  | { readonly kind: "one"; readonly node: number }
  | { readonly kind: "none" | "ambiguous" | "indexBeyond" };

/** Whether something fits; `unsure` where a fact that decides it could not be read. */
type Fit = "yes" | "unsure" | "no";

/** A selector with everything that is looked at, ready to be asked of many elements. */
export interface CompiledSelector {
  readonly own: readonly Check[];
  readonly ancestors: readonly (readonly Check[])[];
  readonly path: readonly (readonly Check[])[];
}

/** Prepares a selector; no selector fits every element. */
export function compileSelector(
  selector: Selector | undefined,
  options: Pick<FindOptions, "within" | "nameContains"> = {},
): CompiledSelector {
  const { ancestor, path = [] } = selector ?? {};
  const nameContains = options.nameContains === undefined
    ? []
    : checksOf({ name: options.nameContains, match: "contains" });
  return {
    own: [...selector === undefined ? [] : checksOf(selector), ...nameContains],
    ancestors: [...ancestor === undefined ? [] : [ancestor], ...options.within ?? []].map(checksOf),
    path: path.map(checksOf),
  };
}

/**
 * Everything that fits. The main window's own element is what the call names already, so it is not searched for; other
 * windows of the program are.
 */
export function find(tree: UiTree, selector: Selector | undefined, options: FindOptions = {}): Found {
  const compiled = compileSelector(selector, options);
  const reach = options.maxAncestors ?? Infinity;
  const matches: number[] = [];
  const isSeen = new Map<string, number>();
  let candidates = 0;
  let unsure = 0;
  for (const index of candidatesOf(tree, options.scope)) {
    candidates++;
    const fit = fitOf(tree, index, compiled, reach);
    if (fit === "unsure") unsure++;
    if (fit !== "yes") continue;
    if (!isSeenThroughOtherRoot(tree, index, isSeen)) matches.push(index);
  }
  return { matches, candidates, unsure };
}

/** The elements that may be meant at all. */
export function* candidatesOf(tree: UiTree, scope: number | undefined): Generator<number> {
  if (scope !== undefined) {
    const end = endOf(tree, scope);
    for (let index = scope + 1; index < end; index++) yield index;
    return;
  }
  for (let index = 0; index < tree.nodes.length; index++) {
    if (nodeAt(tree, index).depth > 0 || !rootOf(tree, index).isMain) yield index;
  }
}

/**
 * Which one is meant: by `index`, or the only one that is neither just the label or the words of another one that fits,
 * nor behind the dialog that one is in.
 */
export function choose(tree: UiTree, { matches }: Found, selector: Selector): Choice {
  const [first] = matches;
  if (first === undefined) return { kind: "none" };
  if (selector.index !== undefined) {
    const chosen = matches[selector.index];
    return chosen === undefined ? { kind: "indexBeyond" } : { kind: "one", node: chosen };
  }
  const [meant = first, ...others] = matches.length > 1
    ? withoutLabels(tree, withoutBehind(tree, matches))
    : matches;
  return others.length > 0 ? { kind: "ambiguous" } : { kind: "one", node: meant };
}

/**
 * Whether enough was read for a choice: of what has an index, all that comes before it; of what is in a list, all of the
 * list, which may have another one like it.
 */
export function isMet(tree: UiTree, selector: Selector): boolean {
  const { matches } = find(tree, selector);
  return selector.index === undefined && matches.length > 0 &&
    !matches.some((node) => isInCutList(tree, node));
}

/** Whether it is in a list of which there is more than was read. */
export function isInCutList(tree: UiTree, node: number): boolean {
  return [...ancestorsOf(tree, node)].some((at) => nodeAt(tree, at).cut?.by === "children");
}

/** How many steps of a path, from the first, lead somewhere. */
export function pathProgress(tree: UiTree, path: CompiledSelector["path"]): number {
  let parents = new Set(tree.nodes.flatMap(({ depth }, index) => depth === 0 ? [index] : []));
  for (const [step, checks] of path.entries()) {
    const next = new Set<number>();
    tree.nodes.forEach(({ parent, element }, index) => {
      if (parents.has(parent) && fitsAll(checks, element)) next.add(index);
    });
    if (next.size === 0) return step;
    parents = next;
  }
  return path.length;
}

function fitOf(tree: UiTree, index: number, compiled: CompiledSelector, reach: number): Fit {
  const own = fit(compiled.own, elementAt(tree, index));
  if (own === "no") return "no";
  let worst: Fit = own;
  for (const checks of compiled.ancestors) {
    const above = ancestorFit(tree, index, checks, reach);
    if (above === "no") return "no";
    if (above === "unsure") worst = "unsure";
  }
  const along = pathFit(tree, index, compiled.path);
  return along === "yes" ? worst : along;
}

function fit(checks: readonly Check[], element: UiElement): Fit {
  let isUnsure = false;
  for (const check of checks) {
    if (check.fits(element)) continue;
    if (!element.failed.includes(check.property)) return "no";
    isUnsure = true;
  }
  return isUnsure ? "unsure" : "yes";
}

/** The best fit among the elements above. */
export function ancestorFit(tree: UiTree, index: number, checks: readonly Check[], reach: number): Fit {
  let best: Fit = "no";
  let distance = 0;
  for (const above of ancestorsOf(tree, index)) {
    if (++distance > reach) break;
    const one = fit(checks, elementAt(tree, above));
    if (one === "yes") return "yes";
    if (one === "unsure") best = "unsure";
  }
  return best;
}

/** Whether the element is at the end of a path that begins at a window's children. */
function pathFit(tree: UiTree, index: number, path: CompiledSelector["path"]): Fit {
  if (path.length === 0) return "yes";
  if (nodeAt(tree, index).depth !== path.length) return "no";
  let worst: Fit = "yes";
  let at = index;
  for (const checks of path.toReversed()) {
    const one = fit(checks, elementAt(tree, at));
    if (one === "no") return "no";
    if (one === "unsure") worst = "unsure";
    at = nodeAt(tree, at).parent;
  }
  return worst;
}

/** An element that two windows lead to counts once, where it was met first. */
export function isSeenThroughOtherRoot(tree: UiTree, index: number, isSeen: Map<string, number>): boolean {
  if (tree.roots.length < 2) return false;
  const key = runtimeKey(elementAt(tree, index));
  if (key === undefined) return false;
  const { root } = nodeAt(tree, index);
  const first = isSeen.get(key);
  if (first === undefined) isSeen.set(key, root);
  return first !== undefined && first !== root;
}
