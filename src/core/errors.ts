/**
 * The closed table of error codes. Every failure a caller can see has one row here; a code that is not in the
 * table cannot be raised (the type forbids it), and a row that no test names fails the house tests.
 */

/** What a row says about its code. */
export interface ErrorRow {
  /** One sentence: when this is raised. Shown in the README. */
  readonly meaning: string;
  /** True where the same call, unchanged, may well succeed a moment later. */
  readonly retryable: boolean;
  /** What the caller should do next, in one sentence; a thrower may say something more exact. */
  readonly suggestion: string;
}

/** The table: code → meaning, retryable, default suggestion. Sorted by code. */
export const ERROR_TABLE = {
  ACTION_FAILED: {
    meaning:
      "The element refused the action, or it failed on the way; mayHaveHadEffect in details says which.",
    retryable: false,
    suggestion: "Look at the element's state and range, and choose another action.",
  },
  ACTION_STATE_INCONSISTENT: {
    meaning: "The action was done, and what the App Pack expects of it was not seen.",
    retryable: false,
    suggestion: "Look at what the program really shows: a control may change without what it is for.",
  },
  BACKGROUND_CAPTURE_UNAVAILABLE: {
    meaning: "In background mode no capture method gave a picture that can be trusted.",
    retryable: false,
    suggestion: "Repeat with captureMethod 'screen' and interactionMode 'foregroundDemo' together.",
  },
  CANCELLED: {
    meaning: "The client cancelled the call; what had been done by then stays done.",
    retryable: true,
    suggestion: "Look at the window before repeating the call.",
  },
  CAPTURE_BLANK: {
    meaning: "The picture has one colour only and no second capture method confirms that.",
    retryable: true,
    suggestion: "Repeat with captureMethod 'screen', or look at the window with get_window_state.",
  },
  CAPTURE_FAILED: {
    meaning: "No capture method could read the window.",
    retryable: true,
    suggestion: "Check the window with get_window_state and try again.",
  },
  CAPTURE_GEOMETRY_MISMATCH: {
    meaning: "The picture's size is implausible for the window.",
    retryable: true,
    suggestion: "Repeat with captureMethod 'screen' and interactionMode 'foregroundDemo' together.",
  },
  CAPTURE_OCCLUDED: {
    meaning: "The window is covered and no capture method can see behind what covers it.",
    retryable: true,
    suggestion: "Repeat with captureMethod 'screen' and focus true, which brings the window to the front.",
  },
  CAPTURE_PROTECTED: {
    meaning: "The program asked Windows to keep this window out of captures.",
    retryable: false,
    suggestion: "This window cannot be captured; read its state with get_window_state instead.",
  },
  CLIPBOARD_BUSY: {
    meaning: "Another program holds the clipboard open.",
    retryable: true,
    suggestion: "Repeat the call when that program has let go of the clipboard.",
  },
  CONTROL_DISABLED: {
    meaning: "The control that would receive the input is disabled; nothing was sent.",
    retryable: true,
    suggestion: "Do what enables the control first, then repeat the call.",
  },
  CONTROL_READ_ONLY: {
    meaning: "The text control is read-only; nothing was sent.",
    retryable: false,
    suggestion: "Choose a control that can be edited.",
  },
  COORDINATE_FALLBACK_DISABLED: {
    meaning:
      "The element can only be clicked by message, and the call does not allow that; nothing was done.",
    retryable: false,
    suggestion: "Repeat with allowCoordinateFallback true, or use windowMessageClick.",
  },
  ELEMENT_AMBIGUOUS: {
    meaning: "Several elements fit the selector; none was chosen.",
    retryable: false,
    suggestion: "Add one of the facts in details that tell them apart, an ancestor, or an index.",
  },
  ELEMENT_NOT_FOUND: {
    meaning: "No element fits the selector.",
    retryable: false,
    suggestion: "Compare the selector with the nearest elements in details, and correct what differs.",
  },
  ELEMENT_NOT_FULLY_VISIBLE: {
    meaning: "The control could not be scrolled wholly into view; details say where it lies.",
    retryable: false,
    suggestion: "Look at the geometry in details, and at the scroll container that the pack names.",
  },
  ELEMENT_STALE: {
    meaning: "The ref names an element that is gone, is not surely the same any more, or has been forgotten.",
    retryable: false,
    suggestion: "Use the new ref in details if there is one; otherwise read the window again.",
  },
  ELEVATED_MANIFEST_REJECTED: {
    meaning: "The program asks for higher rights, and its App Pack allows only a build that does not.",
    retryable: false,
    suggestion: "Give exePath of a build whose manifest says asInvoker; Casement need not be elevated.",
  },
  ELEVATION_REQUIRED: {
    meaning: "The program asks for administrator rights, which Casement does not have.",
    retryable: false,
    suggestion: "Start the program by hand, or choose a build that does not ask for elevation.",
  },
  EXPORT_PATH_NOT_FOUND: {
    meaning: "The result of the step has not got what an export names.",
    retryable: false,
    suggestion: "Take a field that the tool always has: tool_contract_describe lists them.",
  },
  EXPORT_VALUE_NULL: {
    meaning: "What an export names is null in the result of the step.",
    retryable: false,
    suggestion: "Take a field that has a value, or export nothing.",
  },
  EXPORT_VALUE_TOO_LARGE: {
    meaning: "A text that is to be exported has more than 65,536 units.",
    retryable: false,
    suggestion: "Export a shorter field.",
  },
  FOCUS_FAILED: {
    meaning: "The target could not be brought to the front, or lost it; input was not sent or was stopped.",
    retryable: true,
    suggestion: "Close open menus and dialogs, then repeat the call.",
  },
  FOREGROUND_REQUIRED: {
    meaning: "Background mode has no delivery that is known to work here; nothing was sent.",
    retryable: false,
    suggestion:
      "Repeat with interactionMode 'auto' or 'foregroundDemo', or choose another way that works in the background.",
  },
  FRAME_STALE: {
    meaning: "The frame that an image point belongs to has expired, or its window has changed size since.",
    retryable: false,
    suggestion: "Capture the window again and use the new frameId.",
  },
  INPUT_DELIVERY_FAILED: {
    meaning: "Windows did not accept the input, or the control did not take it.",
    retryable: true,
    suggestion: "Look at the window with capture_window before repeating; part of the text may have arrived.",
  },
  INTERNAL_ERROR: {
    meaning: "Casement itself failed; this is a defect worth reporting.",
    retryable: false,
    suggestion: "Report it with the log of this call.",
  },
  INVALID_BOUNDING_RECT: {
    meaning:
      "The element cannot be clicked by message: it shows nowhere, or its middle is outside its window.",
    retryable: true,
    suggestion: "Bring it into view first; scrollIntoView does that where the element supports it.",
  },
  INVALID_EXECUTABLE: {
    meaning: "The path or the working folder of a program to start is not usable.",
    retryable: false,
    suggestion: "Give the absolute path of an existing .exe file, and an existing folder for cwd.",
  },
  INVALID_OUTPUT_PATH: {
    meaning: "The output path is not an absolute .png path in a place that can be written.",
    retryable: false,
    suggestion: "Give an absolute path that ends in .png, or leave outputPath out.",
  },
  INVALID_PARAMS: {
    meaning: "The arguments do not fit the tool's input schema; nothing was done.",
    retryable: false,
    suggestion: "Correct the arguments listed; tool_contract_describe shows the whole schema.",
  },
  INVALID_REFERENCES: {
    meaning: "Steps refer to what is not there by then; nothing was run.",
    retryable: false,
    suggestion: "Correct what problems in details list.",
  },
  INVALID_SELECTOR: {
    meaning: "The selector breaks a rule of selectors, or holds a pattern that cannot be used.",
    retryable: false,
    suggestion: "Correct what details list.",
  },
  LAUNCH_FAILED: {
    meaning: "Windows could not start the program, or it ended before it showed a window.",
    retryable: false,
    suggestion: "Check the path, the arguments and the program's own requirements.",
  },
  MENU_ITEM_AMBIGUOUS: {
    meaning: "Several menu items fit a part of the path equally well; none was chosen.",
    retryable: false,
    suggestion: "Give the whole text of one of the items in details.",
  },
  MENU_ITEM_DISABLED: {
    meaning: "The menu item is greyed; nothing was sent.",
    retryable: true,
    suggestion: "Do what enables the item first, then repeat the call.",
  },
  MENU_ITEM_NOT_FOUND: {
    meaning: "The window has no menu that can be read, or no item of this path is in it; nothing was sent.",
    retryable: false,
    suggestion: "Use one of the items in details, or the program's keyboard shortcut with send_key.",
  },
  MODIFIER_HELD: {
    meaning: "A person holds a modifier key, which would change every key that is sent; nothing was sent.",
    retryable: true,
    suggestion: "Repeat the call when the key is released.",
  },
  NO_INTERACTIVE_DESKTOP: {
    meaning: "There is no desktop to act on: it is locked, disconnected, or shows a secure prompt.",
    retryable: true,
    suggestion: "Unlock or reconnect the session, then repeat the call.",
  },
  OUTPUT_WRITE_FAILED: {
    meaning: "The picture was taken but its file could not be written.",
    retryable: true,
    suggestion: "Free some space or choose another folder.",
  },
  PACK_FOLDER_NOT_FOUND: {
    meaning: "There is no folder at the path of the App Pack to be validated.",
    retryable: false,
    suggestion: "Give the whole path of the folder that manifest.json is in.",
  },
  PACK_NOT_FOUND: {
    meaning: "No App Pack of this id is loaded.",
    retryable: false,
    suggestion: "Use one of the ids in details; app_pack_list shows what is loaded and what is not.",
  },
  PASSWORD_FIELD: {
    meaning: "The control is a password field and the call did not say that this is meant; nothing was sent.",
    retryable: false,
    suggestion: "Repeat with allowPassword true; the text is then sent and never read back.",
  },
  PATTERN_NOT_SUPPORTED: {
    meaning: "The element has no pattern for the action, and there is no other way left; nothing was done.",
    retryable: false,
    suggestion: "Choose an action for one of the patterns in details, or another element.",
  },
  PERMISSION_DENIED: {
    meaning: "The way this server was started does not allow what the call asks for.",
    retryable: false,
    suggestion: "Ask the person who runs the server to start it without the limit that the message names.",
  },
  PIPELINE_NOT_BACKGROUND_SAFE: {
    meaning: "The run is to stay in the background, and a step of it cannot; nothing was run.",
    retryable: false,
    suggestion: "Leave the steps in details out, or repeat with interactionMode 'foregroundDemo'.",
  },
  PIPELINE_TIMEOUT: {
    meaning: "The time of the whole run (maxTotalMs) was over.",
    retryable: false,
    suggestion: "Give the run more time (maxTotalMs), or go on from the step where it stopped.",
  },
  PLATFORM_UNSUPPORTED: {
    meaning: "This system has no Windows desktop.",
    retryable: false,
    suggestion: "Run Casement on Windows.",
  },
  POINT_NOT_CLICKABLE: {
    meaning:
      "What lies at the point follows the real pointer (a menu, caption, border or thumb); nothing was sent.",
    retryable: false,
    suggestion: "Give a point in the client area, or do it with manage_window, click_menu_item or send_key.",
  },
  POINT_OUTSIDE_TARGET: {
    meaning: "The point lies outside the window, or another window would get the click; nothing was sent.",
    retryable: false,
    suggestion: "Give a point inside the window; capture_window shows where it is.",
  },
  PROCESS_NOT_CLOSED: {
    meaning: "The process was still running after every attempt to end it.",
    retryable: true,
    suggestion: "Repeat the call, or end the program by hand.",
  },
  PROCESS_NOT_FOUND: {
    meaning: "No process with this id is running, or it is not ours to open.",
    retryable: false,
    suggestion: "Look up the process id with list_windows.",
  },
  PROFILE_CONTROL_NOT_FOUND: {
    meaning: "The App Pack of this profile has no control of this name.",
    retryable: false,
    suggestion: "Use a name that app_pack_describe lists.",
  },
  PROFILE_CONTROL_UNRESOLVED: {
    meaning: "None of the control's selectors means exactly one element that is there now; nothing was done.",
    retryable: false,
    suggestion: "Search near a known control with ui_query, as details suggest; no whole tree is needed.",
  },
  PROFILE_NOT_FOUND: {
    meaning: "No App Pack of this profile is loaded, or its program was not found on this machine.",
    retryable: false,
    suggestion: "Use one of the ids in details; profile_list shows all of them.",
  },
  PROTECTED_PROCESS: {
    meaning:
      "The process is Casement itself, one it was started by, or part of the Windows shell; it is never ended.",
    retryable: false,
    suggestion: "Close the single window instead, or choose another process.",
  },
  PROVIDER_BUSY: {
    meaning:
      "A call into this program overran its deadline, and programs that overran are refused for a while.",
    retryable: true,
    suggestion: "Wait some seconds, or end the program that does not respond.",
  },
  QUERY_TRUNCATED: {
    meaning: "The search ended before it could know: a limit was reached, or elements could not be read.",
    retryable: false,
    suggestion: "Search in a smaller part of the window, or raise the limit that details name.",
  },
  REFERENCE_RESOLUTION_FAILED: {
    meaning: "A reference of a step stands for nothing in the results that there are.",
    retryable: false,
    suggestion: "Look at the result of the step that is referred to: the field may be optional.",
  },
  REGION_OUTSIDE_TARGET: {
    meaning: "The region lies outside the window, or on no display.",
    retryable: false,
    suggestion: "Give a region inside the window's rectangle; its top-left corner is 0,0.",
  },
  RESTORE_SENSITIVE_STATE_BLOCKED: {
    meaning: "What was to be put back is a password or the like: nothing of it was kept.",
    retryable: false,
    suggestion: "Leave password fields out of captureBefore.",
  },
  RESTORE_STATE_UNAVAILABLE: {
    meaning: "What was to be put back could not be read beforehand, or nothing brings it back.",
    retryable: false,
    suggestion: "Look at the program; the message says what is missing.",
  },
  RESTORE_VERIFICATION_FAILED: {
    meaning: "What was to be put back reads otherwise afterwards.",
    retryable: false,
    suggestion: "Compare expected and actual, and look at the program.",
  },
  RUN_EXPIRED: {
    meaning: "There is no run of this id, or it ended more than ten minutes ago.",
    retryable: false,
    suggestion: "Run the steps again.",
  },
  RUN_NOT_CONTINUABLE: {
    meaning: "Not enough was kept of the run to go on with it, or another call is going on with it now.",
    retryable: false,
    suggestion: "Run the steps that are left as a run of their own.",
  },
  RUN_PACK_VERSION_CHANGED: {
    meaning: "An App Pack that the run works with has another version by now, or is not loaded any more.",
    retryable: false,
    suggestion: "Run the steps again, with the pack as it is now.",
  },
  RUN_PROCESS_EXITED: {
    meaning: "A program that the run was about has ended; nothing was run.",
    retryable: false,
    suggestion: "Start the program again, and run the steps again.",
  },
  RUN_STATE_STALE: {
    meaning: "The run cannot be gone on with from there; nothing was run.",
    retryable: false,
    suggestion: "Go on from the step where it stopped, or from an earlier one.",
  },
  RUN_WINDOW_RECREATED: {
    meaning: "A window that the steps name is no more, whatever has its handle now; nothing was run.",
    retryable: false,
    suggestion: "Run the steps again; a program that is named by targetRef is found in any window of it.",
  },
  SEMANTIC_SCOPE_NOT_FOUND: {
    meaning: "Nothing in the App Pack is called as the scope says.",
    retryable: false,
    suggestion: "Use a page, component, control or group that app_pack_describe lists, or leave within out.",
  },
  STALE_WINDOW_HANDLE: {
    meaning: "The window was there when the call began and has been destroyed since.",
    retryable: true,
    suggestion: "Find the window again with list_windows.",
  },
  STEP_POSTCONDITION_TIMEOUT: {
    meaning: "The call of a step was done, and what the step expects was not seen in time.",
    retryable: false,
    suggestion: "Compare lastObservation in details with what the step expects, and look at the program.",
  },
  STEP_RESULT_TOO_LARGE: {
    meaning: "The result of a step has more than 1 MiB.",
    retryable: false,
    suggestion: "Ask the step for less: fields, maxResults, maxNodes.",
  },
  TARGET_AMBIGUOUS: {
    meaning: "Several running programs are the one that the profile is about; none was chosen.",
    retryable: false,
    suggestion: "Give targetRef, pid or hwnd of one of those in details.",
  },
  TARGET_ELEVATED: {
    meaning: "The program runs with higher rights than Casement, so Windows drops what is sent to it.",
    retryable: false,
    suggestion: "Start Casement with the same rights, or the program without elevation.",
  },
  TARGET_PROCESS_EXITED: {
    meaning: "The program that the targetRef named has exited; details tell what was seen of that.",
    retryable: false,
    suggestion:
      "Start the program again; what was done last is context in time and does not prove the cause.",
  },
  TARGET_REQUIRED: {
    meaning: "The call names no target, or a targetRef that is unknown or has expired.",
    retryable: false,
    suggestion: "Give hwnd, pid, processName, titleContains or targetRef.",
  },
  TEXT_NOT_ENCODABLE: {
    meaning: "The window is not a Unicode window and cannot take some of the characters; nothing was sent.",
    retryable: false,
    suggestion: "Send text that the program's code page has.",
  },
  TEXT_TOO_LONG_FOR_CONTROL: {
    meaning: "The text would not fit the control's length limit; nothing was sent.",
    retryable: false,
    suggestion: "Send at most as many characters as the message says there is room for.",
  },
  TIMEOUT: {
    meaning: "Windows did not answer within the deadline.",
    retryable: true,
    suggestion: "Repeat the call; if it happens again, look at the window with get_window_state.",
  },
  TOOL_NOT_FOUND: {
    meaning: "There is no tool of this name.",
    retryable: false,
    suggestion: "Use one of the names in details.",
  },
  TOOL_OUTPUT_SCHEMA_MISMATCH: {
    meaning:
      "A tool's result did not fit its own schema and was discarded; this is a defect worth reporting.",
    retryable: false,
    suggestion: "Report it with the log of this call.",
  },
  TREE_OUTPUT_TOO_LARGE: {
    meaning: "The list of elements would be larger than 1 MiB.",
    retryable: false,
    suggestion: "Name the fields that are needed, or a rootSelector; or search with ui_query.",
  },
  UIA_ASSEMBLY_UNAVAILABLE: {
    meaning: "UI Automation, the accessibility interface of Windows, cannot be used here.",
    retryable: false,
    suggestion: "Look at windows with capture_window; casement doctor says more.",
  },
  UIA_ROOT_UNAVAILABLE: {
    meaning: "The window gave the accessibility interface no element at all.",
    retryable: true,
    suggestion: "Repeat the call once the window has been built; else look at it with capture_window.",
  },
  UI_NOT_EXPOSED: {
    meaning:
      "The window shows the accessibility interface nothing but its frame, so nothing can be said of its content.",
    retryable: true,
    suggestion: "Look at the window with capture_window and act on points.",
  },
  WINDOW_AMBIGUOUS: {
    meaning: "Several windows fit equally well, or a title fits several programs; none was chosen.",
    retryable: false,
    suggestion: "Give hwnd or pid of one of the windows in details, or processName too.",
  },
  WINDOW_CHANGE_REFUSED: {
    meaning: "The window did not take the change that was asked for.",
    retryable: true,
    suggestion: "Look at the window with get_window_state; some windows have a fixed size or state.",
  },
  WINDOW_CLOAKED: {
    meaning: "The window is cloaked (hidden by Windows, on another virtual desktop or suspended).",
    retryable: true,
    suggestion: "Switch to the desktop that shows the window, then repeat the call.",
  },
  WINDOW_HUNG: {
    meaning: "Windows says that the window's program does not respond; nothing was sent.",
    retryable: true,
    suggestion: "Wait until the program responds, or end it with close_app.",
  },
  WINDOW_MINIMIZED: {
    meaning: "The window is minimised, so there is nothing to see; it was not restored.",
    retryable: false,
    suggestion: "Restore the window first; manage_window does that.",
  },
  WINDOW_NOT_FOUND: {
    meaning: "No window fits what the call names.",
    retryable: false,
    suggestion: "Look at list_windows for what is there.",
  },
  WINDOW_NOT_FOUND_FOR_PROCESS: {
    meaning: "The bound program runs, but no window of it fits its main window; that is no proof of a crash.",
    retryable: true,
    suggestion: "Wait until its main window is there, with wait_for_window and the same targetRef.",
  },
  WINDOW_NOT_RESPONDING: {
    meaning: "The window stayed busy until the call's deadline; nothing was sent.",
    retryable: true,
    suggestion: "Wait until the program responds, then repeat the call.",
  },
  WINDOW_ON_OTHER_DESKTOP: {
    meaning:
      "The window is on a desktop that nobody here can see (a secure or service one), or takes messages only.",
    retryable: false,
    suggestion: "Use one of the windows that list_windows shows.",
  },
  WORKFLOW_INPUT_INVALID: {
    meaning: "The inputs are not what the workflow asks for; nothing was run.",
    retryable: false,
    suggestion: "Correct what details list; workflow_catalog tells what a workflow needs.",
  },
  WORKFLOW_NOT_FOUND: {
    meaning: "The App Pack has no workflow of this name.",
    retryable: false,
    suggestion: "Take one of those in details.",
  },
} as const satisfies Record<string, ErrorRow>;

/** One of the codes of {@link ERROR_TABLE}. */
export type ErrorCode = keyof typeof ERROR_TABLE;

/** Facts that go with an error: plain JSON, never a secret, never an instruction. */
export type ErrorDetails = Readonly<Record<string, unknown>>;

/** The error part of a failed result, as it crosses the wire. */
export interface ErrorBody {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details?: ErrorDetails;
  readonly suggestion?: string;
  /** As the table says; false wherever the details say that the call may have had an effect. */
  readonly retryable: boolean;
}

/** What may be said beside code and message. */
export interface ToolErrorOptions {
  readonly details?: ErrorDetails | undefined;
  /** Replaces the table's suggestion. */
  readonly suggestion?: string;
  readonly cause?: unknown;
}

/**
 * A failure with a code. The only error class that callers of Casement are meant to tell apart; everything else that
 * is thrown is a defect and becomes `INTERNAL_ERROR` at the door.
 */
export class ToolError extends Error {
  override readonly name = "ToolError";
  readonly code: ErrorCode;
  readonly details: ErrorDetails | undefined;
  readonly suggestion: string;

  constructor(code: ErrorCode, message: string, options: ToolErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.details = options.details;
    this.suggestion = options.suggestion ?? ERROR_TABLE[code].suggestion;
  }

  /** The plain value that crosses to a client or between threads. */
  toBody(): ErrorBody {
    return {
      code: this.code,
      message: this.message,
      ...(this.details === undefined ? {} : { details: this.details }),
      suggestion: this.suggestion,
      // The same call once more might do twice what was done already.
      retryable: ERROR_TABLE[this.code].retryable && this.details?.mayHaveHadEffect !== true,
    };
  }

  /** The error that a body from another thread stands for. */
  static fromBody(body: ErrorBody): ToolError {
    return new ToolError(body.code, body.message, {
      ...(body.details === undefined ? {} : { details: body.details }),
      ...(body.suggestion === undefined ? {} : { suggestion: body.suggestion }),
    });
  }
}

/** The error for one argument that the schema allows and its tool does not, in words that go behind its path. */
export function invalidParameter(path: string, message: string): ToolError {
  return new ToolError("INVALID_PARAMS", `${path}: ${message}`, {
    details: { violations: [{ path, message }] },
  });
}
