/** The files that a pack is made of. */
import type * as z from "zod";
import { actionsSchema } from "./actions.ts";
import { componentsSchema } from "./components.ts";
import { controlsSchema, writtenControlsSchema } from "./controls.ts";
import { type Manifest, manifestSchema } from "./manifest.ts";
import { pagesSchema } from "./pages.ts";
import { profileSchema } from "./profile.ts";
import { workflowsSchema } from "./workflows.ts";

/** The file that says what a pack is; it alone has a fixed name. */
export const MANIFEST_FILE = "manifest.json";

/** The parts of a pack beside its manifest. */
export type PackPart = "profile" | "controls" | "actions" | "workflows" | "pages" | "components";

/** How a part is written. */
export interface PackFile {
  /** Where it is unless the manifest says otherwise. */
  readonly defaultName: string;
  /** The field of the manifest that says otherwise. */
  readonly field: keyof Manifest & `${PackPart}File`;
  readonly schema: () => z.ZodType;
  /** As it may be written, where that is not what the schema is about. */
  readonly written?: () => z.ZodType;
  readonly isRequired?: true;
}

/** Every part of a pack, in the order in which they are read. */
export const PACK_FILES: Readonly<Record<PackPart, PackFile>> = {
  profile: {
    defaultName: "profile.json",
    field: "profileFile",
    schema: profileSchema,
    isRequired: true,
  },
  controls: {
    defaultName: "controls.json",
    field: "controlsFile",
    schema: controlsSchema,
    written: writtenControlsSchema,
  },
  actions: { defaultName: "actions.json", field: "actionsFile", schema: actionsSchema },
  workflows: { defaultName: "workflows.json", field: "workflowsFile", schema: workflowsSchema },
  pages: { defaultName: "pages.json", field: "pagesFile", schema: pagesSchema },
  components: { defaultName: "components.json", field: "componentsFile", schema: componentsSchema },
};

/** Every file's schema by its ordinary name, the manifest's among them. */
export function schemasByFile(): ReadonlyMap<string, z.ZodType> {
  return byFile(({ schema }) => schema());
}

/** The same for what describes how each may be written. */
export function writtenSchemasByFile(): ReadonlyMap<string, z.ZodType> {
  return byFile(({ schema, written = schema }) => written());
}

function byFile(schemaOf: (file: PackFile) => z.ZodType): ReadonlyMap<string, z.ZodType> {
  const parts = Object.values(PACK_FILES).map((file) => [file.defaultName, schemaOf(file)] as const);
  return new Map([[MANIFEST_FILE, manifestSchema()], ...parts]);
}
