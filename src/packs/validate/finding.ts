/** What the checks between the parts of a pack find. */
import type { StepErrorCode, StepWarningCode } from "../../steps/problem.ts";
import type { PackPart } from "../schema/pack_files.ts";

/** What contradicts something else in the pack: it is not loaded. */
export type PackErrorCode =
  | StepErrorCode
  | "ABSOLUTE_PATH"
  | "DUPLICATE_COMPONENT_ID"
  | "DUPLICATE_GROUP_ID"
  /** Of a workflow. */
  | "DUPLICATE_ID"
  | "DUPLICATE_PAGE_ID"
  /** The foreground is taken only where a call asks for it. */
  | "FOREGROUND_BY_DEFAULT"
  | "GROUP_CONFLICT"
  | "ID_MISMATCH"
  | "RELATIONSHIP_CYCLE"
  | "UNKNOWN_COMPONENT"
  | "UNKNOWN_COMPONENT_CHILD"
  | "UNKNOWN_COMPONENT_PAGE"
  | "UNKNOWN_COMPONENT_ROOT"
  | "UNKNOWN_CONTROL_GROUP"
  | "UNKNOWN_CONTROL_PAGE"
  | "UNKNOWN_CONTROL_PARENT"
  | "UNKNOWN_GROUP_MEMBER"
  | "UNKNOWN_GROUP_PARENT"
  | "UNKNOWN_MENU_CONTROL"
  | "UNKNOWN_NAVIGATION_CONTROL"
  | "UNKNOWN_POSTCONDITION_CONTROL"
  | "UNKNOWN_READY_MARKER"
  | "UNKNOWN_ROOT_CONTROL"
  | "UNKNOWN_SCROLL_CONTAINER"
  | "UNKNOWN_SEARCH_ROOT";

/** What is probably not meant: the pack is loaded all the same. */
export type PackWarningCode = StepWarningCode | "DUPLICATE_CONTRACT" | "SENSITIVE_VALUE";

/** One thing that was found. */
export interface Finding {
  readonly code: PackErrorCode | PackWarningCode;
  readonly severity: "error" | "warning";
  /** The part of the pack; its file is wherever the manifest says. */
  readonly part: PackPart;
  /** Where in the file, as JavaScript writes it. */
  readonly path: string;
  readonly message: string;
}

/** An error at a place. */
export function errorAt(
  part: PackPart,
  path: string,
  code: PackErrorCode,
  message: string,
): Finding {
  return { code, severity: "error", part, path, message };
}
