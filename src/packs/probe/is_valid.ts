/** Whether what was drafted may be written: judged by what judges every pack. */
import { type ControlEntry, controlsSchema } from "../schema/controls.ts";
import { manifestSchema } from "../schema/manifest.ts";
import { profileSchema } from "../schema/profile.ts";
import { validatePack } from "../validate/validate_pack.ts";

/** Whether a pack of this profile and these controls has nothing wrong with it, and nothing that looks like a secret. */
export function isValid(
  profile: Readonly<Record<string, unknown>>,
  controls: Readonly<Record<string, unknown>> = {},
): boolean {
  const ofProfile = profileSchema().safeParse(profile);
  const ofControls = controlsSchema().safeParse({ controls });
  if (!ofProfile.success || !ofControls.success) return false;
  const { id, displayName = id } = ofProfile.data;
  const manifest = manifestSchema().safeParse({ schemaVersion: 1, id, displayName, version: "1" });
  if (!manifest.success) return false;
  return validatePack({
    source: "local",
    folder: id,
    manifest: manifest.data,
    profile: ofProfile.data,
    controls: new Map<string, ControlEntry>(Object.entries(ofControls.data.controls)),
    contracts: [],
    workflows: [],
    pages: [],
    groups: [],
    components: [],
  }).length === 0;
}
