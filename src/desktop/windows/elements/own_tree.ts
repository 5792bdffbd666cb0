/** Whether windows of a class that nobody knows show elements of their program's own making, of which there may be any number. */
import type { Hwnd } from "../../../core/hwnd.ts";

/** Programs that bring a tree of their own: there is no need to ask, and nothing would come of it. */
const OWN_TREE_CLASS =
  /^(Chrome_|HwndWrapper|Qt\d|DirectUI|Windows\.UI\.|Microsoft\.UI\.|XamlExplorer|WindowsForms10|Internet Explorer_Server|Mozilla|SunAwt|GLFW|gdkWindow)/i;

/** More classes than this are not remembered. */
const MOST_REMEMBERED = 1_000;

/** Asks a window whether it has a tree of its program's own making; undefined where it did not say. */
export type AskForTree = (hwnd: Hwnd) => boolean | undefined;

/**
 * The classes of which programs were found to have such trees: these are not asked again. That it has none is not
 * remembered: it may get one.
 */
export class OwnTrees {
  readonly #found = new Set<string>();

  /** For one look at a program's windows: those of one class are alike then. */
  ofProgram(pid: number, ask: AskForTree): (hwnd: Hwnd, className: string) => boolean | undefined {
    const asked = new Map<string, boolean>();
    return (hwnd, className) => {
      const key = `${pid} ${className}`;
      if (OWN_TREE_CLASS.test(className) || this.#found.has(key)) return true;
      const known = asked.get(className) ?? ask(hwnd);
      if (known === undefined) return undefined;
      asked.set(className, known);
      if (known) this.#remember(key);
      return known;
    };
  }

  #remember(key: string): void {
    if (this.#found.size >= MOST_REMEMBERED) this.#found.clear();
    this.#found.add(key);
  }
}
