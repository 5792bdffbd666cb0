/** What is in a pack, for whoever is to use it. */
import type { Pack } from "./load/load_pack.ts";
import type { ControlEntry } from "./schema/controls.ts";
import type { BusinessPostcondition } from "./schema/expect.ts";

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

/** One thing of a pack, in the words of its files. */
export type Described = Record<string, unknown>;

/** The fields of a record that say something, so that an answer has no empty ones. */
function present(fields: object): Described {
  const isThere = ([, value]: readonly [string, unknown]): boolean =>
    value !== undefined && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(fields).filter(isThere));
}

/** The controls, each in one line. */
export function describedControls({ controls }: Pack): Described[] {
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

/** What actions promise. */
export function describedActions({ contracts }: Pack): Described[] {
  return contracts.map(({ control, action, idempotent, retrySafe, destructive, ...more }) => ({
    control,
    action,
    idempotent,
    retrySafe,
    destructive,
    ...present({
      defaultExpect: more.defaultExpect,
      requiresConfirmation: more.requiresConfirmation || undefined,
      backgroundPolicy: more.backgroundPolicy,
    }),
  }));
}

/** The workflows that are listed. */
export function describedWorkflows({ workflows }: Pack): Described[] {
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

/** See {@link describedMap}. */
export type DescribedMap = Partial<
  Record<"pages" | "selectionGroups" | "components" | "relationships", Described[]>
>;

/** Pages, groups, components and relationships; nothing of a pack that has neither pages nor components. */
export function describedMap(pack: Pack, { include, page, compact }: MapQuery): DescribedMap {
  const { pages, groups, components, controls } = pack;
  if (pages.length === 0 && components.length === 0) return {};
  const wants = (...parts: readonly DescribedPart[]): boolean => parts.some((part) => include.includes(part));
  return {
    ...(wants("pages")
      ? {
        pages: pages.filter(({ id }) => page === undefined || id === page).map((one) =>
          present({ ...one, id: one.id, readyMarkers: one.readyMarkers.map(briefly) })
        ),
        selectionGroups: groups.map((group) => present(group)),
      }
      : {}),
    ...(wants("components")
      ? {
        components: components.filter((one) => page === undefined || one.page === page)
          .map((one) => present(one)),
      }
      : {}),
    ...(wants("relationships", "controls")
      ? {
        relationships: [...controls].map(([control, entry]) => relationshipOf(control, entry, compact))
          // What says nothing of where a control is, or what it promises, is in the list of controls already.
          .filter((relationship) => Object.keys(relationship).length > 1),
      }
      : {}),
  };
}

function relationshipOf(control: string, entry: ControlEntry, compact: boolean): Described {
  const { page, parent, group, role, aliases, visibility, postconditions, controlState } = entry;
  const common = { control, ...present({ page, parent, group, role }) };
  if (!compact) return { ...common, ...present({ visibility, postconditions, controlState }) };
  const { scrollContainer } = visibility ?? {};
  return {
    ...common,
    ...present({
      aliases,
      visibility: scrollContainer === undefined ? undefined : { scrollContainer },
      postconditions: postconditions.map(briefly),
    }),
  };
}

function briefly({ profileControl, condition }: BusinessPostcondition): Described {
  return { control: profileControl, condition };
}
