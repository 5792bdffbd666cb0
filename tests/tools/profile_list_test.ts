import assert from "node:assert/strict";
import { packOf, PackWorld, smallPack } from "./pack_world.ts";

Deno.test("profile_list: every program that can be used, hidden ones too, broken ones not", async () => {
  using world = new PackWorld({
    a: packOf("alpha"),
    b: packOf("beta", {}, { catalogVisibility: "hidden" }),
    c: packOf("gamma", { "pages.json": "{" }),
    d: smallPack("delta"),
  });
  const lab = { displayName: "Sensor Lab", processNames: ["sensorlab"], controlCount: 4, source: "app-pack" };
  assert.deepEqual(await world.door.succeed("profile_list"), {
    success: true,
    profiles: [
      { id: "alpha", ...lab },
      { id: "beta", ...lab },
      { id: "delta", displayName: "delta", processNames: ["delta.exe"], controlCount: 0, source: "app-pack" },
    ],
  });
});
