/** What can be known about the system that a desktop belongs to, for the doctor. */

/** Facts that need no judgement. */
export interface SystemFacts {
  readonly windowsVersion: { readonly major: number; readonly minor: number; readonly build: number };
  /** As in `10.0`; undefined on Windows itself. */
  readonly wineVersion: string | undefined;
  /** 0 is the session of services; undefined when it cannot be read. */
  readonly sessionId: number | undefined;
  /** The session is shown on another machine. */
  readonly remoteSession: boolean;
  /** The desktop that receives input now; undefined when it may not be opened. */
  readonly inputDesktop: string | undefined;
  /** The desktop that this process belongs to. */
  readonly ownDesktop: string | undefined;
  /** Coordinates are physical pixels on every monitor. */
  readonly perMonitorAware: boolean;
  /** 0x1000 low, 0x2000 medium, 0x3000 high, 0x4000 system; undefined when it cannot be read. */
  readonly integrityLevel: number | undefined;
}

/** A system DLL that Casement uses. */
export interface LibraryFacts {
  readonly fileName: string;
  /** How many functions of it are used. */
  readonly functionCount: number;
  /** Functions that it lacks; undefined where the whole DLL is not there. */
  readonly missing: readonly string[] | undefined;
}

/** How a lane started, or why it did not. */
export interface LaneFacts {
  readonly lane: string;
  readonly startedInMs?: number;
  readonly failure?: string;
}
