import { PackRegistry, readPackSet } from "../../src/packs/registry.ts";

/** A run without App Packs. */
export function noPacks(): PackRegistry {
  return new PackRegistry(() => readPackSet([]));
}
