import { fileURLToPath } from "node:url";

/** What comes with Casement, and lies beside its bundle as it does in the sources. */
export const SHIPPED_FOLDERS = ["app-packs/examples", "app-packs/templates", "app-packs/schemas"] as const;

/** Where a folder that comes with Casement is; inside the exe it can be read as any other. */
export function shippedFolder(name: typeof SHIPPED_FOLDERS[number]): string {
  const top = import.meta.url.endsWith(".ts") ? "../../" : "./";
  return fileURLToPath(new URL(`${top}${name}`, import.meta.url));
}
