import { ToolError } from "../../core/errors.ts";
import type { Log } from "../../core/log.ts";
import { workerEntry } from "../../core/worker_entry.ts";
import type { Hwnd } from "../../core/hwnd.ts";
import type { Desktop, LaneFacts } from "../desktop.ts";
import { ChangeWatches } from "./change_watches.ts";
import { ELEMENT_LANES, ElementLanes } from "./element_lanes.ts";
import { fileSha256 } from "./file_hash.ts";
import { Lane, type LaneWorker } from "./lane.ts";
import type { EventsApi } from "./lanes/events_lane.ts";
import type { UiaApi } from "./lanes/uia_lane.ts";
import { SharedQuestions } from "./shared_questions.ts";
import { StuckCalls } from "./stuck_calls.ts";
import type { UiActApi } from "./lanes/ui_act_lane.ts";
import { actOnElement, findItems, findSelection, lookAtElement } from "./ui_act_request.ts";
import type { WindowApi } from "./window_api.ts";

/** For requests that ask no program anything: only a machine on its knees overruns this. */
const READ_DEADLINE_MS = 5_000;

/** For requests that send messages: longer than the longest time-out inside them. */
const MESSAGE_DEADLINE_MS = 4_000;

/** For a program that draws itself; a window that needs longer is not going to be captured this way. */
const CAPTURE_DEADLINE_MS = 5_000;

/** For reading the clipboard, whose owner may have to make the text first. */
const CLIPBOARD_READ_DEADLINE_MS = 4_000;

/** For replacing its contents: the owner may have to make several formats, and is told that they are gone. */
const CLIPBOARD_WRITE_DEADLINE_MS = 10_000;

/** For starting a program: the file may lie on a network drive or be looked at by a virus scanner. */
const PROCESS_DEADLINE_MS = 15_000;

function startEntry(sourcePath: string, bundleName: string): () => LaneWorker {
  // A Worker's own type says more about its events than a lane needs to know.
  return () =>
    new Worker(workerEntry(import.meta.url, sourcePath, bundleName), { type: "module" }) as LaneWorker;
}

const startWindowLane = startEntry("./lanes/window_lane.ts", "window_lane");
const startUiaLane = startEntry("./lanes/uia_lane.ts", "uia_lane");
const startUiActLane = startEntry("./lanes/ui_act_lane.ts", "ui_act_lane");
const startEventsLane = startEntry("./lanes/events_lane.ts", "events_lane");

/** A lane that is lost again and again is not asked for ever to watch the parent. */
const MOST_PARENT_WATCHES = 5;

/** The real desktop, and what only the real one has. */
export interface WindowsDesktop extends Desktop {
  /** Calls back once when the process that started us ends. Answers whether there is one to watch. */
  watchParent(parentPid: number, gone: () => void): Promise<boolean>;
}

/** Says which process a window belongs to without a lane: a lane reads it when it lists or resolves windows. */
class WindowOwners {
  readonly #pids = new Map<Hwnd, number>();

  learn(hwnd: Hwnd, pid: number): void {
    if (this.#pids.size > 2_000) this.#pids.clear();
    this.#pids.set(hwnd, pid);
  }

  pidOf(hwnd: Hwnd): number | undefined {
    return this.#pids.get(hwnd);
  }
}

/**
 * The desktop of this Windows session. Each purpose has a lane of its own, started on first use, so that what one
 * program holds up delays no other purpose: reads, acts (messages and foreground), programs that draw themselves, captures
 * that read the screen, the clipboard, processes, events; and several lanes that read elements.
 */
export function createWindowsDesktop(options: { readonly log: Log }): WindowsDesktop {
  const { log } = options;
  const stuck = new StuckCalls();
  const owners = new WindowOwners();
  const shared = new SharedQuestions();
  const windowLane = (name: string): Lane<WindowApi> =>
    new Lane<WindowApi>(name, startWindowLane, { stuck, log });
  const read = windowLane("window");
  const act = windowLane("act");
  const capture = windowLane("capture");
  const print = windowLane("print");
  const clipboard = windowLane("clipboard");
  const process = windowLane("process");
  const uia = Array.from(
    { length: ELEMENT_LANES },
    (_, index) => new Lane<UiaApi>(`uia ${index + 1}`, startUiaLane, { stuck, log }),
  );
  const elements = new ElementLanes(uia);
  let clipboardOwnerPid: number | undefined;
  let parent: { readonly pid: number; readonly gone: () => void; watches: number } | undefined;
  const events = new Lane<EventsApi>("events", startEventsLane, {
    stuck,
    log,
    onEvent(event) {
      if (event.name === "parentGone") parent?.gone();
      else changes.hear(event.news);
    },
    onLost() {
      changes.lost();
      if (parent === undefined || parent.watches++ >= MOST_PARENT_WATCHES) return;
      watchParent(parent.pid).catch((error) => log.write("warning", `the parent is not watched: ${error}`));
    },
  });

  const changes = new ChangeWatches({
    begin: () => events.request("beginChanges", [], reading),
    end: () => events.request("endChanges", [], reading),
  }, log);
  const watchParent = (pid: number) => events.request("watchParent", [pid], reading);

  const reading = { deadlineMs: READ_DEADLINE_MS, asksNobody: true };
  const starting = { deadlineMs: PROCESS_DEADLINE_MS, asksNobody: true };
  /** For a request that may be held up by the program behind a window. */
  const into = (hwnd: Hwnd, deadlineMs: number) => ({ deadlineMs, pid: owners.pidOf(hwnd) });
  /** For a request that may be held up by the program behind what the clipboard holds. */
  const intoClipboard = (deadlineMs: number) => ({ deadlineMs, pid: clipboardOwnerPid });
  const messaging = (hwnd: Hwnd) => into(hwnd, MESSAGE_DEADLINE_MS);
  const sending = (hwnd: Hwnd) => ({ ...messaging(hwnd), maySend: true });
  /** What lies inside a window belongs to the same program. */
  const learnPart = (hwnd: Hwnd, part: Hwnd): void => {
    const pid = owners.pidOf(hwnd);
    if (pid !== undefined) owners.learn(part, pid);
  };

  const uiAct = new Lane<UiActApi>("uiAct", startUiActLane, { stuck, log });
  const everyLane = [
    ...[read, act, capture, print, clipboard, process].map((lane) => ({
      lane,
      openCounts: () => lane.request("openCounts", [], reading),
    })),
    ...uia.map((lane) => ({ lane, openCounts: () => lane.request("openCounts", [], reading) })),
    { lane: uiAct, openCounts: () => uiAct.request("openCounts", [], reading) },
    { lane: events, openCounts: () => events.request("openCounts", [], reading) },
  ];

  return {
    ownPid: Deno.pid,
    listWindows: (includeHidden) =>
      shared.ask(`listWindows ${includeHidden}`, async () => {
        const windows = await read.request("listWindows", [includeHidden], reading);
        for (const { hwnd, pid } of windows) owners.learn(hwnd, pid);
        return windows;
      }),
    windowState: (hwnd, probeMs) =>
      shared.ask(`windowState ${hwnd} ${probeMs}`, async () => {
        const state = await read.request("windowState", [hwnd, probeMs], reading);
        if (state !== undefined) owners.learn(hwnd, state.pid);
        return state;
      }),
    targetCondition: (hwnd, probeMs) =>
      shared.ask(`targetCondition ${hwnd} ${probeMs}`, async () => {
        const condition = await read.request("targetCondition", [hwnd, probeMs], reading);
        owners.learn(hwnd, condition.pid);
        return condition;
      }),
    displayLayout: () => read.request("displayLayout", [], reading),

    foregroundWindow: () => read.request("foregroundWindow", [], reading),
    async foregroundChangeCount() {
      try {
        return await events.request("foregroundChangeCount", [], reading);
      } catch (error) {
        if (!(error instanceof ToolError) || error.code === "CANCELLED") throw error;
        log.write("warning", `the foreground is not watched: ${error.message}`);
        return undefined;
      }
    },
    watchChanges: (scope, changed) => changes.watch(scope, changed),
    requestForeground: (hwnd, way) => act.request("requestForeground", [hwnd, way], messaging(hwnd)),
    sendToBottom: (hwnd) => act.request("sendToBottom", [hwnd], messaging(hwnd)),
    changeShowState: (hwnd, change) => act.request("changeShowState", [hwnd, change], messaging(hwnd)),
    placeWindow: (hwnd, place) => act.request("placeWindow", [hwnd, place], messaging(hwnd)),
    requestClose: (hwnd) => act.request("requestClose", [hwnd], messaging(hwnd)),

    async textControl(hwnd) {
      const control = await act.request("textControl", [hwnd], messaging(hwnd));
      if (control !== undefined) learnPart(hwnd, control.hwnd);
      return control;
    },
    canEncode: (text) => read.request("fitsAnsiCodePage", [text], reading),
    readText: (hwnd, maxUnits) => act.request("readText", [hwnd, maxUnits], messaging(hwnd)),
    replaceSelection: (hwnd, text) => act.request("replaceSelection", [hwnd, text], sending(hwnd)),
    postCharacters: (hwnd, text) => act.request("postCharacters", [hwnd, text], sending(hwnd)),
    readCaret: (hwnd) => act.request("readCaret", [hwnd], messaging(hwnd)),
    editCommand: (hwnd, command) => act.request("editCommand", [hwnd, command], sending(hwnd)),
    postKey: (hwnd, virtualKey, options) =>
      act.request("postKey", [hwnd, virtualKey, options], sending(hwnd)),
    characterKey: (hwnd, character) => read.request("characterKey", [hwnd, character], reading),
    sendChord: (root, chord) => act.request("sendChord", [root, chord], sending(root)),
    sendText: (root, text) => act.request("sendText", [root, text], sending(root)),
    clipboardSequence: () => read.request("clipboardSequence", [], reading),

    async mouseReceiver(hwnd, point) {
      const receiver = await act.request("mouseReceiver", [hwnd, point], messaging(hwnd));
      if (typeof receiver !== "string") learnPart(hwnd, receiver.hwnd);
      return receiver;
    },
    postClick: (receiver, click) => act.request("postClick", [receiver, click], sending(receiver.hwnd)),
    postMouseMove: (receiver) => act.request("postMouseMove", [receiver], messaging(receiver.hwnd)),
    postWheel: (hwnd, point, notches) => act.request("postWheel", [hwnd, point, notches], sending(hwnd)),
    checkMark: (hwnd) => act.request("checkMark", [hwnd], messaging(hwnd)),

    heldModifiers: () => read.request("heldModifiers", [], reading),

    openMenuBar: (hwnd) => act.request("openMenuBar", [hwnd], messaging(hwnd)),
    openSubmenu: (hwnd, submenu, position) =>
      act.request("openSubmenu", [hwnd, submenu, position], messaging(hwnd)),
    closeSubmenu: (hwnd, submenu) => act.request("closeSubmenu", [hwnd, submenu], messaging(hwnd)),
    menuItem: (menu, position) => read.request("menuItem", [menu, position], reading),
    postMenuChoice: (hwnd, choice) => act.request("postMenuChoice", [hwnd, choice], sending(hwnd)),

    async clipboardOwner(probeMs) {
      const owner = await read.request("clipboardOwner", [probeMs], reading);
      clipboardOwnerPid = owner?.pid;
      return owner;
    },
    readClipboard: (maxUnits) =>
      clipboard.request("readClipboard", [maxUnits], intoClipboard(CLIPBOARD_READ_DEADLINE_MS)),
    writeClipboard: (content, keepBytes) =>
      clipboard.request("writeClipboard", [content, keepBytes], intoClipboard(CLIPBOARD_WRITE_DEADLINE_MS)),
    clipboardHolds: (content) =>
      clipboard.request("clipboardHolds", [content], intoClipboard(CLIPBOARD_READ_DEADLINE_MS)),

    captureWindow: (hwnd, backend, region) =>
      (backend === "print" ? print : capture).request(
        "captureWindow",
        [hwnd, backend, region],
        // Only printing asks the program; the screen can be read while the program is refused for having hung.
        backend === "print" ? into(hwnd, CAPTURE_DEADLINE_MS) : { deadlineMs: CAPTURE_DEADLINE_MS },
      ),

    captureScreen: (screenRect) =>
      capture.request("captureScreen", [screenRect], { deadlineMs: CAPTURE_DEADLINE_MS, asksNobody: true }),

    readUiTree: (request, signal) => elements.read(request, signal),
    uiElementsAt: (query, timeoutMs, signal) =>
      elements.at(query, owners.pidOf(query.hwnd), timeoutMs, signal),
    uiGlance: (subject, timeoutMs, signal) => elements.glance(subject, timeoutMs, signal),
    uiAct: (request, signal) => actOnElement(uiAct, request, signal),
    uiLook: (subject, timeoutMs, signal) => lookAtElement(uiAct, subject, timeoutMs, signal),
    uiItems: (query, signal) => findItems(uiAct, query, signal),
    uiSelection: (container, timeoutMs, signal) => findSelection(uiAct, container, timeoutMs, signal),

    pathKind: (path) => process.request("pathKind", [path], starting),
    environmentVariable: (name) => process.request("environmentVariable", [name], starting),
    searchFolders: () => process.request("searchFolders", [], starting),
    executableFacts: (path) => process.request("executableFacts", [path], starting),
    fileSha256: (path, signal) => fileSha256(path, signal),
    startProcess: (startOptions) =>
      process.request("startProcess", [startOptions], { ...starting, maySend: true }),
    listProcesses: () => process.request("listProcesses", [], starting),
    identifyProcess: (pid) => process.request("identifyProcess", [pid], starting),
    programPath: (pid) => process.request("programPath", [pid], starting),
    exitCode: (identity) => process.request("exitCode", [identity], starting),
    endProcess: (identity) => process.request("endProcess", [identity], starting),

    systemFacts: () => read.request("systemFacts", [], reading),
    libraryFacts: () => read.request("libraryFacts", [], reading),
    async startLanes() {
      const facts: LaneFacts[] = [];
      for (const { lane: { name }, openCounts } of everyLane) {
        const begun = performance.now();
        try {
          await openCounts();
          facts.push({ lane: name, startedInMs: Math.round(performance.now() - begun) });
        } catch (error) {
          facts.push({ lane: name, failure: error instanceof Error ? error.message : String(error) });
        }
      }
      return facts;
    },

    async openCounts() {
      const total: Record<string, number> = {};
      const started = everyLane.filter(({ lane }) => lane.isStarted);
      const counts = await Promise.all(started.map((each) => each.openCounts()));
      for (const [kind, count] of counts.flatMap((each) => Object.entries(each))) {
        total[kind] = (total[kind] ?? 0) + count;
      }
      return total;
    },

    watchParent(pid, gone) {
      parent = { pid, gone, watches: 1 };
      return watchParent(pid);
    },

    close() {
      for (const { lane } of everyLane) lane.close();
    },
  };
}
