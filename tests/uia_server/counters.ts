/** What the server in this process counts, and the faults that it is to have. */
import assert from "node:assert/strict";
import { wideString } from "../../ffi/wide_string.ts";
import { uiaServer } from "./server.ts";

/** Calls since the last reset; objects that clients hold. */
export interface Counts {
  readonly remote: number;
  readonly local: number;
  readonly objects: number;
  /** Remote calls by method. */
  readonly calls: Readonly<Record<string, number>>;
}

const built = Deno.build.os === "windows" ? await uiaServer() : { skipped: "the server is for Wine" };

/** Why the server's tests are skipped here; undefined where they are not. */
export const skipped: string | undefined = "skipped" in built ? built.skipped : undefined;

const library = "skipped" in built ? undefined : Deno.dlopen(built.path, {
  uiaServerCounts: { parameters: ["buffer", "i32"], result: "i32" },
  uiaServerResetCounts: { parameters: [], result: "void" },
  uiaServerFaults: { parameters: ["buffer"], result: "void" },
});

export function counts(): Counts {
  const buffer = new Uint8Array(65_536);
  const length = library?.symbols.uiaServerCounts(buffer, buffer.length) ?? 0;
  assert.ok(length > 0);
  return JSON.parse(new TextDecoder().decode(buffer.subarray(0, length)));
}

/**
 * To be called before a test opens anything: what it returns is called afterwards and fails where the test has let go of
 * less than it opened. Threads that were ended with their tests have left some there.
 */
export function watchObjects(): () => void {
  const before = counts().objects;
  return () => {
    const now = counts().objects;
    assert.ok(now <= before, `${now - before} objects of the server that nobody let go of`);
  };
}

export function resetCounts(): void {
  library?.symbols.uiaServerResetCounts();
}

/** Faults as `source/faults.h` lists them; they hold until the `using` block ends. */
export function withFaults(faults: string): Disposable {
  library?.symbols.uiaServerFaults(wideString(faults));
  return { [Symbol.dispose]: () => library?.symbols.uiaServerFaults(wideString("")) };
}
