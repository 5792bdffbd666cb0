import assert from "node:assert/strict";
import { takeLock } from "./lock.ts";
import { startScript } from "./script_process.ts";

const LOCK_MODULE = JSON.stringify(new URL("./lock.ts", import.meta.url).href);

/** A process that takes the lock, says so, and holds it for ever. */
function startHolder(path: string): Promise<Deno.ChildProcess> {
  const script = `
    import { takeLock } from ${LOCK_MODULE};
    const lock = await takeLock(Deno.args[0]);
    console.log("holding", lock.path);
    setInterval(() => {}, 1000);`;
  return startScript(script, path, /holding/);
}

async function withPath(work: (path: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await work(`${folder}/lock`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test({
  name: "takeLock() waits for the process that holds it, and takes over when that is killed",
  ignore: Deno.build.os === "windows",
  fn: () =>
    withPath(async (path) => {
      const holder = await startHolder(path);
      assert.equal((await Deno.readTextFile(path)).trim(), String(holder.pid));
      let isTaken = false;
      const taking = takeLock(path).then((lock) => {
        isTaken = true;
        return lock;
      });
      await new Promise((done) => setTimeout(done, 300));
      assert.equal(isTaken, false);
      holder.kill("SIGKILL");
      await holder.status;
      using _lock = await taking;
      assert.equal((await Deno.readTextFile(path)).trim(), String(Deno.pid));
    }),
});

Deno.test({
  name: "takeLock() is free again once the lock is disposed of",
  ignore: Deno.build.os === "windows",
  fn: () =>
    withPath(async (path) => {
      (await takeLock(path))[Symbol.dispose]();
      using lock = await takeLock(path);
      assert.equal(lock.path, path);
    }),
});
