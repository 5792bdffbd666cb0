import assert from "node:assert/strict";
import type { BackgroundPolicy } from "../../src/core/background_policy.ts";
import { createTools } from "../../src/tools/index.ts";

/** What a caller may plan with: which tools never need the foreground, which usually do not, and which always do. */
const POLICIES: Readonly<Record<BackgroundPolicy, readonly string[]>> = {
  safe: [
    "list_windows",
    "list_displays",
    "get_window_state",
    "wait_for_window",
    "ui_snapshot",
    "ui_query",
    "ui_get",
    "ui_inspect_tree",
    "ui_catalog",
    "ui_locate",
    "read_clipboard",
    "ui_wait",
    "ui_verify",
    "profile_list",
    "profile_resolve",
    "app_pack_list",
    "app_pack_describe",
    "app_pack_validate",
    "app_pack_reload",
    "validate_steps",
    "workflow_catalog",
    "resolve_semantic_control",
    "tool_contract_list",
    "tool_contract_describe",
  ],
  bestEffort: [
    "launch_app",
    "capture_window",
    "click_window",
    "move_mouse_window",
    "type_text",
    "send_key",
    "click_menu_item",
    "write_clipboard",
    "manage_window",
    "close_app",
    "ui_action",
    "profile_launch",
    "profile_action",
    "app_pack_probe",
    "run_steps",
    "profile_run_steps",
    "run_workflow",
    "continue_run",
  ],
  foregroundRequired: ["capture_screen_region"],
};

Deno.test("each tool says how it gets along without the foreground, as the table of policies has it", () => {
  for (const { name, backgroundPolicy } of createTools()) {
    assert.ok(POLICIES[backgroundPolicy].includes(name), `${name} is ${backgroundPolicy}`);
  }
});
