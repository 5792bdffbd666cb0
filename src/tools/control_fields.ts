/** What the tools for controls of App Packs share: which control, in which window, and what is told of it. */
import * as z from "zod";
import { once } from "../core/once.ts";
import { ToolError } from "../core/errors.ts";
import type { TopLevelWindow } from "../desktop/desktop.ts";
import { shownSelectorSchema } from "../elements/selector.ts";
import type { SeenControl } from "../packs/actions/control_call.ts";
import type { Pack } from "../packs/load/load_pack.ts";
import type { CONFIDENCES } from "../packs/schema/controls.ts";
import { namesTarget, type TargetQuery } from "../targets/resolve_target.ts";
import { resolveUiTarget } from "../targets/resolve_ui_target.ts";
import { targetFields } from "./target_fields.ts";
import type { ToolContext } from "./tool.ts";

/** Which control, and where: a profile without a target is its one program that runs. */
export const controlFields = once(() => ({
  profile: z.string().min(1).max(256).describe("Id of the pack."),
  control: z.string().min(1).max(256).describe("Its name."),
  ...targetFields(),
}));

/** What is told of a control beside what was done to it. */
export const controlShape = once(() => ({
  profile: z.string(),
  control: z.string(),
  selectorUsed: shownSelectorSchema().describe("As the pack writes it."),
  confidence: z.enum(["source-derived", "runtime-verified", "unsupported", "action-limited", "ambiguous"]),
  notes: z.string().optional(),
  ref: z.string().describe("Names the element in later calls."),
}));

type Confidence = z.output<ReturnType<typeof controlShape>["confidence"]>;

/** What the profile layer makes of a pack's own words. */
const CONFIDENCE: Readonly<Record<typeof CONFIDENCES[number], Confidence>> = {
  "stable": "runtime-verified",
  "conditionally-stable": "runtime-verified",
  "fragile": "source-derived",
  "source-derived": "source-derived",
  "runtime-verified": "runtime-verified",
  "unsupported": "unsupported",
  "action-limited": "action-limited",
  "ambiguous": "ambiguous",
};

/** {@link controlShape} of a control that was found. */
export function controlOutput(
  { refs }: Pick<ToolContext, "refs">,
  { manifest: { id } }: Pack,
  { name, selectorUsed, entry, snapshot, node }: SeenControl,
): z.output<z.ZodObject<ReturnType<typeof controlShape>>> {
  return {
    profile: id,
    control: name,
    selectorUsed: { ...selectorUsed },
    confidence: CONFIDENCE[entry.confidence],
    ...(entry.notes === undefined ? {} : { notes: entry.notes }),
    ref: refs.refOf(snapshot, node),
  };
}

/**
 * The window that a call on a control means.
 *
 * @throws {ToolError} WINDOW_NOT_FOUND where the call names none and no program of the profile runs; what
 * `resolveUiTarget` throws
 */
export async function controlWindow(
  { desktop }: Pick<ToolContext, "desktop">,
  { manifest: { id } }: Pack,
  args: TargetQuery,
): Promise<TopLevelWindow> {
  if (namesTarget(args)) return await resolveUiTarget(desktop, args);
  throw new ToolError("WINDOW_NOT_FOUND", `No program of profile ${id} is running`, {
    suggestion: "Start it with profile_launch, or say which window is meant.",
  });
}
