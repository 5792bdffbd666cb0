import { createHash } from "node:crypto";
import { throwIfCancelled } from "../../core/clock.ts";

/** As much as is read at once: other calls go on in between. */
const CHUNK_BYTES = 1_048_576;

/** See the port. Read piece by piece on the main thread, as it may take longer than a lane may be held up. */
export async function fileSha256(path: string, signal?: AbortSignal): Promise<string | undefined> {
  const hash = createHash("sha256");
  const chunk = new Uint8Array(CHUNK_BYTES);
  try {
    using file = await Deno.open(path, { read: true });
    for (;;) {
      throwIfCancelled(signal);
      const count = await file.read(chunk);
      if (count === null) return hash.digest("hex");
      hash.update(chunk.subarray(0, count));
    }
  } catch {
    throwIfCancelled(signal);
    return undefined; // it is gone, or closed to us
  }
}
