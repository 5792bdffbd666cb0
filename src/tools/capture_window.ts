import * as z from "zod";
import { once } from "../core/once.ts";
import { ToolError } from "../core/errors.ts";
import { formatHwnd } from "../core/hwnd.ts";
import type { CapturedFrame, TopLevelWindow } from "../desktop/desktop.ts";
import { type GeometryVerdict, judgeGeometry } from "../image/judge.ts";
import { backendsFor, captureTrusted, type TrustedFrame } from "../interaction/capture.ts";
import { captureInFront } from "../interaction/capture_in_front.ts";
import { actTracked, ForegroundTracker } from "../interaction/foreground_tracker.ts";
import { interactionRequest } from "../interaction/modes.ts";
import { PROBE_MS, refusalFor } from "../interaction/preflight.ts";
import { resolveTarget } from "../targets/resolve_target.ts";
import { isClipped, requireArea, wantedScreenRect } from "./capture_region.ts";
import { deliverPicture, pictureFields, pictureShape } from "./captured_picture.ts";
import { interactionFields, interactionSchema } from "./interaction_fields.ts";
import { checkOutputPath } from "./picture_file.ts";
import { targetFields, targetOutput, targetShape } from "./target_fields.ts";
import { packOfCall } from "./pack_of_call.ts";
import { defineTool, type ToolContext } from "./tool.ts";

const inputFields = once(() => ({
  ...targetFields(),
  region: z.strictObject({
    x: z.int().min(0),
    y: z.int().min(0),
    width: z.int().min(1).max(16_384),
    height: z.int().min(1).max(16_384),
  }).optional().describe("{x, y, width, height}: part of it, from its frame's top-left corner.")
    .meta({ published: { type: "object" } }),
  captureMethod: z.enum(["auto", "print", "screen"]).default("auto")
    .describe(
      "print: the program draws it, covered or not; screen: as on screen; auto: what works.",
    ),
  focus: z.boolean().default(true).describe(
    "For screen: to the front first.",
  ),
  noActivate: z.boolean().default(false).describe("Never bring it to the front."),
  ...pictureFields(),
  ...interactionFields(),
}));

/** Captures one window. */
export const captureWindowTool = defineTool({
  name: "capture_window",
  title: "Capture a window",
  description:
    "Screenshot of one window as an image: its layout, rendering and visual content. Saves a full-size PNG " +
    "and returns a copy bounded for the model; frameId ties image points to the window.",
  effect: "read",
  toolset: "core",
  backgroundPolicy: "bestEffort",
  input: inputFields,
  output: () => ({
    target: z.string(),
    ...targetShape(),
    ...pictureShape(),
    captureBackend: z.enum(["print", "windowDc", "screen"]).describe("What really ran."),
    uniform: z.literal(true).optional().describe("The window has one colour only; two methods agree."),
    clipped: z.literal(true).optional().describe("Only the part on the screen could be captured."),
    geometry: z.strictObject({
      targetWidth: z.int(),
      targetHeight: z.int(),
      capturedWidth: z.int(),
      capturedHeight: z.int(),
      validated: z.boolean(),
    }).describe("Size of the window and of what was captured."),
    interaction: interactionSchema(),
    timestamp: z.string(),
  }),
  async handler(args, context) {
    requireArea(args.region);
    const outputPath = checkOutputPath(args.outputPath, context.settings);
    const { window, otherMatches } = await resolveTarget(context.desktop, args);
    context.setTarget(formatHwnd(window.hwnd));
    const taken = await take(args, window, context);
    const { frame } = taken.trusted;
    const geometry = args.region === undefined ? requirePlausible(frame, window) : undefined;

    const wanted = wantedScreenRect(args.region, frame.windowScreenRect);
    const picture = await deliverPicture(context, {
      frame,
      wantedScreenRect: args.region === undefined ? undefined : wanted,
      window: { hwnd: window.hwnd, pid: window.pid, screenRect: frame.windowScreenRect },
      outputPath,
      inline: args.inline,
    });
    return {
      target: `window:${formatHwnd(window.hwnd)}`,
      ...targetOutput({ window, otherMatches }),
      ...picture,
      captureBackend: frame.backend,
      ...(taken.trusted.isUniform ? { uniform: true as const } : {}),
      ...(isClipped(wanted, frame) ? { clipped: true as const } : {}),
      geometry: {
        targetWidth: window.screenRect.width,
        targetHeight: window.screenRect.height,
        capturedWidth: frame.screenRect.width,
        capturedHeight: frame.screenRect.height,
        validated: geometry !== undefined,
      },
      interaction: taken.interaction,
      timestamp: new Date().toISOString(),
    };
  },
});

interface Taken {
  readonly trusted: TrustedFrame;
  readonly interaction: z.output<ReturnType<typeof interactionSchema>>;
}

/** Preflight, activation where the call asked for it, and the picture. */
async function take(
  args: z.output<z.ZodObject<ReturnType<typeof inputFields>>>,
  window: TopLevelWindow,
  context: ToolContext,
): Promise<Taken> {
  const { desktop, settings } = context;
  const pack = args.interactionMode === undefined ? await packOfCall(context, args) : undefined;
  const interaction = interactionRequest(args, pack?.profile.interaction);
  const condition = await desktop.targetCondition(window.hwnd, PROBE_MS);
  const refusal = refusalFor(condition, window, "capture");
  if (refusal !== undefined) throw refusal;
  wantedScreenRect(args.region, window.screenRect);
  const request = {
    window,
    method: args.captureMethod,
    mode: interaction.mode,
    noActivate: interaction.noActivate,
    responds: condition.responding === "yes",
    region: args.region,
  };
  const method = (trusted: TrustedFrame) => ({ trusted, method: trusted.frame.method });
  const activates = backendsFor(request).join() === "screen" && args.focus && !settings.isReadOnly;
  if (!activates) {
    // Nothing is brought to the front, so there is no turn to take and nothing to give back.
    const tracker = await ForegroundTracker.begin(context, interaction.mode, window.pid);
    const trusted = await captureTrusted(context, request);
    return { trusted, interaction: await tracker.report(trusted.frame.method) };
  }
  const { outcome, report } = await context.turn.take(context, () =>
    actTracked(
      context,
      interaction,
      window.pid,
      async (tracker) => method(await captureInFront(context, request, tracker)),
    ));
  return { trusted: outcome.trusted, interaction: report };
}

/**
 * The verdict on the picture's size; undefined where there is no basis for one (the window is partly off the screen).
 *
 * @throws {ToolError} CAPTURE_GEOMETRY_MISMATCH
 */
function requirePlausible(frame: CapturedFrame, window: TopLevelWindow): GeometryVerdict | undefined {
  if (isClipped(frame.windowScreenRect, frame)) return undefined;
  const verdict = judgeGeometry(frame.screenRect, window.screenRect);
  if (verdict === undefined || verdict.isPlausible) return verdict;
  const { widthRatio, heightRatio, areaRatio } = verdict;
  throw new ToolError(
    "CAPTURE_GEOMETRY_MISMATCH",
    `The picture is ${frame.screenRect.width} x ${frame.screenRect.height} pixels and the window ` +
      `${window.screenRect.width} x ${window.screenRect.height}`,
    {
      details: {
        captureBackend: frame.backend,
        interactionMethod: frame.method,
        target: { hwnd: formatHwnd(window.hwnd), pid: window.pid },
        expectedGeometry: window.screenRect,
        capturedGeometry: frame.screenRect,
        widthRatio,
        heightRatio,
        areaRatio,
      },
    },
  );
}
