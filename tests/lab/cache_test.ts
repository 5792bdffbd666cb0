import assert from "node:assert/strict";
import { cacheFolder } from "./cache.ts";

for (
  const [title, env, expected] of [
    ["CASEMENT_LAB before all", { CASEMENT_LAB: "/a", XDG_CACHE_HOME: "/x", HOME: "/h" }, "/a"],
    ["the user's cache folder", { XDG_CACHE_HOME: "/x", HOME: "/h" }, "/x/casement-lab"],
    [
      "HOME where the cache folder is relative",
      { XDG_CACHE_HOME: "x", HOME: "/h" },
      "/h/.cache/casement-lab",
    ],
    ["HOME where CASEMENT_LAB is empty", { CASEMENT_LAB: "", HOME: "/h" }, "/h/.cache/casement-lab"],
  ] as const
) {
  Deno.test({
    name: `cacheFolder() takes ${title}`,
    ignore: Deno.build.os === "windows",
    fn: () => assert.equal(cacheFolder(new Map<string, string>(Object.entries(env))), expected),
  });
}
