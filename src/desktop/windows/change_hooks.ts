/** The hooks that hear of changes while somebody waits for one; lives in the events lane. */
import { EVENT, EventHook, type EventRange, handleMessages } from "../../../ffi/event_hook.ts";
import type { Hwnd } from "../../../ffi/handles.ts";
import { Win32Error } from "../../../ffi/result.ts";
import { getOwner, getParent, getRoot, getWindowThread } from "../../../ffi/window.ts";
import { ANYBODY, ChangeCollector, type ChangeNews } from "./change_news.ts";

/**
 * Windows that come, go, are hidden, cloaked, minimised, renamed, brought to the front; menus, dialogs; focus, selection,
 * state, name and value of what is in them, and what programs tell UI Automation by this way. Left out is what floods: where things are (`EVENT_OBJECT_LOCATIONCHANGE`).
 */
const RANGES: readonly EventRange[] = [
  [EVENT.EVENT_SYSTEM_FOREGROUND, EVENT.EVENT_SYSTEM_MENUPOPUPEND],
  [EVENT.EVENT_SYSTEM_DIALOGSTART, EVENT.EVENT_SYSTEM_DIALOGEND],
  [EVENT.EVENT_SYSTEM_MINIMIZESTART, EVENT.EVENT_SYSTEM_MINIMIZEEND],
  [EVENT.EVENT_UIA_EVENTID_START, EVENT.EVENT_UIA_EVENTID_END],
  [EVENT.EVENT_UIA_PROPID_START, EVENT.EVENT_UIA_PROPID_END],
  [EVENT.EVENT_OBJECT_CREATE, EVENT.EVENT_OBJECT_STATECHANGE],
  [EVENT.EVENT_OBJECT_NAMECHANGE, EVENT.EVENT_OBJECT_PARENTCHANGE],
  [EVENT.EVENT_OBJECT_CLOAKED, EVENT.EVENT_OBJECT_LIVEREGIONCHANGED],
];

/** How long the hooks stay on after the last wait: waits follow one another. */
const LINGER_MS = 3_000;

/** Events that cannot be handled within this time come faster than they can be handled at all. */
const MOST_HANDLING_MS = 40;

/** How long nothing is heard then; those who wait look from time to time anyway. */
const REST_MS = 1_000;

/** Windows whose process is remembered. */
const MOST_WINDOWS = 5_000;

interface KnownWindow {
  readonly pid: number;
  readonly isTopLevel: boolean;
}

/** After these there is something to be seen that was not before. */
const COMING: ReadonlySet<number> = new Set([
  EVENT.EVENT_OBJECT_CREATE,
  EVENT.EVENT_OBJECT_SHOW,
  EVENT.EVENT_OBJECT_PARENTCHANGE,
  EVENT.EVENT_OBJECT_UNCLOAKED,
]);

/** After these everything looks as before, but for who has the foreground and the keyboard. */
const ABOUT_FOCUS: ReadonlySet<number> = new Set([EVENT.EVENT_SYSTEM_FOREGROUND, EVENT.EVENT_OBJECT_FOCUS]);

/** A window that is gone before it was ever seen. */
const UNKNOWN: KnownWindow = { pid: ANYBODY, isTopLevel: true };

/** Listens for changes while somebody waits, and a little longer. */
export class ChangeHooks {
  readonly #hook = new EventHook(
    RANGES,
    (...event) => this.#hear(...event),
    EVENT.WINEVENT_SKIPOWNPROCESS,
  );
  readonly #collector: ChangeCollector;
  /** Whose windows they are; asked for once, as a flood is mostly about the same ones. */
  readonly #known = new Map<Hwnd, KnownWindow>();
  #isAwaited = false;
  /** When the hooks are taken off, where nobody waits. */
  #endsAt = 0;
  /** When they are put on again after a flood. */
  #restsUntil = 0;
  #handlingSince = 0;

  constructor(post: (news: ChangeNews) => void) {
    this.#collector = new ChangeCollector(post);
  }

  /** Somebody waits: begins to tell of changes. False when Windows refuses. */
  begin(): boolean {
    this.#isAwaited = true;
    this.#restsUntil = 0;
    return this.#start();
  }

  /** Nobody waits any more. */
  end(): void {
    this.#isAwaited = false;
    this.#endsAt = performance.now() + LINGER_MS;
    this.#collector.forget();
  }

  /** Handles this thread's messages, events among them, tells of what they said, and keeps the hooks as they are to be. */
  handleMessages(): void {
    this.#handlingSince = performance.now();
    handleMessages();
    const now = performance.now();
    if (this.#isAwaited && !this.#hook.isOn && now >= this.#restsUntil && this.#start()) this.#noteAnything();
    if (!this.#isAwaited && this.#hook.isOn && now >= this.#endsAt) this.#stop();
    this.#collector.postIfDue(now);
  }

  #start(): boolean {
    try {
      this.#hook.start();
      return true;
    } catch (error) {
      if (!(error instanceof Win32Error)) throw error;
      this.#restsUntil = performance.now() + REST_MS;
      return false;
    }
  }

  #stop(): void {
    this.#hook.stop();
    this.#known.clear();
  }

  #noteAnything(): void {
    this.#collector.note(ANYBODY, true, undefined);
  }

  /** Handling messages ends when there are none left, which in a flood is never: so it is here that time is looked at. */
  #hear(event: number, hwnd: Hwnd, objectId: number, childId: number): void {
    if (objectId === EVENT.OBJID_CURSOR || objectId === EVENT.OBJID_CARET) return;
    const now = performance.now();
    if (this.#hook.isOn && now - this.#handlingSince > MOST_HANDLING_MS) {
      this.#stop();
      this.#restsUntil = now + REST_MS;
      if (this.#isAwaited) this.#noteAnything();
    }
    if (!this.#isAwaited || !this.#hook.isOn) return;
    const isWhole = objectId === EVENT.OBJID_WINDOW && childId === 0;
    // A handle may be used again for another process's window.
    if (isWhole && event === EVENT.EVENT_OBJECT_CREATE) this.#known.delete(hwnd);
    const window = this.#look(hwnd);
    const isNew = isWhole && COMING.has(event);
    const places = ABOUT_FOCUS.has(event)
      ? []
      : [{ hwnd, parent: window.isTopLevel ? getOwner(hwnd) : getParent(hwnd), isNew }];
    this.#collector.note(window.pid, isWhole && window.isTopLevel, places);
    this.#collector.postIfDue(now);
  }

  #look(hwnd: Hwnd): KnownWindow {
    const known = this.#known.get(hwnd);
    if (known !== undefined) return known;
    const { pid } = getWindowThread(hwnd);
    if (pid === 0) return UNKNOWN;
    if (this.#known.size >= MOST_WINDOWS) this.#known.clear();
    const window = { pid, isTopLevel: getRoot(hwnd) === hwnd };
    this.#known.set(hwnd, window);
    return window;
  }
}
