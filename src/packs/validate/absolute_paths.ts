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

/** The texts in a pack's profile, controls and contracts that hold such a place. */
export function absolutePathsIn(pack: Pick<Pack, "profile" | "controls" | "contracts">): readonly Finding[] {
  const parts: readonly (readonly [PackPart, unknown])[] = [
    ["profile", pack.profile],
    ["controls", { controls: Object.fromEntries(pack.controls) }],
    ["actions", { contracts: pack.contracts }],
  ];
  return parts.flatMap(([part, data]) =>
    textsIn(data, []).filter(({ text }) => DRIVE.test(text) || SHARE.test(text)).map(({ path }) =>
      errorAt(
        part,
        formatPath(path),
        "ABSOLUTE_PATH",
        "It names a drive or a share, which are elsewhere on another machine: name an environment variable instead",
      )
    )
  );
}

interface TextAt {
  readonly path: readonly PropertyKey[];
  readonly text: string;
}

function textsIn(value: unknown, path: readonly PropertyKey[]): readonly TextAt[] {
  if (typeof value === "string") return [{ path, text: value }];
  if (typeof value !== "object" || value === null) return [];
  const entries = Array.isArray(value) ? value.entries() : Object.entries(value);
  return [...entries].flatMap(([key, item]) => textsIn(item, [...path, key]));
}
