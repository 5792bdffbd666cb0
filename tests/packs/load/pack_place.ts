/** A folder of packs for a test; gone with the `using` block. */
import type { PackData } from "../sample_pack.ts";

/** See the head of this file. */
export class PackPlace implements Disposable {
  readonly root = Deno.makeTempDirSync({ prefix: "casement" });

  /** Writes a pack's files; texts and bytes are written as they are. Answers the folder. */
  write(name: string, files: PackData | Readonly<Record<string, unknown>>): string {
    const folder = `${this.root}/${name}`;
    Deno.mkdirSync(folder, { recursive: true });
    for (const [file, data] of Object.entries(files)) {
      if (data === undefined) continue;
      if (data instanceof Uint8Array) Deno.writeFileSync(`${folder}/${file}`, data);
      else {Deno.writeTextFileSync(
          `${folder}/${file}`,
          typeof data === "string" ? data : JSON.stringify(data),
        );}
    }
    return folder;
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.root, { recursive: true });
  }
}
