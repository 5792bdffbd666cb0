import assert from "node:assert/strict";
import { compatibilityOf } from "../../src/packs/compatibility.ts";

const SHA = "ab".repeat(32);
const FILE = { sha256: SHA, fileVersion: "1.2.0.0", productVersion: "1.2" };

for (
  const [what, executable, identity, expected] of [
    ["nothing declared", undefined, FILE, { status: "not-declared", checked: false }],
    ["nothing that can be compared", {}, FILE, { status: "not-declared", checked: false }],
    ["the same file", { sha256: SHA.toUpperCase() }, FILE, {
      status: "verified",
      checked: true,
      matchedBy: ["sha256"],
    }],
    [
      "another file of the same versions",
      { sha256: "cd".repeat(32), fileVersion: "1.2.0.0", productVersion: "1.2" },
      FILE,
      {
        status: "compatible-unverified",
        checked: true,
        matchedBy: ["fileVersion", "productVersion"],
      },
    ],
    ["one version of two", { fileVersion: "9", productVersion: "1.2" }, FILE, {
      status: "compatible-unverified",
      checked: true,
      matchedBy: ["productVersion"],
    }],
    ["another file", { sha256: "cd".repeat(32) }, FILE, {
      status: "mismatch",
      checked: true,
      mismatchReasons: ["sha256"],
    }],
    ["another version", { fileVersion: "1.3" }, FILE, {
      status: "mismatch",
      checked: true,
      mismatchReasons: ["No version is the one that the pack was tested with"],
    }],
    ["a file that cannot be read", { sha256: SHA }, undefined, {
      status: "compatible-unverified",
      checked: false,
      mismatchReasons: ["The file of the program could not be read"],
    }],
  ] as const
) {
  Deno.test(`compatibilityOf(): ${what} is ${expected.status}`, () => {
    const testedAgainst = executable === undefined ? { appVersion: "1" } : { executable, appVersion: "1" };
    assert.deepEqual(compatibilityOf({ testedAgainst }, identity), expected);
  });
}

Deno.test("compatibilityOf(): a manifest that says nothing declares nothing", () => {
  assert.equal(compatibilityOf({}, FILE).status, "not-declared");
});
