/** What a lane is asked, in words for whoever reads why nothing came of it. */
import type { EventsApi } from "./lanes/events_lane.ts";
import type { UiActApi } from "./lanes/ui_act_lane.ts";
import type { UiaApi } from "./lanes/uia_lane.ts";
import type { WindowApi } from "./window_api.ts";

type Method = keyof WindowApi | keyof UiaApi | keyof UiActApi | keyof EventsApi;

const WORDS: Readonly<Record<Method, string>> = {
  beginChanges: "beginning to listen for changes",
  beginReading: "reading the elements of the window",
  captureScreen: "capturing the screen",
  captureWindow: "capturing the window",
  changeShowState: "showing or hiding the window",
  characterKey: "looking for the key of a character",
  checkMark: "reading the check mark of the control",
  clipboardHolds: "looking what the clipboard holds",
  clipboardOwner: "asking who owns the clipboard",
  clipboardSequence: "asking whether the clipboard has changed",
  closeSubmenu: "closing the menu",
  displayLayout: "reading the displays",
  editCommand: "sending the edit command to the control",
  elementsAt: "looking what element lies at a point",
  endChanges: "ending to listen for changes",
  endProcess: "ending the process",
  environmentVariable: "reading an environment variable",
  executableFacts: "looking at the file of the program",
  endReading: "letting go of what was read",
  exitCode: "reading the exit code of the process",
  fitsAnsiCodePage: "comparing the text with the code page",
  foregroundChangeCount: "asking how often the foreground has changed",
  foregroundWindow: "asking which window is in the foreground",
  glance: "looking at the element again",
  goOnReading: "reading the elements of the window",
  heldModifiers: "asking which keys are held down",
  identifyProcess: "identifying the process",
  libraryFacts: "looking for libraries of Windows",
  listProcesses: "listing the processes",
  listWindows: "listing the windows",
  menuItem: "reading the menu",
  mouseReceiver: "looking what lies under the point",
  openCounts: "counting what is open",
  openMenuBar: "opening the menu bar",
  openSubmenu: "opening the menu",
  pathKind: "looking for the file",
  placeWindow: "moving the window",
  postCharacters: "posting the text to the control",
  postClick: "posting the click",
  postKey: "posting the key",
  postMenuChoice: "choosing the menu item",
  postMouseMove: "posting the move of the mouse",
  postWheel: "posting the turn of the wheel",
  programPath: "looking where the program of the process is",
  readCaret: "reading the selection of the control",
  readClipboard: "reading the clipboard",
  readText: "reading the text of the control",
  replaceSelection: "replacing the selected text",
  requestClose: "asking the window to close",
  requestForeground: "asking for the foreground",
  searchFolders: "reading where programs are looked for",
  sendChord: "sending the keys",
  sendText: "typing the text",
  sendToBottom: "sending the window to the back",
  startProcess: "starting the program",
  systemFacts: "reading the state of the system",
  targetCondition: "looking whether the window can be used",
  textControl: "looking for the control that takes text",
  uiAct: "acting on the element",
  uiItems: "looking for the items of the element",
  uiSelection: "looking what is selected in the element",
  uiLetGo: "letting go of the element that was acted on",
  uiLook: "looking at the element again",
  watchParent: "beginning to watch the parent process",
  windowState: "reading the state of the window",
  writeClipboard: "writing to the clipboard",
};

/** What a request does, as a sentence begins with it. */
export function requestWords(method: string): string {
  const words = (WORDS as Readonly<Record<string, string | undefined>>)[method] ?? "a request to Windows";
  return words.charAt(0).toUpperCase() + words.slice(1);
}
