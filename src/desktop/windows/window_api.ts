import { openCounts } from "../../../ffi/ledger.ts";
import { captureScreen, captureWindow } from "./capture_backends.ts";
import { displayLayout } from "./displays.ts";
import {
  clipboardHolds,
  clipboardOwner,
  clipboardSequence,
  readClipboard,
  writeClipboard,
} from "./clipboard.ts";
import { foregroundWindow, requestClose, requestForeground, sendToBottom } from "./foreground.ts";
import { closeSubmenu, menuItem, openMenuBar, openSubmenu, postMenuChoice } from "./menus.ts";
import { characterKey, heldModifiers, postKey, sendChord, sendText } from "./keyboard.ts";
import { checkMark, postClick, postMouseMove, postWheel } from "./mouse_messages.ts";
import { mouseReceiver } from "./mouse_receiver.ts";
import { environmentVariable, executableFacts, searchFolders } from "./executables.ts";
import { startProcess } from "./process_start.ts";
import { endProcess, exitCode, identifyProcess, listProcesses, pathKind, programPath } from "./processes.ts";
import { libraryFacts, systemFacts } from "./system_facts.ts";
import {
  editCommand,
  fitsAnsiCodePage,
  postCharacters,
  readCaret,
  readText,
  replaceSelection,
  textControl,
} from "./text_controls.ts";
import { changeShowState, placeWindow } from "./window_changes.ts";
import { listWindows, targetCondition, windowState } from "./window_reader.ts";

/** Everything that a window lane can be asked. */
export const windowApi = {
  captureScreen,
  captureWindow,
  changeShowState,
  characterKey,
  clipboardHolds,
  clipboardOwner,
  clipboardSequence,
  closeSubmenu,
  displayLayout,
  editCommand,
  checkMark,
  endProcess,
  environmentVariable,
  executableFacts,
  exitCode,
  fitsAnsiCodePage,
  foregroundWindow,
  heldModifiers,
  identifyProcess,
  libraryFacts,
  listProcesses,
  listWindows,
  menuItem,
  mouseReceiver,
  openCounts,
  openMenuBar,
  openSubmenu,
  pathKind,
  placeWindow,
  postCharacters,
  postClick,
  postKey,
  postMenuChoice,
  readCaret,
  readClipboard,
  postMouseMove,
  postWheel,
  programPath,
  readText,
  replaceSelection,
  requestClose,
  requestForeground,
  searchFolders,
  sendChord,
  sendText,
  sendToBottom,
  startProcess,
  systemFacts,
  targetCondition,
  textControl,
  windowState,
  writeClipboard,
};

/** The type of {@link windowApi}: both ends of a lane are checked against it. */
export type WindowApi = typeof windowApi;
