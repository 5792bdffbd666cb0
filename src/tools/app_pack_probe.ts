import * as z from "zod";
import { ToolError } from "../core/errors.ts";
import { formatHwnd } from "../core/hwnd.ts";
import { once } from "../core/once.ts";
import { programOf, type TopLevelWindow } from "../desktop/desktop.ts";
import type { UiTree } from "../desktop/ui_element.ts";
import { catalog, type CatalogControl } from "../elements/catalog.ts";
import { gapsOf, isCut } from "../elements/status.ts";
import { MOST_CHILDREN, readElements } from "../interaction/read_elements.ts";
import { draftPack } from "../packs/probe/draft_pack.ts";
import { isListable, plainProcessName } from "../targets/resolve_target.ts";
import { resolveUiTarget } from "../targets/resolve_ui_target.ts";
import { shownTitle } from "./target_fields.ts";
import { defineTool, type ToolContext } from "./tool.ts";

/** Of a program that is looked at once, this is enough. */
const READ = { maxDepth: 15, maxNodes: 3_000, timeoutMs: 30_000 } as const;
const MOST_LISTED = 100;
const MOST_UNREACHABLE = 50;

const INPUT_TYPES: ReadonlySet<string> = new Set(["Edit", "ComboBox", "Spinner", "Slider"]);

const windowSchema = once(() =>
  z.strictObject({ hwnd: z.string(), title: z.string(), className: z.string() })
);

const controlSchema = once(() =>
  z.strictObject({
    controlType: z.string(),
    automationId: z.string(),
    name: z.string(),
    selector: z.record(z.string(), z.unknown()),
    confidence: z.enum(["stable", "conditionally-stable", "fragile", "unsupported"]),
    stable: z.boolean().describe("The selector fits it alone, and is no guess."),
    supportedActions: z.array(z.string()),
  })
);

/** Makes the draft of an App Pack from a program that runs. */
export const appPackProbeTool = defineTool({
  name: "app_pack_probe",
  title: "Draft an App Pack",
  description:
    "Looks at a running program and drafts an App Pack for it: the files in draft are valid as they are. " +
    "Writes nothing.",
  effect: "read",
  toolset: "packs",
  backgroundPolicy: "bestEffort",
  input: () => ({
    pid: z.int().min(1).max(0xFFFFFFFF).describe("Process id."),
    includeProcessPopups: z.boolean().default(true).describe("Its popups too."),
  }),
  output: () => ({
    pid: z.int(),
    hwnd: z.string().optional().describe("Handle of its main window."),
    title: z.string().optional(),
    windowCandidates: z.array(windowSchema()),
    controls: z.array(controlSchema()),
    patterns: z.record(z.string(), z.int()),
    menuCandidates: z.array(z.string()),
    inputCandidates: z.array(z.string()),
    dialogCandidates: z.array(windowSchema()),
    unreachableControls: z.array(z.string()).describe("With nothing to find them by, or nothing to do."),
    draft: z.strictObject({
      profile: z.record(z.string(), z.unknown()),
      controls: z.record(z.string(), z.unknown()),
    }),
    warnings: z.array(z.string()),
  }),
  async handler({ pid, includeProcessPopups }, context) {
    const windows = (await context.desktop.listWindows(false))
      .filter((window) => isListable(window) && programOf(window) === pid);
    const warnings: string[] = [];
    const main = await mainWindow(context, pid, windows);
    if (main === undefined) warnings.push("The program shows no window: nothing could be read.");
    else context.setTarget(formatHwnd(main.hwnd));
    const tree = main === undefined ? undefined : await read(context, main, includeProcessPopups, warnings);
    const { controls, patterns } = tree === undefined
      ? { controls: [], patterns: {} }
      : catalog(tree, { visibleOnly: true, enabledOnly: false, summaryOnly: false });
    const processName = main?.processName ?? await nameOf(context, pid);
    if (processName === undefined && main === undefined) throw noProcess(pid);
    const draft = draftPack({
      pid,
      processName: processName === undefined ? "" : plainProcessName(processName),
      title: main?.title ?? "",
      className: main?.className ?? "",
      tree,
      controls,
    });
    return {
      pid,
      ...(main === undefined ? {} : { hwnd: formatHwnd(main.hwnd), title: shownTitle(main.title) }),
      windowCandidates: windows.map(shownWindow),
      controls: controls.slice(0, MOST_LISTED).map(shownControl),
      patterns: { ...patterns },
      menuCandidates: labels(controls.filter(isOfMenu)),
      inputCandidates: labels(controls.filter(({ controlType }) => INPUT_TYPES.has(controlType))),
      dialogCandidates: windows.filter((one) => one.hwnd !== main?.hwnd && one.title !== "")
        .map(shownWindow),
      unreachableControls: labels(controls.filter(isUnreachable)).slice(0, MOST_UNREACHABLE),
      draft: { profile: { ...draft.profile }, controls: { ...draft.controls } },
      warnings,
    };
  },
});

/** The window that a call about the program would mean; where several are as good, the frontmost. */
async function mainWindow(
  { desktop }: ToolContext,
  pid: number,
  windows: readonly TopLevelWindow[],
): Promise<TopLevelWindow | undefined> {
  if (windows.length === 0) return undefined;
  try {
    return await resolveUiTarget(desktop, { pid });
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return windows[0];
  }
}

/** What could not be read is a warning: what was is of use all the same. */
async function read(
  context: ToolContext,
  main: TopLevelWindow,
  includeProcessPopups: boolean,
  warnings: string[],
): Promise<UiTree | undefined> {
  try {
    const tree = await readElements(context, main, {
      ...READ,
      includeProcessPopups,
      maxChildren: MOST_CHILDREN,
    });
    if (isCut(gapsOf(tree))) warnings.push("Not everything was read: controls may be missing.");
    return tree;
  } catch (error) {
    if (!(error instanceof ToolError) || error.code === "CANCELLED") throw error;
    warnings.push(`The elements could not be read: ${error.code}`);
    return undefined;
  }
}

async function nameOf({ desktop }: ToolContext, pid: number): Promise<string | undefined> {
  return (await desktop.listProcesses()).find((process) => process.pid === pid)?.name;
}

function noProcess(pid: number): ToolError {
  return new ToolError("PROCESS_NOT_FOUND", `There is no process ${pid}`);
}

function shownWindow({ hwnd, title, className }: TopLevelWindow): z.output<ReturnType<typeof windowSchema>> {
  return { hwnd: formatHwnd(hwnd), title: shownTitle(title), className };
}

function shownControl(control: CatalogControl): z.output<ReturnType<typeof controlSchema>> {
  const { controlType, automationId, name, selectorConfidence, selectorVerified, supportedActions } = control;
  const isGuess = selectorConfidence === "fragile" || selectorConfidence === "unsupported";
  return {
    controlType,
    automationId,
    name,
    selector: { ...control.recommendedSelector },
    confidence: selectorConfidence,
    stable: selectorVerified && !isGuess,
    supportedActions: [...supportedActions],
  };
}

function isOfMenu({ controlType, automationId, name }: CatalogControl): boolean {
  return [controlType, automationId, name].some((text) => /menu/i.test(text));
}

function isUnreachable({ selectorConfidence, supportedActions }: CatalogControl): boolean {
  return selectorConfidence === "unsupported" || supportedActions.length === 0;
}

function labels(controls: readonly CatalogControl[]): string[] {
  return controls.slice(0, MOST_LISTED).map(({ controlType, automationId, name }) =>
    `${controlType}${automationId === "" ? "" : ` #${automationId}`}${
      name === "" ? "" : ` ${JSON.stringify(name)}`
    }`
  );
}
