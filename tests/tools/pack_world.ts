/** A run with App Packs in a folder that is gone with the `using` block. */
import { PackRegistry, readPackSet } from "../../src/packs/registry.ts";
import type { Settings } from "../../src/core/config.ts";
import { createTestDoor, type TestDoor } from "../fakes/test_door.ts";
import { PackPlace } from "../packs/load/pack_place.ts";
import { samplePack } from "../packs/sample_pack.ts";

/** Files of packs by the names of their folders. */
export type Packs = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The sample pack under another id, with other files and fields of its manifest. */
export function packOf(
  id: string,
  files: Readonly<Record<string, unknown>> = {},
  manifest: object = {},
): Readonly<Record<string, unknown>> {
  const sample = samplePack();
  return {
    ...sample,
    "manifest.json": { ...sample["manifest.json"], id, ...manifest },
    "profile.json": { ...sample["profile.json"], id },
    ...files,
  };
}

/** The smallest pack there is, with controls. */
export function smallPack(id: string, controls: object = {}): Readonly<Record<string, unknown>> {
  return {
    "manifest.json": { schemaVersion: 1, id, displayName: id, version: "1" },
    "profile.json": { id, executableNames: [`${id}.exe`] },
    "controls.json": { controls },
  };
}

/** See the head of this file. */
export class PackWorld implements Disposable {
  readonly place = new PackPlace();
  readonly door: TestDoor;

  constructor(packs: Packs = { lab: samplePack() }, settings: Partial<Settings> = {}) {
    for (const [folder, files] of Object.entries(packs)) this.write(folder, files);
    const folder = this.folder("");
    this.door = createTestDoor({
      packs: new PackRegistry(() => readPackSet([{ source: "local", folder }])),
      settings,
    });
  }

  /** Where a pack is, or all of them. */
  folder(name: string): string {
    return `${this.place.root}/packs/${name}`;
  }

  write(folder: string, files: Readonly<Record<string, unknown>>): string {
    return this.place.write(`packs/${folder}`, files);
  }

  [Symbol.dispose](): void {
    this.place[Symbol.dispose]();
  }
}
