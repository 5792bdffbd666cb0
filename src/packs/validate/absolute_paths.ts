/** Places of one machine in what is meant for all. */
import { formatPath } from "../../core/json_path.ts";
import type { Pack } from "../load/load_pack.ts";
import type { PackPart } from "../schema/pack_files.ts";
import { errorAt, type Finding } from "./finding.ts";

/**
 * A drive with a folder, or a share, at the beginning of a text or after what a path may follow. A backslash in a regular
 * expression is neither, and two slashes after a colon are those of a URL.
 */
const DRIVE = /(?:^|[\s"'=(,;])[A-Za-z]:[\\/]/;
const SHARE = /(?:^|[\s"'=(,;])(?:\\\\[A-Za-z0-9_.-]+\\[^\\]|\/\/[A-Za-z0-9_.-]+\/[^/])/;
/** Nearly every text has neither, which is soon seen. */
const MAY_BE_PLACE = /:[\\/]|\\\\|\/\//;

/** The texts in a pack's profile, controls and contracts that hold such a place. */
export function absolutePathsIn(pack: Pick<Pack, "profile" | "controls" | "contracts">): readonly Finding[] {
  const parts: readonly (readonly [PackPart, unknown])[] = [
    ["profile", pack.profile],
    ["controls", { controls: Object.fromEntries(pack.controls) }],
    ["actions", { contracts: pack.contracts }],
  ];
  return parts.flatMap(([part, data]) =>
    placesIn(data).map((path) =>
      errorAt(
        part,
        path,
        "ABSOLUTE_PATH",
        "It names a drive or a share, which are elsewhere on another machine: name an environment variable instead",
      )
    )
  );
}

/** Where in some data such texts are. */
function placesIn(data: unknown): readonly string[] {
  const places: string[] = [];
  const way: PropertyKey[] = [];
  const look = (value: unknown): void => {
    if (typeof value === "string") {
      if (MAY_BE_PLACE.test(value) && (DRIVE.test(value) || SHARE.test(value))) places.push(formatPath(way));
    } else if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) lookAt(index, item);
    } else if (typeof value === "object" && value !== null) {
      for (const key in value) lookAt(key, Reflect.get(value, key));
    }
  };
  const lookAt = (key: PropertyKey, value: unknown): void => {
    way.push(key);
    look(value);
    way.pop();
  };
  look(data);
  return places;
}
