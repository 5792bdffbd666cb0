import assert from "node:assert/strict";
import { controlNames } from "../../../src/packs/probe/control_names.ts";

Deno.test("controlNames(): ids that are words name a control, labels name the others, and none is there twice", () => {
  const named = (controlType: string, automationId: string, label: string) => ({
    controlType,
    automationId,
    label,
  });
  assert.deepEqual(
    controlNames([
      named("Button", "main.applyButton", "Apply"),
      named("Button", "applyButton", ""),
      named("MenuItem", "Item 2", "Save As..."),
      named("Edit", "1101", "User name"),
      named("Edit", "1102", ""),
      named("Edit", "", ""),
      named("TreeItem", "", "新建"),
    ]),
    ["applyButton", "applyButton.2", "menuitem.save_as", "edit.user_name", "edit", "edit.2", "treeitem.新建"],
  );
});
