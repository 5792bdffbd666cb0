/** Which right name a wrong one was probably meant to be. */
import { editDistance } from "./edit_distance.ts";

/** Longer names are never misspelt tool or argument names, and comparing them would cost time. */
const MAX_COMPARED_UNITS = 64;
/** A beginning this long is taken for an abbreviation: `title` for `titleContains`. */
const MIN_PREFIX_UNITS = 4;
/** An abbreviation is a little farther than the same thing written out. */
const PREFIX_DISTANCE = 0.5;

/**
 * The candidate nearest to a written name, or undefined when none is near enough: at most one mistake in three letters
 * and three in all, where case, `_` and `-` do not count and the rest of the name may be missing.
 */
export function nearestName(written: string, candidates: Iterable<string>): string | undefined {
  if (written.length > MAX_COMPARED_UNITS) return undefined;
  const wanted = folded(written);
  if (wanted === "") return undefined;
  const tolerated = Math.min(3, Math.max(1, Math.floor(wanted.length / 3)));
  let nearest: string | undefined;
  let nearestDistance = tolerated + 1;
  for (const candidate of candidates) {
    if (candidate.length > MAX_COMPARED_UNITS) continue;
    const distance = nameDistance(wanted, folded(candidate));
    // What has no letter in common with a name is not near it, however short both are.
    if (distance >= nearestDistance || distance >= folded(candidate).length) continue;
    nearest = candidate;
    nearestDistance = distance;
  }
  return nearest;
}

function folded(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, "");
}

function nameDistance(wanted: string, candidate: string): number {
  const distance = editDistance(wanted, candidate);
  if (wanted.length < MIN_PREFIX_UNITS || candidate.length < MIN_PREFIX_UNITS) return distance;
  const length = Math.min(wanted.length, candidate.length);
  if (length === candidate.length && !wanted.startsWith(candidate)) return distance;
  return Math.min(
    distance,
    editDistance(wanted.slice(0, length), candidate.slice(0, length)) + PREFIX_DISTANCE,
  );
}
