/** What is in a pack, for whoever is to use it. */
import type { Pack } from "./load/load_pack.ts";
import type { Component } from "./schema/components.ts";
import type { ControlEntry } from "./schema/controls.ts";
import { type BusinessPostcondition, type Expect, EXPECT_DEFAULTS } from "./schema/expect.ts";
import type { Page, SelectionGroup } from "./schema/pages.ts";
import type { Workflow } from "./schema/workflows.ts";

/** The parts of a description that may be asked for. */
export const DESCRIBED_PARTS = ["pages", "components", "controls", "relationships"] as const;

/** One of {@link DESCRIBED_PARTS}. */
export type DescribedPart = typeof DESCRIBED_PARTS[number];

/** Which part of the map of a pack is wanted. */
export interface MapQuery {
  readonly include: readonly DescribedPart[];
  /** Only what is on this page. */
  readonly page?: string | undefined;
  /** Relationships with aliases, and without the conditions in full. */
  readonly compact: boolean;
}

/** The fields that say something, so that an answer has no empty ones. */
function present<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const saysSomething = ([, value]: readonly [string, unknown]): boolean =>
    value !== undefined && !(Array.isArray(value) && value.length === 0);
  // Nothing else is in it than was.
  return Object.fromEntries(Object.entries(fields).filter(saysSomething)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

/** A control in one line. */
export interface DescribedControl extends Pick<Partial<Named>, "page" | "group" | "role" | "menu"> {
  readonly name: string;
  readonly selectorCount: number;
  readonly confidence: string;
  readonly description: string;
}

/** What a control says of itself, where it says it. */
type Named = { [K in keyof ControlEntry]: Exclude<ControlEntry[K], undefined> };

/** The controls. */
export function describedControls({ controls }: Pack): DescribedControl[] {
  return [...controls].map((
    [name, { selectors, confidence, description, notes, page, group, role, menu }],
  ) => ({
    name,
    selectorCount: selectors.length,
    confidence,
    description: description ?? notes ?? "",
    ...present({ page, group, role, menu }),
  }));
}

/** What an action on a control promises. */
export interface DescribedAction {
  readonly control: string;
  readonly action: string;
  readonly idempotent: boolean;
  readonly retrySafe: boolean;
  readonly destructive: boolean;
  readonly defaultExpect?: false | Record<string, unknown>;
  readonly requiresConfirmation?: boolean;
  readonly backgroundPolicy?: string;
}

/** What actions promise. */
export function describedActions({ contracts }: Pack): DescribedAction[] {
  return contracts.map(({ control, action, idempotent, retrySafe, destructive, ...more }) => ({
    control,
    action,
    idempotent,
    retrySafe,
    destructive,
    ...present({
      defaultExpect: more.defaultExpect === false ? more.defaultExpect : ownWords(more.defaultExpect),
      requiresConfirmation: more.requiresConfirmation || undefined,
      backgroundPolicy: more.backgroundPolicy,
    }),
  }));
}

/** An expectation without the times that it has unless it says otherwise. */
function ownWords(expected: Expect | BusinessPostcondition | undefined): Record<string, unknown> | undefined {
  if (expected === undefined) return undefined;
  const { timeoutMs, pollIntervalMs, ...said } = expected;
  return {
    ...said,
    ...(timeoutMs === EXPECT_DEFAULTS.timeoutMs ? {} : { timeoutMs }),
    ...(pollIntervalMs === EXPECT_DEFAULTS.pollIntervalMs ? {} : { pollIntervalMs }),
  };
}

/** A workflow in one line. */
export interface DescribedWorkflow
  extends Pick<Workflow, "id" | "safe" | "tested" | "restoresState" | "visibility"> {
  readonly description: string;
  readonly requiredInputs: string[];
}

/** The workflows that are listed. */
export function describedWorkflows({ workflows }: Pack): DescribedWorkflow[] {
  return workflows.filter(({ visibility }) => visibility === "session").map((
    { id, description = "", safe, tested, restoresState, visibility, inputSchema },
  ) => ({ id, description, safe, tested, restoresState, visibility, requiredInputs: inputSchema.required }));
}

/** What does not work, a sentence each. */
export function limitationsOf({ controls, components }: Pack): readonly string[] {
  return [
    ...[...controls].filter(([, { confidence }]) => confidence === "unsupported")
      .map(([name, { notes, description }]) => `${name}: ${notes ?? description ?? "not supported"}`),
    ...components.filter(({ mappingStatus }) => mappingStatus === "partial")
      .map(({ id, reason = "" }) => `${id}: ${reason}`),
  ];
}

/** A condition of another control, without its details. */
export interface BriefCondition {
  readonly control: string;
  readonly condition: string;
}

/** A page. */
export interface DescribedPage extends Partial<Omit<Page, "id" | "readyMarkers">> {
  readonly id: string;
  readonly readyMarkers?: BriefCondition[];
}

/** How a control belongs to others, and what it promises. */
export interface Relationship extends Partial<Pick<Named, "page" | "parent" | "group" | "role" | "aliases">> {
  readonly control: string;
  readonly visibility?: Record<string, unknown>;
  readonly postconditions?: Record<string, unknown>[];
  readonly controlState?: Record<string, unknown>;
}

/** See {@link describedMap}. */
export interface DescribedMap {
  readonly pages?: DescribedPage[];
  readonly selectionGroups?: SelectionGroup[];
  readonly components?: (Partial<Omit<Component, "id">> & Pick<Component, "id">)[];
  readonly relationships?: Relationship[];
}

/** Pages, groups, components and relationships; nothing of a pack that has neither pages nor components. */
export function describedMap(pack: Pack, { include, page, compact }: MapQuery): DescribedMap {
  const { pages, groups, components, controls } = pack;
  if (pages.length === 0 && components.length === 0) return {};
  const wants = (...parts: readonly DescribedPart[]): boolean => parts.some((part) => include.includes(part));
  return {
    ...(wants("pages")
      ? {
        pages: pages.filter(({ id }) => page === undefined || id === page).map((
          { id, readyMarkers, ...more },
        ) => ({
          id,
          ...present({ ...more, readyMarkers: readyMarkers.map(briefly) }),
        })),
        selectionGroups: [...groups],
      }
      : {}),
    ...(wants("components")
      ? {
        components: components.filter((one) => page === undefined || one.page === page)
          .map(({ id, ...more }) => ({ id, ...present(more) })),
      }
      : {}),
    ...(wants("relationships", "controls")
      ? {
        relationships: [...controls].map(([control, entry]) => relationshipOf(control, entry, compact))
          // The list of controls has the page and the role of each already.
          .filter(({ control: _control, page: _page, role: _role, ...more }) => Object.keys(more).length > 0),
      }
      : {}),
  };
}

function relationshipOf(control: string, entry: ControlEntry, compact: boolean): Relationship {
  const { page, parent, group, role, aliases, visibility, postconditions, controlState } = entry;
  const common = { control, ...present({ page, parent, group, role }) };
  if (!compact) {
    const expected = postconditions.map((one) => ownWords(one) ?? {});
    return { ...common, ...present({ visibility, postconditions: expected, controlState }) };
  }
  const { scrollContainer } = visibility ?? {};
  return {
    ...common,
    ...present({
      aliases,
      visibility: scrollContainer === undefined ? undefined : { scrollContainer },
      postconditions: postconditions.map((one) => ({ ...briefly(one) })),
    }),
  };
}

function briefly({ profileControl, condition }: BusinessPostcondition): BriefCondition {
  return { control: profileControl, condition };
}
