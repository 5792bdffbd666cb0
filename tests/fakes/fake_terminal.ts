import type { Terminal } from "../../src/cli/terminal.ts";

/** A terminal of plain data. */
export interface FakeTerminal extends Terminal {
  /** What was printed, each text with its line end. */
  readonly printed: string[];
  /** Presses Ctrl+C. */
  interrupt(): void;
  /** How many listen for Ctrl+C now. */
  listeners(): number;
}

/** A terminal whose stdin brings `stdin` and ends; `undefined` is one that stays open and brings nothing. */
export function fakeTerminal(given: {
  readonly stdin?: Uint8Array | string | undefined;
  readonly isStdinTerminal?: boolean;
  readonly isStdoutTerminal?: boolean;
} = {}): FakeTerminal {
  const printed: string[] = [];
  const listening = new Set<() => void>();
  const { stdin } = given;
  return {
    stdin: new ReadableStream({
      start(controller) {
        if (stdin === undefined) return;
        const bytes = typeof stdin === "string" ? new TextEncoder().encode(stdin) : stdin;
        // In two pieces, as a pipe may bring it.
        const half = bytes.length >> 1;
        for (const piece of [bytes.slice(0, half), bytes.slice(half)]) {
          if (piece.length > 0) controller.enqueue(piece);
        }
        controller.close();
      },
    }),
    isStdinTerminal: given.isStdinTerminal ?? false,
    isStdoutTerminal: given.isStdoutTerminal ?? false,
    print(text) {
      printed.push(`${text}\n`);
      return Promise.resolve();
    },
    onInterrupt(interrupted) {
      listening.add(interrupted);
      return () => listening.delete(interrupted);
    },
    printed,
    interrupt() {
      for (const interrupted of listening) interrupted();
    },
    listeners: () => listening.size,
  };
}
