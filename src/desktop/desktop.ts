/**
 * The port: what a desktop can do, in plain types. Its one implementation is `windows/`, its one fake is in
 * `tests/fakes/`. Every method is one short request; whoever has to wait asks again.
 *
 * Every method may throw `ToolError` with `PLATFORM_UNSUPPORTED` (no Windows here), `TIMEOUT` (the request overran its
 * deadline), `PROVIDER_BUSY` (too many requests hang, or this program made one hang a moment ago) and `INTERNAL_ERROR`;
 * these are not repeated below. Rectangles are physical pixels of the virtual screen, which may be negative.
 */
import type { Point, Rect } from "../core/geometry.ts";
import type { Hwnd } from "../core/hwnd.ts";
import type { Bitmap } from "../image/bitmap.ts";
import type { LaneFacts, LibraryFacts, SystemFacts } from "./system_facts.ts";
import type {
  UiActRequest,
  UiActResult,
  UiGlance,
  UiItemQuery,
  UiItems,
  UiLook,
  UiSelection,
  UiSubject,
} from "./ui_act.ts";
import type { UiElement, UiPointQuery, UiReadRequest, UiTree } from "./ui_element.ts";

export type { LaneFacts, LibraryFacts, SystemFacts };

/** A short probe's answer; `unknown` where it was not asked. */
export type Responding = "yes" | "no" | "unknown";

/** A top-level window, as far as it can be known without asking its program. */
export interface TopLevelWindow {
  readonly hwnd: Hwnd;
  /** UTF-16 as it is; lone surrogates are kept. */
  readonly title: string;
  readonly className: string;
  readonly pid: number;
  /** The process whose content a frame host (`ApplicationFrameWindow`) shows, where it is another one. */
  readonly hostedPid?: number;
  readonly threadId: number;
  /** File name without `.exe`; undefined when the process cannot be opened. */
  readonly processName: string | undefined;
  /** The visible frame, without invisible resize borders. */
  readonly screenRect: Rect;
  readonly visible: boolean;
  readonly minimized: boolean;
  readonly cloaked: boolean;
  /** Windows itself has given it up; other windows may still be busy. */
  readonly hung: boolean;
  /** The window that owns it, or 0n. */
  readonly owner: Hwnd;
  readonly toolWindow: boolean;
}

/** Whose content a window shows: the frames of all Store apps are of one process, and their menus of the app's own. */
export function programOf({ pid, hostedPid = pid }: Pick<TopLevelWindow, "pid" | "hostedPid">): number {
  return hostedPid;
}

/** Everything about one window; it may be a child window. */
export interface WindowState extends TopLevelWindow {
  readonly clientScreenRect: Rect;
  /** The top-level window around it; itself when it is one. */
  readonly root: Hwnd;
  readonly enabled: boolean;
  readonly maximized: boolean;
  /** It is minimised and was maximised before, so that restoring it makes it maximised. */
  readonly restoresMaximized: boolean;
  readonly foreground: boolean;
  readonly topmost: boolean;
  readonly layered: boolean;
  readonly clickThrough: boolean;
  readonly noActivate: boolean;
  /** Constant opacity 0–255 of a layered window, where it has one. */
  readonly alpha?: number;
  readonly style: number;
  readonly exStyle: number;
  /** Dots per inch it is drawn at; 96 is 100 %. */
  readonly dpi: number;
  readonly dpiUnaware: boolean;
  readonly responding: Responding;
}

/** What decides whether an act on a window can work at all. */
export interface TargetCondition {
  readonly exists: boolean;
  readonly pid: number;
  readonly hung: boolean;
  readonly responding: Responding;
  readonly cloaked: boolean;
  readonly minimized: boolean;
  readonly visible: boolean;
  /** The program runs with a higher integrity level than we do; undefined when that cannot be read. */
  readonly elevated: boolean | undefined;
  /** The desktop that receives input is ours: not locked, disconnected or secure. */
  readonly interactiveDesktop: boolean;
  /** The window lives on another desktop than ours, or takes messages only: nobody at this one can see it. */
  readonly onOtherDesktop: boolean;
  /** The program keeps this window out of captures. */
  readonly captureProtected: boolean;
}

/**
 * How the foreground is asked for: `plain` sends no input, so Windows' foreground lock may refuse; `emptyInput` first sends
 * a mouse event that moves and presses nothing, since Windows grants the foreground to whoever sent the last input.
 */
export type ForegroundWay = "plain" | "emptyInput";

/** A monitor. */
export interface Display {
  /** As in `\\.\DISPLAY1`. */
  readonly deviceName: string;
  readonly primary: boolean;
  readonly screenRect: Rect;
  /** Without the taskbar and its like. */
  readonly workScreenRect: Rect;
  /** Dots per inch that the person has set, 96 for 100 %; undefined where Windows does not say. */
  readonly dpi: number | undefined;
}

/** The monitors and the rectangle around them all. */
export interface DisplayLayout {
  /** The primary one first, the others from left to right. */
  readonly displays: readonly Display[];
  readonly virtualScreenRect: Rect;
  /** The desktop that receives input, and that they show, is ours: not locked, disconnected or secure. */
  readonly interactiveDesktop: boolean;
}

/**
 * How a window is to be shown. `minimize` and `restore` activate nothing; `minimize` leaves a window that is in front
 * active; `restore` makes a window that was maximised before it was minimised an ordinary one. `maximize` activates.
 */
export type ShowChange =
  | "minimize"
  | "minimizeAndActivateNext"
  | "maximize"
  | "restore"
  | "restoreAndActivate";

/** Where a window's visible frame is to be, in physical screen pixels; what is left out stays as it is. */
export interface WindowPlace {
  readonly x?: number | undefined;
  readonly y?: number | undefined;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

/** How a control takes text. */
export type TextControlKind = "edit" | "richEdit" | "scintilla" | "other";

/** The control that would receive typed text. */
export interface TextControl {
  readonly hwnd: Hwnd;
  readonly className: string;
  readonly kind: TextControlKind;
  /** It has the keyboard focus of its thread. */
  readonly focused: boolean;
  readonly unicode: boolean;
  /** It and the top-level window around it take input. */
  readonly enabled: boolean;
  /** Its thread is in a menu, which takes its keys. */
  readonly menuOpen: boolean;
  readonly readOnly: boolean;
  /** Undefined when the control did not answer: it is not read then either. */
  readonly password: boolean | undefined;
  readonly multiline: boolean;
  /** It changes or filters what is typed (upper case, lower case, digits only). */
  readonly transform: "none" | "upper" | "lower" | "digits";
  /** At most this many UTF-16 units in all; undefined where it has no limit. */
  readonly limitUnits: number | undefined;
}

/** What a text control holds. */
export interface TextContent {
  readonly text: string;
  /** In the control's own units; undefined for kinds that do not tell. */
  readonly selection: { readonly start: number; readonly end: number } | undefined;
}

/** The caret of an edit control, all in the control's own units. */
export interface CaretState {
  readonly selection: { readonly start: number; readonly end: number };
  /** At least as many as its text has. */
  readonly textUnits: number;
  /** The line of the caret as it is shown, without its line end. */
  readonly line: { readonly start: number; readonly end: number };
}

/** What keys stand for in an edit control. */
export type PlainEditCommand = "copy" | "cut" | "paste" | "undo" | "clear";

/**
 * What an edit control can be told by a message of its own. A selection is given by its fixed and its moving end; a caret
 * of -1 selects to the end. `noteChanged`: its text is not what it was, so that its program asks before it is lost.
 */
export type EditCommand =
  | PlainEditCommand
  | "noteChanged"
  | { readonly anchor: number; readonly caret: number };

/** A key that is held while another one is pressed. */
export type Modifier = "alt" | "ctrl" | "shift" | "win";

/** A key by its virtual-key code. */
export interface VirtualKey {
  readonly virtualKey: number;
  /** It is one of those that keyboards had later (arrows, Insert, Home …), and says so. */
  readonly isExtended: boolean;
}

/** The key of a chord; or a character that the layout has no key for. */
export type ChordKey = VirtualKey | { readonly character: string };

/** A key and what is held with it, in the order in which it goes down. */
export interface KeyChord {
  readonly modifiers: readonly Modifier[];
  readonly key: ChordKey;
}

/** The key that stands for a character on a keyboard layout. */
export interface CharacterKey {
  readonly virtualKey: number;
  readonly shift: boolean;
  /** Pressing it now gives the character: it is no dead key, and Caps Lock does not turn it into another one. */
  readonly typesIt: boolean;
}

/** What a posted key says about itself. */
export interface PostedKeyOptions {
  readonly isExtended?: boolean;
  /** Post it as it comes while Alt is held. */
  readonly isAltDown?: boolean;
}

/** Capture methods of the port. */
export type CaptureBackend = "print" | "windowDc" | "screen";

/** One picture of a window by one method. */
export interface CapturedFrame {
  readonly backend: CaptureBackend;
  /** The native call that made it, as reported to callers. */
  readonly method: string;
  readonly bitmap: Bitmap;
  /** What the bitmap shows; for a DPI-unaware window it is larger than the bitmap. */
  readonly screenRect: Rect;
  /** The window's visible frame at that moment: it may have moved since the caller looked. */
  readonly windowScreenRect: Rect;
  /** `RRGGBB` when every pixel has this one colour. */
  readonly uniformColor: string | undefined;
}

/** Why a method gave no picture. */
export interface CaptureRefusal {
  readonly backend: CaptureBackend;
  /** `blank`: the program was asked to draw and drew nothing. */
  readonly reason: "covered" | "offScreen" | "blank" | "failed" | "tooLarge" | "gone";
  /** The window that covers it, where that is the reason. */
  readonly coveredBy?: Hwnd;
}

/** Names a process for good: ids are reused, an id with its creation time is not. */
export interface ProcessIdentity {
  readonly pid: number;
  /** 100 ns since 1601. */
  readonly creationTime: bigint;
}

/** A running process. */
export interface ProcessInfo {
  readonly pid: number;
  readonly parentPid: number;
  /** File name without `.exe`. */
  readonly name: string;
}

/** Where programs are looked for that are named without a folder. */
export interface SearchFolders {
  readonly current: string;
  /** Those of PATH, then Windows' own; absolute. */
  readonly others: readonly string[];
}

/** With which rights a program asks to run; `unknown` where it does not say, or cannot be read. */
export type ManifestLevel = "asInvoker" | "highestAvailable" | "requireAdministrator" | "unknown";

/** What the file of a program says of itself. */
export interface ExecutableFacts {
  readonly manifestLevel: ManifestLevel;
  readonly fileVersion: string | undefined;
  readonly productVersion: string | undefined;
}

/** How to start a program. */
export interface StartProcessOptions {
  readonly exePath: string;
  readonly args: readonly string[];
  readonly cwd: string | undefined;
  /** How its first window is asked to show. */
  readonly show: "normal" | "minimized" | "inactive" | "minimizedInactive";
  /** `managed` ends with this server, however that ends. */
  readonly lifetime: "independent" | "managed";
}

/** A program that was started. */
export interface StartedProcess extends ProcessIdentity {
  /** What was done, and proven, about the life of the process after this server's end. */
  readonly isolation: {
    readonly effective: "independent" | "managed" | "best-effort";
    readonly method: "windows-breakaway" | "create-process" | "kill-on-close-job";
    readonly verified: boolean;
    readonly outerJobCoupling: "none-observed" | "possible" | "unknown";
  };
}

/** One item of a menu. */
export interface MenuItem {
  /** Among all items of its menu, separators too, from 0. */
  readonly position: number;
  /** As the program wrote it, with `&` and the shortcut after a tab; empty where there is none. */
  readonly text: string;
  readonly kind: "command" | "submenu" | "separator";
  /** What the program is told; without meaning for other kinds. */
  readonly commandId: number;
  /** The menu that it opens, or 0n. */
  readonly submenu: bigint;
  readonly enabled: boolean;
  readonly checked: boolean;
  /** The program draws it, mostly without a text that can be read. */
  readonly ownerDrawn: boolean;
}

/** A menu whose program has been told that it is about to be shown. */
export interface Menu {
  readonly handle: bigint;
  readonly items: readonly MenuItem[];
  /** Of the menu bar alone: its program is told positions instead of command ids. */
  readonly notifiesByPosition: boolean;
}

/** Why there is no menu: the window has none, it cannot be read, or its program did not answer. */
export interface MenuRefusal {
  readonly reason: "none" | "unreadable" | "busy";
}

/** How a program is told which item was chosen. */
export type MenuChoice =
  | { readonly by: "id"; readonly commandId: number }
  | { readonly by: "position"; readonly menu: bigint; readonly position: number };

/** A program that has to do with the clipboard, by the window it uses for that. */
export interface ClipboardProgram {
  readonly hwnd: Hwnd;
  readonly pid: number;
  /** File name without `.exe`; undefined when the process cannot be opened. */
  readonly processName: string | undefined;
}

/** The program that put on the clipboard what is there. */
export interface ClipboardOwner extends ClipboardProgram {
  readonly responding: Responding;
}

/** The clipboard could not be opened, as another program has it open. */
export interface ClipboardHeld {
  /** Undefined where it cannot be known: it was opened without a window, or has been closed by now. */
  readonly heldBy: ClipboardProgram | undefined;
}

/** What the clipboard holds. */
export interface ClipboardContent {
  /** UTF-16 as it is, cut to what was asked for; undefined when there is no text. */
  readonly text: string | undefined;
  /** How many units the whole text has. */
  readonly textUnits: number;
  /** The names of all formats that are there, those that Windows makes of others too. */
  readonly formats: readonly string[];
}

/** The bytes of one format. */
export interface ClipboardFormat {
  /** Windows' number for it, good until the session ends. */
  readonly format: number;
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** What was on the clipboard before it was written. */
export interface ClipboardBefore {
  readonly formats: readonly string[];
  /** Empty unless keeping was asked for. */
  readonly kept: readonly ClipboardFormat[];
  /** Formats that cannot be kept as bytes, or would be too much. */
  readonly notKept: readonly string[];
}

/** What became of a batch of posted or sent input. */
export interface DeliveryResult {
  /** How many UTF-16 units were accepted. */
  readonly acceptedUnits: number;
  /** Why it stopped short, where it did. */
  readonly stopped?: "notInFront" | "menuOpen" | "modifierHeld" | "refused" | "busy" | "gone";
}

/** Which part of a window a point lies in, as its program answers; `nowhere` lets clicks through. */
export type WindowPart =
  | "client"
  | "caption"
  | "systemMenu"
  | "menuBar"
  | "horizontalScrollBar"
  | "verticalScrollBar"
  | "minimizeButton"
  | "maximizeButton"
  | "closeButton"
  | "helpButton"
  | "border"
  | "nowhere";

/** The window that gets what the mouse does at a point. */
export interface MouseReceiver {
  readonly hwnd: Hwnd;
  readonly className: string;
  readonly part: WindowPart;
  /** The answer to `WM_NCHITTEST` that says so. */
  readonly hitTest: number;
  /** From the corner of its client area, in the pixels that its program counts: logical ones where Windows scales it. */
  readonly clientPoint: Point;
  /** On the screen, in the same pixels. */
  readonly programScreenPoint: Point;
  /** Its class tells two quick clicks from a double click. */
  readonly takesDoubleClicks: boolean;
  /** What a button of the caption, a double click on the caption or on the system menu does; undefined where nothing. */
  readonly systemCommand: "close" | "minimize" | "maximize" | "restore" | undefined;
  /** What a click on a scroll bar does; `unknown` between the arrows where Windows does not say where the thumb is. */
  readonly scrollStep:
    | "lineBack"
    | "pageBack"
    | "thumb"
    | "pageForward"
    | "lineForward"
    | "unknown"
    | undefined;
  /** The window under the point that takes no input: it, one around it, or a control in front of it. */
  readonly disabled: Hwnd | undefined;
  /** The open dialog that is the reason for it, where there is one. */
  readonly dialog: Hwnd | undefined;
  /** An open menu or the open list of a combo box of the same program that lies over the point. */
  readonly coveredBy: Hwnd | undefined;
}

/** One click of a mouse button. */
export interface MouseClick {
  readonly button: "left" | "right" | "middle";
  readonly isDouble: boolean;
  readonly ctrl: boolean;
  readonly shift: boolean;
}

/** The check mark of a check box or radio button. */
export interface CheckMark {
  readonly isRadio: boolean;
  /** 0 unchecked, 1 checked, 2 neither. */
  readonly state: number;
}

/** What became of messages that were posted together. */
export type PostOutcome = "posted" | "refused" | "gone";

/** Which changes somebody waits for. */
export interface ChangeScope {
  /** Only those of this process; of any when undefined. */
  readonly pid?: number | undefined;
  /** `windows`: top-level windows that come, go, or look or are called otherwise; `anything`: what is in them too. */
  readonly about: "windows" | "anything";
}

/** A window, at any level, in which something changed; it may be gone by now. */
export interface ChangedPlace {
  readonly hwnd: Hwnd;
  /** The window that it is in, or of a top-level one the one that owns it; 0n where it has none or is gone. */
  readonly parent: Hwnd;
  /** It came, or came to be seen. */
  readonly isNew: boolean;
}

/** Adds a place to others; one that came, and then changed, has come. */
export function addPlace<T extends ChangedPlace>(places: Map<Hwnd, T>, place: T): void {
  const isNew = place.isNew || places.get(place.hwnd)?.isNew === true;
  places.set(place.hwnd, { ...place, isNew });
}

/**
 * Where something changed; undefined where the places cannot be named, or are too many to be; none where nothing looks
 * otherwise but for the focus.
 */
export type ChangedPlaces = readonly ChangedPlace[] | undefined;

/** A desktop. See the head of this file for what every method may throw. */
export interface Desktop {
  /** The process id of this server, as this desktop numbers processes. */
  readonly ownPid: number;

  /**
   * Top-level windows in z-order, front first: the visible ones (minimised and cloaked ones among them), or with
   * `includeHidden` all. Never asks a program anything, so a hung one costs nothing.
   */
  listWindows(includeHidden: boolean): Promise<readonly TopLevelWindow[]>;
  /** One window, probed for at most `probeMs`; undefined when there is none of this handle. */
  windowState(hwnd: Hwnd, probeMs: number): Promise<WindowState | undefined>;
  /** What decides whether an act can work, probed for at most `probeMs` (0 does not probe). */
  targetCondition(hwnd: Hwnd, probeMs: number): Promise<TargetCondition>;
  /** The monitors as they are now. */
  displayLayout(): Promise<DisplayLayout>;

  /** The foreground window, or 0n while there is none. */
  foregroundWindow(): Promise<Hwnd>;
  /**
   * How often the foreground has changed since this was first asked, up to this moment; undefined where it cannot be
   * watched.
   */
  foregroundChangeCount(): Promise<number | undefined>;
  /**
   * Calls back soon after something has changed, until it is disposed of; once at the beginning as well, when nothing
   * that happens from then on is missed. It is a hint to look at once, no promise: it may come for nothing, and not come
   * at all where changes cannot be heard or are too many, so whoever waits looks from time to time. Windows of this
   * process are not heard of. Throws nothing.
   */
  watchChanges(scope: ChangeScope, changed: (places: ChangedPlaces) => void): Disposable;
  /**
   * Asks for a window to come to the front, restoring it when it is minimised. Changes the foreground; sends no input.
   * Whether it worked is for {@link foregroundWindow} to say.
   */
  requestForeground(hwnd: Hwnd, way: ForegroundWay): Promise<void>;
  /** Puts a window below all others without activating any. */
  sendToBottom(hwnd: Hwnd): Promise<void>;
  /**
   * Asks for a window to be minimised, maximised or restored. Its own thread does that later: whether it has is for
   * {@link windowState} to say.
   */
  changeShowState(hwnd: Hwnd, change: ShowChange): Promise<void>;
  /**
   * Asks for a window's visible frame to be moved or resized; neither activates it nor raises it. Its own thread does
   * that later: where it came to lie is for {@link windowState} to say.
   */
  placeWindow(hwnd: Hwnd, place: WindowPlace): Promise<void>;
  /** Asks a window to close, as its close button does. False when it could not be asked. */
  requestClose(hwnd: Hwnd): Promise<boolean>;

  /** Where text typed into this window would go: the focused control, else its first edit control, else itself. */
  textControl(hwnd: Hwnd): Promise<TextControl | undefined>;
  /** Whether a window that is not Unicode can take every character of a text. */
  canEncode(text: string): Promise<boolean>;
  /** The text of a control, when it has at most `maxUnits`; undefined when it has more or does not answer. */
  readText(hwnd: Hwnd, maxUnits: number): Promise<TextContent | undefined>;
  /** Replaces the selection of an edit control by text, as one undoable edit. Takes no foreground. */
  replaceSelection(hwnd: Hwnd, text: string): Promise<DeliveryResult>;
  /** Posts a text as characters, one message a UTF-16 unit. Takes no foreground. */
  postCharacters(hwnd: Hwnd, text: string): Promise<DeliveryResult>;
  /** Where the caret of an edit control is; tells nothing of its text. Undefined when it does not answer. */
  readCaret(hwnd: Hwnd): Promise<CaretState | undefined>;
  /** Has an edit control do something by its own message. Takes no foreground. */
  editCommand(hwnd: Hwnd, command: EditCommand): Promise<DeliveryResult>;
  /**
   * Posts one press of a key by its virtual-key code. Takes no foreground. Posted keys do not carry modifier keys: the
   * program looks at those of the keyboard.
   */
  postKey(hwnd: Hwnd, virtualKey: number, options?: PostedKeyOptions): Promise<DeliveryResult>;
  /** The key for an ASCII character on the layout of a window's thread; undefined where none needs at most Shift. */
  characterKey(hwnd: Hwnd, character: string): Promise<CharacterKey | undefined>;
  /**
   * Sends one chord as keyboard input, only while `root` is in front and no modifier key is held: checked in the same
   * breath. All keys go down and up in one uninterrupted series. An open menu takes the chord.
   */
  sendChord(root: Hwnd, chord: KeyChord): Promise<DeliveryResult>;
  /**
   * Sends one batch of text as keyboard input, only while `root` is in front, no menu is open in it and no modifier key is
   * held: checked in the same breath.
   * `\n` is the Enter key and `\t` the Tab key.
   */
  sendText(root: Hwnd, text: string): Promise<DeliveryResult>;
  /** A number that grows with each change of the clipboard. */
  clipboardSequence(): Promise<number>;

  /**
   * The window at or inside `hwnd` that would get a click at this point of the screen, whatever lies over it; asks the
   * programs behind it. `busy` when one of them does not answer.
   */
  mouseReceiver(hwnd: Hwnd, screenPoint: Point): Promise<MouseReceiver | "busy" | "gone">;
  /** Posts a click to the receiver, button down and up together. Moves no pointer. */
  postClick(receiver: MouseReceiver, click: MouseClick): Promise<PostOutcome>;
  /** Posts that the pointer moved over the receiver. Moves no pointer. */
  postMouseMove(receiver: MouseReceiver): Promise<PostOutcome>;
  /**
   * Posts to this very window that the wheel was turned at a point of the screen; a positive number of notches scrolls on,
   * a negative one back, 250 at most. Moves no pointer, and takes no foreground. Whether it scrolled is to be read.
   */
  postWheel(hwnd: Hwnd, screenPoint: Point, notches: number): Promise<PostOutcome>;
  /** The check mark of a control; undefined where it has none or does not answer. */
  checkMark(hwnd: Hwnd): Promise<CheckMark | undefined>;

  /** Modifier keys that are down now. */
  heldModifiers(): Promise<readonly string[]>;

  /** The menu bar of a top-level window. Its program is told that the bar is about to be used; nothing is shown. */
  openMenuBar(hwnd: Hwnd): Promise<Menu | MenuRefusal>;
  /** A menu that an item at `position` opens. Its program is told that it is about to be shown; nothing is. */
  openSubmenu(hwnd: Hwnd, submenu: bigint, position: number): Promise<Menu | MenuRefusal>;
  /** Tells the program that a menu is not shown any more. False when it did not answer. */
  closeSubmenu(hwnd: Hwnd, submenu: bigint): Promise<boolean>;
  /** An item of a menu, looked at without telling anybody; undefined when it is gone. */
  menuItem(menu: bigint, position: number): Promise<MenuItem | undefined>;
  /** Puts into the window's queue that an item was chosen. False when Windows refused. */
  postMenuChoice(hwnd: Hwnd, choice: MenuChoice): Promise<boolean>;

  /** The program behind what the clipboard holds, probed for at most `probeMs`; undefined when none can be named. */
  clipboardOwner(probeMs: number): Promise<ClipboardOwner | undefined>;
  /**
   * What the clipboard holds, its text up to `maxUnits`. Its owner may be asked for a text that it has only promised, and
   * holds up this request while it is busy.
   */
  readClipboard(maxUnits: number): Promise<ClipboardContent | ClipboardHeld>;
  /**
   * Replaces everything on the clipboard, at one go: by a text (an empty one leaves nothing there), or by formats that
   * were kept. With `keepBytes` up to so many bytes of what was there are handed back; its owner may be asked for them.
   */
  writeClipboard(
    content: string | readonly ClipboardFormat[],
    keepBytes: number,
  ): Promise<ClipboardBefore | ClipboardHeld>;
  /** Whether the clipboard holds this text, or these formats among others; nothing at all, where none is given. */
  clipboardHolds(
    content: string | readonly ClipboardFormat[],
  ): Promise<{ readonly holds: boolean } | ClipboardHeld>;

  /**
   * A picture of a whole window by one method, or why there is none. Changes nothing. For methods that read the screen,
   * a window counts as covered where something lies above `region` (the whole window when undefined), in pixels from
   * the top-left of its visible frame.
   */
  captureWindow(
    hwnd: Hwnd,
    backend: CaptureBackend,
    region?: Rect,
  ): Promise<CapturedFrame | CaptureRefusal>;

  /** A picture of what is on the screen in a rectangle, as far as it lies on the screen. Changes nothing. */
  captureScreen(screenRect: Rect): Promise<CapturedFrame | CaptureRefusal>;

  /**
   * Reads the elements of windows of one program, as whole as the limits allow; what was not read is marked in the tree.
   * Its program is asked, so it may be slow: no longer than `timeoutMs` and a second.
   *
   * @throws {ToolError} UIA_ASSEMBLY_UNAVAILABLE, STALE_WINDOW_HANDLE where the main window ended meanwhile, PROVIDER_BUSY,
   * TIMEOUT, CANCELLED
   */
  readUiTree(request: UiReadRequest, signal?: AbortSignal): Promise<UiTree>;
  /**
   * What lies at a point of the screen: the innermost element, then those above it up to its window. Where a window of
   * another program than the expected one lies there, that window alone, as it looks from outside: its program is not
   * asked. Undefined where nothing could be learnt within `timeoutMs`, a busy program included.
   *
   * @throws {ToolError} UIA_ASSEMBLY_UNAVAILABLE, CANCELLED
   */
  uiElementsAt(
    query: UiPointQuery,
    timeoutMs: number,
    signal?: AbortSignal,
  ): Promise<readonly UiElement[] | undefined>;
  /**
   * Looks at an element that is watched, by two or three requests where reading its window takes many. The marks of rows
   * are not read: an element that has one cannot be watched like this.
   *
   * @throws {ToolError} UIA_ASSEMBLY_UNAVAILABLE, PROVIDER_BUSY, CANCELLED
   */
  uiGlance(subject: UiSubject, timeoutMs: number, signal?: AbortSignal): Promise<UiGlance>;
  /**
   * Finds an element again and does one thing with it, once; every reason not to is found before anything is sent. Its
   * program is waited for only a moment: what it takes longer for is `running`, and goes on. May take the foreground
   * where the program sees to that itself; sends no input.
   *
   * @throws {ToolError} UIA_ASSEMBLY_UNAVAILABLE, PROVIDER_BUSY, TIMEOUT where the element was not found in time: nothing
   * was sent; CANCELLED. Whatever is thrown once it was sent has `mayHaveHadEffect` in its details
   */
  uiAct(request: UiActRequest, signal?: AbortSignal): Promise<UiActResult>;
  /**
   * Looks at an element that was acted on. It counts as the same by its runtime id and type, since acts change names.
   *
   * @throws {ToolError} UIA_ASSEMBLY_UNAVAILABLE, PROVIDER_BUSY, CANCELLED
   */
  uiLook(subject: UiSubject, timeoutMs: number, signal?: AbortSignal): Promise<UiLook>;
  /**
   * The items of a list, combo box, tree or tab that are meant. A container is found by its runtime id; a window, where
   * it stands for all that is in it, by its handle.
   *
   * @throws {ToolError} UIA_ASSEMBLY_UNAVAILABLE, PROVIDER_BUSY, TIMEOUT, CANCELLED
   */
  uiItems(query: UiItemQuery, signal?: AbortSignal): Promise<UiItems>;
  /**
   * The items that are selected in a list, combo box, tree or tab, found as for {@link uiItems}.
   *
   * @throws {ToolError} UIA_ASSEMBLY_UNAVAILABLE, PROVIDER_BUSY, TIMEOUT, CANCELLED
   */
  uiSelection(container: UiSubject, timeoutMs: number, signal?: AbortSignal): Promise<UiSelection>;

  /** What a path names; execution aliases are files. */
  pathKind(path: string): Promise<"file" | "folder" | "missing">;
  /** A variable of this server's environment; undefined where it is not set, or empty. */
  environmentVariable(name: string): Promise<string | undefined>;
  /** Where programs are looked for that are named without a folder. */
  searchFolders(): Promise<SearchFolders>;
  /** What the file of a program says of itself; nothing of it runs. What cannot be read is as what it does not say. */
  executableFacts(path: string): Promise<ExecutableFacts>;
  /**
   * The SHA-256 of a file, in lower-case hex; undefined where it cannot be read.
   *
   * @throws {ToolError} CANCELLED
   */
  fileSha256(path: string, signal?: AbortSignal): Promise<string | undefined>;
  /**
   * Starts a program that inherits no handle of ours, never through a shell.
   *
   * @throws {ToolError} ELEVATION_REQUIRED, INVALID_EXECUTABLE, LAUNCH_FAILED
   */
  startProcess(options: StartProcessOptions): Promise<StartedProcess>;
  /** All running processes. */
  listProcesses(): Promise<readonly ProcessInfo[]>;
  /** The identity of a running process; undefined when there is none of this id or it is closed to us. */
  identifyProcess(pid: number): Promise<ProcessIdentity | undefined>;
  /** The absolute path of the program of a running process; undefined when it is closed to us. */
  programPath(pid: number): Promise<string | undefined>;
  /** The exit code of a process, `running`, or `gone` when nothing is known of it any more. */
  exitCode(process: ProcessIdentity): Promise<number | "running" | "gone">;
  /** Ends a process at once if it is still the same one; one that has ended already is a success. */
  endProcess(process: ProcessIdentity): Promise<boolean>;

  /** What the desktop belongs to: versions, session, rights. */
  systemFacts(): Promise<SystemFacts>;
  /** The system DLLs that are used, and what they lack. */
  libraryFacts(): Promise<readonly LibraryFacts[]>;
  /** Starts everything that is otherwise started on first use, one after another. */
  startLanes(): Promise<readonly LaneFacts[]>;

  /** How many handles, device contexts and the like each thread of ours has open. */
  openCounts(): Promise<Record<string, number>>;
  /** Lets go of everything. */
  close(): void;
}
