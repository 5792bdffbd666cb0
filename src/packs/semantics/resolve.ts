/**
 * From the words of a person to the controls of a pack, and the way to them. Nothing is looked at but the pack: whether a
 * control is there now is for others to say.
 */
import { quotedText } from "../../core/text.ts";
import type { Pack } from "../load/load_pack.ts";
import type { ControlEntry } from "../schema/controls.ts";
import { keyOf, type SemanticEdge, SemanticGraph, type SemanticNode } from "./graph.ts";
import { fitOf, type Label, labelsOf, wordsOf } from "./labels.ts";

const MOST_EVIDENCE = 20;

/** What is asked. */
export interface SemanticQuery {
  readonly query: string;
  /** Controls that are on another page are left out. */
  readonly page?: string | undefined;
  /** Only what is below this page, component, control or group. */
  readonly within?: string | undefined;
  readonly limit: number;
}

/** One control that fits. */
export interface SemanticMatch {
  readonly control: string;
  /** Of all words together; each adds at most 1. */
  readonly score: number;
  /** Which labels fit. */
  readonly reason: string;
  readonly group?: string;
  readonly recommendedAction?: "ensureSelected";
}

/** The answer. */
export interface SemanticAnswer {
  readonly matches: readonly SemanticMatch[];
  /** Controls to act on, one after another, to get to what fits best; empty where nothing does. */
  readonly suggestedPath: readonly string[];
  /** Another control fits as well as the best one, or another group, and the words do not say in which order. */
  readonly pathAmbiguous: boolean;
  readonly scope: { readonly within?: string; readonly resolved: boolean };
  readonly relationshipEvidence: readonly SemanticEdge[];
}

/** A match with what it is put in order by. */
interface Candidate extends SemanticMatch {
  /** Place of the first word that fits any member of its group; behind all where it is in none. */
  readonly groupPlace: number;
}

const indices = new WeakMap<Pack, SemanticIndex>();

/** The index of a pack, made when it is first asked for; it goes when the pack is no longer in use. */
export function semanticIndexOf(pack: Pack): SemanticIndex {
  const known = indices.get(pack);
  if (known !== undefined) return known;
  const made = new SemanticIndex(pack);
  indices.set(pack, made);
  return made;
}

/** The controls of one pack, ready to be asked for. Made once: asking is quick then. */
export class SemanticIndex {
  readonly graph: SemanticGraph;
  readonly #pack: Pack;
  readonly #labels: ReadonlyMap<string, readonly Label[]>;
  readonly #groupOf: ReadonlyMap<string, string>;

  constructor(pack: Pack) {
    this.#pack = pack;
    this.graph = new SemanticGraph(pack);
    this.#labels = new Map([...pack.controls].map(([id, { aliases }]) => [id, labelsOf(id, aliases)]));
    const byMember = pack.groups.flatMap(({ id, members }) => members.map((member) => [member, id] as const));
    const byControl = [...pack.controls].flatMap(([id, { group, selectionGroup }]) => {
      const own = group ?? selectionGroup;
      return own === undefined ? [] : [[id, own] as const];
    });
    this.#groupOf = new Map([...byMember, ...byControl]);
  }

  /** The controls that fit the words, the best first; undefined where nothing in the pack is called as `within` says. */
  resolve({ query, page, within, limit }: SemanticQuery): SemanticAnswer | undefined {
    const words = wordsOf(query);
    const scope = within === undefined ? undefined : this.#scopeOf(within);
    if (within !== undefined && scope === undefined) return undefined;
    const candidates: Candidate[] = [];
    const groupPlaces = new Map<string, number>();
    for (const [id, control] of this.#pack.controls) {
      const isElsewhere = page !== undefined && control.page !== undefined && control.page !== page;
      if (isElsewhere || scope?.has(keyOf({ kind: "control", id })) === false) continue;
      const match = this.#match(id, control, words, groupPlaces);
      if (match !== undefined) candidates.push(match);
    }
    const inOrder = candidates
      .map((match) => ({ ...match, groupPlace: groupPlaces.get(match.group ?? "") ?? words.length }))
      .toSorted((one, other) =>
        other.score - one.score || one.groupPlace - other.groupPlace || (one.control < other.control ? -1 : 1)
      );
    const matches = inOrder.slice(0, limit);
    const { suggestedPath, pathAmbiguous } = this.#pathTo(matches, inOrder);
    const shown = new Set(matches.map(({ control }) => control));
    const isShown = ({ kind, id }: SemanticNode): boolean => kind === "control" && shown.has(id);
    return {
      matches: matches.map(({ groupPlace: _groupPlace, ...match }) => match),
      suggestedPath,
      pathAmbiguous,
      scope: within === undefined ? { resolved: false } : { within, resolved: true },
      relationshipEvidence: this.graph.edges
        .filter(({ from, to }) => isShown(from) || isShown(to))
        .slice(0, MOST_EVIDENCE),
    };
  }

  /** What may be found in a scope; in that of a control only itself. */
  #scopeOf(within: string): ReadonlySet<string> | undefined {
    for (const kind of ["page", "component", "control", "group"] as const) {
      const node: SemanticNode = { kind, id: within };
      if (!this.graph.has(node)) continue;
      return kind === "control" ? new Set([keyOf(node)]) : this.graph.descendantsOf(node);
    }
    return undefined;
  }

  #match(
    id: string,
    control: ControlEntry,
    words: readonly string[],
    groupPlaces: Map<string, number>,
  ): Candidate | undefined {
    const labels = this.#labels.get(id) ?? [];
    const group = this.#groupOf.get(id);
    const aliases = new Set<string>();
    let score = 0;
    for (const [place, word] of words.entries()) {
      const fit = fitOf(word, labels);
      if (fit === undefined) continue;
      score += fit.score;
      if (fit.label.kind === "alias") aliases.add(fit.label.text);
      if (group !== undefined) groupPlaces.set(group, Math.min(place, groupPlaces.get(group) ?? place));
    }
    if (score === 0) return undefined;
    const isSelectable = control.supportedActions.includes("ensureSelected") ||
      (group !== undefined && control.controlState !== undefined);
    const named = [...aliases].map((alias) => quotedText(alias)).join(", ");
    return {
      control: id,
      score: Math.round(score * 100) / 100,
      reason: aliases.size === 0 ? "id match" : `alias match: ${named}`,
      ...(group === undefined ? {} : { group }),
      ...(isSelectable ? { recommendedAction: "ensureSelected" as const } : {}),
      groupPlace: 0,
    };
  }

  /** @param all those that fit, however few were asked for */
  #pathTo(
    matches: readonly Candidate[],
    all: readonly Candidate[],
  ): Pick<SemanticAnswer, "suggestedPath" | "pathAmbiguous"> {
    const [best] = matches;
    if (best === undefined) return { suggestedPath: [], pathAmbiguous: false };
    const path = this.#wayTo(best.control);
    const firstOfGroup = new Map<string, Candidate>();
    for (const match of matches) {
      if (match.group !== undefined && !firstOfGroup.has(match.group)) firstOfGroup.set(match.group, match);
    }
    const isOpen = all.some((other) => isAsGood(other, best) && !path.includes(other.control));
    if (isOpen || firstOfGroup.size < 2) return { suggestedPath: path, pathAmbiguous: isOpen };
    const places = [...firstOfGroup.values()].map(({ groupPlace }) => groupPlace);
    if (new Set(places).size < places.length) return { suggestedPath: path, pathAmbiguous: true };
    const inOrder = [...firstOfGroup.values()].toSorted((one, other) => one.groupPlace - other.groupPlace);
    const way = path.filter((control) => control !== best.control);
    const ends = inOrder.map(({ control }) => control);
    if (best.group === undefined) ends.push(best.control);
    return { suggestedPath: [...new Set([...way, ...ends])], pathAmbiguous: false };
  }

  /** From the page of a control down to it, by what can be acted on. */
  #wayTo(control: string): readonly string[] {
    const page = this.#pack.controls.get(control)?.page;
    const to: SemanticNode = { kind: "control", id: control };
    const way = page === undefined ? undefined : this.graph.wayDown({ kind: "page", id: page }, to);
    if (way === undefined) return [control];
    const steps = way.flatMap((node) => this.#stepsFor(node)).filter((step) => step !== control);
    return [...new Set([...steps, control])];
  }

  /** A command is there only while its menu is open, and that one while the menu above it is. */
  #menusTo(command: string | undefined): readonly string[] {
    const menus: string[] = [];
    for (let at = command; at !== undefined;) {
      const above: string | undefined = this.#pack.controls.get(at)?.parent;
      const opens = above !== undefined && this.#pack.controls.get(above)?.menu?.opensSubmenu === true;
      at = opens && !menus.includes(above) ? above : undefined;
      if (at !== undefined) menus.unshift(at);
    }
    return menus;
  }

  #stepsFor({ kind, id }: SemanticNode): readonly string[] {
    const there = (...controls: readonly (string | undefined)[]): readonly string[] =>
      controls.filter((control) => control !== undefined);
    switch (kind) {
      case "page": {
        const page = this.#pack.pages.find((one) => one.id === id);
        return there(...this.#menusTo(page?.navigationControl), page?.navigationControl, page?.rootControl);
      }
      case "component":
        return there(this.#pack.components.find((one) => one.id === id)?.rootControl);
      case "group":
        return [];
      case "control":
        return [id];
    }
  }
}

/** Whether another one fits as well as the best, and no order of groups tells which is meant first. */
function isAsGood({ score, group }: Candidate, best: Candidate): boolean {
  return score === best.score && (group === undefined || best.group === undefined || group === best.group);
}
