/** What to do about what is wrong with steps, where the message does not say it all. */

const LOOK_AT_RESULT = "tool_contract_describe tells what a result has.";
const LOOK_AT_PACK = "app_pack_describe tells what a pack has.";

const SUGGESTIONS: Readonly<Record<string, string>> = {
  CAPTURE_ACTS: "Read with ui_get or profile_resolve, or another tool that only looks.",
  CAPTURE_IN_FINALLY: "Move captureBefore to the step that changes it, or to the whole.",
  DUPLICATE_STEP_ID: "Give each its own id.",
  EXPORT_PATH_NOT_FOUND: LOOK_AT_RESULT,
  EXPORT_SENSITIVE_VALUE_BLOCKED: "Call it something else, or do not export it.",
  FOREGROUND_REQUIRED: "Run it with interactionMode 'foregroundDemo', or leave the step out.",
  FORWARD_REFERENCE: "Refer to earlier steps alone.",
  INVALID_PARAMS: "tool_contract_describe tells what a tool takes.",
  MISSING_EXPECT: "Add expect with a condition, or expect: false.",
  NO_PACK_CONTEXT: "Write the id of the pack itself.",
  OPTIONAL_OUTPUT_PATH:
    "Take a field that every result has; leave ignoreCodes out of a step whose result is needed.",
  PACK_NOT_FOUND: "Look at app_pack_list.",
  PERMISSION_DENIED: "Leave the step out, or start the server without --read-only.",
  PROFILE_NOT_FOUND: "Look at profile_list.",
  TARGET_REQUIRED: "Give targetRef, hwnd, pid or processName: a reference to an earlier step may be one.",
  TOO_MANY_EXPORTS: "Export a field that holds several.",
  TOO_MANY_FINALLY_STEPS: "Do some of it before the end.",
  TOO_MANY_STEPS: "Make two runs of them.",
  UNKNOWN_ACTION: LOOK_AT_PACK,
  UNKNOWN_CONTROL: LOOK_AT_PACK,
  UNKNOWN_INPUT: "Inputs are those that a workflow declares in its inputSchema.",
  UNKNOWN_OUTPUT_PATH: LOOK_AT_RESULT,
  UNKNOWN_STEP_REFERENCE: "Refer to the id of an earlier step, its number, pack.id or inputs.",
  UNKNOWN_TOOL: "Name a tool of the tool list that runs no steps itself.",
  UNSAFE_RETRY: "Take retry out, or act in a way that can be repeated.",
};

/** What to do about a code; undefined where the message says it. */
export function stepSuggestion(code: string): string | undefined {
  return SUGGESTIONS[code];
}
