/**
 * One set-up at a time. The lock is the kernel's own lock on a file, so it cannot go stale: it ends with the
 * process that holds it, however that dies. The file's text (the owner's process id) is for the people who wait.
 */

import { say } from "./progress.ts";

/** A lock that is held until it is disposed of. */
export interface Lock extends Disposable {
  readonly path: string;
}

/** Takes the lock at `path`, waiting for another owner to finish. */
export async function takeLock(path: string): Promise<Lock> {
  const file = await Deno.open(path, { read: true, write: true, create: true });
  try {
    if (!(await file.tryLock(true))) {
      say(`waiting for another set-up (process ${readOwner(path)}) to finish …`);
      await file.lock(true);
    }
    await file.truncate(0);
    await file.write(new TextEncoder().encode(`${Deno.pid}\n`));
  } catch (error) {
    file.close();
    throw error;
  }
  return { path, [Symbol.dispose]: () => file.close() };
}

function readOwner(path: string): string {
  const text = Deno.readTextFileSync(path).trim();
  return text === "" ? "unknown" : text;
}
