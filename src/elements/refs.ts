/** Snapshots and the refs of their elements, for as long as a conversation may need them. */
import { ToolError } from "../core/errors.ts";
import { quotedText } from "../core/text.ts";
import type { UiTree } from "../desktop/ui_element.ts";
import { shownText, summaryOf } from "./describe.ts";
import {
  type ElementIdentity,
  type IdentityDifference,
  identityDifferences,
  identityKey,
  identityOf,
  isSame,
  type KnownElement,
  likelySuccessor,
  wayTo,
} from "./identity.ts";

/** How much is remembered. */
export interface RefLimits {
  readonly snapshots: number;
  /** Of all snapshots together. */
  readonly nodes: number;
  readonly refs: number;
}

/** About 50 MB at most: a node with its texts takes about a kilobyte. */
export const REF_LIMITS: RefLimits = { snapshots: 16, nodes: 40_000, refs: 20_000 };

/** A reading that refs came from. */
export interface Snapshot {
  readonly id: string;
  readonly tree: UiTree;
}

/** A ref and what it stands for. */
export interface KnownRef extends KnownElement {
  readonly ref: string;
}

/** Whether the element of a ref is still there. */
export type RefResolution =
  | { readonly kind: "same"; readonly node: number }
  | {
    readonly kind: "stale";
    /** What is different about the element that has its place or its id now; `gone` where there is none. */
    readonly differs: readonly (IdentityDifference | "gone" | "twin")[];
    /** The node that probably took its place. */
    readonly successor?: number;
  };

/** Remembers snapshots and refs. Ids of both are never used twice in the life of the process. */
export class RefStore {
  readonly #limits: RefLimits;
  /** The least recently used first. */
  readonly #snapshots = new Map<string, Snapshot>();
  readonly #refs = new Map<string, KnownRef>();
  /** The ref of each identity, so that what is unchanged keeps its ref from one snapshot to the next. */
  readonly #refOfKey = new Map<string, string>();
  /** Of each remembered snapshot, the refs that were given. */
  readonly #refsOfNodes = new Map<
    string,
    { readonly byNode: Map<number, string>; readonly taken: Set<string> }
  >();
  #lastSnapshot = 0;
  #lastRef = 0;

  constructor(limits: RefLimits = REF_LIMITS) {
    this.#limits = limits;
  }

  /** Remembers a reading, and forgets the ones that were not used for longest if they are too many or too large. */
  add(tree: UiTree): Snapshot {
    const snapshot = { id: `s${++this.#lastSnapshot}`, tree };
    this.#snapshots.set(snapshot.id, snapshot);
    this.#refsOfNodes.set(snapshot.id, { byNode: new Map(), taken: new Set() });
    let nodes = 0;
    for (const { tree } of this.#snapshots.values()) nodes += tree.nodes.length;
    for (const { id, tree } of [...this.#snapshots.values()]) {
      const isTooMuch = this.#snapshots.size > this.#limits.snapshots || nodes > this.#limits.nodes;
      // The newest stays, however large.
      if (!isTooMuch || id === snapshot.id) break;
      nodes -= tree.nodes.length;
      this.#snapshots.delete(id);
      this.#refsOfNodes.delete(id);
    }
    return snapshot;
  }

  /** A snapshot that is still remembered. */
  get(id: string): Snapshot | undefined {
    const snapshot = this.#snapshots.get(id);
    if (snapshot !== undefined) {
      this.#snapshots.delete(id);
      this.#snapshots.set(id, snapshot);
    }
    return snapshot;
  }

  /** The ref of a node: the one that its element has already, or a new one. */
  refOf(snapshot: Snapshot, node: number): string {
    const given = this.#refsOfNodes.get(snapshot.id);
    const known = given?.byNode.get(node);
    if (known !== undefined && this.#refs.has(known)) return known;
    const identity = identityOf(snapshot.tree, node);
    const ref = this.#knownRef(identity, given?.taken) ?? this.#newRef(snapshot.tree, node, identity);
    given?.byNode.set(node, ref);
    given?.taken.add(ref);
    return ref;
  }

  /**
   * What a ref stands for.
   *
   * @throws {ToolError} ELEMENT_STALE when there never was such a ref, or it has been forgotten
   */
  known(ref: string): KnownRef {
    const known = this.#refs.get(ref);
    if (known !== undefined) {
      this.#touch(known);
      return known;
    }
    throw new ToolError(
      "ELEMENT_STALE",
      `There is no element ${quotedText(ref)}: refs are good while this server runs, the last ` +
        `${this.#limits.refs} of them`,
      { details: { ref, reason: "unknown" }, suggestion: "Read the window again and use a ref of that." },
    );
  }

  /**
   * The node of a ref in a reading of its window that was made just now.
   *
   * @throws {ToolError} ELEMENT_STALE when its element is not surely the same; where another one probably took its
   * place, its ref is in `details`
   */
  require(ref: string, snapshot: Snapshot): number {
    const known = this.known(ref);
    const resolution = resolveRef(snapshot.tree, known);
    if (resolution.kind === "same") return resolution.node;
    throw this.#staleError(known, snapshot, resolution);
  }

  #staleError(
    { ref, identity }: KnownRef,
    snapshot: Snapshot,
    { differs, successor }: Extract<RefResolution, { kind: "stale" }>,
  ): ToolError {
    const isGone = differs.includes("gone");
    const message = isGone
      ? `The element of ref ${ref} is gone`
      : `The element of ref ${ref} is not surely the same any more (${differs.join(", ")})`;
    return new ToolError("ELEMENT_STALE", `${message}; nothing was done`, {
      details: {
        ref,
        reason: isGone ? "gone" : "changed",
        differs,
        was: {
          controlType: identity.controlType,
          name: shownText(identity.name),
          automationId: shownText(identity.automationId),
        },
        ...(successor === undefined ? {} : {
          successor: { ref: this.refOf(snapshot, successor), ...summaryOf(snapshot.tree, successor) },
        }),
      },
    });
  }

  /** Twins, which nothing tells apart, have a ref each. */
  #knownRef(identity: ElementIdentity, taken: ReadonlySet<string> | undefined): string | undefined {
    if (identity.isUnsure) return undefined;
    const ref = this.#refOfKey.get(identityKey(identity));
    const known = ref === undefined ? undefined : this.#refs.get(ref);
    if (known === undefined || taken?.has(known.ref) === true) return undefined;
    this.#touch(known);
    return known.ref;
  }

  /** What is used is forgotten last. */
  #touch(known: KnownRef): void {
    this.#refs.delete(known.ref);
    this.#refs.set(known.ref, known);
  }

  #newRef(tree: UiTree, node: number, identity: ElementIdentity): string {
    const ref = `e${++this.#lastRef}`;
    this.#refs.set(ref, { ref, identity, way: wayTo(tree, node) });
    this.#refOfKey.set(identityKey(identity), ref);
    const [oldest] = this.#refs.values();
    if (this.#refs.size > this.#limits.refs && oldest !== undefined) {
      this.#refs.delete(oldest.ref);
      const key = identityKey(oldest.identity);
      if (this.#refOfKey.get(key) === oldest.ref) this.#refOfKey.delete(key);
    }
    return ref;
  }
}

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
  const successor = likelySuccessor(tree, known);
  return {
    kind: "stale",
    differs: closest ?? ["gone"],
    ...(successor === undefined ? {} : { successor }),
  };
}
