/** App Packs as the checks of steps see them. */
import { nearestName } from "../core/nearest_name.ts";
import type { StepPack, StepPacks } from "../steps/step_packs.ts";
import { contractOf } from "./contract_of.ts";
import { CONTROL_ACTIONS } from "./control_actions.ts";
import type { Pack } from "./load/load_pack.ts";

/**
 * The packs in use, and the one that the steps run with, where they run with one. A misspelt name is compared with those
 * that a client may know.
 */
export function stepPacksOf(packs: ReadonlyMap<string, Pack>, own: Pack | undefined): StepPacks {
  return {
    own: own === undefined ? undefined : stepPackOf(own),
    areAll: true,
    actions: CONTROL_ACTIONS,
    find(id) {
      const pack = own?.manifest.id === id ? own : packs.get(id);
      return pack === undefined ? undefined : stepPackOf(pack);
    },
    nearest(id) {
      const shown = [...packs.values()].filter(({ manifest }) => manifest.catalogVisibility === "session");
      return nearestName(id, shown.map(({ manifest }) => manifest.id));
    },
  };
}

/** One pack, of a run of which no other is known. */
export function packByItself(pack: Pack): StepPacks {
  return { ...stepPacksOf(new Map(), pack), areAll: false };
}

function stepPackOf(pack: Pack): StepPack {
  const { manifest: { id }, profile: { launch }, controls } = pack;
  return {
    id,
    launchTimeoutMs: launch.timeoutMs,
    hasControl: (name) => controls.has(name),
    nearestControl: (name) => nearestName(name, controls.keys()),
    promiseOf(args) {
      const contract = contractOf(pack, args);
      if (contract === undefined) return undefined;
      const { idempotent, defaultExpect } = contract;
      const expectTimeoutMs = typeof defaultExpect === "object" ? defaultExpect.timeoutMs : undefined;
      return { isIdempotent: idempotent, expectTimeoutMs };
    },
  };
}
