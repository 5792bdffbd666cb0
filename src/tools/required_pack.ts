/** The App Pack that a call names. */
import { ToolError } from "../core/errors.ts";
import { quotedText } from "../core/text.ts";
import type { Pack } from "../packs/load/load_pack.ts";
import type { PackSet } from "../packs/registry.ts";
import { whyLeftOut } from "../packs/summary.ts";
import { nearestName } from "../core/nearest_name.ts";

/**
 * The pack of this id that is in use, hidden ones among them.
 *
 * @param code of the error, which has the ids of those that are listed
 * @throws {ToolError} PACK_NOT_FOUND, or PROFILE_NOT_FOUND for tools that know packs by their profiles
 */
export function requiredPack(
  { packs, leftOut }: PackSet,
  id: string,
  code: "PACK_NOT_FOUND" | "PROFILE_NOT_FOUND" = "PACK_NOT_FOUND",
): Pack {
  const pack = packs.get(id);
  if (pack !== undefined) return pack;
  const loaded = [...packs.values()].filter(({ manifest }) => manifest.catalogVisibility === "session")
    .map(({ manifest }) => manifest.id);
  const left = leftOut.find(({ manifest }) => manifest?.id === id);
  if (left !== undefined) {
    throw new ToolError(
      code,
      `App Pack ${quotedText(id)} is not loaded: ${whyLeftOut(left.issues)}`,
      { details: { loaded }, suggestion: "Look at app_pack_validate for what is wrong with it." },
    );
  }
  const didYouMean = nearestName(id, loaded);
  const hint = didYouMean === undefined ? "" : `; did you mean ${quotedText(didYouMean)}?`;
  throw new ToolError(code, `There is no App Pack ${quotedText(id)}${hint}`, {
    details: { ...(didYouMean === undefined ? {} : { didYouMean }), loaded },
  });
}
