import { appPackDescribeTool } from "./app_pack_describe.ts";
import { appPackListTool } from "./app_pack_list.ts";
import { appPackReloadTool } from "./app_pack_reload.ts";
import { appPackValidateTool } from "./app_pack_validate.ts";
import { captureScreenRegionTool } from "./capture_screen_region.ts";
import { captureWindowTool } from "./capture_window.ts";
import { clickMenuItemTool } from "./click_menu_item.ts";
import { clickWindowTool } from "./click_window.ts";
import { appPackProbeTool } from "./app_pack_probe.ts";
import { closeAppTool } from "./close_app.ts";
import { continueRunTool } from "./continue_run.ts";
import { getWindowStateTool } from "./get_window_state.ts";
import { launchAppTool } from "./launch_app.ts";
import { listDisplaysTool } from "./list_displays.ts";
import { listWindowsTool } from "./list_windows.ts";
import { manageWindowTool } from "./manage_window.ts";
import { moveMouseWindowTool } from "./move_mouse_window.ts";
import { profileActionTool } from "./profile_action.ts";
import { profileLaunchTool } from "./profile_launch.ts";
import { profileListTool } from "./profile_list.ts";
import { profileResolveTool } from "./profile_resolve.ts";
import { readClipboardTool } from "./read_clipboard.ts";
import { resolveSemanticControlTool } from "./resolve_semantic_control.ts";
import { profileRunStepsTool } from "./profile_run_steps.ts";
import { runStepsTool } from "./run_steps.ts";
import { runWorkflowTool } from "./run_workflow.ts";
import { sendKeyTool } from "./send_key.ts";
import type { Tool } from "./tool.ts";
import { toolContractDescribeTool } from "./tool_contract_describe.ts";
import { toolContractListTool } from "./tool_contract_list.ts";
import { typeTextTool } from "./type_text.ts";
import { uiActionTool } from "./ui_action.ts";
import { uiCatalogTool } from "./ui_catalog.ts";
import { uiGetTool } from "./ui_get.ts";
import { uiInspectTreeTool } from "./ui_inspect_tree.ts";
import { uiLocateTool } from "./ui_locate.ts";
import { uiQueryTool } from "./ui_query.ts";
import { uiSnapshotTool } from "./ui_snapshot.ts";
import { uiVerifyTool } from "./ui_verify.ts";
import { uiWaitTool } from "./ui_wait.ts";
import { validateStepsTool } from "./validate_steps.ts";
import { waitForWindowTool } from "./wait_for_window.ts";
import { workflowCatalogTool } from "./workflow_catalog.ts";
import { writeClipboardTool } from "./write_clipboard.ts";

/** The one list of tools, in the order in which clients see them. */
export function createTools(): readonly Tool[] {
  return [
    listWindowsTool,
    listDisplaysTool,
    launchAppTool,
    captureWindowTool,
    captureScreenRegionTool,
    clickWindowTool,
    moveMouseWindowTool,
    typeTextTool,
    sendKeyTool,
    getWindowStateTool,
    waitForWindowTool,
    uiSnapshotTool,
    uiQueryTool,
    uiGetTool,
    uiInspectTreeTool,
    uiCatalogTool,
    uiLocateTool,
    clickMenuItemTool,
    readClipboardTool,
    writeClipboardTool,
    manageWindowTool,
    closeAppTool,
    uiActionTool,
    uiWaitTool,
    uiVerifyTool,
    profileListTool,
    profileLaunchTool,
    profileResolveTool,
    profileActionTool,
    appPackListTool,
    appPackDescribeTool,
    resolveSemanticControlTool,
    appPackValidateTool,
    appPackReloadTool,
    appPackProbeTool,
    runStepsTool,
    continueRunTool,
    workflowCatalogTool,
    profileRunStepsTool,
    runWorkflowTool,
    validateStepsTool,
    toolContractListTool,
    toolContractDescribeTool,
  ];
}
