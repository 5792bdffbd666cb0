import * as z from "zod";
import { fits, isListable } from "../targets/resolve_target.ts";
import { defineTool } from "./tool.ts";
import { targetFields } from "./target_fields.ts";
import { toWindowInfo, windowInfoSchema } from "./window_info.ts";

/** Lists top-level windows without asking any program anything. */
export const listWindowsTool = defineTool({
  name: "list_windows",
  title: "List windows",
  description: "Lists top-level windows front to back with handle, title, process, rectangle and state. " +
    "Filters combine; untitled windows appear only with pid or processName.",
  effect: "read",
  toolset: "core",
  backgroundPolicy: "safe",
  input: () => ({
    pid: targetFields().pid,
    processName: targetFields().processName,
    titleContains: targetFields().titleContains,
    includeCloaked: z.boolean().default(false).describe(
      "Hidden by Windows too, e.g. on other desktops.",
    ),
  }),
  output: () => ({ items: z.array(windowInfoSchema()).describe("Front to back.") }),
  async handler(args, { desktop }) {
    const mayBeUntitled = args.pid !== undefined || args.processName !== undefined;
    const windows = await desktop.listWindows(false);
    const items = windows.filter((window) =>
      isListable(window) && fits(window, args) && (mayBeUntitled || window.title !== "") &&
      (args.includeCloaked || !window.cloaked)
    );
    return { items: items.map(toWindowInfo) };
  },
});
