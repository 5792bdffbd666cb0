import assert from "node:assert/strict";
import fc from "fast-check";
import { commandLine, quoteArgument } from "../../src/desktop/windows/command_line.ts";

/**
 * What `CommandLineToArgvW` documents: the program's name runs to the next quotation mark or white space; after it 2n
 * backslashes before a quotation mark are n and the mark begins or ends a quoted part, 2n+1 are n and the mark itself;
 * other backslashes are themselves.
 */
function readCommandLine(line: string): string[] {
  const isQuoted = line.startsWith('"');
  const end = isQuoted ? line.indexOf('"', 1) : line.search(/[ \t]|$/);
  const program = isQuoted ? line.slice(1, end) : line.slice(0, end);
  const args: string[] = [];
  let argument: string | undefined;
  let inQuotes = false;
  for (let at = isQuoted ? end + 1 : end; at < line.length;) {
    const backslashes = /^\\*/.exec(line.slice(at))?.[0].length ?? 0;
    const next = line[at + backslashes];
    if (next === '"') {
      argument = (argument ?? "") + "\\".repeat(Math.floor(backslashes / 2));
      if (backslashes % 2 === 1) argument += '"';
      else inQuotes = !inQuotes;
      at += backslashes + 1;
    } else if (backslashes > 0) {
      argument = (argument ?? "") + "\\".repeat(backslashes);
      at += backslashes;
    } else if (!inQuotes && (next === " " || next === "\t")) {
      if (argument !== undefined) args.push(argument);
      argument = undefined;
      at++;
    } else {
      argument = (argument ?? "") + next;
      at++;
    }
  }
  if (argument !== undefined) args.push(argument);
  return [program, ...args];
}

const EXE = "C:\\Program Files\\A b\\program.exe";

Deno.test("commandLine() gives a program exactly its arguments, whatever they hold", () => {
  const hardUnit = fc.constantFrom(
    '"',
    "\\",
    " ",
    "\t",
    "\n",
    "\r",
    "a",
    "é",
    "\u{1F600}",
    "'",
    "^",
    "%",
    "\u00A0",
  );
  const argument = fc.oneof(fc.string({ unit: hardUnit, maxLength: 12 }), fc.string({ unit: "binary" }));
  fc.assert(
    fc.property(fc.array(argument.filter((text) => !text.includes("\0")), { maxLength: 8 }), (args) => {
      assert.deepEqual(readCommandLine(commandLine(EXE, args)), [EXE, ...args]);
    }),
    { numRuns: 2_000 },
  );
});

Deno.test("commandLine() keeps every UTF-16 unit, lone surrogates too", () => {
  const args = ["\uD83D", "\uDE00 x", "\uDE00\uD83D"];
  assert.deepEqual(readCommandLine(commandLine(EXE, args)), [EXE, ...args]);
});

const QUOTED: readonly (readonly [string, string])[] = [
  ["plain", "plain"],
  ["", '""'],
  ["a b", '"a b"'],
  ["C:\\dir\\", "C:\\dir\\"],
  ["C:\\a dir\\", '"C:\\a dir\\\\"'],
  ['say "hi"', '"say \\"hi\\""'],
  ['\\"', '"\\\\\\""'],
  ["a\\\\b c", '"a\\\\b c"'],
];
for (const [argument, quoted] of QUOTED) {
  Deno.test(`quoteArgument() writes ${JSON.stringify(argument)} as ${quoted}`, () => {
    assert.equal(quoteArgument(argument), quoted);
  });
}

Deno.test("quoteArgument() takes time in proportion to the argument", () => {
  // A pattern that tries each of these backslashes anew would need a thousand times as many steps.
  const argument = `${"\\".repeat(400_000)} `;
  assert.equal(quoteArgument(argument).length, argument.length + 2);
});
