import { isDeviceName } from "../core/device_names.ts";
import { quotedText } from "../core/text.ts";
import { idSchema } from "../packs/schema/texts.ts";
import { UsageError } from "./options.ts";

/** @throws {UsageError} where no pack, or no folder on Windows, can have this name. */
export function requirePackId(name: string): void {
  const id = idSchema().safeParse(name);
  if (!id.success) {
    const [issue] = id.error.issues;
    throw new UsageError(`No pack can have the name ${quotedText(name)}. ${issue?.message ?? ""}`);
  }
  if (isDeviceName(name) || name.endsWith(".")) {
    throw new UsageError(`No folder can have the name ${quotedText(name)} on Windows`);
  }
}
