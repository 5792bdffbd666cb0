/** What may stand in where a control's own pattern does not do it: what the pack declares, and nothing else. */
import type { ElementActOptions } from "../../interaction/element_act.ts";
import type { ActionContract } from "../schema/actions.ts";
import { type ControlEntry, FALLBACK_METHODS, type FORBIDDEN_METHODS } from "../schema/controls.ts";

/** A way of selecting a control. */
export type FallbackMethod = typeof FALLBACK_METHODS[number];

/** What may be done, and who says so. */
export interface FallbackPolicy {
  readonly enabled: boolean;
  /** In the order in which they are tried. */
  readonly methods: readonly FallbackMethod[];
  readonly source: "caller" | "control" | "contract" | "default";
}

const CLICK: FallbackMethod = "WindowMessageElementClick";

/** The most restrictive word counts: the caller's, then the control's, then the contract's. */
export function fallbackPolicyOf(
  { fallbackPolicy }: Pick<ControlEntry, "fallbackPolicy">,
  contract: Pick<ActionContract, "fallbackPolicy"> | undefined,
  isAllowedByCaller: boolean,
): FallbackPolicy {
  if (!isAllowedByCaller) return { enabled: false, methods: [], source: "caller" };
  return declaredPolicy(fallbackPolicy, contract) ??
    { enabled: true, methods: FALLBACK_METHODS, source: "default" };
}

/** Undefined where the pack says nothing. */
function declaredPolicy(
  policy: ControlEntry["fallbackPolicy"],
  contract: Pick<ActionContract, "fallbackPolicy"> | undefined,
): FallbackPolicy | undefined {
  if (policy?.enabled === false) return { enabled: false, methods: [], source: "control" };
  if (policy?.methods !== undefined) {
    const forbidden: ReadonlySet<string> = new Set<typeof FORBIDDEN_METHODS[number]>(policy.forbidden);
    const methods = policy.methods.filter((method) => !forbidden.has(method));
    return { enabled: true, methods, source: "control" };
  }
  return contract?.fallbackPolicy === "disabled"
    ? { enabled: false, methods: [], source: "contract" }
    : undefined;
}

/** How a plain action may be done: as the call allows it, within what the pack declares. */
export function declaredOptions(
  options: ElementActOptions,
  { fallbackPolicy }: Pick<ControlEntry, "fallbackPolicy">,
  contract: Pick<ActionContract, "fallbackPolicy"> | undefined,
): ElementActOptions {
  const declared = declaredPolicy(fallbackPolicy, contract);
  if (declared === undefined) return options;
  const mayClick = declared.methods.includes(CLICK);
  return {
    ...options,
    allowsClick: options.allowsClick && mayClick,
    forcesClick: options.forcesClick && mayClick,
    onlyMethods: declared.methods,
  };
}

/** Whether the pack keeps the control from being clicked at once, as the call asks for. */
export function forbidsClick(
  { fallbackPolicy }: Pick<ControlEntry, "fallbackPolicy">,
  contract: Pick<ActionContract, "fallbackPolicy"> | undefined,
): boolean {
  return declaredPolicy(fallbackPolicy, contract)?.methods.includes(CLICK) === false;
}
