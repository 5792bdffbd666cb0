import { ToolError } from "../../core/errors.ts";
import type { Log } from "../../core/log.ts";
import type { ChangedPlaces, ChangeScope } from "../desktop.ts";
import { type ChangeNews, concerns, placesOf } from "./change_news.ts";

/** A lane that is lost again and again while somebody waits is not asked for ever. */
const MOST_RESTARTS = 5;

/** The part of the events lane that hears of changes. */
export interface ChangeSource {
  /** False when Windows does not let it hear any. */
  begin(): Promise<boolean>;
  end(): Promise<unknown>;
}

interface Watch {
  readonly scope: ChangeScope;
  readonly changed: (places: ChangedPlaces) => void;
}

/** Who waits for a change: has the events lane listen while there is anybody, and wakes those whom it concerns. */
export class ChangeWatches {
  readonly #source: ChangeSource;
  readonly #log: Log;
  readonly #watches = new Set<Watch>();
  /** Whether the lane listens, as far as it has said so; undefined while nobody waits. */
  #begun: Promise<boolean> | undefined;
  #restarts = 0;

  constructor(source: ChangeSource, log: Log) {
    this.#source = source;
    this.#log = log;
  }

  /** See the port. */
  watch(scope: ChangeScope, changed: Watch["changed"]): Disposable {
    const watch = { scope, changed };
    this.#watches.add(watch);
    this.#begun ??= this.#begin();
    this.#wakeWhenBegun(watch, this.#begun);
    return { [Symbol.dispose]: () => this.#leave(watch) };
  }

  /** Something changed. */
  hear(news: ChangeNews): void {
    for (const { scope, changed } of [...this.#watches]) {
      if (concerns(news[scope.about], scope.pid)) changed(placesOf(news.places, scope.pid));
    }
  }

  /** The lane was lost, and what it listened with; a fresh one is asked to listen. */
  lost(): void {
    if (this.#watches.size === 0 || this.#restarts++ >= MOST_RESTARTS) return;
    const begun = this.#begin();
    this.#begun = begun;
    for (const watch of this.#watches) this.#wakeWhenBegun(watch, begun);
  }

  #leave(watch: Watch): void {
    if (!this.#watches.delete(watch) || this.#watches.size > 0) return;
    this.#begun = undefined;
    this.#restarts = 0;
    void this.#end();
  }

  /** What changed before the lane listened is not told of: whoever waits has to look once more. */
  #wakeWhenBegun(watch: Watch, begun: Promise<boolean>): void {
    void begun.then((isListening) => {
      if (isListening && this.#watches.has(watch)) watch.changed(undefined);
    });
  }

  /** Never fails: without events waits go on by looking from time to time. */
  async #begin(): Promise<boolean> {
    try {
      return await this.#source.begin();
    } catch (error) {
      const isEnding = error instanceof ToolError && error.code === "CANCELLED";
      if (!isEnding) this.#log.write("warning", `changes are not heard: ${error}`);
      return false;
    }
  }

  async #end(): Promise<void> {
    try {
      await this.#source.end();
    } catch {
      // A lane that is lost listens no more.
    }
  }
}
