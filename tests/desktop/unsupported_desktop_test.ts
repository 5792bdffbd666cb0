import assert from "node:assert/strict";
import { ToolError } from "../../src/core/errors.ts";
import { unsupportedDesktop } from "../../src/desktop/unsupported_desktop.ts";
import { createTestDoor } from "../fakes/test_door.ts";

for (const [method, request] of Object.entries(unsupportedDesktop)) {
  if (typeof request !== "function" || ["close", "watchChanges"].includes(method)) continue;
  Deno.test(`unsupportedDesktop.${method}() says PLATFORM_UNSUPPORTED`, async () => {
    await assert.rejects(Reflect.apply(request, unsupportedDesktop, []), (error) => {
      return error instanceof ToolError && error.code === "PLATFORM_UNSUPPORTED";
    });
  });
}

Deno.test("unsupportedDesktop tells of no change, and does not fail a wait with that", () => {
  using _watch = unsupportedDesktop.watchChanges({ about: "anything" }, () => assert.fail("nothing changes"));
});

Deno.test("unsupportedDesktop has every method that the fake has, and can be closed", () => {
  const { desktop } = createTestDoor();
  const ofTheFake = Object.getOwnPropertyNames(Object.getPrototypeOf(desktop));
  for (const method of Object.keys(unsupportedDesktop)) {
    assert.ok(method === "ownPid" || ofTheFake.includes(method), method);
  }
  unsupportedDesktop.close();
});
