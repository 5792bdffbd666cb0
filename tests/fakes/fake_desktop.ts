/** The one fake: a desktop of plain data that does what it is asked, remembers it, and can be made to misbehave. */
import { throwIfCancelled } from "../../src/core/clock.ts";
import { ToolError } from "../../src/core/errors.ts";
import type { Point, Rect } from "../../src/core/geometry.ts";
import type { Hwnd } from "../../src/core/hwnd.ts";
import type {
  CaptureBackend,
  CapturedFrame,
  CaptureRefusal,
  CaretState,
  ChangedPlaces,
  ChangeScope,
  CharacterKey,
  CheckMark,
  ClipboardBefore,
  ClipboardContent,
  ClipboardFormat,
  ClipboardHeld,
  ClipboardOwner,
  DeliveryResult,
  Desktop,
  DisplayLayout,
  EditCommand,
  ExecutableFacts,
  ForegroundWay,
  KeyChord,
  LaneFacts,
  LibraryFacts,
  Menu,
  MenuChoice,
  MenuItem,
  MenuRefusal,
  MouseClick,
  MouseReceiver,
  PostedKeyOptions,
  PostOutcome,
  ProcessIdentity,
  ProcessInfo,
  SearchFolders,
  ShowChange,
  StartedProcess,
  StartProcessOptions,
  SystemFacts,
  TargetCondition,
  TextContent,
  TextControl,
  TopLevelWindow,
  WindowPlace,
  WindowState,
} from "../../src/desktop/desktop.ts";
import type { UiElement, UiPointQuery, UiReadRequest, UiTree } from "../../src/desktop/ui_element.ts";
import type {
  UiActRequest,
  UiActResult,
  UiGlance,
  UiItemQuery,
  UiItems,
  UiLook,
  UiSelection,
  UiSubject,
} from "../../src/desktop/ui_act.ts";
import { FakeActs } from "./fake_acts.ts";
import { FakeClipboard } from "./fake_clipboard.ts";
import { FakeElements } from "./fake_elements.ts";
import { FakeMenus } from "./fake_menu.ts";
import { caretOf, chordText, deliver, edit, keyText } from "./fake_typing.ts";
import { type FakeControl, fakeFrame, type FakeProcess, type FakeWindow, receiverAt } from "./fake_window.ts";

/** The methods of the port that are requests. */
export type Request = Exclude<keyof Desktop, "close" | "ownPid" | "watchChanges">;

/** One request that was made. */
export interface RecordedCall {
  readonly method: Request;
  readonly args: readonly unknown[];
}

/** Runs before a request: may sleep, never resolve, throw, or change the data. */
export type Hook = (args: readonly unknown[]) => void | Promise<void>;

/** What a started program does; the desktop already lists its process. */
export type StartBehaviour = (options: StartProcessOptions, pid: number) => StartedProcess;

/** See the head of this file. */
export class FakeDesktop implements Desktop {
  readonly ownPid = 500;
  /** Front first. */
  windows: FakeWindow[];
  processes: FakeProcess[];
  foreground: Hwnd = 0n;
  /** Which requests for the foreground Windows grants. */
  grantsForeground: boolean | "afterInput" = true;
  foregroundChanges: number | undefined = 0;
  /** Whether changes are heard; they are told of by {@link tellOfChange}. */
  hearsChanges = false;
  /** Who waits for a change now. */
  readonly changeWatches = new Set<
    { readonly scope: ChangeScope; readonly changed: (places: ChangedPlaces) => void }
  >();
  modifiers: string[] = [];
  /** What edit controls copied, and how often the clipboard changed. */
  readonly copied = { text: "", changes: 7 };
  /** The key of a character on the keyboard layout: letters, digits and space, unless a test says more. */
  keyOf = (character: string): CharacterKey | undefined =>
    /[a-z0-9 ]/i.test(character)
      ? { virtualKey: character.toUpperCase().charCodeAt(0), shift: /[A-Z]/.test(character), typesIt: true }
      : undefined;
  interactiveDesktop = true;
  /** Two monitors, one at negative coordinates and at 150 %. */
  layout: DisplayLayout = {
    displays: [
      {
        deviceName: "\\\\.\\DISPLAY1",
        primary: true,
        screenRect: { x: 0, y: 0, width: 1_920, height: 1_080 },
        workScreenRect: { x: 0, y: 0, width: 1_920, height: 1_040 },
        dpi: 96,
      },
      {
        deviceName: "\\\\.\\DISPLAY2",
        primary: false,
        screenRect: { x: -1_000, y: -200, width: 1_000, height: 800 },
        workScreenRect: { x: -1_000, y: -200, width: 1_000, height: 800 },
        dpi: 144,
      },
    ],
    virtualScreenRect: { x: -1_000, y: -200, width: 2_920, height: 1_280 },
    interactiveDesktop: true,
  };
  readonly clipboard = new FakeClipboard();
  readonly menus = new FakeMenus();
  readonly elements = new FakeElements();
  readonly acts = new FakeActs(this.elements);
  /** Whether Windows takes what is posted. */
  acceptsPosts = true;
  /** Paths in lower case. */
  readonly paths = new Map<string, "file" | "folder">();
  /** The environment, and where programs are looked for. */
  environment: Record<string, string> = {};
  folders: SearchFolders = { current: "C:\\work", others: ["C:\\Windows\\System32", "C:\\Windows"] };
  /** What files say of themselves, by their paths in lower case. */
  readonly executables = new Map<string, Partial<ExecutableFacts> & { readonly sha256?: string }>();
  /** Characters that the code page of windows that are not Unicode has. */
  encodable = /^[\p{ASCII}äöüÄÖÜß]*$/u;
  /** What becomes of posted mouse messages. */
  mousePosts: PostOutcome = "posted";
  /** What a program does with mouse messages that reached it. */
  onMouse: (() => void) | undefined;
  /** What a program does with a wheel that was turned over a window. */
  onWheel: ((hwnd: Hwnd, notches: number) => void) | undefined;
  /** Check marks of controls. */
  readonly checkMarks = new Map<Hwnd, CheckMark>();
  startBehaviour: StartBehaviour | undefined;
  counts: Record<string, number> = {};
  system: SystemFacts = {
    windowsVersion: { major: 10, minor: 0, build: 22_631 },
    wineVersion: undefined,
    sessionId: 1,
    remoteSession: false,
    inputDesktop: "Default",
    ownDesktop: "Default",
    perMonitorAware: true,
    integrityLevel: 0x2000,
  };
  libraries: LibraryFacts[] = [{ fileName: "user32.dll", functionCount: 40, missing: [] }];
  lanes: LaneFacts[] = [{ lane: "window", startedInMs: 25 }];
  readonly calls: RecordedCall[] = [];
  isClosed = false;
  readonly #hooks = new Map<Request, Hook[]>();

  /** What is on the screen in a rectangle. */
  screen: (screenRect: Rect) => CapturedFrame | CaptureRefusal = (rect) => fakeFrame("screen", rect);

  constructor(data: { windows?: FakeWindow[]; processes?: FakeProcess[]; foreground?: Hwnd } = {}) {
    this.windows = data.windows ?? [];
    this.processes = data.processes ?? [];
    this.foreground = data.foreground ?? 0n;
  }

  /** Has `hook` run before every request of this kind. */
  before(method: Request, hook: Hook): void {
    this.#hooks.set(method, [...(this.#hooks.get(method) ?? []), hook]);
  }

  /** Makes requests of this kind fail. */
  fail(method: Request, error: Error): void {
    this.before(method, () => Promise.reject(error));
  }

  /** Makes requests of this kind never answer. */
  hang(method: Request): void {
    this.before(method, () => new Promise(() => {}));
  }

  /** The requests of one kind, as lists of arguments. */
  callsOf(method: Request): readonly (readonly unknown[])[] {
    return this.calls.filter((call) => call.method === method).map((call) => call.args);
  }

  window(hwnd: Hwnd): FakeWindow | undefined {
    return this.windows.find((window) => window.hwnd === hwnd);
  }

  /** Destroys a window; the foreground falls to none. */
  removeWindow(hwnd: Hwnd): void {
    this.windows = this.windows.filter((window) => window.hwnd !== hwnd);
    if (this.foreground === hwnd) this.setForeground(0n);
  }

  /** Changes the foreground as a person or another program would. */
  setForeground(hwnd: Hwnd): void {
    if (hwnd === this.foreground) return;
    this.foreground = hwnd;
    if (this.foregroundChanges !== undefined) this.foregroundChanges++;
  }

  /** Has those who wait look again, as an event of a top-level window of this process would. */
  tellOfChange(pid: number, places?: ChangedPlaces): void {
    for (const { scope, changed } of this.hearsChanges ? [...this.changeWatches] : []) {
      if (scope.pid === undefined || scope.pid === pid) changed(places);
    }
  }

  async listWindows(includeHidden: boolean): Promise<readonly TopLevelWindow[]> {
    await this.#enter("listWindows", [includeHidden]);
    return this.windows.filter((window) => window.root === window.hwnd && (includeHidden || window.visible))
      .map((window) => this.#state(window, 0));
  }

  async windowState(hwnd: Hwnd, probeMs: number): Promise<WindowState | undefined> {
    await this.#enter("windowState", [hwnd, probeMs]);
    const window = this.window(hwnd);
    return window === undefined ? undefined : this.#state(window, probeMs);
  }

  async targetCondition(hwnd: Hwnd, probeMs: number): Promise<TargetCondition> {
    await this.#enter("targetCondition", [hwnd, probeMs]);
    const window = this.window(hwnd) ?? this.#windowAround(hwnd);
    return {
      exists: window !== undefined,
      pid: window?.pid ?? 0,
      onOtherDesktop: window?.onOtherDesktop ?? false,
      hung: window?.hung ?? false,
      responding: window === undefined || probeMs === 0 ? "unknown" : window.responding,
      cloaked: window?.cloaked ?? false,
      minimized: window?.minimized ?? false,
      visible: window?.visible ?? false,
      elevated: window?.elevated,
      interactiveDesktop: this.interactiveDesktop,
      captureProtected: window?.captureProtected ?? false,
    };
  }

  async displayLayout(): Promise<DisplayLayout> {
    await this.#enter("displayLayout", []);
    return { ...this.layout, interactiveDesktop: this.interactiveDesktop };
  }

  async foregroundWindow(): Promise<Hwnd> {
    await this.#enter("foregroundWindow", []);
    return this.foreground;
  }

  async foregroundChangeCount(): Promise<number | undefined> {
    await this.#enter("foregroundChangeCount", []);
    return this.foregroundChanges;
  }

  watchChanges(scope: ChangeScope, changed: (places: ChangedPlaces) => void): Disposable {
    const watch = { scope, changed };
    this.changeWatches.add(watch);
    queueMicrotask(() => {
      if (this.hearsChanges && this.changeWatches.has(watch)) changed(undefined);
    });
    return { [Symbol.dispose]: () => void this.changeWatches.delete(watch) };
  }

  async requestForeground(hwnd: Hwnd, way: ForegroundWay): Promise<void> {
    await this.#enter("requestForeground", [hwnd, way]);
    const window = this.window(hwnd);
    const isGranted = this.grantsForeground === "afterInput" ? way === "emptyInput" : this.grantsForeground;
    if (!isGranted || window === undefined) return;
    window.minimized = false;
    this.windows = [window, ...this.windows.filter((other) => other !== window)];
    this.setForeground(hwnd);
  }

  async sendToBottom(hwnd: Hwnd): Promise<void> {
    await this.#enter("sendToBottom", [hwnd]);
    const window = this.window(hwnd);
    if (window !== undefined) this.windows = [...this.windows.filter((other) => other !== window), window];
  }

  async changeShowState(hwnd: Hwnd, change: ShowChange): Promise<void> {
    await this.#enter("changeShowState", [hwnd, change]);
    const window = this.window(hwnd);
    if (window === undefined || window.onChange === "ignores") return;
    const isMinimized = change === "minimize" || change === "minimizeAndActivateNext";
    const becomesMaximized = change === "restoreAndActivate" && window.restoresMaximized;
    window.restoresMaximized = isMinimized && window.maximized;
    window.maximized = change === "maximize" || becomesMaximized;
    window.minimized = isMinimized;
    if (isMinimized && this.foreground === hwnd) this.setForeground(0n);
    if (change === "maximize" || change === "restoreAndActivate") this.setForeground(hwnd);
  }

  async placeWindow(hwnd: Hwnd, place: WindowPlace): Promise<void> {
    await this.#enter("placeWindow", [hwnd, place]);
    const window = this.window(hwnd);
    if (window === undefined || window.onChange === "ignores") return;
    const given = Object.fromEntries(Object.entries(place).filter(([, value]) => value !== undefined));
    const wanted = { ...window.screenRect, ...given };
    window.screenRect = typeof window.onChange === "function" ? window.onChange(wanted) : wanted;
  }

  async requestClose(hwnd: Hwnd): Promise<boolean> {
    await this.#enter("requestClose", [hwnd]);
    const window = this.window(hwnd);
    if (window === undefined || window.onClose === "refuses") return false;
    if (typeof window.onClose === "function") window.onClose();
    else if (window.onClose === "closes") this.#closeWindow(window);
    return true;
  }

  async textControl(hwnd: Hwnd): Promise<TextControl | undefined> {
    await this.#enter("textControl", [hwnd]);
    const controls = this.window(hwnd)?.controls ?? [];
    const control = controls.find(({ focused }) => focused) ?? controls[0];
    if (control === undefined) return undefined;
    const {
      text: _text,
      selection: _selection,
      stopsAfter: _stops,
      isDeaf: _deaf,
      silentReads: _silent,
      ...facts
    } = control;
    return facts;
  }

  async canEncode(text: string): Promise<boolean> {
    await this.#enter("canEncode", [text]);
    return this.encodable.test(text);
  }

  async readText(hwnd: Hwnd, maxUnits: number): Promise<TextContent | undefined> {
    await this.#enter("readText", [hwnd, maxUnits]);
    const control = this.#control(hwnd);
    if (control === undefined || control.text.length > maxUnits) return undefined;
    if ((control.silentReads ?? 0) > 0) {
      control.silentReads = (control.silentReads ?? 0) - 1;
      return undefined;
    }
    const selection = control.kind === "scintilla" ? undefined : { ...control.selection };
    return { text: control.text, selection };
  }

  async replaceSelection(hwnd: Hwnd, text: string): Promise<DeliveryResult> {
    await this.#enter("replaceSelection", [hwnd, text]);
    return deliver(this.#control(hwnd), text);
  }

  async postCharacters(hwnd: Hwnd, text: string): Promise<DeliveryResult> {
    await this.#enter("postCharacters", [hwnd, text]);
    return deliver(this.#control(hwnd), text);
  }

  async readCaret(hwnd: Hwnd): Promise<CaretState | undefined> {
    await this.#enter("readCaret", [hwnd]);
    const control = this.#control(hwnd);
    return control === undefined ? undefined : caretOf(control);
  }

  async editCommand(hwnd: Hwnd, command: EditCommand): Promise<DeliveryResult> {
    await this.#enter("editCommand", [hwnd, command]);
    const control = this.#control(hwnd);
    if (control === undefined) return { acceptedUnits: 0, stopped: "gone" };
    if (control.stopsAfter !== undefined) return { acceptedUnits: 0, stopped: control.stopsAfter.reason };
    if (!control.isDeaf) edit(control, command, this.copied);
    if (command === "copy" || command === "cut") this.copied.changes++;
    return { acceptedUnits: 1 };
  }

  async postKey(hwnd: Hwnd, virtualKey: number, options?: PostedKeyOptions): Promise<DeliveryResult> {
    await this.#enter("postKey", options === undefined ? [hwnd, virtualKey] : [hwnd, virtualKey, options]);
    // A window without a control takes keys as well.
    if (this.window(hwnd) !== undefined) return { acceptedUnits: 1 };
    return deliver(this.#control(hwnd), keyText(virtualKey), 1);
  }

  async characterKey(hwnd: Hwnd, character: string): Promise<CharacterKey | undefined> {
    await this.#enter("characterKey", [hwnd, character]);
    return this.keyOf(character);
  }

  async sendChord(root: Hwnd, chord: KeyChord): Promise<DeliveryResult> {
    await this.#enter("sendChord", [root, chord]);
    if (this.foreground !== root) return { acceptedUnits: 0, stopped: "notInFront" };
    if (this.modifiers.length > 0) return { acceptedUnits: 0, stopped: "modifierHeld" };
    const control = this.window(root)?.controls.find(({ focused }) => focused);
    return control === undefined ? { acceptedUnits: 1 } : deliver(control, chordText(chord), 1);
  }

  async sendText(root: Hwnd, text: string): Promise<DeliveryResult> {
    await this.#enter("sendText", [root, text]);
    if (this.foreground !== root) return { acceptedUnits: 0, stopped: "notInFront" };
    const control = this.window(root)?.controls.find(({ focused }) => focused);
    // Keys that no control takes are accepted by Windows all the same.
    return control === undefined ? { acceptedUnits: text.length } : deliver(control, text);
  }

  async clipboardSequence(): Promise<number> {
    await this.#enter("clipboardSequence", []);
    return this.copied.changes;
  }

  async mouseReceiver(hwnd: Hwnd, screenPoint: Point): Promise<MouseReceiver | "busy" | "gone"> {
    await this.#enter("mouseReceiver", [hwnd, screenPoint]);
    const window = this.window(hwnd);
    return window === undefined ? "gone" : receiverAt(window, screenPoint);
  }

  async postClick(receiver: MouseReceiver, click: MouseClick): Promise<PostOutcome> {
    await this.#enter("postClick", [receiver, click]);
    return this.#post(receiver);
  }

  async postMouseMove(receiver: MouseReceiver): Promise<PostOutcome> {
    await this.#enter("postMouseMove", [receiver]);
    return this.#post(receiver);
  }

  async postWheel(hwnd: Hwnd, screenPoint: Point, notches: number): Promise<PostOutcome> {
    await this.#enter("postWheel", [hwnd, screenPoint, notches]);
    if (this.mousePosts === "posted") this.onWheel?.(hwnd, notches);
    return this.mousePosts;
  }

  async checkMark(hwnd: Hwnd): Promise<CheckMark | undefined> {
    await this.#enter("checkMark", [hwnd]);
    return this.checkMarks.get(hwnd);
  }

  async heldModifiers(): Promise<readonly string[]> {
    await this.#enter("heldModifiers", []);
    return [...this.modifiers];
  }

  async openMenuBar(hwnd: Hwnd): Promise<Menu | MenuRefusal> {
    await this.#enter("openMenuBar", [hwnd]);
    const menu = this.window(hwnd)?.menu;
    if (menu === undefined) return { reason: "none" };
    if (menu.refusal !== undefined) return { reason: menu.refusal };
    return this.menus.open(menu.items, menu.notifiesByPosition);
  }

  async openSubmenu(hwnd: Hwnd, submenu: bigint, position: number): Promise<Menu | MenuRefusal> {
    await this.#enter("openSubmenu", [hwnd, submenu, position]);
    return this.menus.openHandle(submenu);
  }

  async closeSubmenu(hwnd: Hwnd, submenu: bigint): Promise<boolean> {
    await this.#enter("closeSubmenu", [hwnd, submenu]);
    return true;
  }

  async menuItem(menu: bigint, position: number): Promise<MenuItem | undefined> {
    await this.#enter("menuItem", [menu, position]);
    return this.menus.item(menu, position);
  }

  async postMenuChoice(hwnd: Hwnd, choice: MenuChoice): Promise<boolean> {
    await this.#enter("postMenuChoice", [hwnd, choice]);
    return this.acceptsPosts;
  }

  async clipboardOwner(probeMs: number): Promise<ClipboardOwner | undefined> {
    await this.#enter("clipboardOwner", [probeMs]);
    return this.clipboard.owner;
  }

  async readClipboard(maxUnits: number): Promise<ClipboardContent | ClipboardHeld> {
    await this.#enter("readClipboard", [maxUnits]);
    return this.clipboard.read(maxUnits);
  }

  async writeClipboard(
    content: string | readonly ClipboardFormat[],
    keepBytes: number,
  ): Promise<ClipboardBefore | ClipboardHeld> {
    await this.#enter("writeClipboard", [content, keepBytes]);
    return this.clipboard.write(content, keepBytes);
  }

  async clipboardHolds(
    content: string | readonly ClipboardFormat[],
  ): Promise<{ readonly holds: boolean } | ClipboardHeld> {
    await this.#enter("clipboardHolds", [content]);
    return this.clipboard.holds(content);
  }

  async captureWindow(
    hwnd: Hwnd,
    backend: CaptureBackend,
    region?: Rect,
  ): Promise<CapturedFrame | CaptureRefusal> {
    await this.#enter("captureWindow", [hwnd, backend, region]);
    const window = this.window(hwnd);
    if (window === undefined) return { backend, reason: "gone" };
    const capture = window.captures[backend] ?? fakeFrame(backend, window.screenRect);
    return typeof capture === "function" ? capture() : capture;
  }

  async captureScreen(screenRect: Rect): Promise<CapturedFrame | CaptureRefusal> {
    await this.#enter("captureScreen", [screenRect]);
    return this.screen(screenRect);
  }

  async readUiTree(request: UiReadRequest, signal?: AbortSignal): Promise<UiTree> {
    await this.#enter("readUiTree", [request]);
    throwIfCancelled(signal);
    return this.elements.read(request);
  }

  async uiElementsAt(query: UiPointQuery, timeoutMs: number): Promise<readonly UiElement[] | undefined> {
    await this.#enter("uiElementsAt", [query, timeoutMs]);
    return this.elements.at(query);
  }

  async uiGlance(subject: UiSubject, timeoutMs: number): Promise<UiGlance> {
    await this.#enter("uiGlance", [subject, timeoutMs]);
    return this.acts.glance(subject);
  }

  async uiAct(request: UiActRequest, signal?: AbortSignal): Promise<UiActResult> {
    await this.#enter("uiAct", [request]);
    throwIfCancelled(signal);
    return this.acts.act(request);
  }

  async uiLook(subject: UiSubject, timeoutMs: number, signal?: AbortSignal): Promise<UiLook> {
    await this.#enter("uiLook", [subject, timeoutMs]);
    throwIfCancelled(signal);
    return this.acts.look(subject);
  }

  async uiSelection(container: UiSubject, timeoutMs: number, signal?: AbortSignal): Promise<UiSelection> {
    await this.#enter("uiSelection", [container, timeoutMs]);
    throwIfCancelled(signal);
    return this.acts.selection(container);
  }

  async uiItems(query: UiItemQuery, signal?: AbortSignal): Promise<UiItems> {
    await this.#enter("uiItems", [query]);
    throwIfCancelled(signal);
    return this.acts.items(query);
  }

  async pathKind(path: string): Promise<"file" | "folder" | "missing"> {
    await this.#enter("pathKind", [path]);
    return this.paths.get(path.toLowerCase()) ?? "missing";
  }

  async environmentVariable(name: string): Promise<string | undefined> {
    await this.#enter("environmentVariable", [name]);
    return this.environment[name];
  }

  async searchFolders(): Promise<SearchFolders> {
    await this.#enter("searchFolders", []);
    return this.folders;
  }

  async executableFacts(path: string): Promise<ExecutableFacts> {
    await this.#enter("executableFacts", [path]);
    const { sha256: _sha256, ...facts } = this.executables.get(path.toLowerCase()) ?? {};
    return { manifestLevel: "unknown", fileVersion: undefined, productVersion: undefined, ...facts };
  }

  async fileSha256(path: string, signal?: AbortSignal): Promise<string | undefined> {
    await this.#enter("fileSha256", [path]);
    throwIfCancelled(signal);
    return this.executables.get(path.toLowerCase())?.sha256;
  }

  async startProcess(options: StartProcessOptions): Promise<StartedProcess> {
    await this.#enter("startProcess", [options]);
    if (this.startBehaviour === undefined) {
      throw new ToolError("LAUNCH_FAILED", "this fake was not told what its programs do");
    }
    return this.startBehaviour(options, 9_000 + this.callsOf("startProcess").length);
  }

  async listProcesses(): Promise<readonly ProcessInfo[]> {
    await this.#enter("listProcesses", []);
    return this.processes.filter(({ exitCode }) => exitCode === "running")
      .map(({ pid, parentPid, name }) => ({ pid, parentPid, name }));
  }

  async identifyProcess(pid: number): Promise<ProcessIdentity | undefined> {
    await this.#enter("identifyProcess", [pid]);
    const process = this.processes.find((one) => one.pid === pid && one.exitCode === "running");
    return process === undefined ? undefined : { pid, creationTime: process.creationTime };
  }

  async programPath(pid: number): Promise<string | undefined> {
    await this.#enter("programPath", [pid]);
    return this.processes.find((each) => each.pid === pid && each.exitCode === "running")?.path;
  }

  async exitCode(identity: ProcessIdentity): Promise<number | "running" | "gone"> {
    await this.#enter("exitCode", [identity]);
    return this.#process(identity)?.exitCode ?? "gone";
  }

  async endProcess(identity: ProcessIdentity): Promise<boolean> {
    await this.#enter("endProcess", [identity]);
    const process = this.#process(identity);
    if (process === undefined || process.exitCode !== "running") return true;
    if (!process.isEndable) return false;
    process.exitCode = 1;
    for (const window of this.windows.filter(({ pid }) => pid === process.pid)) {
      this.removeWindow(window.hwnd);
    }
    return true;
  }

  async systemFacts(): Promise<SystemFacts> {
    await this.#enter("systemFacts", []);
    return this.system;
  }

  async libraryFacts(): Promise<readonly LibraryFacts[]> {
    await this.#enter("libraryFacts", []);
    return this.libraries;
  }

  async startLanes(): Promise<readonly LaneFacts[]> {
    await this.#enter("startLanes", []);
    return this.lanes;
  }

  async openCounts(): Promise<Record<string, number>> {
    await this.#enter("openCounts", []);
    return { ...this.counts };
  }

  close(): void {
    this.isClosed = true;
  }

  async #enter(method: Request, args: readonly unknown[]): Promise<void> {
    this.calls.push({ method, args });
    for (const hook of this.#hooks.get(method) ?? []) await hook(args);
  }

  #state(window: FakeWindow, probeMs: number): WindowState {
    const {
      onOtherDesktop: _d,
      elevated: _e,
      captureProtected: _p,
      controls: _c,
      captures: _s,
      onClose: _o,
      onChange: _h,
      receiver: _r,
      ...facts
    } = window;
    const process = this.processes.find(({ pid }) => pid === window.pid);
    return {
      ...facts,
      processName: process?.name,
      foreground: window.hwnd === this.foreground,
      responding: probeMs === 0 ? "unknown" : window.responding,
    };
  }

  #post({ hwnd }: MouseReceiver): PostOutcome {
    const partOf = ({ receiver }: FakeWindow) => receiver === "busy" ? undefined : receiver?.hwnd;
    const isThere = this.windows.some((window) => window.hwnd === hwnd || partOf(window) === hwnd);
    if (!isThere) return "gone";
    if (this.mousePosts === "posted") this.onMouse?.();
    return this.mousePosts;
  }

  /** The window that a control lies in. */
  #windowAround(control: Hwnd): FakeWindow | undefined {
    return this.windows.find(({ controls }) => controls.some(({ hwnd }) => hwnd === control));
  }

  #control(hwnd: Hwnd): FakeControl | undefined {
    const controls = this.windows.flatMap((window) => window.controls);
    return controls.find((control) => control.hwnd === hwnd) ?? this.window(hwnd)?.controls[0];
  }

  #process({ pid, creationTime }: ProcessIdentity): FakeProcess | undefined {
    return this.processes.find((process) => process.pid === pid && process.creationTime === creationTime);
  }

  /** A program ends with its last window. */
  #closeWindow(window: FakeWindow): void {
    this.removeWindow(window.hwnd);
    if (this.windows.some(({ pid }) => pid === window.pid)) return;
    const process = this.processes.find(({ pid }) => pid === window.pid);
    if (process !== undefined) process.exitCode = 0;
  }
}
