import assert from "node:assert/strict";
import { manifestLevel } from "../../src/desktop/windows/manifest_level.ts";

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function utf16(text: string): Uint8Array {
  const units = Uint16Array.from(text, (character) => character.charCodeAt(0));
  return new Uint8Array(units.buffer);
}

for (
  const [text, level] of [
    ['<requestedExecutionLevel level="asInvoker" uiAccess="false"/>', "asInvoker"],
    [
      "<ms_asmv2:requestedExecutionLevel uiAccess='false' level = 'requireAdministrator' />",
      "requireAdministrator",
    ],
    ['<requestedExecutionLevel\n  level="HIGHESTAVAILABLE"></requestedExecutionLevel>', "highestAvailable"],
    ['<!-- <requestedExecutionLevel level="asInvoker"/> --><assembly/>', "unknown"],
    ['<requestedExecutionLevel sublevel="asInvoker"/>', "unknown"],
    ['<requestedExecutionLevel level="root"/>', "unknown"],
    ['<requestedExecutionLevels level="asInvoker"/>', "unknown"],
    ["<assembly/>", "unknown"],
    ["", "unknown"],
  ] as const
) {
  Deno.test(`manifestLevel() reads ${JSON.stringify(text)} as ${level}`, () => {
    assert.equal(manifestLevel(utf8(text)), level);
    assert.equal(manifestLevel(utf8(`\uFEFF${text}`)), level);
    assert.equal(manifestLevel(utf16(text)), level);
    assert.equal(manifestLevel(utf16(`\uFEFF${text}`)), level);
  });
}

Deno.test("manifestLevel() of a program without a manifest is unknown", () => {
  assert.equal(manifestLevel(undefined), "unknown");
});
