import { openCounts } from "../../../ffi/ledger.ts";
import { captureScreen, captureWindow } from "./capture_backends.ts";
import { displayLayout } from "./displays.ts";
import { clipboardHolds, clipboardOwner, readClipboard, writeClipboard } from "./clipboard.ts";
import { foregroundWindow, requestClose, requestForeground, sendToBottom } from "./foreground.ts";
import { closeSubmenu, menuItem, openMenuBar, openSubmenu, postMenuChoice } from "./menus.ts";
import { startProcess } from "./process_start.ts";
import { endProcess, exitCode, identifyProcess, listProcesses, pathKind } from "./processes.ts";
import { libraryFacts, systemFacts } from "./system_facts.ts";
import {
  fitsAnsiCodePage,
  heldModifiers,
  postCharacters,
  postKey,
  readText,
  replaceSelection,
  sendText,
  textControl,
} from "./text_controls.ts";
import { changeShowState, placeWindow } from "./window_changes.ts";
import { listWindows, targetCondition, windowState } from "./window_reader.ts";

/** Everything that a window lane can be asked. */
export const windowApi = {
  captureScreen,
  captureWindow,
  changeShowState,
  clipboardHolds,
  clipboardOwner,
  closeSubmenu,
  displayLayout,
  endProcess,
  exitCode,
  fitsAnsiCodePage,
  foregroundWindow,
  heldModifiers,
  identifyProcess,
  libraryFacts,
  listProcesses,
  listWindows,
  menuItem,
  openCounts,
  openMenuBar,
  openSubmenu,
  pathKind,
  placeWindow,
  postCharacters,
  postKey,
  postMenuChoice,
  readClipboard,
  readText,
  replaceSelection,
  requestClose,
  requestForeground,
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
