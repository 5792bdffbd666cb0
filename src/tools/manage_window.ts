import * as z from "zod";
import { once } from "../core/once.ts";
import { invalidParameter } from "../core/errors.ts";
import { withEdges } from "../core/geometry.ts";
import { formatHwnd, type Hwnd } from "../core/hwnd.ts";
import type { WindowState } from "../desktop/desktop.ts";
import { closeWindow } from "../interaction/close_window.ts";
import { shellWindowError } from "../interaction/preflight.ts";
import {
  activateWindow,
  maximizeWindow,
  minimizeWindow,
  placeWindow,
  restoreWindow,
  type WindowAction,
} from "../interaction/window_actions.ts";
import type { ChangeOutcome } from "../interaction/window_change.ts";
import { isSystemWindow } from "../targets/resolve_target.ts";
import { actFields, actOnTarget, actShape } from "./act_on_target.ts";
import { shownTitle } from "./target_fields.ts";
import { defineTool, type ToolContext } from "./tool.ts";
import { screenRectSchema } from "./window_info.ts";

/** How long a window may take to close; a question that it asks instead is seen earlier. */
const GRACE_MS = 1_500;

/** Beyond this Windows' own messages cannot say where a window is. */
const FURTHEST_PX = 32_767;

const inputFields = once(() => ({
  ...actFields(),
  action: z.enum(["activate", "move", "resize", "minimize", "maximize", "restore", "close"])
    .describe("move: x, y (and size); resize: size."),
  x: z.int().min(-FURTHEST_PX).max(FURTHEST_PX).optional().describe("Left edge."),
  y: z.int().min(-FURTHEST_PX).max(FURTHEST_PX).optional().describe("Top edge."),
  width: z.int().min(1).max(16_384).optional().describe("Of the visible frame."),
  height: z.int().min(1).max(16_384).optional().describe("The same."),
}));

const windowPlaceSchema = once(() =>
  z.strictObject({
    rect: screenRectSchema(),
    minimized: z.boolean(),
    maximized: z.boolean(),
    foreground: z.boolean(),
  })
);

/** What a window's frame and buttons do. */
export const manageWindowTool = defineTool({
  name: "manage_window",
  title: "Manage a window",
  description: "Does what a window's frame and buttons do (close: politely) and reads it back. " +
    "Only activate keeps the foreground.",
  effect: "act",
  toolset: "core",
  backgroundPolicy: "bestEffort",
  input: inputFields,
  output: () => ({
    action: z.string(),
    ...actShape(),
    verified: z.enum(["yes", "no", "unknown"])
      .describe("As asked; changed, but otherwise (see after); or the program does not answer."),
    before: windowPlaceSchema(),
    after: windowPlaceSchema().nullable().describe("Null when the window has been destroyed."),
    closed: z.boolean().optional().describe("close: whether it is gone, destroyed or hidden."),
    prompt: z.strictObject({ hwnd: z.string(), title: z.string(), className: z.string() }).optional()
      .describe("close: a window that came instead, e.g. a question whether to save."),
  }),
  rules: requirePlace,
  async handler(args, context) {
    requirePlace(args);
    const { outcome, fields } = await actOnTarget(
      context,
      args,
      args.action === "close" ? "close" : "input",
      async ({ window, interaction }, tracker) => {
        requireManageable(window);
        const before = toPlace(window, tracker.before);
        const result = await perform(context, args, { window, mode: interaction.mode, tracker });
        return { ...result, before };
      },
    );
    const { before, after, verified, close } = outcome;
    return {
      action: args.action,
      ...fields,
      verified,
      before,
      // The foreground may have been given back since the window was looked at.
      after: after === undefined ? null : toPlace(after, fields.interaction.foregroundAfter),
      ...close,
    };
  },
});

type Arguments = z.output<z.ZodObject<ReturnType<typeof inputFields>>>;

interface Performed extends Omit<ChangeOutcome, "after"> {
  readonly after: WindowState | undefined;
  /** What only closing a window has to tell. */
  readonly close?: {
    readonly closed: boolean;
    readonly prompt?: { readonly hwnd: string; readonly title: string; readonly className: string };
  };
}

async function perform(context: ToolContext, args: Arguments, action: WindowAction): Promise<Performed> {
  switch (args.action) {
    case "move":
    case "resize": {
      const { x, y, width, height } = args;
      return await placeWindow(context, action, { x, y, width, height });
    }
    case "minimize":
      return await minimizeWindow(context, action);
    case "maximize":
      return await maximizeWindow(context, action);
    case "restore":
      return await restoreWindow(context, action);
    case "activate":
      // Giving it back at once would undo what was asked for.
      if (args.foregroundDemo?.restorePreviousForeground !== true) action.tracker.keepForeground();
      return await activateWindow(context, action);
    case "close": {
      const { method, closed, after, prompt } = await closeWindow(
        context,
        action,
        Math.min(GRACE_MS, args.timeoutMs),
      );
      return {
        method,
        verified: closed ? "yes" : "no",
        after,
        close: { closed, ...(prompt === undefined ? {} : { prompt: toPrompt(prompt) }) },
      };
    }
  }
}

function toPrompt({ hwnd, title, className }: Pick<WindowState, "hwnd" | "title" | "className">) {
  return { hwnd: formatHwnd(hwnd), title: shownTitle(title), className };
}

function toPlace(
  window: WindowState,
  foreground: Hwnd | string | undefined,
): z.output<ReturnType<typeof windowPlaceSchema>> {
  const front = typeof foreground === "bigint" ? formatHwnd(foreground) : foreground;
  return {
    rect: withEdges(window.screenRect),
    minimized: window.minimized,
    maximized: window.maximized,
    foreground: front === formatHwnd(window.hwnd),
  };
}

/** @throws {ToolError} INVALID_PARAMS for coordinates that the action does not take, or lacks */
function requirePlace(args: Arguments): void {
  const given = (["x", "y", "width", "height"] as const).filter((side) => args[side] !== undefined);
  const takes: readonly string[] = args.action === "move"
    ? ["x", "y", "width", "height"]
    : args.action === "resize"
    ? ["width", "height"]
    : [];
  const stray = given.find((side) => !takes.includes(side));
  if (stray !== undefined) throw invalidParameter(stray, `action ${args.action} does not take it`);
  if (args.action === "move" && args.x === undefined && args.y === undefined) {
    throw invalidParameter("x", "action move needs x or y");
  }
  if (args.action === "resize" && given.length === 0) {
    throw invalidParameter("width", "action resize needs width or height");
  }
}

/** @throws {ToolError} INVALID_PARAMS for a control, PROTECTED_PROCESS for a part of the shell */
function requireManageable(window: WindowState): void {
  if (window.root !== window.hwnd) {
    const root = formatHwnd(window.root);
    throw invalidParameter(
      "hwnd",
      `${formatHwnd(window.hwnd)} is a control; the window around it is ${root}`,
    );
  }
  if (isSystemWindow(window)) throw shellWindowError(window);
}
