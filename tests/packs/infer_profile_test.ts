import assert from "node:assert/strict";
import { inferPack, type NamedTarget, titlesOf } from "../../src/packs/infer_profile.ts";
import type { Pack } from "../../src/packs/load/load_pack.ts";
import { profileSchema } from "../../src/packs/schema/profile.ts";
import { loadPack } from "../../src/packs/load/load_pack.ts";
import { PackPlace } from "./load/pack_place.ts";
import { samplePack } from "./sample_pack.ts";

async function packWith(id: string, profile: object): Promise<Pack> {
  using place = new PackPlace();
  const loaded = await loadPack(
    place.write(id, {
      "manifest.json": { ...samplePack()["manifest.json"], id },
      "profile.json": { id, executableNames: [`${id}.exe`], ...profile },
    }),
    "local",
  );
  assert.ok(loaded.kind === "loaded");
  return loaded.pack;
}

const packs = [
  await packWith("lab", { processNames: ["labmain"], mainWindow: { title: "Sensor Lab" } }),
  await packWith("reader", { titleContains: ["Reader", "Viewer"] }),
  await packWith("pattern", { mainWindow: { title: "^İ$", titleMatch: "regex" } }),
  await packWith("broken", { mainWindow: { title: "(", titleMatch: "regex" } }),
];

for (
  const [target, expected] of [
    [{ processName: "LabMain.exe" }, "lab"],
    [{ processName: "labmain" }, "lab"],
    [{ processName: "lab" }, "lab"],
    [{ processName: "labmain2" }, undefined],
    [{ titleContains: "sensor lab - channel 1" }, "lab"],
    [{ titleContains: "sensor" }, "lab"],
    [{ titleContains: "the VIEWER" }, "reader"],
    [{ titleContains: "view" }, undefined],
    [{ titleContains: "İ" }, "pattern"],
    [{ titleContains: "(" }, undefined],
    [{}, undefined],
  ] as readonly (readonly [NamedTarget, string | undefined])[]
) {
  Deno.test(`inferPack(): ${JSON.stringify(target)} means ${expected}`, () => {
    assert.equal(inferPack(packs, target)?.manifest.id, expected);
  });
}

Deno.test("inferPack(): the first pack that fits is meant", () => {
  assert.equal(inferPack(packs, { processName: "reader", titleContains: "Sensor Lab" })?.manifest.id, "lab");
});

Deno.test("titlesOf(): a pattern is no title", () => {
  const profile = (more: object) => profileSchema().parse({ id: "a", executableNames: ["a"], ...more });
  assert.deepEqual(titlesOf(profile({ mainWindow: { title: "A" } })), ["A"]);
  assert.deepEqual(titlesOf(profile({ mainWindow: { title: "A", titleMatch: "regex" } })), []);
  assert.deepEqual(titlesOf(profile({ titleContains: ["B"], mainWindow: { title: "A" } })), ["B"]);
});
