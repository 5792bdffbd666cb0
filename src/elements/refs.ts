/** Snapshots and the refs of their elements, for as long as a conversation may need them. */
import { type ErrorDetails, ToolError } from "../core/errors.ts";
import { formatHwnd } from "../core/hwnd.ts";
import { quotedText } from "../core/text.ts";
import type { UiReadRequest, UiTree } from "../desktop/ui_element.ts";
import { shownText, summaryOf } from "./describe.ts";
import {
  type ElementIdentity,
  identityKey,
  identityOf,
  isSame,
  type KnownElement,
  knownElementOf,
  likelySuccessor,
} from "./identity.ts";
import { type RefResolution, resolveRef } from "./resolve_ref.ts";
import { placesOf } from "./tree.ts";

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
  /** Other windows of the program were not looked for. */
  readonly isMainOnly: boolean;
  /** Only the way to an element, and what is inside that, was read. */
  readonly along?: NonNullable<UiReadRequest["along"]>;
}

/** What goes with a reading for as long as somebody has it. */
interface GivenRefs {
  readonly byNode: Map<number, string>;
  readonly taken: Set<string>;
  /** As {@link placesOf} gives them. */
  readonly places: readonly number[];
}

/** A ref and what it stands for. */
export interface KnownRef extends KnownElement {
  readonly ref: string;
}

/** Remembers snapshots and refs. Ids of both are never used twice in the life of the process. */
export class RefStore {
  readonly #limits: RefLimits;
  /** The least recently used first. */
  readonly #snapshots = new Map<string, Snapshot>();
  readonly #refs = new Map<string, KnownRef>();
  /** The ref of each identity, so that what is unchanged keeps its ref from one snapshot to the next. */
  readonly #refOfKey = new Map<string, string>();
  /** Of each reading, the refs that were given. */
  readonly #given = new WeakMap<Snapshot, GivenRefs>();
  #lastSnapshot: number;
  #lastRef: number;

  /** @param firstNumber of refs and snapshots; a random one keeps those of an earlier run from naming anything here */
  constructor(limits: RefLimits = REF_LIMITS, firstNumber = 1) {
    this.#lastSnapshot = firstNumber - 1;
    this.#lastRef = firstNumber - 1;
    this.#limits = limits;
  }

  /** A reading whose elements can have refs; it is not remembered itself. */
  look(tree: UiTree, isMainOnly = false, along?: UiReadRequest["along"]): Snapshot {
    const id = `s${++this.#lastSnapshot}`;
    const snapshot = { id, tree, isMainOnly, ...(along === undefined ? {} : { along }) };
    this.#given.set(snapshot, { byNode: new Map(), taken: new Set(), places: placesOf(tree) });
    return snapshot;
  }

  /** Remembers a reading, and forgets the ones that were not used for longest if they are too many or too large. */
  keep(snapshot: Snapshot): Snapshot {
    this.#snapshots.set(snapshot.id, snapshot);
    let nodes = 0;
    for (const { tree } of this.#snapshots.values()) nodes += tree.nodes.length;
    for (const { id, tree } of [...this.#snapshots.values()]) {
      const isTooMuch = this.#snapshots.size > this.#limits.snapshots || nodes > this.#limits.nodes;
      // The newest stays, however large.
      if (!isTooMuch || id === snapshot.id) break;
      nodes -= tree.nodes.length;
      this.#snapshots.delete(id);
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
    const given = this.#given.get(snapshot);
    if (given === undefined) throw new RangeError(`Cannot give refs of ${snapshot.id}, which is no reading`);
    const known = given.byNode.get(node);
    if (known !== undefined && this.#refs.has(known)) return known;
    const identity = identityOf(snapshot.tree, node);
    const ref = this.#knownRef(identity, given.taken) ??
      this.#newRef(knownElementOf(snapshot.tree, node, given.places));
    given.byNode.set(node, ref);
    given.taken.add(ref);
    return ref;
  }

  /** The ref that a node was given; undefined where it was given none, or that has been forgotten. */
  givenRefOf(snapshot: Snapshot, node: number): string | undefined {
    const ref = this.#given.get(snapshot)?.byNode.get(node);
    return ref !== undefined && this.#refs.has(ref) ? ref : undefined;
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
   * place, its ref is in `details`. QUERY_TRUNCATED when it was not met and may be where nothing was read
   */
  require(ref: string, snapshot: Snapshot): number {
    const known = this.known(ref);
    const resolution = resolveRef(snapshot.tree, known);
    if (resolution.kind === "same") return resolution.node;
    throw resolution.kind === "unread" ? unreadError(known) : this.#staleError(known, snapshot, resolution);
  }

  /**
   * The error for a ref whose window is gone. `snapshot` is what the program shows now, where that could be read: the
   * ref of what probably took the element's place is in `details` then.
   */
  windowGone(ref: string, snapshot: Snapshot | undefined): ToolError {
    const known = this.known(ref);
    const { hwnd, pid } = known.identity.window;
    return new ToolError("ELEMENT_STALE", `The window of ref ${ref} is gone; nothing was done`, {
      details: {
        ref,
        reason: "windowGone",
        hwnd: formatHwnd(hwnd),
        pid,
        was: shownIdentity(known),
        ...(snapshot === undefined
          ? {}
          : this.#successorDetails(snapshot, likelySuccessor(snapshot.tree, known))),
      },
    });
  }

  #staleError(
    known: KnownRef,
    snapshot: Snapshot,
    { differs, successor }: Extract<RefResolution, { kind: "stale" }>,
  ): ToolError {
    const { ref } = known;
    const isGone = differs.includes("gone");
    const message = isGone
      ? `The element of ref ${ref} is gone`
      : `The element of ref ${ref} is not surely the same any more (${differs.join(", ")})`;
    return new ToolError("ELEMENT_STALE", `${message}; nothing was done`, {
      details: {
        ref,
        reason: isGone ? "gone" : "changed",
        differs,
        was: shownIdentity(known),
        ...this.#successorDetails(snapshot, successor),
      },
    });
  }

  #successorDetails(snapshot: Snapshot, node: number | undefined): ErrorDetails {
    if (node === undefined) return {};
    return { successor: { ref: this.refOf(snapshot, node), ...summaryOf(snapshot.tree, node) } };
  }

  /** Twins, which nothing tells apart, have a ref each. */
  #knownRef(identity: ElementIdentity, taken: ReadonlySet<string> | undefined): string | undefined {
    if (identity.isUnsure) return undefined;
    const ref = this.#refOfKey.get(identityKey(identity));
    const known = ref === undefined ? undefined : this.#refs.get(ref);
    if (known === undefined || taken?.has(known.ref) === true) return undefined;
    if (!isSame(known.identity, identity)) return undefined;
    this.#touch(known);
    return known.ref;
  }

  /** What is used is forgotten last. */
  #touch(known: KnownRef): void {
    this.#refs.delete(known.ref);
    this.#refs.set(known.ref, known);
  }

  #newRef(known: KnownElement): string {
    const ref = `e${++this.#lastRef}`;
    this.#refs.set(ref, { ref, ...known });
    this.#refOfKey.set(identityKey(known.identity), ref);
    const [oldest] = this.#refs.values();
    if (this.#refs.size > this.#limits.refs && oldest !== undefined) {
      this.#refs.delete(oldest.ref);
      const key = identityKey(oldest.identity);
      if (this.#refOfKey.get(key) === oldest.ref) this.#refOfKey.delete(key);
    }
    return ref;
  }
}

function unreadError(known: KnownRef): ToolError {
  return new ToolError(
    "QUERY_TRUNCATED",
    `The element of ref ${known.ref} was not met, but not everything was read where it was; nothing was done`,
    {
      details: { ref: known.ref, reason: "notRead", was: shownIdentity(known) },
      suggestion: "Raise the limits of the call, or read the window again and use a ref of that.",
    },
  );
}

/** What was written on the element of a ref. */
function shownIdentity({ identity: { controlType, name, automationId } }: KnownRef): ErrorDetails {
  return { controlType, name: shownText(name), automationId: shownText(automationId) };
}
