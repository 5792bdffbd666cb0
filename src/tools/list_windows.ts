import { z } from "zod";
import { fits, isListable } from "../targets/resolve_target.ts";
import { defineTool } from "./tool.ts";
import { TARGET_FIELDS } from "./target_fields.ts";
import { toWindowInfo, WINDOW_INFO } from "./window_info.ts";

const { pid, processName, titleContains } = TARGET_FIELDS;

/** Lists top-level windows without asking any program anything. */
export const listWindowsTool = defineTool({
  name: "list_windows",
  title: "List windows",
  description: "Lists top-level windows front to back with handle, title, process, rectangle and state. " +
    "Filters combine; untitled windows appear only with pid or processName.",
  effect: "read",
  toolset: "desktop",
  backgroundPolicy: "safe",
  input: z.strictObject({
    pid,
    processName,
    titleContains,
    includeCloaked: z.boolean().default(false).describe(
      "Also windows that Windows hides, e.g. on other desktops.",
    ),
  }),
  output: z.strictObject({ items: z.array(WINDOW_INFO).describe("Front to back.") }),
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
