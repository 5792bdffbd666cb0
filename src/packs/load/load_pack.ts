/** Reads one pack from its folder: every file that the manifest names, each against its schema. */
import { basename } from "node:path";
import type * as z from "zod";
import type { ActionContract } from "../schema/actions.ts";
import type { Component } from "../schema/components.ts";
import type { ControlEntry } from "../schema/controls.ts";
import { type Manifest, manifestSchema } from "../schema/manifest.ts";
import { MANIFEST_FILE, PACK_FILES, type PackPart } from "../schema/pack_files.ts";
import type { Page, SelectionGroup } from "../schema/pages.ts";
import { problemsOf } from "../schema/problems.ts";
import type { Profile } from "../schema/profile.ts";
import type { Workflow } from "../schema/workflows.ts";
import { parseJsonFile } from "./json_text.ts";
import { PackFolder, reasonOf } from "./pack_folder.ts";
import type { PackIssue, PackIssueCode, PackSource } from "./pack_issue.ts";

/** A schema complains of more where one thing is wrong with many: these show what it is. */
const MOST_PROBLEMS = 5;

/** A pack as its files say it, each fitting its schema; whether they fit one another is not looked at here. */
export interface Pack {
  readonly source: PackSource;
  /** Name of its folder, without the way there. */
  readonly folder: string;
  readonly manifest: Manifest;
  readonly profile: Profile;
  readonly controls: ReadonlyMap<string, ControlEntry>;
  readonly contracts: readonly ActionContract[];
  readonly workflows: readonly Workflow[];
  readonly pages: readonly Page[];
  readonly groups: readonly SelectionGroup[];
  readonly components: readonly Component[];
}

/** What became of a folder in which a pack was looked for. */
export type LoadedPack =
  | { readonly kind: "loaded"; readonly pack: Pack }
  | {
    readonly kind: "failed";
    readonly issues: readonly PackIssue[];
    /** Undefined where it is what cannot be read. */
    readonly manifest?: Manifest;
  }
  /** The manifest says that the pack is not to be used now. */
  | { readonly kind: "disabled"; readonly manifest: Manifest }
  /** There is no manifest: it is no pack. */
  | { readonly kind: "none" };

/**
 * Reads a pack. Whatever is wrong with it is an issue, and never thrown.
 *
 * @param evenDisabled reads one that is switched off as any other
 */
export async function loadPack(
  folder: string,
  source: PackSource,
  { evenDisabled = false } = {},
): Promise<LoadedPack> {
  const reader = new PackReader(source, basename(folder));
  const opened = await PackFolder.open(folder);
  if (opened === undefined) return { kind: "none" };
  if (opened instanceof Error) {
    reader.note("MANIFEST_UNREADABLE", MANIFEST_FILE, `The folder cannot be read: ${reasonOf(opened)}`);
    return { kind: "failed", issues: reader.issues };
  }
  const manifest = await reader.read(opened, MANIFEST_FILE, manifestSchema(), {
    json: "MANIFEST_UNREADABLE",
    schema: "MANIFEST_INVALID",
  });
  if (manifest === "absent") return { kind: "none" };
  if (manifest === undefined) return { kind: "failed", issues: reader.issues };
  if (!manifest.enabled && !evenDisabled) return { kind: "disabled", manifest };
  const part = async <T>(name: PackPart): Promise<T | undefined> => {
    const { defaultName, field, schema, isRequired } = PACK_FILES[name];
    const file = manifest[field] ?? defaultName;
    // The table has the schema of each part.
    const read = await reader.read(opened, file, schema() as z.ZodType<T>);
    if (read !== "absent") return read;
    if (isRequired === true) {
      reader.note("PROFILE_MISSING", file, `There is no ${file}, which says what program it is`);
    }
    return undefined;
  };
  const profile = await part<Profile>("profile");
  const controls = await part<{ controls: Record<string, ControlEntry> }>("controls");
  const actions = await part<{ contracts: ActionContract[] }>("actions");
  const workflows = await part<{ workflows: Workflow[] }>("workflows");
  const pages = await part<{ pages: Page[]; selectionGroups: SelectionGroup[] }>("pages");
  const components = await part<{ components: Component[] }>("components");
  if (profile === undefined || reader.issues.length > 0) {
    return { kind: "failed", issues: reader.issues, manifest };
  }
  const pack: Pack = {
    source,
    folder: reader.folder,
    manifest,
    profile,
    controls: new Map(Object.entries(controls?.controls ?? {})),
    contracts: actions?.contracts ?? [],
    workflows: workflows?.workflows ?? [],
    pages: pages?.pages ?? [],
    groups: pages?.selectionGroups ?? [],
    components: components?.components ?? [],
  };
  return { kind: "loaded", pack };
}

/** Reads the files of one pack, and remembers what is wrong with them. */
class PackReader {
  readonly issues: PackIssue[] = [];

  constructor(readonly source: PackSource, readonly folder: string) {}

  note(code: PackIssueCode, file: string, message: string, path = ""): void {
    const place = path === "" ? {} : { path };
    this.issues.push({ code, source: this.source, folder: this.folder, file, ...place, message });
  }

  /** Undefined where something is wrong with it. */
  async read<T>(
    folder: PackFolder,
    file: string,
    schema: z.ZodType<T>,
    codes: { readonly json: PackIssueCode; readonly schema: PackIssueCode } = {
      json: "JSON_INVALID",
      schema: "SCHEMA_INVALID",
    },
  ): Promise<T | "absent" | undefined> {
    const found = await folder.read(file);
    switch (found.kind) {
      case "absent":
        return "absent";
      case "escape":
        return void this.note("PATH_ESCAPE", file, found.message);
      case "tooLarge":
        return void this.note("FILE_TOO_LARGE", file, found.message);
      case "unreadable":
        return void this.note(codes.json, file, found.message);
    }
    const read = parseJsonFile(found.bytes);
    if (!read.isRead) return void this.note(codes.json, file, read.message);
    const parsed = schema.safeParse(read.data);
    if (parsed.success) return parsed.data;
    const problems = problemsOf(parsed.error.issues, read.data);
    for (const { path, message } of problems.slice(0, MOST_PROBLEMS)) {
      this.note(codes.schema, file, message, path);
    }
    return undefined;
  }
}
