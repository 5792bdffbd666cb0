import { defineCallback } from "./callback.ts";
import { defineConstants } from "./constants.ts";
import { C } from "./ctype.ts";
import { type Hwnd, Owned, toHwnd } from "./handles.ts";
import { requireNonZero } from "./result.ts";
import { defineStruct } from "./struct.ts";
import { user32 } from "./user32.ts";
import { POINT } from "./window.ts";

/** `MSG`: one message of this thread's queue. */
export const MSG = defineStruct("MSG", {
  hwnd: "usize",
  message: "u32",
  wParam: "usize",
  lParam: "isize",
  time: "u32",
  pt: POINT,
});

/** WinEvent and message constants. */
export const EVENT = defineConstants({
  EVENT_SYSTEM_FOREGROUND: 0x0003,
  EVENT_SYSTEM_MENUPOPUPEND: 0x0007,
  EVENT_SYSTEM_DIALOGSTART: 0x0010,
  EVENT_SYSTEM_DIALOGEND: 0x0011,
  EVENT_SYSTEM_MINIMIZESTART: 0x0016,
  EVENT_SYSTEM_MINIMIZEEND: 0x0017,
  EVENT_UIA_EVENTID_START: 0x4E00,
  EVENT_UIA_EVENTID_END: 0x4EFF,
  EVENT_UIA_PROPID_START: 0x7500,
  EVENT_UIA_PROPID_END: 0x75FF,
  EVENT_OBJECT_CREATE: 0x8000,
  EVENT_OBJECT_DESTROY: 0x8001,
  EVENT_OBJECT_SHOW: 0x8002,
  EVENT_OBJECT_HIDE: 0x8003,
  EVENT_OBJECT_FOCUS: 0x8005,
  EVENT_OBJECT_STATECHANGE: 0x800A,
  EVENT_OBJECT_NAMECHANGE: 0x800C,
  EVENT_OBJECT_PARENTCHANGE: 0x800F,
  EVENT_OBJECT_CLOAKED: 0x8017,
  EVENT_OBJECT_UNCLOAKED: 0x8018,
  EVENT_OBJECT_LIVEREGIONCHANGED: 0x8019,
  OBJID_WINDOW: 0,
  OBJID_CARET: -8,
  OBJID_CURSOR: -9,
  WINEVENT_OUTOFCONTEXT: 0,
  WINEVENT_SKIPOWNPROCESS: 2,
  PM_REMOVE: 1,
});

const WINEVENTPROC = defineCallback("WINEVENTPROC", {
  // hWinEventHook, event, hwnd, idObject, idChild, idEventThread, dwmsEventTime
  parameters: [C.HWINEVENTHOOK, C.DWORD, C.HWND, C.LONG, C.LONG, C.DWORD, C.DWORD],
  result: C.VOID,
});

/** From the first to the last of a row of events. */
export type EventRange = readonly [first: number, last: number];

/** What happened: which event, to which window, to which part of it (`OBJID_…`), to which child of that part (0: itself). */
export type EventHeard = (event: number, hwnd: Hwnd, objectId: number, childId: number) => void;

/** What a thread can be told of while it pumps messages; nothing is heard before `start`. */
export class EventHook {
  readonly #ranges: readonly EventRange[];
  readonly #flags: number;
  /** Closed only with the thread: events that are on their way when a hook is taken off still call it. */
  readonly #callback: ReturnType<typeof WINEVENTPROC.create>;
  #hooks: Owned<bigint>[] = [];

  /** @param flags `WINEVENT_SKIPOWNPROCESS`, or 0 */
  constructor(ranges: readonly EventRange[], heard: EventHeard, flags = 0) {
    this.#ranges = ranges;
    this.#flags = EVENT.WINEVENT_OUTOFCONTEXT | flags;
    this.#callback = WINEVENTPROC.create((_hook, event, hwnd, objectId, childId) =>
      heard(event, toHwnd(hwnd), objectId, childId)
    );
  }

  get isOn(): boolean {
    return this.#hooks.length > 0;
  }

  /**
   * Begins to call back on this thread. Events come in the order in which they happened.
   *
   * @throws {Win32Error} when Windows refuses a hook; none is on then
   * @see https://learn.microsoft.com/windows/win32/api/winuser/nf-winuser-setwineventhook
   */
  start(): void {
    if (this.isOn) return;
    const { pointer } = this.#callback.value;
    try {
      for (const [first, last] of this.#ranges) {
        const handle = user32.symbols.SetWinEventHook(first, last, 0n, pointer, 0, 0, this.#flags);
        this.#hooks.push(
          new Owned(
            "hook",
            requireNonZero("SetWinEventHook", handle),
            (open) => void user32.symbols.UnhookWinEvent(open),
          ),
        );
      }
    } catch (error) {
      this.stop();
      throw error;
    }
  }

  /** Takes the hooks off, on the thread that started them; it may be asked for while an event is heard. */
  stop(): void {
    for (const hook of this.#hooks.splice(0)) hook[Symbol.dispose]();
  }
}

/** Handles the messages that wait in this thread's queue, WinEvents among them, and returns at once. */
export function handleMessages(): void {
  const bytes = MSG.make();
  while (user32.symbols.PeekMessageW(bytes, 0n, 0, 0, EVENT.PM_REMOVE) !== 0) {
    user32.symbols.TranslateMessage(bytes);
    user32.symbols.DispatchMessageW(bytes);
  }
}
