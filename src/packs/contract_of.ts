import type { Pack } from "./load/load_pack.ts";
import type { ActionContract } from "./schema/actions.ts";

/** What a pack says of an action on a control; the first word counts. What comes from outside may be of any type. */
export function contractOf(
  { contracts }: Pick<Pack, "contracts">,
  { control, action }: { readonly control?: unknown; readonly action?: unknown },
): ActionContract | undefined {
  return contracts.find((contract) => contract.control === control && contract.action === action);
}
