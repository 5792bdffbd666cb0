/** What keeps a pack from being loaded. */

/** Where packs come from, the first one first: what a pack is called by is taken by the first that has it. */
export const PACK_SOURCES = ["cli", "env", "appdata", "local", "examples"] as const;

/** One of {@link PACK_SOURCES}, or a folder that a call names. Clients see this, and never where a folder is. */
export type PackSource = typeof PACK_SOURCES[number] | "explicit";

/** Why a pack, or a file of it, cannot be used. */
export type PackIssueCode =
  | "MANIFEST_UNREADABLE"
  | "MANIFEST_INVALID"
  /** A file's name, or a link, leads out of the pack's folder. */
  | "PATH_ESCAPE"
  | "FILE_TOO_LARGE"
  | "JSON_INVALID"
  | "SCHEMA_INVALID"
  | "PROFILE_MISSING"
  /** Another pack of this id comes first. */
  | "PACK_ID_CONFLICT"
  | "TOO_MANY_PACKS"
  /** A folder of packs that cannot be looked into, or that somebody has named and is not there. */
  | "SOURCE_UNREADABLE"
  /** Its files contradict one another. */
  | "PACK_INVALID";

/** One thing that is wrong. */
export interface PackIssue {
  readonly code: PackIssueCode;
  readonly source: PackSource;
  /** Name of the pack's folder, or of the folder of packs, without the way there. */
  readonly folder: string;
  /** The file by its name in the folder; undefined where it is about the pack as a whole. */
  readonly file?: string;
  /** Where in the file, as JavaScript writes it. */
  readonly path?: string;
  readonly message: string;
}
