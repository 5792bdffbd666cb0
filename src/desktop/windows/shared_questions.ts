/** What many calls ask at the same time is asked once. */

/**
 * A hundred waits for a window look at the same list, and all calls on a busy program probe the same window: each of
 * them alone costs little, together they would keep every other call waiting. An answer is shared only by those who asked
 * before its question was put: nobody gets what is older than what he asked.
 */
export class SharedQuestions {
  readonly #running = new Map<string, Promise<unknown>>();
  readonly #next = new Map<string, Promise<unknown>>();

  /** Puts a question, or shares the answer to the same one that is still to be put. `key` says which question it is. */
  ask<T>(key: string, question: () => Promise<T>): Promise<T> {
    const running = this.#running.get(key);
    if (running === undefined) return this.#put(key, question);
    // The same key stands for the same question, so for the same type of answer.
    const shared = this.#next.get(key) as Promise<T> | undefined;
    if (shared !== undefined) return shared;
    const put = (): Promise<T> => {
      this.#next.delete(key);
      return this.#put(key, question);
    };
    const next = running.then(put, put);
    this.#next.set(key, next);
    return next;
  }

  #put<T>(key: string, question: () => Promise<T>): Promise<T> {
    const answer = question();
    const ended = (): void => {
      if (this.#running.get(key) === answer) this.#running.delete(key);
    };
    this.#running.set(key, answer);
    answer.then(ended, ended);
    return answer;
  }
}
