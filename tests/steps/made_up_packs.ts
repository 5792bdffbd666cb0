import type { StepPack, StepPacks, StepPromise } from "../../src/steps/step_packs.ts";

/** A pack of two controls, whose promise is the same for all of them. */
export function madeUpPack(promise?: StepPromise): StepPack {
  return {
    id: "lab",
    launchTimeoutMs: 40_000,
    hasControl: (name) => name === "ok" || name === "cancel",
    nearestControl: (name) => name === "okay" ? "ok" : undefined,
    promiseOf: () => promise,
  };
}

/** The packs of a run; none, and none that it runs with, unless given. */
export function madeUpPacks(
  given: { readonly own?: StepPack; readonly others?: readonly StepPack[] } = {},
): StepPacks {
  const { own, others = [] } = given;
  const all = own === undefined ? others : [own, ...others];
  return {
    own,
    areAll: true,
    actions: ["invoke", "setValue"],
    find: (id) => all.find((pack) => pack.id === id),
    nearest: (id) => id === "lap" ? "lab" : undefined,
  };
}
