import { inferPack, type NamedTarget } from "../packs/infer_profile.ts";
import type { Pack } from "../packs/load/load_pack.ts";
import type { ToolContext } from "./tool.ts";

/**
 * The pack of the program that a call is about: of its `targetRef` that program's own, never another one; else the first
 * that the process name or the title of the call fits. A handle or a process id says of no pack.
 */
export async function packOfCall(
  { bound, packs }: Pick<ToolContext, "bound" | "packs">,
  target: NamedTarget,
): Promise<Pack | undefined> {
  const isNamed = target.processName !== undefined || target.titleContains !== undefined;
  if (bound === undefined && !isNamed) return undefined;
  const set = await packs.current();
  return bound === undefined ? inferPack(set.packs.values(), target) : set.packs.get(bound.profile);
}
