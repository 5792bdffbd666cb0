import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { type ErrorCode, ToolError } from "../../src/core/errors.ts";
import { crop } from "../../src/image/bitmap.ts";
import { PictureEncoder, type PictureWorker } from "../../src/image/picture_encoder.ts";
import { gradient, noise, photograph, window } from "./pictures.ts";
import { assertShows, decodePng } from "./png_decoder.ts";

/** Long enough for a real picture on any machine. */
const PATIENT_MS = 60_000;

function hasCode(code: ErrorCode, pattern: RegExp): (error: unknown) => boolean {
  return (error) => error instanceof ToolError && error.code === code && pattern.test(error.message);
}

function realWorker(): PictureWorker {
  return new Worker(import.meta.resolve("../../src/image/picture_worker.ts"), {
    type: "module",
  }) as PictureWorker;
}

function badWorker(name: string): PictureWorker {
  return new Worker(import.meta.resolve(`./workers/${name}.ts`), { type: "module" }) as PictureWorker;
}

Deno.test("PictureEncoder encodes a picture once for file and answer if it fits", async () => {
  const encoder = new PictureEncoder({ deadlineMs: PATIENT_MS });
  try {
    const bitmap = window({ width: 300, height: 200 }, { isSmooth: true });
    const expected = { ...bitmap, data: bitmap.data.slice() };
    const { png, inline, region } = await encoder.encode(bitmap);
    assert.deepEqual(region, { x: 0, y: 0, width: 300, height: 200 });
    assert.equal(inline.data.buffer, png.buffer);
    assert.equal(inline.mimeType, "image/png");
    assertShows(png, expected);
  } finally {
    encoder.close();
  }
});

Deno.test("PictureEncoder gives a full-size PNG beside a scaled copy", async () => {
  const encoder = new PictureEncoder({ deadlineMs: PATIENT_MS });
  try {
    const { png, inline } = await encoder.encode(photograph({ width: 2000, height: 1000 }));
    const { width, height } = decodePng(png);
    assert.deepEqual([width, height], [2000, 1000]);
    assert.deepEqual(inline.imageSize, { width: 1568, height: 784 });
  } finally {
    encoder.close();
  }
});

Deno.test("PictureEncoder takes the bitmap's memory away instead of copying it", async () => {
  const encoder = new PictureEncoder({ deadlineMs: PATIENT_MS });
  try {
    const bitmap = gradient({ width: 50, height: 40 });
    const first = encoder.encode(gradient({ width: 50, height: 40 }));
    const waiting = encoder.encode(bitmap);
    assert.equal(bitmap.data.length, 0);
    await assert.rejects(encoder.encode(bitmap), RangeError);
    assert.deepEqual((await waiting).png, (await first).png);
  } finally {
    encoder.close();
  }
});

Deno.test("PictureEncoder keeps the part of a region that is inside, and obeys other limits", async () => {
  const encoder = new PictureEncoder({ deadlineMs: PATIENT_MS });
  try {
    const bitmap = gradient({ width: 100, height: 80 });
    const kept = { x: 90, y: 70, width: 10, height: 10 };
    const expected = crop(bitmap, kept);
    const { png, inline, region } = await encoder.encode(bitmap, {
      region: { x: 90, y: 70, width: 50, height: 50 },
      inlineLimits: { maxSidePx: 5, maxBase64Bytes: 10_000 },
    });
    assert.deepEqual(region, kept);
    assertShows(png, expected);
    assert.deepEqual(inline.imageSize, { width: 5, height: 5 });
    assert.deepEqual(inline.scale, { x: 0.5, y: 0.5 });
  } finally {
    encoder.close();
  }
});

Deno.test("PictureEncoder makes no copy of its own where only the file is wanted, however large that is", async () => {
  const encoder = new PictureEncoder({ deadlineMs: PATIENT_MS });
  try {
    const { png, inline } = await encoder.encode(noise({ width: 1600, height: 500 }), { isFileOnly: true });
    assert.equal(inline.data.buffer, png.buffer);
    assert.deepEqual(inline.imageSize, { width: 1600, height: 500 });
  } finally {
    encoder.close();
  }
});

Deno.test("PictureEncoder passes a code on, calls anything else a defect, and goes on", async () => {
  const encoder = new PictureEncoder({ deadlineMs: PATIENT_MS });
  try {
    const region = { x: 100, y: 0, width: 1, height: 1 };
    const outside = encoder.encode(gradient({ width: 100, height: 80 }), { region });
    await assert.rejects(outside, hasCode("REGION_OUTSIDE_TARGET", /100 x 80/));
    const inlineLimits = { maxSidePx: 100, maxBase64Bytes: 4 };
    const impossible = encoder.encode(gradient({ width: 2, height: 2 }), { inlineLimits });
    await assert.rejects(impossible, hasCode("INTERNAL_ERROR", /no picture fits/));
    assert.equal((await encoder.encode(gradient({ width: 3, height: 3 }))).region.width, 3);
  } finally {
    encoder.close();
  }
});

Deno.test("PictureEncoder answers each caller with its own picture", async () => {
  const encoder = new PictureEncoder({ deadlineMs: PATIENT_MS });
  try {
    const seeds = [3, 5, 9, 17, 33];
    const pngs = await Promise.all(
      seeds.map((seed) => encoder.encode(noise({ width: 30, height: 20 }, seed))),
    );
    seeds.forEach((seed, i) => {
      assertShows(pngs[i]?.png ?? new Uint8Array(), noise({ width: 30, height: 20 }, seed));
    });
  } finally {
    encoder.close();
  }
});

Deno.test("PictureEncoder starts its Worker with the first picture", async () => {
  let started = 0;
  const startWorker = (): PictureWorker => {
    started++;
    return realWorker();
  };
  const encoder = new PictureEncoder({ deadlineMs: PATIENT_MS, startWorker });
  try {
    assert.equal(started, 0);
    await encoder.encode(gradient({ width: 3, height: 3 }));
    await encoder.encode(gradient({ width: 3, height: 3 }));
    assert.equal(started, 1);
  } finally {
    encoder.close();
  }
});

Deno.test("PictureEncoder reports TIMEOUT for a Worker that does not answer, and replaces it", async () => {
  let started = 0;
  const encoder = new PictureEncoder({
    deadlineMs: 100,
    startWorker: () => started++ === 0 ? badWorker("silent_worker") : answeringWorker(),
  });
  try {
    await assert.rejects(encoder.encode(gradient({ width: 9, height: 9 })), hasCode("TIMEOUT", /100 ms/));
    const { png } = await encoder.encode(gradient({ width: 9, height: 9 }));
    assert.equal(Buffer.from(png).toString(), "answered");
    assert.equal(started, 2);
  } finally {
    encoder.close();
  }
});

Deno.test("PictureEncoder gives each picture its own deadline and a fresh Worker", async () => {
  let started = 0;
  const startWorker = (): PictureWorker => started++ < 2 ? silentWorker() : answeringWorker();
  const encoder = new PictureEncoder({ deadlineMs: 50, startWorker });
  try {
    const pictures = [9, 9, 9].map((side) => encoder.encode(gradient({ width: side, height: side })));
    const [first, second, third] = await Promise.allSettled(pictures);
    for (const late of [first, second]) {
      assert.equal(late?.status, "rejected");
      assert.ok(hasCode("TIMEOUT", /50 ms/)(late.reason));
    }
    assert.equal(third?.status, "fulfilled");
    assert.equal(started, 3);
  } finally {
    encoder.close();
  }
});

Deno.test("PictureEncoder survives a Worker that crashes", async () => {
  let started = 0;
  const startWorker = (): PictureWorker => started++ === 0 ? badWorker("crashing_worker") : realWorker();
  const encoder = new PictureEncoder({ deadlineMs: PATIENT_MS, startWorker });
  try {
    const crashed = encoder.encode(gradient({ width: 9, height: 9 }));
    const next = encoder.encode(gradient({ width: 9, height: 9 }));
    await assert.rejects(crashed, hasCode("INTERNAL_ERROR", /out of order/));
    assert.equal((await next).region.width, 9);
  } finally {
    encoder.close();
  }
});

Deno.test("PictureEncoder refuses what is under way, waiting or new when it is closed", async () => {
  const encoder = new PictureEncoder({ deadlineMs: PATIENT_MS, startWorker: silentWorker });
  const pictures = [
    encoder.encode(gradient({ width: 9, height: 9 })),
    encoder.encode(gradient({ width: 9, height: 9 })),
  ];
  encoder.close();
  pictures.push(encoder.encode(gradient({ width: 9, height: 9 })));
  for (const result of await Promise.allSettled(pictures)) {
    assert.equal(result.status, "rejected");
    assert.ok(hasCode("CANCELLED", /ending/)(result.reason));
  }
});

/** A stand-in that takes everything and never answers. */
function silentWorker(): PictureWorker {
  return { onmessage: null, onerror: null, terminate() {}, postMessage() {} };
}

/** A stand-in that answers at once, so that no deadline of a test depends on the machine. */
function answeringWorker(): PictureWorker {
  const bytes = new TextEncoder().encode("answered");
  const inline = {
    mimeType: "image/png",
    data: bytes,
    imageSize: { width: 9, height: 9 },
    scale: { x: 1, y: 1 },
  } as const;
  return {
    ...silentWorker(),
    postMessage({ bitmap }): void {
      const picture = {
        region: { x: 0, y: 0, width: bitmap.width, height: bitmap.height },
        png: bytes,
        inline,
      };
      this.onmessage?.(new MessageEvent("message", { data: { picture } }));
    },
  };
}
