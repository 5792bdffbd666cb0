/** Where packs are looked for. */
import { join } from "node:path";
import type { PackSource } from "./pack_issue.ts";

/** A folder whose direct subfolders are packs. */
export interface SourceFolder {
  readonly source: PackSource;
  readonly folder: string;
}

/** What decides where packs are looked for. */
export interface SourceSettings {
  /** Of the command line, in its order. */
  readonly packDirs: readonly string[];
  /** Value of an environment variable; undefined where it is not set. */
  readonly env: (name: string) => string | undefined;
  /** What stands between two folders in an environment variable. */
  readonly separator: ";" | ":";
  /** Where the server was started. */
  readonly currentFolder: string;
  /** The packs that come with Casement. */
  readonly examples: string;
}

/** Variables that hold folders of packs. Casement's own comes first; the other is of the server that the format is from. */
export const PACK_DIRS_VARIABLES = ["CASEMENT_APP_PACK_DIRS", "SCREENSHOT_MCP_APP_PACK_DIRS"];
const APPDATA_FOLDERS = ["Casement", "ScreenShotTool-MCP"];
const PACKS_FOLDER = "app-packs";
/** In the folder where the server was started. */
export const LOCAL_FOLDER = "local-app-packs";

/** The folders, the first one first: a pack in it takes its id from those behind. */
export function sourceFolders(settings: SourceSettings): readonly SourceFolder[] {
  const { packDirs, env, separator, currentFolder, examples } = settings;
  const appdata = env("APPDATA") ?? "";
  const named = PACK_DIRS_VARIABLES.flatMap((name) => (env(name) ?? "").split(separator));
  const from = (source: PackSource, folders: readonly string[]): readonly SourceFolder[] =>
    folders.map((folder) => folder.trim()).filter((folder) => folder !== "").map((folder) => ({
      source,
      folder,
    }));
  return [
    ...from("cli", packDirs),
    ...from("env", named),
    ...from(
      "appdata",
      appdata === "" ? [] : APPDATA_FOLDERS.map((name) => join(appdata, name, PACKS_FOLDER)),
    ),
    ...from("local", [join(currentFolder, LOCAL_FOLDER)]),
    ...from("examples", [examples]),
  ];
}
