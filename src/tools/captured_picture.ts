/** What every tool that captures has in common: where the picture goes, and what the result says about it. */
import * as z from "zod";
import { once } from "../core/once.ts";
import { type Rect, withEdges } from "../core/geometry.ts";
import type { CapturedFrame } from "../desktop/desktop.ts";
import type { Frame } from "../image/frames.ts";
import { shownOnScreen, toBitmapRegion } from "./capture_region.ts";
import { savePicture } from "./picture_file.ts";
import type { ToolContext } from "./tool.ts";
import { screenRectSchema } from "./window_info.ts";

/** The fields of a call by which it says where its picture goes. */
export const pictureFields = once(() => ({
  outputPath: z.string().min(1).max(1024).optional().describe("Absolute .png path; a new name by default."),
  inline: z.boolean().default(true).describe("Return the picture itself too."),
}));

/** What the result says about a picture. */
export const pictureShape = once(() => ({
  path: z.string().describe("The full-size PNG."),
  width: z.int().describe("Its width in pixels."),
  height: z.int().describe("Its height in pixels."),
  rect: screenRectSchema(),
  frameId: z.string().describe("Names this picture for image points."),
  image: z.strictObject({
    mimeType: z.string(),
    width: z.int(),
    height: z.int(),
    scaleX: z.number().describe("Image pixels per pixel of the file."),
    scaleY: z.number(),
  }).optional().describe("The picture returned inline."),
}));

/** A captured picture, and what is to become of it. */
export interface PictureDelivery {
  readonly frame: CapturedFrame;
  /** The part of the screen that is wanted of it; all that it shows when undefined. */
  readonly wantedScreenRect: Rect | undefined;
  readonly window: Frame["window"];
  /** As `checkOutputPath` returned it. */
  readonly outputPath: string | undefined;
  readonly inline: boolean;
}

/**
 * Encodes a picture, saves it, remembers its place for image points, and attaches the copy for the model.
 *
 * @throws {ToolError} what `PictureEncoder.encode` and `savePicture` throw
 */
export async function deliverPicture(
  context: ToolContext,
  { frame, wantedScreenRect, window, outputPath, inline }: PictureDelivery,
): Promise<z.output<z.ZodObject<ReturnType<typeof pictureShape>>>> {
  const region = wantedScreenRect === undefined ? {} : { region: toBitmapRegion(wantedScreenRect, frame) };
  const picture = await context.pictures.encode(frame.bitmap, { ...region, isFileOnly: !inline });
  const screenRect = shownOnScreen(picture.region, frame);
  const path = await savePicture(picture.png, outputPath, context.settings);
  // Without a copy for the model, the picture that the caller can look at, and points into, is the file.
  const { imageSize, scale, mimeType, data } = picture.inline;
  const frameId = context.frames.add({ window, screenRect, imageSize });
  if (inline) context.attach({ mimeType, data });
  return {
    path,
    width: picture.region.width,
    height: picture.region.height,
    rect: withEdges(screenRect),
    frameId,
    ...(inline ? { image: { mimeType, ...imageSize, scaleX: scale.x, scaleY: scale.y } } : {}),
  };
}
