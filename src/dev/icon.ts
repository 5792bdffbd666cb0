/** The program's icon, drawn: a casement window with two panes, one of them open. */
import { createBitmap } from "../image/bitmap.ts";
import { encodePng } from "../image/png.ts";

/** The sizes that Windows asks for, in pixels. */
export const ICON_SIZES = [16, 24, 32, 48, 64, 256] as const;

type Colour = readonly [red: number, green: number, blue: number];

const FRAME: Colour = [38, 50, 56];
const SKY: Colour = [79, 195, 247];
const OPEN: Colour = [255, 241, 118];
const WALL: Colour = [236, 239, 241];

/** The icon's colour at a point, both coordinates from 0 to 1. */
function colourAt(x: number, y: number): Colour {
  const border = 0.08;
  const bar = 0.05;
  if (x < border || y < border || x > 1 - border || y > 1 - border) return FRAME;
  if (Math.abs(x - 0.5) < bar) return FRAME;
  if (x < 0.5) return Math.abs(y - 0.5) < bar ? FRAME : SKY;
  // The right pane is open: it narrows towards its hinge's far side, and the light falls in.
  const edge = 0.62 + 0.18 * Math.abs(y - 0.5);
  if (x < edge) return OPEN;
  return x < edge + bar ? FRAME : WALL;
}

/** The icon at one size, as PNG; opaque, since a window has no holes. */
export function iconPng(sizePx: number): Uint8Array<ArrayBuffer> {
  const bitmap = createBitmap({ width: sizePx, height: sizePx });
  for (let y = 0; y < sizePx; y++) {
    for (let x = 0; x < sizePx; x++) {
      const [red, green, blue] = colourAt((x + 0.5) / sizePx, (y + 0.5) / sizePx);
      bitmap.data.set([blue, green, red, 255], (y * sizePx + x) * 4);
    }
  }
  return encodePng(bitmap);
}
