import assert from "node:assert/strict";
import { loadPack, type Pack } from "../../src/packs/load/load_pack.ts";
import { PackPlace } from "./load/pack_place.ts";
import { samplePack } from "./sample_pack.ts";

export type Json = Record<string, unknown>;

/** The sample as it is loaded, with some files changed. */
export async function packWith(change: (files: Record<string, Json>) => void = () => {}): Promise<Pack> {
  using place = new PackPlace();
  const files = samplePack();
  change(files);
  const loaded = await loadPack(place.write("lab", files), "local");
  assert.ok(loaded.kind === "loaded", JSON.stringify(loaded));
  return loaded.pack;
}

/** Sets a part of a file, whose place is written as `a.0.b`. */
export function set(files: Record<string, Json>, file: string, place: string, value: unknown): void {
  const steps = place.split("/");
  const last = steps.pop() ?? "";
  let at: unknown = files[file];
  for (const step of steps) at = (at as Json)[step];
  (at as Json)[last] = value;
}
