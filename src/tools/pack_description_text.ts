/** A description of a pack as a model reads it: nothing is said twice, and no more than it can take in. */
import type * as z from "zod";
import { boundedText } from "../core/text.ts";
import type { Description, pageSchema, relationshipSchema } from "./pack_description.ts";

/** What is not worth a word: the control is found. */
const PLAIN_CONFIDENCES = ["stable", "source-derived", "runtime-verified"];
const MOST_DESCRIPTION_UNITS = 120;

/** What clients let through to a model in one answer, with room for scripts that take more of it. */
const MOST_TEXT_UNITS = 40_000;
/** So much of it may be names of controls, where there is no room for more than names. */
const MOST_NAMES_UNITS = 20_000;

/**
 * What a model reads: a line for each control with all that belongs to it, under its page; of a pack that is too large for
 * that the names alone. With one page asked for, only the controls on it and those on none.
 */
export function descriptionText(description: Description): string {
  const full = textWith(description, (controls, lineOf) => controls.map(lineOf));
  if (full.length <= MOST_TEXT_UNITS) return full;
  const { controls, pages = [] } = description;
  const share = Math.floor(MOST_NAMES_UNITS / (1 + new Set(controls.map(({ page }) => page)).size));
  const note = `The pack has ${controls.length} controls: only names are shown.` +
    (pages.length > 1 ? " Ask for one page to read more of it." : "");
  const brief = textWith(description, (of) => [`  ${of.length}: ${namesWithin(of, share)}`]);
  return boundedText(`${note}\n${brief}`, MOST_TEXT_UNITS);
}

function namesWithin(controls: Description["controls"], mostUnits: number): string {
  const shown: string[] = [];
  let units = 0;
  for (const { name } of controls) {
    units += name.length + 2;
    if (units > mostUnits && shown.length > 0) {
      return `${shown.join(", ")} … and ${controls.length - shown.length} more`;
    }
    shown.push(name);
  }
  return shown.join(", ");
}

/** All of it, with the controls of each page as `linesFor` puts them. */
function textWith(
  description: Description,
  linesFor: (
    controls: Description["controls"],
    lineOf: (control: Description["controls"][number]) => string,
  ) => readonly string[],
): string {
  const { pack, displayName, version, source, profile, pages, controls, usageGuidance } = description;
  const actions = Map.groupBy(description.actions, ({ control }) => control);
  const relationships = new Map(description.relationships?.map((one) => [one.control, one]));
  const byPage = Map.groupBy(controls, ({ page }) => page);
  const line = (control: Description["controls"][number]): string =>
    `  ${controlLine(control, actions.get(control.name) ?? [], relationships.get(control.name))}`;
  const linesOf = (page: string | undefined): readonly string[] => {
    const there = byPage.get(page);
    return there === undefined ? [] : linesFor(there, line);
  };
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
