import assert from "node:assert/strict";
import { makeRunFolder, removeDeadRuns } from "./run_folder.ts";

Deno.test({
  name: "removeDeadRuns() removes the folders of dead processes and keeps those of living ones",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    const cache = await Deno.makeTempDir();
    try {
      const own = await makeRunFolder(cache);
      const child = new Deno.Command("true").spawn();
      await child.status;
      await Deno.mkdir(`${cache}/runs/${child.pid}-1234-aaaaaaaa/prefix`, { recursive: true });
      // The same process id as a living process, which began at another time.
      await Deno.mkdir(`${cache}/runs/${Deno.pid}-1-bbbbbbbb/prefix`, { recursive: true });
      await removeDeadRuns(cache);
      assert.deepEqual(
        [...Deno.readDirSync(`${cache}/runs`)].map((entry) => `${cache}/runs/${entry.name}`),
        [own],
      );
    } finally {
      await Deno.remove(cache, { recursive: true });
    }
  },
});

Deno.test("removeDeadRuns() has nothing to do in an empty cache", async () => {
  const cache = await Deno.makeTempDir();
  try {
    await removeDeadRuns(cache);
  } finally {
    await Deno.remove(cache, { recursive: true });
  }
});
