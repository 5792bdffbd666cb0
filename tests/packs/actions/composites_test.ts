import assert from "node:assert/strict";
import { compositeOf, compositeResultSchema } from "../../../src/packs/actions/composites.ts";
import { controlsSchema } from "../../../src/packs/schema/controls.ts";

const read = controlsSchema().parse({
  controls: {
    plain: { automationId: "plain" },
    row: { selectors: [{ automationId: "row" }], menu: { invokeMode: "keyboard-enter" } },
  },
});

for (
  const [control, action, wanted] of [
    ["plain", "ensureVisible", "ensureVisible"],
    ["plain", "openMenu", "openMenu"],
    ["plain", "openSubmenu", "openSubmenu"],
    ["plain", "getSelection", "getSelection"],
    ["plain", "invoke", undefined],
    ["row", "invoke", "invokeByKey"],
    ["row", "toggle", undefined],
    ["plain", "ensureSelected", undefined],
  ] as const
) {
  Deno.test(`compositeOf(): ${action} of a ${control} control is ${wanted}`, () => {
    const entry = read.controls[control];
    assert.ok(entry !== undefined);
    assert.equal(compositeOf(action, entry), wanted);
  });
}

Deno.test("compositeResultSchema(): a field that no result has is refused", () => {
  const result = {
    success: true,
    method: "ValuePattern",
    verified: "yes",
    physicalCursorMoved: false,
    selected: [],
    count: 0,
  };
  assert.equal(compositeResultSchema().safeParse(result).success, true);
  assert.equal(compositeResultSchema().safeParse({ ...result, more: 1 }).success, false);
});
