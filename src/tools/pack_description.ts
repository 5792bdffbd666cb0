/** A description of a pack: the shape of its result, and the text that a model reads of it. */
import * as z from "zod";
import { once } from "../core/once.ts";
import { boundedText } from "../core/text.ts";

/** Data of a pack as its own schema has let it pass. */
const packData = once(() => z.record(z.string(), z.unknown()));
const texts = once(() => z.array(z.string()));

const pageSchema = once(() =>
  z.strictObject({
    id: z.string(),
    displayName: z.string().optional(),
    aliases: texts().optional(),
    navigationControl: z.string().optional(),
    rootControl: z.string().optional(),
    readyMarkers: z.array(z.strictObject({ control: z.string(), condition: z.string() })).optional(),
    scrollContainers: texts().optional(),
    components: texts().optional(),
  })
);

const componentSchema = once(() =>
  z.strictObject({
    id: z.string(),
    displayName: z.string().optional(),
    aliases: texts().optional(),
    page: z.string().optional(),
    role: z.string().optional(),
    rootControl: z.string().optional(),
    children: texts().optional(),
    mappingStatus: z.string().optional(),
    reason: z.string().optional(),
  })
);

const relationshipSchema = once(() =>
  z.strictObject({
    control: z.string(),
    page: z.string().optional(),
    parent: z.string().optional(),
    group: z.string().optional(),
    role: z.string().optional(),
    aliases: texts().optional(),
    visibility: packData().optional(),
    postconditions: z.array(packData()).optional(),
    controlState: packData().optional(),
  })
);

/** The fields of a description. */
export const descriptionShape = once(() => ({
  pack: z.string(),
  displayName: z.string(),
  version: z.string(),
  source: z.string(),
  profile: packData(),
  defaultInteractionMode: z.string(),
  controls: z.array(z.strictObject({
    name: z.string(),
    selectorCount: z.int(),
    confidence: z.string(),
    description: z.string(),
    page: z.string().optional(),
    group: z.string().optional(),
    role: z.string().optional(),
    menu: packData().optional(),
  })),
  actions: z.array(z.strictObject({
    control: z.string(),
    action: z.string(),
    idempotent: z.boolean(),
    retrySafe: z.boolean(),
    destructive: z.boolean(),
    defaultExpect: z.union([z.literal(false), packData()]).optional(),
    requiresConfirmation: z.boolean().optional(),
    backgroundPolicy: z.string().optional(),
  })),
  workflows: z.array(z.strictObject({
    id: z.string(),
    description: z.string(),
    safe: z.boolean(),
    tested: z.boolean(),
    restoresState: z.boolean(),
    visibility: z.string(),
    requiredInputs: texts(),
  })),
  limitations: texts(),
  pages: z.array(pageSchema()).optional(),
  selectionGroups: z.array(z.strictObject({
    id: z.string(),
    role: z.string().optional(),
    parent: z.string().optional(),
    members: texts(),
    selectionMode: z.string(),
  })).optional(),
  components: z.array(componentSchema()).optional(),
  relationships: z.array(relationshipSchema()).optional(),
  pipeSafe: z.record(z.string(), texts()),
  usageGuidance: z.strictObject({
    preferredLaunchTool: z.string().optional(),
    preferredTargetBinding: z.literal("targetRef"),
    recommendedOrder: texts(),
    antiPatterns: texts(),
  }),
}));

/** A description as it goes to a client. */
export type Description = z.output<z.ZodObject<ReturnType<typeof descriptionShape>>>;

/** What is not worth a word: the control is found. */
const PLAIN_CONFIDENCES = ["stable", "source-derived", "runtime-verified"];
const MOST_DESCRIPTION_UNITS = 120;

/**
 * What a model reads: a line for each control with all that belongs to it, under its page, so that nothing is said twice.
 * With one page asked for, only the controls on it and those on none.
 */
export function descriptionText(description: Description): string {
  const { pack, displayName, version, source, profile, pages, controls, usageGuidance } = description;
  const actions = Map.groupBy(description.actions, ({ control }) => control);
  const relationships = new Map(description.relationships?.map((one) => [one.control, one]));
  const byPage = Map.groupBy(controls, ({ page }) => page);
  const line = (control: Description["controls"][number]): string =>
    `  ${controlLine(control, actions.get(control.name) ?? [], relationships.get(control.name))}`;
  const linesOf = (page: string | undefined): readonly string[] => byPage.get(page)?.map(line) ?? [];
  const shown = new Set(pages?.map(({ id }) => id) ?? byPage.keys());
  const elsewhere = controls.filter(({ page }) => page !== undefined && !shown.has(page)).length;
  return [
    `App Pack ${pack}, ${displayName} ${version} (${source}); ` +
    `interaction ${description.defaultInteractionMode} unless a call says otherwise`,
    `program: ${JSON.stringify(profile)}`,
    ...usageGuidance.recommendedOrder.map((sentence, index) => `${index + 1}. ${sentence}`),
    ...usageGuidance.antiPatterns.map((sentence) => `not: ${sentence}`),
    ...pages?.flatMap((page) => [pageLine(page), ...linesOf(page.id)]) ??
      [...byPage.keys()].filter((page) => page !== undefined)
        .flatMap((page) => [`page ${page}`, ...linesOf(page)]),
    ...(byPage.has(undefined) ? ["controls on no page", ...linesOf(undefined)] : []),
    ...(elsewhere === 0 ? [] : [`${elsewhere} controls on other pages`]),
    ...description.selectionGroups?.map(({ id, role, parent, members, selectionMode }) =>
      `group ${id}${parts({ role, parent })}: ${selectionMode} of ${members.join(", ")}`
    ) ?? [],
    ...description.components?.map((
      { id, displayName, aliases, children, reason, mappingStatus: _status, ...more },
    ) =>
      `component ${id}${names([displayName, ...aliases ?? []])}${parts(more)}: ${
        (children ?? []).join(", ")
      }` +
      `${reason === undefined ? "" : `; partial: ${reason}`}`
    ) ?? [],
    ...description.workflows.map(workflowLine),
    ...description.limitations.map((sentence) => `limit: ${sentence}`),
  ].map(onOneLine).join("\n");
}

function controlLine(
  { name, confidence, description, group, role, menu }: Description["controls"][number],
  actions: Description["actions"],
  relationship: z.output<ReturnType<typeof relationshipSchema>> | undefined,
): string {
  const { aliases, parent, visibility, postconditions, controlState } = relationship ?? {};
  const sure = PLAIN_CONFIDENCES.includes(confidence) ? undefined : confidence;
  const facts = parts({
    role,
    group,
    parent,
    sure,
    menu: menuWords(menu),
    visibility,
    controlState,
    promises: postconditions,
  });
  const said = boundedText(description, MOST_DESCRIPTION_UNITS);
  const can = actions.map(actionWords).join(", ");
  return `${name}${names(aliases ?? [])}${facts}${said === "" ? "" : `: ${said}`}${
    can === "" ? "" : ` → ${can}`
  }`;
}

/** What is as it mostly is has no word. */
function actionWords(action: Description["actions"][number]): string {
  const { destructive, requiresConfirmation, backgroundPolicy, defaultExpect } = action;
  const words = [
    ...(destructive ? ["destructive"] : []),
    ...(requiresConfirmation === true ? ["ask first"] : []),
    ...(backgroundPolicy === "foregroundRequired" ? ["foreground"] : []),
    ...(typeof defaultExpect === "object" ? [expectWords(defaultExpect)] : []),
  ];
  return words.length === 0 ? action.action : `${action.action} (${words.join("; ")})`;
}

function expectWords(expected: Record<string, unknown>): string {
  const { profileControl, selector, condition, timeoutMs: _timeout, pollIntervalMs: _poll, ...operands } =
    expected;
  const of = profileControl ?? JSON.stringify(selector);
  const value = Object.values(operands).map((operand) => ` ${JSON.stringify(operand)}`).join("");
  return `expects ${of} ${condition}${value}`;
}

function pageLine(
  { id, displayName, aliases, readyMarkers, ...more }: z.output<ReturnType<typeof pageSchema>>,
): string {
  const ready = readyMarkers?.map(({ control, condition }) => `${control} ${condition}`).join(", ");
  return `page ${id}${names([displayName, ...aliases ?? []])}${parts({ ...more, ready })}`;
}

function workflowLine(workflow: Description["workflows"][number]): string {
  const { id, description, requiredInputs, safe, tested, restoresState } = workflow;
  const words = Object.entries({ safe, tested, restoresState }).filter(([, is]) => is).map(([word]) => word);
  const inputs = requiredInputs.length === 0 ? "" : `(${requiredInputs.join(", ")})`;
  return `workflow ${id}${inputs}${words.length === 0 ? "" : ` [${words.join(", ")}]`}: ${description}`;
}

/** What something is called beside its id. */
function names(called: readonly (string | undefined)[]): string {
  const there = called.filter((name) => name !== undefined);
  return there.length === 0 ? "" : ` ${there.map((name) => JSON.stringify(name)).join(" ")}`;
}

/** ` [role tab; group channels]`, of those that are there. */
function parts(fields: Readonly<Record<string, unknown>>): string {
  const there = Object.entries(fields).filter(([, value]) => value !== undefined)
    .map(([field, value]) => `${field} ${typeof value === "string" ? value : JSON.stringify(value)}`);
  return there.length === 0 ? "" : ` [${there.join("; ")}]`;
}

/** What a menu entry is, where it is more than one that does something. */
function menuWords(menu: Record<string, unknown> | undefined): string | undefined {
  const { command: _command, opensSubmenu, sectionControl, ...more } = menu ?? {};
  const opens = opensSubmenu !== true
    ? ""
    : sectionControl === undefined
    ? "submenu"
    : `submenu of ${sectionControl}`;
  const rest = Object.keys(more).length === 0 ? "" : JSON.stringify(more);
  const words = `${opens} ${rest}`.trim();
  return words === "" ? undefined : words;
}

/** No text of a pack makes lines, so that none is taken for a line of ours. */
function onOneLine(line: string): string {
  return line.replace(/(?!^)\s+/gu, " ").trimEnd();
}
