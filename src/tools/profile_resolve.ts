import * as z from "zod";
import { formatHwnd } from "../core/hwnd.ts";
import { elementState, elementStateSchema } from "../elements/projection.ts";
import { shownSelectorSchema } from "../elements/selector.ts";
import { MOST_CHILDREN } from "../interaction/read_elements.ts";
import { requireControl } from "../packs/actions/control_errors.ts";
import { seeControl } from "../packs/actions/find_control.ts";
import { controlFields, controlOutput, controlShape, controlWindow } from "./control_fields.ts";
import { requiredPack } from "./required_pack.ts";
import { defineTool } from "./tool.ts";
import { uiWindowShape, walkFields } from "./ui_fields.ts";
import { uiWindowOutput } from "./ui_reading.ts";

/** Where a control of an App Pack is now. */
export const profileResolveTool = defineTool({
  name: "profile_resolve",
  title: "Find a control",
  description: "Finds a control of an App Pack in its program, by the pack's own selectors; changes nothing.",
  effect: "read",
  toolset: "packs",
  backgroundPolicy: "safe",
  input: () => ({
    ...controlFields(),
    ...walkFields({ maxDepth: 15, maxNodes: 2_000, timeoutMs: 10_000 }),
  }),
  output: () => ({
    ...controlShape(),
    ...uiWindowShape(),
    found: z.literal(true),
    candidatesTried: z.array(z.strictObject({
      selector: shownSelectorSchema(),
      outcome: z.enum(["found", "not-found", "ambiguous", "error"]),
      message: z.string().optional(),
    })).describe("The pack's selectors, up to the one that was used."),
    candidateIndex: z.int().describe("Which of them was used, from 0."),
    element: elementStateSchema(),
    elapsedMs: z.int(),
  }),
  async handler({ profile, control: name, ...args }, context) {
    const startedAt = context.clock.now();
    const pack = requiredPack(await context.packs.current(), profile, "PROFILE_NOT_FOUND");
    requireControl(pack, name);
    const window = await controlWindow(context, pack, args);
    context.setTarget(formatHwnd(window.hwnd));
    const { includeProcessPopups, maxDepth, maxNodes, timeoutMs } = args;
    const limits = { includeProcessPopups, maxDepth, maxNodes, timeoutMs, maxChildren: MOST_CHILDREN };
    const control = await seeControl({ context, pack, window, limits }, name);
    return {
      ...controlOutput(context, pack, control),
      ...uiWindowOutput(window),
      found: true as const,
      candidatesTried: control.candidatesTried.map((tried) => ({
        ...tried,
        selector: { ...tried.selector },
      })),
      candidateIndex: control.candidateIndex,
      element: elementState(control.element),
      elapsedMs: Math.round(context.clock.now() - startedAt),
    };
  },
});
