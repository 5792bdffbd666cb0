import { ToolError } from "../core/errors.ts";
import type { Desktop } from "./desktop.ts";

/** What every method but `close` is here. */
function refuse(): Promise<never> {
  return Promise.reject(new ToolError("PLATFORM_UNSUPPORTED", "This system has no Windows desktop"));
}

/** The desktop of a system that is not Windows: it can be listed and asked, and says what is missing. */
export const unsupportedDesktop: Desktop = {
  ownPid: Deno.pid,
  listWindows: refuse,
  windowState: refuse,
  targetCondition: refuse,
  displayLayout: refuse,
  foregroundWindow: refuse,
  foregroundChangeCount: refuse,
  requestForeground: refuse,
  sendToBottom: refuse,
  changeShowState: refuse,
  placeWindow: refuse,
  requestClose: refuse,
  textControl: refuse,
  canEncode: refuse,
  readText: refuse,
  replaceSelection: refuse,
  postCharacters: refuse,
  readCaret: refuse,
  editCommand: refuse,
  postKey: refuse,
  characterKey: refuse,
  sendChord: refuse,
  sendText: refuse,
  clipboardSequence: refuse,
  heldModifiers: refuse,
  openMenuBar: refuse,
  openSubmenu: refuse,
  closeSubmenu: refuse,
  menuItem: refuse,
  postMenuChoice: refuse,
  clipboardOwner: refuse,
  readClipboard: refuse,
  writeClipboard: refuse,
  clipboardHolds: refuse,
  captureWindow: refuse,
  captureScreen: refuse,
  pathKind: refuse,
  startProcess: refuse,
  listProcesses: refuse,
  exitCode: refuse,
  identifyProcess: refuse,
  endProcess: refuse,
  systemFacts: refuse,
  libraryFacts: refuse,
  startLanes: refuse,
  openCounts: refuse,
  close() {},
};
