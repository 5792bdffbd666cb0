/** How long pictures take, by kind of content. Run with `deno bench -A tests/bench/image_bench.ts`. */

import { inlinePicture } from "../../src/image/inline_picture.ts";
import { encodeJpeg } from "../../src/image/jpeg.ts";
import { uniformColour } from "../../src/image/judge.ts";
import { PictureEncoder } from "../../src/image/picture_encoder.ts";
import { encodePng } from "../../src/image/png.ts";
import { shrink } from "../../src/image/resize.ts";
import { flat, noise, photograph, window } from "../image/pictures.ts";

const TYPICAL = { width: 1280, height: 960 };
const SCREEN_4K = { width: 3840, height: 2160 };

const CONTENTS = [
  ["plain window", window(TYPICAL, { isSmooth: false })],
  ["smooth window", window(TYPICAL, { isSmooth: true })],
  ["photograph", photograph(TYPICAL)],
  ["noise", noise(TYPICAL)],
] as const;

for (const [name, bitmap] of CONTENTS) {
  Deno.bench(`png 1280x960, ${name}`, { group: "png" }, () => void encodePng(bitmap));
}
for (const [name, bitmap] of CONTENTS) {
  const png = encodePng(bitmap);
  Deno.bench(
    `inline 1280x960, ${name}`,
    { group: "inline" },
    () => void inlinePicture(bitmap, undefined, png),
  );
}

const screenOfNoise = noise(SCREEN_4K);
const screenOfText = window(SCREEN_4K, { isSmooth: true });
Deno.bench("png 4K, noise", { group: "4K" }, () => void encodePng(screenOfNoise));
Deno.bench("inline 4K, noise", { group: "4K" }, () => void inlinePicture(screenOfNoise));
Deno.bench("png 4K, smooth window", { group: "4K" }, () => void encodePng(screenOfText));
Deno.bench("inline 4K, smooth window", { group: "4K" }, () => void inlinePicture(screenOfText));
Deno.bench(
  "shrink 4K to 1568",
  { group: "4K" },
  () => void shrink(screenOfText, { width: 1568, height: 882 }),
);

const photo = photograph(TYPICAL);
Deno.bench("jpeg 1280x960, quality 80, photograph", () => void encodeJpeg(photo, 80));
const blank = flat(TYPICAL, 0xf0f0f0);
Deno.bench("uniformColour 1280x960, blank", () => void uniformColour(blank));

const encoder = new PictureEncoder();
const smooth = window(TYPICAL, { isSmooth: true });
Deno.bench("PictureEncoder 1280x960, smooth window, there and back", async (b) => {
  const bitmap = { ...smooth, data: smooth.data.slice() };
  b.start();
  await encoder.encode(bitmap);
  b.end();
});
globalThis.addEventListener("unload", () => encoder.close());
