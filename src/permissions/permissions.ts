/** What the way this server was started allows. */
import { win32 } from "node:path";
import type { Settings } from "../core/config.ts";
import type { Effect } from "../core/effect.ts";
import { ToolError } from "../core/errors.ts";
import { allInQuotes, quotedText } from "../core/text.ts";

/** What an effect does, as a refusal says it. */
const EFFECT_WORDS: Readonly<Record<Effect, string>> = {
  read: "only looks",
  act: "acts on windows",
  launch: "starts programs",
  terminate: "ends programs",
  clipboard: "changes the clipboard",
};

/** Whether a tool of this effect is listed and allowed. */
export function isEffectAllowed(effect: Effect, settings: Settings): boolean {
  return effect === "read" || !settings.isReadOnly;
}

/** @throws {ToolError} PERMISSION_DENIED where {@link isEffectAllowed} says no. */
export function requireEffect(tool: string, effect: Effect, settings: Settings): void {
  if (isEffectAllowed(effect, settings)) return;
  throw new ToolError(
    "PERMISSION_DENIED",
    `${tool} ${EFFECT_WORDS[effect]}, and this server was started with --read-only`,
    { details: { tool, effect, option: "--read-only" } },
  );
}

/** Whether this program may be started. */
export function isLaunchAllowed(exePath: string, settings: Settings): boolean {
  if (settings.isReadOnly) return false;
  return settings.allowLaunch === undefined || matchesLaunchPattern(exePath, settings.allowLaunch);
}

/**
 * To be asked with the path that is going to be started.
 *
 * @throws {ToolError} PERMISSION_DENIED where {@link isLaunchAllowed} says no.
 */
export function requireLaunch(exePath: string, settings: Settings): void {
  if (isLaunchAllowed(exePath, settings)) return;
  const allowed = settings.allowLaunch ?? [];
  const option = settings.isReadOnly ? "--read-only" : "--allow-launch";
  throw new ToolError(
    "PERMISSION_DENIED",
    settings.isReadOnly
      ? "This server was started with --read-only and starts no programs"
      : `This server may not start ${quotedText(exePath, 200)}: --allow-launch allows ${
        allInQuotes(allowed) || "nothing"
      }`,
    { details: { option, allowed: allowed.slice(0, 20) } },
  );
}

/**
 * Whether one of the patterns fits the whole path or its file name. `*` stands for any characters, `\` included, `?`
 * for one; case and the kind of slash do not count. The path is resolved first, so that `C:\safe\..\other\x.exe` is
 * not taken to lie in `C:\safe`.
 */
export function matchesLaunchPattern(exePath: string, patterns: readonly string[]): boolean {
  const path = win32.normalize(exePath).toLowerCase();
  const fileName = win32.basename(path);
  return patterns.some((pattern) => {
    const wanted = pattern.trim().replaceAll("/", "\\").toLowerCase();
    return wanted !== "" && (matchesWildcards(path, wanted) || matchesWildcards(fileName, wanted));
  });
}

/** Compares without a regular expression: a pattern with many `*` would make one slow. */
function matchesWildcards(text: string, pattern: string): boolean {
  let textAt = 0;
  let patternAt = 0;
  let starAt = -1;
  let starTextAt = 0;
  while (textAt < text.length) {
    if (patternAt < pattern.length && pattern[patternAt] === "*") {
      starAt = patternAt++;
      starTextAt = textAt;
    } else if (
      patternAt < pattern.length && (pattern[patternAt] === "?" || pattern[patternAt] === text[textAt])
    ) {
      patternAt++;
      textAt++;
    } else if (starAt >= 0) {
      // The last star takes one more character and the rest is tried again.
      patternAt = starAt + 1;
      textAt = ++starTextAt;
    } else {
      return false;
    }
  }
  while (pattern[patternAt] === "*") patternAt++;
  return patternAt === pattern.length;
}
