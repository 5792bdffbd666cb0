/** Which pack a target means that was named without one. */
import { comparison } from "../elements/match.ts";
import type { MainWindowRule } from "../targets/main_window_rule.ts";
import { plainProcessName } from "../targets/resolve_target.ts";
import type { Pack } from "./load/load_pack.ts";
import type { Profile } from "./schema/profile.ts";

/** What a caller said of a window. */
export interface NamedTarget {
  readonly processName?: string | undefined;
  readonly titleContains?: string | undefined;
}

/** By what the main window of a pack's program is known. */
export function mainWindowRuleOf(profile: Profile): MainWindowRule {
  const { title, titleMatch } = profile.mainWindow ?? {};
  return {
    processNames: processNamesOf(profile),
    titleContains: titlesOf(profile),
    ...(title === undefined ? {} : { title, titleMatch }),
  };
}

/** The first pack that a process name or a title fits; undefined for none. */
export function inferPack(packs: Iterable<Pack>, target: NamedTarget): Pack | undefined {
  for (const pack of packs) if (fits(pack.profile, target)) return pack;
  return undefined;
}

/** The names of the processes that a profile is about. */
export function processNamesOf({ processNames, executableNames }: Profile): readonly string[] {
  return processNames ?? executableNames;
}

/** The titles by which a profile's windows are known; a pattern is not one that a caller could give. */
export function titlesOf({ titleContains, mainWindow }: Profile): readonly string[] {
  if (titleContains !== undefined) return titleContains;
  const { title, titleMatch } = mainWindow ?? {};
  return title === undefined || titleMatch === "regex" ? [] : [title];
}

function fits(profile: Profile, { processName, titleContains }: NamedTarget): boolean {
  const names = [...processNamesOf(profile), ...profile.executableNames].map(plainProcessName);
  if (processName !== undefined && names.includes(plainProcessName(processName))) return true;
  if (titleContains === undefined) return false;
  const said = titleContains.toLowerCase();
  if (titlesOf(profile).some((title) => said.includes(title.toLowerCase()))) return true;
  const { title, titleMatch } = profile.mainWindow ?? {};
  if (title === undefined) return false;
  if (titleMatch === "regex") return comparison(title, { match: "regex" })(titleContains);
  return said.includes(title.toLowerCase()) || title.toLowerCase().includes(said);
}
