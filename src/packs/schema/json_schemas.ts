/** The schemas of pack files as JSON Schema, for editors and for writers of packs. */
import * as z from "zod";
import { writtenSchemasByFile } from "./pack_files.ts";

/**
 * The JSON Schemas by the names of their own files, such as `profile.schema.json`. They describe what may be written;
 * rules between several fields are in the sentences of the validator alone.
 */
export function jsonSchemas(): ReadonlyMap<string, Readonly<Record<string, unknown>>> {
  return new Map([...writtenSchemasByFile()].map(([file, schema]) => {
    const described = z.toJSONSchema(schema, { io: "input", target: "draft-2020-12", reused: "ref" });
    return [file.replace(/\.json$/, ".schema.json"), described] as const;
  }));
}
